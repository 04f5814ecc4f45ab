"""``flask seed``: a made-up group to look at."""

from __future__ import annotations

from datetime import UTC, datetime

import click
from flask.cli import with_appcontext

from scorekeeper.services import codes, links
from scorekeeper.services.seed import Wish, seed_group
from scorekeeper.web.extensions import db
from scorekeeper.web.sharing import public_base


@click.command("seed")
@click.option("--evenings", type=click.IntRange(0, 5_000), default=40, show_default=True, help="How often they met.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same number makes the same games.")
@click.option("--name", default="Thursday table", show_default=True, help="The name of the group.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), help="The day of the last evening; today by default.")
@with_appcontext
def seed(evenings: int, seed: int, name: str, until: datetime | None) -> None:
    """Make a group up that met for two years and played by the rules; print a link that makes one phone its owner."""
    last = (until or datetime.now(UTC)).date()
    made = seed_group(db.session(), Wish(evenings, seed=seed, name=name, until=last))
    secret = codes.new_secret()
    ends = links.host_link(db.session(), made.group_id, secret)
    click.echo(f"{evenings} evenings, {made.games} games, {made.rows} rows in group {made.group_id}.")
    click.echo(f"{public_base()}/g/{made.group_id}/join/{secret}")
    click.echo(f"The link makes one phone an owner, until {ends:%H:%M} UTC.")
