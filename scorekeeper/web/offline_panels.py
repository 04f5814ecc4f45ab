"""The parts of a sheet that a phone without a network puts together anew, rendered beforehand as templates."""

from __future__ import annotations

import uuid

from flask import Blueprint, render_template
from wtforms import Field

from scorekeeper.models import Role
from scorekeeper.registry import GAMES
from scorekeeper.services import views
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.extensions import db
from scorekeeper.web.formatting import plain_money
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.kept_pages import kept
from scorekeeper.web.rule_sets import OWN, STANDARD
from scorekeeper.web.sheet_screen import blank_deal, new_deal, screen, table_of

bp = Blueprint("offline_panels", __name__)


@bp.get("/g/<uuid:group_id>/sheets/<uuid:sheet_id>/panels")
@least(Role.MEMBER)
@kept
def show(sheet_id: uuid.UUID) -> str:
    """Give the empty form of a deal, one for each player who may sit it out, and what starts the next game."""
    sheet = views.sheet_page(db.session(), current_actor(), sheet_id)
    context = screen(sheet, current_actor()) | {"told": None, "check": None}
    following = None if sheet.vacant else _next_game(sheet)
    return render_template("offline/panels.html", **context, panels=_panels(sheet), next_game=following)


def _panels(sheet: SheetView) -> list[dict[str, object]]:
    """Give what changes from form to form: who plays, in which order."""
    game = GAMES[sheet.game]
    free = [seat for seat in range(sheet.seats) if seat not in sheet.vacant]
    by_out = {game.sits_out(dealer, sheet.seats, sheet.vacant): dealer for dealer in free}
    tables = [table_of(sheet, dealer, sheet.next_number) for dealer in by_out.values()]
    return [{"table": table, "deal": blank_deal(sheet, table), "send": new_deal(sheet)} for table in tables]


def _next_game(sheet: SheetView) -> list[tuple[str, str]]:
    """Give the fields that start a game like this one with the same people, all but who deals first."""
    people = ((f"player_ids-{seat}", str(person.id)) for seat, person in enumerate(sheet.people))
    options = forms_of(sheet.game).options.from_options(sheet.options)
    return [
        ("game", sheet.game),
        *people,
        ("mode", sheet.mode.value),
        ("stake_minor", plain_money(sheet.stake_minor, sheet.currency)),
        ("currency", sheet.currency),
        ("rules", OWN if sheet.house_rules else STANDARD),
        *((field.name, _text(field)) for field in options if field.data not in (None, False)),
    ]


def _text(field: Field) -> str:
    return "y" if field.data is True else str(field.data)
