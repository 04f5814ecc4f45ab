"""What is known against the pinned packages: `make audit` asks the service of advisories, and says if it is silent.

A package that the service does not know, or that it was not asked about, is not taken for a good one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

GOOD, BAD, UNKNOWN = 0, 1, 3
COMMAND = ("pip_audit", "--require-hashes", "--disable-pip", "--progress-spinner", "off", "--timeout", "10")


@dataclass(frozen=True, slots=True)
class Audit:
    """What was heard of a file's packages: how many were looked up, which were not, what is known against them."""

    looked_up: int
    unknown: tuple[str, ...]
    against: tuple[str, ...]

    @property
    def verdict(self) -> int:
        """Give the exit code."""
        if self.against:
            return BAD
        return UNKNOWN if self.unknown or not self.looked_up else GOOD

    def __str__(self) -> str:
        """Say it in a line, and one for each advisory."""
        said = f"{self.looked_up} packages looked up, {len(self.against)} advisories"
        if self.verdict == UNKNOWN:
            said += f"; NOT AUDITED: {len(self.unknown)} packages" if self.unknown else "; the service did not answer"
        return "\n".join((said, *self.against))


def read(report: str) -> Audit:
    """Read what pip-audit wrote; nothing, or what is no report, is a service that did not answer."""
    try:
        found = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Audit(0, (), ())
    return Audit(
        looked_up=sum("skip_reason" not in each for each in found),
        unknown=tuple(each["name"] for each in found if "skip_reason" in each),
        against=tuple(
            f"{each['name']} {each['version']}: {known['id']}, mended in {', '.join(known['fix_versions']) or 'none'}"
            for each in found
            for known in each.get("vulns", ())
        ),
    )


def main(files: Sequence[str]) -> int:
    """Ask about each file; give the worst verdict, of which a known fault is the worst."""
    verdicts = []
    for file in files:
        command = [sys.executable, "-m", *COMMAND, "--format", "json", "--requirement", file]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        audit = read(answer.stdout)
        print(f"{file}: {audit}")
        if not audit.looked_up and not audit.unknown:
            print("\n".join(answer.stderr.strip().splitlines()[-1:]))
        verdicts.append(audit.verdict)
    return BAD if BAD in verdicts else max(verdicts, default=UNKNOWN)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
