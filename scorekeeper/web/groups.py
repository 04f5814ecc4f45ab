"""A group's own page, from which an evening begins, and its settings."""

from __future__ import annotations

from http import HTTPStatus
from zoneinfo import available_timezones

from flask import Blueprint, flash, redirect, render_template, url_for
from flask_babel import get_locale
from flask_babel import gettext as _
from werkzeug.wrappers import Response as Answer
from wtforms import HiddenField, SelectField, StringField

from scorekeeper.models import Role
from scorekeeper.services import access, codes, groups, recovery, settle_pages, views
from scorekeeper.services.errors import ConflictError, InvalidInputError
from scorekeeper.web.actor import current_actor, current_group, least
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm, _l, apply_problems
from scorekeeper.web.game_forms import FORMS
from scorekeeper.web.kept_pages import kept
from scorekeeper.web.shown_once import pending_recovery
from scorekeeper.web.waiting import tonight
from scorekeeper.web.words import people_words

bp = Blueprint("groups", __name__, url_prefix="/g/<uuid:group_id>")

Page = tuple[str, int]

# What people play for between Lisbon and Vladivostok, and where they emigrated to.
CURRENCIES = (
    *("EUR", "AMD", "AUD", "AZN", "BAM", "BGN", "BRL", "BYN", "CAD", "CHF", "CZK", "DKK", "GBP", "GEL", "HUF"),
    *("ILS", "ISK", "JPY", "KZT", "MDL", "MKD", "NOK", "NZD", "PLN", "RON", "RSD", "RUB", "SEK", "TRY", "UAH", "USD"),
)
CONTINENTS = frozenset(
    ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)


class SettingsForm(KeyedForm):
    """Name the group, where its evenings are, and the money that is proposed for a new game."""

    name = StringField(_l("Name of the group"))
    zone = SelectField(_l("Time zone"), validate_choice=False)
    currency = SelectField(_l("Currency"), validate_choice=False)
    base = HiddenField()

    def offer(self, zone: str, currency: str) -> None:
        """Let these be chosen: every place of the time zone table, and the currencies by their names."""
        self.zone.choices = zone_choices(zone)
        self.currency.choices = [(code, currency_name(code)) for code in sorted({*CURRENCIES, currency})]


def zone_choices(present: str) -> dict[str, list[tuple[str, str]]]:
    """Give the places by continent, the present one and ``UTC`` first of all."""
    first = list(dict.fromkeys((present, "UTC")))
    places: dict[str, list[tuple[str, str]]] = {_("In use"): [(zone, place_name(zone)) for zone in first]}
    for zone in sorted(available_timezones().difference(first)):
        continent = zone.partition("/")[0]
        if continent in CONTINENTS:
            places.setdefault(continent, []).append((zone, place_name(zone)))
    return places


def place_name(zone: str) -> str:
    """Write a zone as people read it: ``Buenos Aires (Argentina)``."""
    parts = zone.replace("_", " ").split("/")
    return f"{parts[-1]} ({parts[1]})" if len(parts) == 3 else parts[-1]


def currency_name(code: str) -> str:
    """Write a currency with its name in the language: ``EUR, Euro``."""
    locale = get_locale()
    name = locale.currencies.get(code) if locale else None
    return f"{code}, {name}" if name else code


@bp.get("/")
@least(Role.VIEWER)
@kept
def show() -> str:
    """Show tonight, what waits to be played on, and the ways to players, phones and settings."""
    actor = current_actor()
    devices = access.devices(db.session(), actor)
    code = pending_recovery(actor.group_id) if actor.role is Role.OWNER else None
    if code is not None and not recovery.opens(db.session(), actor, code):
        code = None
    page = views.group_page(db.session(), actor)
    return render_template(
        "groups/show.html",
        page=page,
        tonight=tonight(page),
        money=settle_pages.open_debts(db.session(), actor),
        games=FORMS,
        form=KeyedForm(formdata=None),
        phones=len(devices),
        alone=access.is_alone(db.session(), actor),
        recovery=codes.written(code or ""),
    )


@bp.get("/settings")
@least(Role.OWNER)
def settings() -> str:
    """Ask for the settings."""
    group = current_group()
    form = SettingsForm(formdata=None, name=group.name, zone=group.zone, currency=group.currency)
    return _settings_page(form)


@bp.post("/settings")
@least(Role.OWNER)
def save() -> Answer | Page:
    """Keep the settings."""
    form = SettingsForm()
    try:
        groups.edit(
            db.session(),
            current_actor(),
            key=form.key_value,
            base=form.base.data or "",
            name=form.name.data or "",
            zone=form.zone.data or "",
            currency=form.currency.data or "",
        )
    except InvalidInputError as error:
        apply_problems(form, error.problems, people_words)
        return _settings_page(form), HTTPStatus.UNPROCESSABLE_ENTITY
    except ConflictError:
        group = current_group()
        form.renew_key()
        form.form_errors.append(
            _(
                "Another phone changed this meanwhile: it is now %(name)s, %(place)s, %(currency)s. "
                "Save again to put your values in their place.",
                name=group.name,
                place=place_name(group.zone),
                currency=group.currency,
            )
        )
        return _settings_page(form), HTTPStatus.CONFLICT
    flash(_("Saved."))
    return redirect(url_for("groups.show"), HTTPStatus.SEE_OTHER)


def _settings_page(form: SettingsForm) -> str:
    group = current_group()
    form.base.data = groups.fingerprint(group.name, group.zone, group.currency)
    form.offer(form.zone.data or group.zone, form.currency.data or group.currency)
    return render_template("groups/settings.html", form=form)
