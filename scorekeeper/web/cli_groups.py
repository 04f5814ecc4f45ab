"""Commands about groups, for whoever hosts the app."""

from __future__ import annotations

import uuid

import click
from flask.cli import AppGroup

from scorekeeper.services import codes, links
from scorekeeper.services.errors import NotFoundError
from scorekeeper.web.extensions import db
from scorekeeper.web.sharing import public_base

group_commands = AppGroup("group", help="Help the groups of this installation.")


@group_commands.command("owner-link")
@click.argument("group_id", type=click.UUID)
def owner_link(group_id: uuid.UUID) -> None:
    """Print a link that makes one phone an owner of GROUP_ID, once within ten minutes.

    For a group whose owners lost their phones and the recovery code. The id stands in the address of every
    page of the group.
    """
    secret = codes.new_secret()
    try:
        ends = links.host_link(db.session(), group_id, secret)
    except NotFoundError:
        raise click.ClickException("There is no group with this id.") from None
    path = f"/g/{group_id}/join/{secret}"
    click.echo(f"{public_base()}{path}")
    click.echo(f"It works once, until {ends:%H:%M} UTC.")
