"""The forms of what a real table does: end a game by agreement, announce the last round, come and go."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext
from wtforms import Field, FieldList, HiddenField, RadioField, SelectField, StringField

from scorekeeper.core.agreement import CLOSED, NOBODY_PAYS
from scorekeeper.core.problems import Problem
from scorekeeper.registry import GAMES
from scorekeeper.services.views import Person, SheetView
from scorekeeper.web.formatting import bdi
from scorekeeper.web.forms_base import KeyedForm, _l
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.sheet_forms import Place, place_label, setup_words

BY_HAND = "by_hand"
DEALS, UNTIL = "deals", "until"
WHOLE = re.compile(r"[+\-−]?[0-9]{1,9}")


class AgreeForm(KeyedForm):
    """Ask how the table ends the game, and for the stakes if by hand."""

    how = RadioField(_l("How does it end?"), validate_choice=False, id="agree-how")
    stakes = FieldList(StringField())
    base_version = HiddenField()

    def offer(self, sheet: SheetView) -> AgreeForm:
        """Offer the ways of the game, and a field a seat."""
        self.how.choices = [*agreements(sheet), (BY_HAND, _("Stakes by hand"))]
        while len(self.stakes) > sheet.seats:
            self.stakes.pop_entry()
        while len(self.stakes) < sheet.seats:
            self.stakes.append_entry("")
        for entry, person in zip(self.stakes, sheet.people, strict=True):
            entry.label.text = bdi(person.name)
        return self

    def read(self) -> dict[str, object] | None:
        """Give how it ends, as `CardGame.close` takes it; None with sentences at the fields."""
        if self.how.data != BY_HAND:
            return {"how": self.how.data or ""}
        stakes = [read_whole(entry, blank=0) for entry in self.stakes]
        return None if None in stakes else {"how": BY_HAND, "stakes": stakes}


class LastRoundForm(KeyedForm):
    """Ask when the last round is over, and how the game ends then."""

    when = RadioField(
        _l("When is it over?"),
        choices=lambda: [(DEALS, _("After some deals")), (UNTIL, _("When somebody has dealt"))],
        validate_choice=False,
        default=DEALS,
    )
    deals = StringField(_l("Deals to go"), id="last-round-deals")
    until = SelectField(_l("Until who has dealt?"), validate_choice=False, id="last-round-until")
    how = RadioField(_l("How does it end then?"), validate_choice=False, id="last-round-how")
    base_version = HiddenField()

    def offer(self, sheet: SheetView) -> LastRoundForm:
        """Offer who is there, and the ways of the game."""
        self.until.choices = seat_choices(sheet)
        self.how.choices = agreements(sheet)
        return self

    def read(self) -> tuple[int | None, int | None] | None:
        """Give the deals to go and the seat that deals last, one of them None; None with sentences at the fields."""
        if self.when.data == UNTIL:
            return None, read_seat(self.until.data)
        deals = read_whole(self.deals)
        return None if deals is None else (deals, None)


class SubstituteForm(KeyedForm):
    """Ask who takes which seat over, and from which deal on."""

    seat = SelectField(_l("Whose seat?"), validate_choice=False, id="substitute-seat")
    player_id = SelectField(_l("Who takes it?"), validate_choice=False, id="substitute-player_id")
    first = SelectField(_l("From when on?"), validate_choice=False, id="substitute-first")
    base_version = HiddenField()

    def offer(self, sheet: SheetView, places: Iterable[Place]) -> SubstituteForm:
        """Offer all seats, whoever does not sit there, and the deals that were played."""
        self.seat.choices = [
            (str(seat), _("%(name)s (left)", name=person.name) if seat in sheet.vacant else person.name)
            for seat, person in enumerate(sheet.people)
        ]
        self.player_id.choices = newcomer_choices(sheet, places)
        numbered = [(row, row.number) for row in reversed(sheet.rows) if row.number is not None]
        self.first.choices = [
            ("", _("From the next deal on")),
            *((str(row.entry_id), _("From deal %(number)s on", number=number)) for row, number in numbered),
        ]
        return self


class JoinForm(KeyedForm):
    """Ask who joins, and at whose left hand."""

    player_id = SelectField(_l("Who joins?"), validate_choice=False, id="join-player_id")
    behind = SelectField(_l("At whose left hand?"), validate_choice=False, id="join-behind")
    base_version = HiddenField()

    def offer(self, sheet: SheetView, places: Iterable[Place]) -> JoinForm:
        """Offer whoever does not sit there, and the seats."""
        self.player_id.choices = newcomer_choices(sheet, places)
        self.behind.choices = seat_choices(sheet)
        return self


class LeaveForm(KeyedForm):
    """Ask who leaves."""

    seat = SelectField(_l("Who leaves?"), validate_choice=False, id="leave-seat")
    base_version = HiddenField()

    def offer(self, sheet: SheetView) -> LeaveForm:
        """Offer who is there."""
        self.seat.choices = seat_choices(sheet)
        return self


class PayerForm(KeyedForm):
    """Ask who pays for the seats that several held: a choice is a seat and a person."""

    player_id = RadioField(_l("Who pays or gets?"), validate_choice=False)
    base_version = HiddenField()

    def offer(self, sheet: SheetView) -> PayerForm:
        """Offer who ever held a seat that several held."""
        self.player_id.choices = [
            (f"{seat}:{person.id}", person.name) for seat, held in several(sheet) for person in held
        ]
        return self


@dataclass(frozen=True, slots=True)
class TableForms:
    """Hold the forms of coming, going and ending by agreement; `bare` serves buttons that say everything."""

    agree: AgreeForm
    last: LastRoundForm
    substitute: SubstituteForm
    join: JoinForm
    leave: LeaveForm
    payer: PayerForm
    bare: KeyedForm

    def errors(self, section: str) -> list[str]:
        """Give all sentences of a section that is not shown: what it asked is no longer possible."""
        forms = {"agree": self.agree, "last-round": self.last, "join": self.join, "leave": self.leave}
        found = forms.get(section, self.bare).errors.values()
        return [str(each) for errors in found for each in errors]


def blank_table_forms(sheet: SheetView, places: Iterable[Place]) -> TableForms:
    """Make the blank forms."""
    places = list(places)
    usual = GAMES[sheet.game].agreements[0]
    return TableForms(
        agree=AgreeForm(formdata=None).offer(sheet),
        last=LastRoundForm(formdata=None, how=usual).offer(sheet),
        substitute=SubstituteForm(formdata=None).offer(sheet, places),
        join=JoinForm(formdata=None, behind=str(sheet.seats - 1)).offer(sheet, places),
        leave=LeaveForm(formdata=None).offer(sheet),
        payer=PayerForm(formdata=None).offer(sheet),
        bare=KeyedForm(formdata=None),
    )


def several(sheet: SheetView) -> list[tuple[int, tuple[Person, ...]]]:
    """Give the seats that several held, with those."""
    return [(seat, held) for seat, held in enumerate(sheet.held) if len(held) > 1]


def newcomer_choices(sheet: SheetView, places: Iterable[Place]) -> list[tuple[str, str]]:
    """Offer whoever sits at none of the seats now: who left may come back."""
    there = {person.id for seat, person in enumerate(sheet.people) if seat not in sheet.vacant}
    free = [place for place in places if place.person.id not in there]
    return [("", _("Choose")), *((str(place.person.id), place_label(place)) for place in free)]


def seat_choices(sheet: SheetView) -> list[tuple[str, str]]:
    """Offer the seats that are not empty by who sits there."""
    return [(str(seat), person.name) for seat, person in enumerate(sheet.people) if seat not in sheet.vacant]


def agreements(sheet: SheetView) -> list[tuple[str, str]]:
    """Give the ways to end a game by agreement that need nothing else, in words."""
    return [(how, agreement_words(sheet.game, how)) for how in GAMES[sheet.game].agreements]


def agreement_words(game: str, how: str) -> str:
    """Say how a game ends by agreement."""
    own = forms_of(game).agreements
    if how in own:
        return str(own[how])
    if how == CLOSED:
        return _("Close the account: each point is a stake")
    return _("Nobody pays") if how == NOBODY_PAYS else _("Stakes by hand")


def last_round_words(sheet: SheetView, deals: int | None, until: int | None) -> str:
    """Say what is left of the last round."""
    if until is not None and until in range(sheet.seats):
        return _("until %(name)s has dealt", name=bdi(sheet.people[until].name))
    return ngettext("%(num)s deal to go", "%(num)s deals to go", deals or 0)


def read_seat(text: str | None) -> int:
    """Read a seat that was chosen; -1, which no sheet has, for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 3 else -1


