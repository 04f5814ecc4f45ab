"""The rules of the games in the app's own words, with examples that the game works out when they are shown."""

from __future__ import annotations

import uuid

from flask import Blueprint, render_template

from scorekeeper.core.standings import Standings
from scorekeeper.forms.game_forms import Example, rule_id
from scorekeeper.models import Role
from scorekeeper.registry import GAMES
from scorekeeper.services import views
from scorekeeper.services.sheet_view import SheetView
from scorekeeper.web.actor import current_actor, least, public
from scorekeeper.web.extensions import db
from scorekeeper.web.game_forms import FORMS, forms_of
from scorekeeper.web.kept_pages import kept
from scorekeeper.web.rule_sets import preset_changes
from scorekeeper.web.rule_words import house_rules

bp = Blueprint("rules", __name__)

NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Eva")
"""Who plays in the examples."""


@bp.get("/rules")
@public
def index() -> str:
    """Show which games there are."""
    return render_template("rules/index.html", games=FORMS)


@bp.get("/rules/<game>")
@public
def show(game: str) -> str:
    """Show the rules of a game."""
    return _page(game, None)


@bp.get("/g/<uuid:group_id>/sheets/<uuid:sheet_id>/rules")
@least(Role.VIEWER)
@kept
def of_sheet(sheet_id: uuid.UUID) -> str:
    """Show the rules by which a game is played, its own house rules among them."""
    sheet = views.sheet_page(db.session(), current_actor(), sheet_id)
    return _page(sheet.game, sheet)


def _page(key: str, sheet: SheetView | None) -> str:
    words = forms_of(key)
    return render_template(
        "rules/show.html",
        sheet=sheet,
        words=words,
        examples={name: worked(key, example) for name, example in words.help.examples.items()},
        names=NAMES,
        house_rules=house_rules(key, None if sheet is None else sheet.options_plain),
        presets=preset_changes(key),
        rule_id=rule_id,
    )


def worked(key: str, example: Example) -> Standings:
    """Work an example out by the game's own rules."""
    game = GAMES[key]
    options = game.load_options(example.options)
    deals = [game.load(deal, options, example.seats) for deal in example.deals]
    return game.standings(deals, options, example.seats)
