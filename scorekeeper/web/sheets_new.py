"""Start a game: one screen with everything proposed, one tap to start.

The lot for the first dealer is drawn when the game starts, from the form's key and the installation's
secret: whoever sends the same form again, or looks at it first, gets no second draw.
"""

from __future__ import annotations

import hashlib
import hmac
import uuid
from collections.abc import Mapping
from http import HTTPStatus

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper.models import Role
from scorekeeper.registry import GAMES
from scorekeeper.services import sheets
from scorekeeper.services.errors import InvalidInputError, TakenError
from scorekeeper.services.sheets import SheetRef
from scorekeeper.services.views import EveningPage
from scorekeeper.web.actor import current_actor, current_group, least
from scorekeeper.web.attempts import attempt, closed_sentence
from scorekeeper.web.extensions import db
from scorekeeper.web.game_forms import FORMS, forms_of
from scorekeeper.web.game_plan import Plan, Table, make_plan, named, read_table
from scorekeeper.web.rule_sets import offered
from scorekeeper.web.sheet_forms import (
    LOT,
    NewSheetForm,
    OptionsForm,
    setup_words,
    told_apart,
)

bp = Blueprint("sheets_new", __name__, url_prefix="/g/<uuid:group_id>/evenings/<uuid:evening_id>/games")

Answer = Response | str | tuple[str, int]
APART = "yes"
OWN_FIELDS = frozenset({"csrf_token", "key", "apart"})


@bp.get("/new")
@least(Role.MEMBER)
def new(evening_id: uuid.UUID) -> Answer:
    """Propose a game: the next one after another, or one like the last."""
    table = read_table(evening_id)
    closed = _closed(table.evening)
    if closed:
        flash(closed, "warning")
        return redirect(url_for("evenings.show", evening_id=evening_id), HTTPStatus.SEE_OTHER)
    plan = make_plan(table)
    form = _form(table, plan, shown=plan.options)
    form.seat(plan.people)
    form.fill_money(plan.mode, plan.stake_minor, plan.currency)
    form.first_dealer.data = str(plan.dealer) if plan.dealer else "" if plan.chooser else LOT
    options = forms_of(table.game).options.from_options(GAMES[table.game].load_options(plan.options))
    return _page(form, options, table, plan)


@bp.post("/new")
@least(Role.MEMBER)
def start(evening_id: uuid.UUID) -> Answer:
    """Start the game, or give the form back with what was chosen."""
    table = read_table(evening_id)
    plan = make_plan(table)
    form = _form(table, plan)
    options = forms_of(table.game).options.bind(request.form)
    done = _start(form, options, table)
    if isinstance(done, HTTPStatus):
        table = read_table(evening_id)
        form.offer_seats(table.places, max(GAMES[table.game].seats))
        return _page(form, options, table, plan), done
    if form.first_dealer.data == LOT and not done.replayed:
        name = table.names.get(form.seated[draw(form.key_value, len(form.seated))])
        flash(named(_("By lot, %(name)s deals first."), name) or _("The dealer was drawn by lot."))
    return redirect(url_for("sheets.show", sheet_id=done.id), HTTPStatus.SEE_OTHER)


def draw(key: str, seats: int) -> int:
    """Draw a seat by lot: the same for the same key, and foreseen by nobody."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return int.from_bytes(hmac.digest(secret, f"lot:{key}".encode(), hashlib.sha256)) % seats


def _start(form: NewSheetForm, options: OptionsForm, table: Table) -> SheetRef | HTTPStatus:
    """Try to start it; what is wrong stands at the fields afterwards."""
    shape = [form.validate(), options.validate() or not form.own_rules]
    minor_currency = form.read_money()
    dealer = _dealer(form)
    if not all(shape) or minor_currency is None or dealer is None:
        return HTTPStatus.UNPROCESSABLE_ENTITY
    minor, currency = minor_currency

    def act() -> SheetRef:
        try:
            return sheets.start(
                db.session(),
                current_actor(),
                table.evening.id,
                key=form.key_value,
                apart=form.apart.data == APART,
                game=table.game,
                player_ids=form.seated,
                options=form.chosen_rules(options),
                mode=form.chosen_mode,
                stake_minor=minor,
                currency=currency,
                first_dealer=dealer,
            )
        except InvalidInputError as error:
            raise InvalidInputError(told_apart(error.problems, options)) from error
        except TakenError as error:
            form.began = error.params
            raise

    return attempt(form, act, setup_words)


def _dealer(form: NewSheetForm) -> int | None:
    """Give the seat that deals first; None with a sentence at the field."""
    people, chosen = form.seated, form.first_dealer.data or ""
    if chosen == LOT:
        return draw(form.key_value, len(people)) if people else 0
    seats = [seat for seat, person in enumerate(people) if str(person) == chosen]
    if not seats:
        form.first_dealer.errors = [_("Choose who deals first among those who sit down.")]
        return None
    return seats[0]


def _form(table: Table, plan: Plan, shown: Mapping[str, object] | None = None) -> NewSheetForm:
    """Make the form as it was posted, or blank with the house rules that are `shown`."""
    form = NewSheetForm() if shown is None else NewSheetForm(formdata=None)
    form.offer_rules(offered(table.game), shown)
    form.offer_seats(table.places, max(GAMES[table.game].seats))
    form.offer_money(plan.stake_minor, plan.currency, current_group().currency)
    form.game.data = table.game
    return form


def _closed(evening: EveningPage) -> str | None:
    """Say why the evening takes no game any more."""
    states = (("discarded", evening.discarded), ("settled", evening.settled), ("ended", evening.ended))
    return next((closed_sentence(code) for code, holds in states if holds), None)


def _first_wrong(form: NewSheetForm, options: OptionsForm) -> tuple[str, str] | None:
    """Give where the first thing that is wrong stands, and its sentence, for beside the button."""
    own = [("seats-heading", form.player_ids), *((f.id, f) for f in (form.first_dealer, form.mode))]
    own += [(f.id, f) for f in (form.stake_minor, form.currency, *(options if form.own_rules else ()))]
    return next(((anchor, str(field.errors[0])) for anchor, field in own if field.errors), None)


def _page(form: NewSheetForm, options: OptionsForm, table: Table, plan: Plan) -> str:
    seated = [person for person in dict.fromkeys(form.seated) if person in table.free]
    dealers = [*seated, *(person for person in table.free if person not in seated)]
    game = GAMES[table.game]
    return render_template(
        "sheets/new.html",
        form=form,
        options=options,
        table=table,
        plan=plan,
        games=FORMS,
        seats=game.seats,
        sits_out=game.sits_out(0, max(game.seats)) is not None,
        enough=len(table.free) >= min(game.seats),
        wrong=_first_wrong(form, options),
        dealers=[(str(person), table.names[person]) for person in dealers],
        lot=LOT,
        again=[(name, value) for name, value in request.form.items(multi=True) if name not in OWN_FIELDS],
    )
