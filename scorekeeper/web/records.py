"""The records: a player's own, with pictures, and the group's table of who is ahead by what."""

from __future__ import annotations

import uuid
from http import HTTPStatus

from flask import Blueprint, render_template, request, url_for

from scorekeeper.models import Role
from scorekeeper.services import records
from scorekeeper.services.purses import Purse
from scorekeeper.services.ranking import FEW
from scorekeeper.services.records import PlayerRecord
from scorekeeper.services.stints import Period
from scorekeeper.web.actor import current_actor, least
from scorekeeper.web.extensions import db
from scorekeeper.web.formatting import money
from scorekeeper.web.game_forms import FORMS
from scorekeeper.web.periods import PeriodForm, period_words, years
from scorekeeper.web.purse_chart import PurseChart, purse_chart

bp = Blueprint("records", __name__, url_prefix="/g/<uuid:group_id>")

Page = str | tuple[str, int]


@bp.get("/records")
@least(Role.VIEWER)
def show() -> Page:
    """Show who is ahead by what."""
    form = PeriodForm(request.args)
    period = form.period()
    found = records.group_records(db.session(), current_actor(), period or Period())
    page = render_template(
        "records/group.html",
        found=found,
        form=form,
        here=url_for("records.show"),
        wrong=period is None,
        period=period_words(period),
        years=years(url_for("records.show"), _asked(), found.first, found.last),
        games=FORMS,
        few=FEW,
    )
    return page if period else (page, HTTPStatus.UNPROCESSABLE_ENTITY)


@bp.get("/players/<uuid:player_id>/record")
@least(Role.VIEWER)
def player(player_id: uuid.UUID) -> Page:
    """Show a player's record."""
    form = PeriodForm(request.args)
    period = form.period()
    found = records.player_record(db.session(), current_actor(), player_id, period or Period())
    here = url_for("records.player", player_id=player_id)
    page = render_template(
        "records/player.html",
        found=found,
        form=form,
        here=here,
        wrong=period is None,
        period=period_words(period),
        years=years(here, _asked(), found.first, found.last),
        games=FORMS,
        few=FEW,
        charts=charts(found),
    )
    return page if period else (page, HTTPStatus.UNPROCESSABLE_ENTITY)


def charts(found: PlayerRecord) -> list[tuple[Purse, PurseChart]]:
    """Lay out the money of each currency over the evenings."""

    def chart(purse: Purse) -> PurseChart:
        return purse_chart([step.total for step in purse.steps], lambda minor: money(minor, purse.currency))

    return [(purse, chart(purse)) for purse in found.purses]


def _asked() -> dict[str, str]:
    """Give the period as it was asked for."""
    return {name: value for name in ("since", "until") if (value := request.args.get(name))}
