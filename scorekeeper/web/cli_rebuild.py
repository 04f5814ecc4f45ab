"""``flask rebuild``: hold the kept results of all games against their rows."""

from __future__ import annotations

import uuid

import click
from flask.cli import with_appcontext

from scorekeeper.services.rebuild import Finding, Verdict
from scorekeeper.services.rebuild import rebuild as check
from scorekeeper.web.extensions import db

WORDS = {
    Verdict.DIFFERS: "differs",
    Verdict.MENDED: "was mended",
    Verdict.SETTLED: "differs, but its evening is settled: left as it is",
    Verdict.UNREADABLE: "cannot be reckoned",
}


@click.command("rebuild")
@click.option("--apply", is_flag=True, help="Write the results; without it they are only compared.")
@click.option("--group", "group_id", type=click.UUID, help="Check the games of this group alone.")
@with_appcontext
def rebuild(apply: bool, group_id: uuid.UUID | None) -> None:
    """Work out the results of every game anew and report where the kept ones differ.

    Never writes in a settled evening. Ends with status 1 when something differs and was not mended.
    """
    checked = 0
    findings = []
    for finding in check(db.session(), apply=apply, group_id=group_id):
        checked += finding is None or finding.sheet_id is not None
        if finding is not None:
            findings.append(finding)
            _tell(finding)
    click.echo(f"{checked} games checked, {len(findings)} with findings.")
    if any(finding.verdict is not Verdict.MENDED for finding in findings):
        raise SystemExit(1)


def _tell(finding: Finding) -> None:
    what = "the sums of the months" if finding.sheet_id is None else f"game {finding.sheet_id}"
    click.echo(f"{what} of group {finding.group_id} {WORDS[finding.verdict]}")
    for field, kept, right in finding.what:
        click.echo(f"  {field}: kept {kept}, should be {right}")
