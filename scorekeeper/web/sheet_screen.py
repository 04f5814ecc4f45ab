"""What the sheet's templates are given: who plays the deal, where its form goes, what it would come to."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlencode

from flask import url_for
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorekeeper.core.entry import Ruling, Void, load_entry
from scorekeeper.core.feats import Feat
from scorekeeper.core.fold import outcome_of_table
from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.core.problems import InvalidDealError
from scorekeeper.core.standings import Ending, Standings
from scorekeeper.forms.game_forms import DealForm
from scorekeeper.models import Role, SheetStatus
from scorekeeper.registry import GAMES
from scorekeeper.services import access
from scorekeeper.services.actor import Actor
from scorekeeper.services.rows import KEEP, Keep
from scorekeeper.services.sheet_view import Row, SheetView, way
from scorekeeper.web.extensions import db
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.kept_rows import row_markup
from scorekeeper.web.row_forms import KINDS, row_forms
from scorekeeper.web.rule_words import own_rules
from scorekeeper.web.shortening import short_names
from scorekeeper.web.twin_state import twin_state


@dataclass(frozen=True, slots=True)
class Table:
    """Say who plays a deal. `order` holds the seats that play, from the one who leads; `names` has one a seat.

    `vacant` are the seats that are empty at this deal.
    """

    number: int
    dealer: int
    leads: int
    sits_out: int | None
    order: tuple[int, ...]
    names: tuple[str, ...]
    vacant: frozenset[int]


@dataclass(frozen=True, slots=True)
class Send:
    """Say where an entry's form goes, under which draft it is kept, and what its button says.

    `here` is the page of the form, `rotation` says that its dealer was set by hand and may be given back; who dealt
    is not asked where it `keeps_dealer`.
    `hidden` are fields that nobody types, `menu` other ways from here: addresses and words. `answer` says that
    the form came back with what was typed; `folds` that it opens with the first pick, as on the sheet; `insist`
    that its problems stop it; `note` is where what is known of the deal goes while it is played.
    """

    to: str
    preview: str
    draft: str
    label: str
    here: str
    rotation: bool = False
    hidden: Mapping[str, object] = field(default_factory=dict)
    menu: tuple[tuple[str, str], ...] = ()
    answer: bool = False
    folds: bool = True
    insist: bool = False
    keeps_dealer: bool = False
    note: str = ""

    def at(self, **query: object) -> str:
        """Give the address of the form's page with something chosen there."""
        return f"{self.here}{'&' if '?' in self.here else '?'}{urlencode(query)}"


@dataclass(frozen=True, slots=True)
class Check:
    """Say what an entry would come to. `totals` and `marks` are those after it, one a seat.

    `under_protest` says that this is so only if a protest holds.
    """

    outcome: Outcome | None = None
    totals: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()
    ending: Ending | None = None
    ending_moved: bool = False
    problems: tuple[str, ...] = ()
    outlook: tuple[Line, ...] = ()
    standings: Standings | None = None
    under_protest: bool = False


@dataclass(frozen=True, slots=True)
class Clash:
    """Say what was entered meanwhile: `rows`; `same` if it is what this device would enter.

    `reused` says that this very entry was saved before, with other values; `twice` that the last row holds the same
    and is only some seconds old.
    """

    rows: tuple[Row, ...]
    same: bool
    reused: bool
    twice: bool


@dataclass(frozen=True, slots=True)
class Told:
    """Say what was told of the open deal: `known` by its form, dealt by `dealer` if that was set by hand.

    `own` says that this device told it last.
    """

    dealer: int | None
    known: Mapping[str, object]
    own: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """Hold a feat that the screen celebrates when its row is saved; `names` has one a seat."""

    feat: Feat
    names: tuple[str, ...]


def table_of(sheet: SheetView, dealer: int, number: int, row: Row | None = None) -> Table:
    """Say who plays the deal of `dealer`: the next one, or at the place of a row."""
    vacant = sheet.vacant if row is None else row.vacant
    names = names_of(sheet if row is None else row)
    game = GAMES[sheet.game]
    sits_out = game.sits_out(dealer, sheet.seats, vacant)
    in_turn = [(dealer + way(game) * step) % sheet.seats for step in range(1, sheet.seats + 1)]
    order = tuple(seat for seat in in_turn if seat != sits_out and seat not in vacant)
    return Table(number, dealer, order[0], sits_out, order, names, vacant)


def names_of(table: SheetView | Row) -> tuple[str, ...]:
    """Give the names in seat order: of those who sit at a sheet, or sat there at a row."""
    return tuple(person.name for person in table.people)


