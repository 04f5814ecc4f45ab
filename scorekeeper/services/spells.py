"""Who sits at which seat of a sheet, and from which row on: people come and go between two deals."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Spell:
    """Say that a player sits at a seat (None: it is empty) behind row `after` on (None: from the start).

    `pays` says that the table wants this one to pay or get, though another came later.
    """

    seat: int
    player_id: uuid.UUID | None
    after: uuid.UUID | None = None
    pays: bool = False

    @property
    def person(self) -> uuid.UUID:
        """Give the player of a spell that has one."""
        if self.player_id is None:
            raise TypeError("nobody holds this seat")
        return self.player_id


def last_held(spells: Sequence[Spell]) -> tuple[Spell, ...]:
    """Give of each seat the last spell with a player, in seat order."""
    held = {spell.seat: spell for spell in spells if spell.player_id is not None}
    return tuple(held[seat] for seat in sorted(held))


def paying(spells: Sequence[Spell]) -> tuple[Spell, ...]:
    """Give of each seat the spell of the one who pays or gets, in seat order."""
    chosen = {spell.seat: spell for spell in spells if spell.pays}
    return tuple(chosen.get(spell.seat, spell) for spell in last_held(spells))


def ordered(spells: Iterable[Spell], places: Mapping[uuid.UUID | None, int]) -> tuple[Spell, ...]:
    """Put spells in the order of seats and rows.

    Of two that begin at the same place the later one counts; two that follow each other with the same player
    are one. Who was named to pay for a seat stays named as long as any spell of it is left.
    """
    spells = list(spells)
    named = {spell.seat: spell.player_id for spell in spells if spell.pays}
    by_place = {(spell.seat, places[spell.after]): spell for spell in spells}
    found: list[Spell] = []
    for place in sorted(by_place):
        spell = by_place[place]
        before = found[-1] if found and found[-1].seat == spell.seat else None
        if before is not None and before.player_id == spell.player_id:
            continue
        found.append(replace(spell, pays=False))
    last = {(spell.seat, spell.player_id): number for number, spell in enumerate(found)}
    for held in named.items():
        if held in last:
            found[last[held]] = replace(found[last[held]], pays=True)
    return tuple(found)


def moved(spells: Iterable[Spell], order: Sequence[int], people: Sequence[uuid.UUID]) -> tuple[Spell, ...]:
    """Let the players change places: the new seat `i` is the old seat `order[i]`.

    `people` are those who hold the seats last then: who held one before under a wrong name has the right one.
    """
    new_seat = {old: new for new, old in enumerate(order)}
    right = {held.player_id: people[new_seat[held.seat]] for held in last_held(tuple(spells))}
    found = (
        replace(
            spell,
            seat=new_seat[spell.seat],
            player_id=None if spell.player_id is None else right.get(spell.player_id, spell.player_id),
        )
        for spell in spells
    )
    return tuple(sorted(found, key=lambda spell: spell.seat))
