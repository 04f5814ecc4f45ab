"""What a correction of a game's set-up would do: what changes, totals, marks and money before and after, the ending."""

from __future__ import annotations

from dataclasses import dataclass

from flask import render_template, request
from flask_babel import gettext as _

from scorekeeper.core.standings import Ending
from scorekeeper.models import Mode
from scorekeeper.services.preview import Preview
from scorekeeper.services.views import Person, SheetView
from scorekeeper.web.formatting import money
from scorekeeper.web.forms_base import KeyedForm
from scorekeeper.web.game_forms import forms_of
from scorekeeper.web.rule_words import RuleChange

# What the second tap brings itself: everything else of the first is sent along unseen.
OF_THE_SECOND_TAP = frozenset({"csrf_token", "key", "apply", "confirm"})


@dataclass(frozen=True, slots=True)
class Money:
    """Say what a game is played for; `minor` is one stake in the currency's minor unit."""

    mode: Mode
    minor: int
    currency: str

    @property
    def words(self) -> str:
        """Say it in words."""
        if self.mode == Mode.POINTS:
            return _("points only")
        amount = money(self.minor, self.currency)
        if self.mode == Mode.KITTY:
            return _("%(amount)s a stake into the kitty", amount=amount)
        return _("%(amount)s a stake", amount=amount)

    def paid(self, ending: Ending | None) -> tuple[int, ...] | None:
        """Give what each seat gets in minor units; None if nobody pays anything, or nothing that is money."""
        if ending is None or self.mode == Mode.POINTS:
            return None
        return tuple(stakes * self.minor for stakes in ending.stakes)


@dataclass(frozen=True, slots=True)
class Wish:
    """Hold what a correction asks: `changes` in words; `same` says that nothing would change.

    `people` by seat and `money` are None where they stay as they are.
    """

    sheet: SheetView
    changes: tuple[RuleChange, ...]
    same: bool = False
    people: tuple[Person, ...] | None = None
    money: Money | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Show one person before and after; before is None for one who takes another's place."""

    person: Person
    total: tuple[int | None, int]
    marks: tuple[int | None, int]
    paid: tuple[int | None, int | None]

    @property
    def moved(self) -> bool:
        """Say whether anything is different for this person."""
        return any(before != after for before, after in (self.total, self.marks, self.paid))


def preview_page(wish: Wish, preview: Preview, form: KeyedForm, *, insist: bool) -> str:
    """Show what would stand, and ask for the second tap; `insist` says that this one did not suffice."""
    sheet = wish.sheet
    before = Money(sheet.mode, sheet.stake_minor, sheet.currency)
    people = wish.people or sheet.people
    live = sum(not row.removed for row in sheet.rows)
    fields = [(name, value) for name, value in request.form.items(multi=True) if name not in OF_THE_SECOND_TAP]
    return render_template(
        "sheets/setup_preview.html",
        sheet=sheet,
        wish=wish,
        preview=preview,
        form=form,
        insist=insist,
        words=forms_of(sheet.game),
        people=people,
        standings=_standings(sheet, people, preview, before, wish.money or before),
        money=(before, wish.money or before),
        next_dealers=(sheet.people[sheet.standings.dealer], people[preview.standings.dealer]),
        left_over=live - len(preview.standings.outcomes),
        fields=fields,
    )


def _standings(
    sheet: SheetView, people: tuple[Person, ...], preview: Preview, before: Money, after: Money
) -> list[Standing]:
    """Put before and after side by side, by person: scores go along when people change places."""
    was = {person.id: seat for seat, person in enumerate(sheet.people)}
    paid = before.paid(sheet.ending), after.paid(preview.ending)
    rows = []
    for seat, person in enumerate(people):
        old = was.get(person.id)
        rows.append(
            Standing(
                person,
                (None if old is None else sheet.standings.totals[old], preview.standings.totals[seat]),
                (None if old is None else sheet.standings.marks[old], preview.standings.marks[seat]),
                (None if old is None or paid[0] is None else paid[0][old], paid[1][seat] if paid[1] else None),
            )
        )
    return rows