def moment_of(sheet: SheetView, entry_id: uuid.UUID | None) -> Moment | None:
    """Give what a row is celebrated for, None for most rows."""
    live = [row for row in sheet.rows if not row.removed]
    for feat in sheet.feats:
        row = live[feat.index]
        if row.entry_id == entry_id and feat.code in forms_of(sheet.game).moments:
            return Moment(feat, tuple(person.name for person in row.people))
    return None


def new_deal(
    sheet: SheetView,
    *,
    dealer: int | None = None,
    answer: bool = False,
    insist: bool = False,
    kind: str = "",
    hidden: Mapping[str, object] | None = None,
) -> Send:
    """Say where the form of the next deal goes.

    `dealer` is one set by hand, `kind` another form of the deal or a row that is none; `hidden` was posted before.
    """
    ends = ("deals.add_row", "deals.preview_row", "deals.new_row") if kind in KINDS else _ENDS
    asked = {"sheet_id": sheet.id, "kind": kind} if kind in KINDS else {"sheet_id": sheet.id}
    to, preview, here = (url_for(end, **asked) for end in ends)
    seen = {
        "position": sheet.next_position,
        "dealer": sheet.dealer if dealer is None else dealer,
        "by_hand": None if dealer is None else "1",
    }
    return Send(
        to=to,
        preview=preview,
        draft=f"sheet-{sheet.id}{'' if kind in KINDS else kind}",
        label=_("Save as deal %(number)s", number=sheet.next_number) if answer and not insist else _("Save"),
        here=here,
        rotation=dealer is not None,
        hidden=seen if hidden is None else hidden,
        menu=() if kind in KINDS else _menu(sheet, dealer),
        answer=answer,
        insist=insist,
        note="" if kind else url_for("deals.note", sheet_id=sheet.id),
    )


_ENDS = ("deals.add", "deals.preview", "sheets.show")


def _menu(sheet: SheetView, dealer: int | None) -> tuple[tuple[str, str], ...]:
    """Give the other forms of the next deal, and the rows that are none; a dealer set by hand stays in mind."""
    ways = [
        *(("sheets.show", kind, words) for kind, words in forms_of(sheet.game).kinds.items()),
        *(("deals.new_row", kind, words) for kind, words in KINDS.items()),
    ]
    menu = [(url_for(end, sheet_id=sheet.id, kind=kind, dealer=dealer), str(words)) for end, kind, words in ways]
    if forms_of(sheet.game).grid is not None:
        menu.append((url_for("deals.catch_up", sheet_id=sheet.id, dealer=dealer), _("Catch up: several deals at once")))
    return tuple(menu)


def blank_deal(sheet: SheetView, table: Table, kind: str = "") -> DealForm:
    """Make the empty form of a deal."""
    return bound_deal(sheet, table, MultiDict({"form_kind": kind}) if kind else None)


def bound_deal(sheet: SheetView, table: Table, formdata: MultiDict[str, str] | None, kind: str = "") -> DealForm:
    """Make the form of a deal, or of a row that is none, from what a browser sent; `kind` goes before its own."""
    forms = row_forms(sheet.game, kind or (formdata.get("form_kind", "") if formdata else ""))
    return forms.bind(
        formdata,
        seats=sheet.seats,
        dealer=table.dealer,
        options=sheet.options,
        names=table.names,
        vacant=table.vacant,
    )


def told_dealer(sheet: SheetView) -> int | None:
    """Give who was told to deal the open deal, None for the rotation."""
    return sheet.open_deal.dealer if sheet.open_deal else None


def told_deal(sheet: SheetView, table: Table) -> DealForm:
    """Make the form of the open deal, with what was told of it."""
    told = sheet.open_deal
    if told is None or not told.payload:
        return blank_deal(sheet, table)
    return forms_of(sheet.game).deal.from_payload(
        told.payload,
        seats=sheet.seats,
        dealer=table.dealer,
        options=sheet.options,
        names=table.names,
        vacant=table.vacant,
    )


def open_check(sheet: SheetView, payload: Mapping[str, object]) -> Check:
    """Say what the open deal may decide."""
    game = GAMES[sheet.game]
    return Check(outlook=game.outlook(sheet.standings, payload, sheet.options, sheet.seats))


