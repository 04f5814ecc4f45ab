"""What card points, Jungfrauen and a Durchmarsch allow one another (docs/rules/kalter_schlag.md §7, §9)."""

from __future__ import annotations

from scorekeeper.core.reading import Reader
from scorekeeper.games.kalter_schlag.codes import Code
from scorekeeper.games.kalter_schlag.deal import CARD_POINTS, LOSING_TOTALS, PLAYERS

Totals = dict[int, int]
"""Card points by seat, of the seats whose points were entered."""


def check_totals(reader: Reader, playing: frozenset[int], totals: Totals, jungfrauen: int | None) -> None:
    """Note what is impossible about the totals; fill in the one that is missing.

    `jungfrauen` is None when the number given is wrong by itself.
    """
    if jungfrauen == PLAYERS - 1:
        reader.add(Code.THREE_JUNGFRAUEN_IS_DURCHMARSCH, "jungfrauen")
        if not totals:
            return
        jungfrauen = None
    missing = playing - totals.keys()
    if len(missing) > 1:
        _check_short(reader, totals, jungfrauen)
        return
    added = sum(totals.values())
    if added > CARD_POINTS or (not missing and added != CARD_POINTS):
        reader.add(Code.SUM_120, "points", sum=added)
        return
    for seat in missing:
        totals[seat] = CARD_POINTS - added
    _check_one_point(reader, totals)
    zeros = sum(total == 0 for total in totals.values())
    if jungfrauen is not None and jungfrauen > zeros:
        reader.add(Code.JUNGFRAU_WITH_POINTS, "jungfrauen", count=jungfrauen, zeros=zeros)


def _check_one_point(reader: Reader, totals: Totals) -> None:
    """Note each total of 1: no cards add up to it, and no other total is impossible (§9)."""
    for seat, total in sorted(totals.items()):
        if total == 1:
            reader.add(Code.ONE_POINT, f"points.{seat}", seat=seat)


def _check_short(reader: Reader, totals: Totals, jungfrauen: int | None) -> None:
    """Note why nobody can lose with these totals while all others have fewer (§7, §9)."""
    if not totals:
        reader.add(Code.NO_TOTAL, "points")
        return
    if len(set(totals.values())) > 1:
        reader.add(Code.SHORT_FORM_UNEQUAL, "points", seats=tuple(sorted(totals)))
        return
    _check_one_point(reader, totals)
    if jungfrauen is None:
        return
    losers = tuple(sorted(totals))
    total = totals[losers[0]]
    allowed = LOSING_TOTALS[jungfrauen, len(losers)]
    if total not in allowed:
        reader.add(
            Code.IMPOSSIBLE_TOTAL,
            f"points.{losers[0]}",
            points=total,
            jungfrauen=jungfrauen,
            seats=losers,
            least=allowed[0],
            most=allowed[-1],
        )


def check_named(reader: Reader, totals: Totals, named: tuple[int, ...] | None) -> None:
    """Note each Jungfrau who has card points, hence a trick."""
    for seat in named or ():
        if totals.get(seat):
            reader.add(Code.JUNGFRAU_WITH_POINTS, "jungfrau_seats", seat=seat, points=totals[seat])


def known_jungfrauen(
    playing: frozenset[int], totals: Totals, jungfrauen: int | None, named: tuple[int, ...] | None
) -> tuple[int, ...] | None:
    """Return who took no trick: as named, or because only so many have no points; None if not known."""
    if named is not None:
        return named
    if jungfrauen == 0:
        return ()
    certain = sum(totals.values()) == CARD_POINTS
    without_points = tuple(sorted(seat for seat in playing if not totals.get(seat)))
    return without_points if certain and len(without_points) == jungfrauen else None


def check_durchmarsch(
    reader: Reader,
    playing: frozenset[int],
    march: int,
    totals: Totals | None,
    jungfrauen: int | None,
    named: tuple[int, ...] | None,
) -> Totals:
    """Note what contradicts a Durchmarsch by seat `march`, and return the totals it gives (§6).

    `jungfrauen` is None if the number was not said.
    """
    due = {seat: CARD_POINTS if seat == march else 0 for seat in playing}
    if jungfrauen not in (None, PLAYERS - 1):
        reader.add(Code.DURCHMARSCH_THREE_JUNGFRAUEN, "jungfrauen")
    for seat in named or ():
        if seat == march:
            reader.add(Code.JUNGFRAU_WITH_POINTS, "jungfrau_seats", seat=seat, points=CARD_POINTS)
    for seat, total in sorted((totals or {}).items()):
        if total != due[seat]:
            reader.add(Code.DURCHMARSCH_POINTS, f"points.{seat}", seat=seat, points=due[seat])
    return due