def read_whole(field: Field, blank: int | None = None) -> int | None:
    """Read a whole number, `blank` for none; None with a sentence at the field."""
    text = (field.data or "").strip()
    if not text and blank is not None:
        return blank
    if not WHOLE.fullmatch(text):
        field.errors = [_("Type a whole number.")]
        return None
    return int(text.replace("−", "-"))


def table_words(problem: Problem) -> str:
    """Word what services find wrong with coming, going and the last round."""
    most = problem.params.get("most", 0)
    sentences = {
        "seat_unknown": _("Choose somebody of this table from the list."),
        "seat_free": _("A seat is empty. Let somebody take that one over."),
        "full": _("This game has no more seats."),
        "too_few": _("Too few would be left to play on. Let somebody take the seat over, or adjourn the game."),
        "seat_empty": _("Who sat there has left already. Choose somebody else."),
        "just_came": _("Who has not played a deal here yet cannot leave. Undo the coming instead."),
        "deals_last": _("The last round goes until this player has dealt. Call that off first."),
        "not_here": _("Choose somebody who held this seat."),
        "last_round_until": _("Choose either some deals or who deals last."),
        "last_round_deals": _("Type a number from 1 to %(most)s.", most=most),
        "last_round_how": _("Choose how the game ends then."),
        "player_unknown": _("Choose somebody from the list."),
    }
    return sentences.get(problem.code) or setup_words(problem)


def close_words(sheet: SheetView, problem: Problem) -> str:
    """Word what the game finds wrong with an end by agreement."""
    try:
        return forms_of(sheet.game).sentence(problem, tuple(person.name for person in sheet.people))
    except KeyError:
        return table_words(problem)