def screen(sheet: SheetView, actor: Actor, *, dealer: int | Keep | None = KEEP, kind: str = "") -> dict[str, object]:
    """Give the context of ``sheets/show.html``; `dealer` and `kind` as in `new_deal`, KEEP for the dealer as told."""
    game, told = GAMES[sheet.game], sheet.open_deal
    if isinstance(dealer, Keep):
        dealer = told_dealer(sheet)
    table = table_of(sheet, sheet.dealer if dealer is None else dealer, sheet.next_number)
    shown = told_deal(sheet, table)
    deal = _other_form(sheet, table, kind) if kind else shown
    removed = removed_outcomes(sheet)
    may_edit = may_correct(sheet, actor)
    return {
        "sheet": sheet,
        "game": game,
        "words": forms_of(sheet.game),
        "own_rules": [] if sheet.rows else own_rules(sheet.game, sheet.options_plain),
        "names": table.names,
        "short": short_names(table.names),
        "target": game.target(sheet.options),
        "marks_to_win": game.marks_to_win(sheet.options),
        "may_edit": may_edit,
        "may_go_on": sheet.status == SheetStatus.ADJOURNED and actor.role.reaches(Role.MEMBER),
        "may_enter": may_edit and takes_deals(sheet),
        # Another phone's change that the panel is about as well; see templates/sheets/show.html.
        "panel_version": f"{sheet.version}{'-settled' if sheet.settled else ''}",
        # Asked only where it is shown: most answers leave the rows alone.
        "alone": lambda: access.is_alone(db.session(), actor),
        "table": table,
        "form": KeyedForm(formdata=None, key=told.key) if told and told.key and not kind else KeyedForm(formdata=None),
        "row_form": KeyedForm(formdata=None),
        "deal": deal,
        "told": None
        if told is None
        else Told(told.dealer, shown.known() or {}, told.device_id == str(actor.device_id)),
        "open_digest": open_digest(sheet),
        "send": new_deal(sheet, dealer=dealer, kind=kind),
        "check": open_check(sheet, shown.known() or {}) if sheet.ending is None else None,
        "clash": None,
        "question": None,
        "said": "",
        "refusal": "",
        "spoken": "",
        "arrived": None,
        "moment": None,
        "outcomes": removed,
        "row_markup": row_markup(sheet, removed, may_edit=may_edit),
        "twin": twin_state(sheet),
    }


def new_keys(context: Mapping[str, object]) -> tuple[str, ...]:
    """Give the keys that a context of `screen` was given anew: all but the one of an open deal that was told."""
    sheet, forms = cast("SheetView", context["sheet"]), (context["form"], context["row_form"])
    told = sheet.open_deal.key if sheet.open_deal else ""
    return tuple(form.key_value for form in forms if isinstance(form, KeyedForm) and form.key_value != told)


def _other_form(sheet: SheetView, table: Table, kind: str) -> DealForm:
    """Make the empty form of a row that is none, or another form of the deal."""
    return bound_deal(sheet, table, None, kind) if kind in KINDS else blank_deal(sheet, table, kind)


def open_digest(sheet: SheetView) -> str:
    """Stand for what was told of the open deal, "" if nothing was: another one is another page."""
    return sheet.open_deal.digest if sheet.open_deal else ""


_CORRECTABLE = frozenset({SheetStatus.OPEN, SheetStatus.ADJOURNED, SheetStatus.ENDED})


def may_correct(sheet: SheetView, actor: Actor) -> bool:
    """Say whether an actor may correct the rows of a sheet: a member, as long as it is not settled or put away."""
    return actor.role.reaches(Role.MEMBER) and not sheet.settled and sheet.status in _CORRECTABLE


def takes_deals(sheet: SheetView) -> bool:
    """Say whether a deal can be entered: the game goes on, if only under protest, and is not put away."""
    return sheet.goes_on and sheet.status in {SheetStatus.OPEN, SheetStatus.ENDED}


def removed_outcomes(sheet: SheetView) -> dict[uuid.UUID, Outcome]:
    """Give what each removed row was worth, so that it can be told which one it was."""
    found = {row.entry_id: outcome_of_payload(sheet, row.payload) for row in sheet.rows if row.removed}
    return {entry_id: outcome for entry_id, outcome in found.items() if outcome is not None}


def outcome_of_payload(sheet: SheetView, payload: Mapping[str, object]) -> Outcome | None:
    """Give what a payload is worth by the sheet's rules, or None if it is impossible."""
    game = GAMES[sheet.game]
    try:
        entry = load_entry(game, payload, sheet.options, sheet.seats)
    except InvalidDealError:
        return None
    if isinstance(entry, Void | Ruling):
        return outcome_of_table(entry, sheet.seats)
    return game.score(entry, sheet.options, sheet.seats)
