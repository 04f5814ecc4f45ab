"""Read and write deals as plain data, refusing every impossible one (docs/rules/kalter_schlag.md §7-§9)."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.problems import InvalidDealError
from scorekeeper.core.reading import Reader
from scorekeeper.games.kalter_schlag.checks import (
    Totals,
    check_durchmarsch,
    check_named,
    check_totals,
    known_jungfrauen,
)
from scorekeeper.games.kalter_schlag.codes import Code
from scorekeeper.games.kalter_schlag.deal import (
    CALLS,
    PENALTIES,
    PLAYERS,
    POINTS,
    Deal,
    PaperDeal,
    PlayedDeal,
    paper_values,
)
from scorekeeper.games.kalter_schlag.options import FourWay, Options

PLAYED_KEYS = frozenset({"v", "points", "jungfrauen", "durchmarsch", "calls", "jungfrau_seats", "callers", "sits_out"})
PAPER_KEYS = frozenset({"v", "penalties", "sits_out"})


def load(payload: Mapping[str, object], options: Options, seats: int) -> Deal:
    """Read a deal in full, short or paper form. Raises InvalidDealError with all problems.

    A payload with `penalties` and without `points` is in paper form.
    """
    if isinstance(payload, Mapping) and "penalties" in payload and "points" not in payload:
        return _load_paper(payload, options, seats)
    return _load_played(payload, seats)


def dump(deal: Deal) -> dict[str, object]:
    """Write a deal as plain data; what is not known is left out."""
    data: dict[str, object] = {"v": 1}
    if isinstance(deal, PaperDeal):
        data["penalties"] = list(deal.penalties)
    else:
        data["points"] = list(deal.points)
        data["jungfrauen"] = deal.jungfrauen
        data["durchmarsch"] = deal.durchmarsch
        data["calls"] = deal.calls
        if deal.jungfrau_seats is not None:
            data["jungfrau_seats"] = list(deal.jungfrau_seats)
        if deal.callers is not None:
            data["callers"] = list(deal.callers)
    if deal.sits_out is not None:
        data["sits_out"] = deal.sits_out
    return data


def _sits_out(reader: Reader, seats: int) -> int | None:
    """Return the seat that does not play: exactly one of five, none of four (§18)."""
    if seats == PLAYERS:
        if reader.has("sits_out"):
            reader.add(Code.SITS_OUT_FOUR, "sits_out")
        return None
    if not reader.has("sits_out"):
        reader.add(Code.SITS_OUT_MISSING, "sits_out")
        return None
    return reader.number("sits_out", range(seats), Code.SITS_OUT_SEAT)


# the paper form


def _load_paper(payload: Mapping[str, object], options: Options, seats: int) -> PaperDeal:
    """Read the penalties of a row that must be possible as a whole (§8)."""
    reader = Reader(payload, PAPER_KEYS)
    reader.version()
    sits_out = _sits_out(reader, seats)
    penalties = [0] * seats
    for seat, item in enumerate(reader.row("penalties", seats, Code.ONE_TOTAL_A_SEAT) or ()):
        if item is not None or seat != sits_out:
            penalties[seat] = reader.checked(item, f"penalties.{seat}", PENALTIES, Code.PAPER_RANGE) or 0
    if not reader.problems:
        _check_row(reader, penalties, sits_out, options)
    reader.stop_if_problems(InvalidDealError)
    return PaperDeal(tuple(penalties), sits_out)


def _check_row(reader: Reader, penalties: list[int], sits_out: int | None, options: Options) -> None:
    """Note why no deal can have given these penalties together."""
    losers = tuple(seat for seat, value in enumerate(penalties) if value)
    values = {penalties[seat] for seat in losers}
    if sits_out in losers:
        reader.add(Code.SITS_OUT_POINTS, f"penalties.{sits_out}", seat=sits_out)
    elif len(values) > 1:
        reader.add(Code.PAPER_UNEQUAL, "penalties", seats=losers)
    elif options.four_way == FourWay.NONE_SCORES and len(losers) in (0, PLAYERS):
        if losers:
            reader.add(Code.PAPER_FOUR, "penalties")
    elif not losers:
        reader.add(Code.PAPER_EMPTY, "penalties")
    elif values.isdisjoint(paper_values(len(losers))):
        reader.add(Code.PAPER_VALUE, f"penalties.{losers[0]}", points=penalties[losers[0]], seats=losers)


# full and short form


def _load_played(payload: Mapping[str, object], seats: int) -> PlayedDeal:
    """Read a deal with card points."""
    reader = Reader(payload, PLAYED_KEYS)
    reader.version()
    sits_out = _sits_out(reader, seats)
    playing = frozenset(range(seats)) - {sits_out}
    calls, callers = _calls(reader, playing)
    jungfrauen, named = _jungfrauen(reader, playing)
    totals = _totals(reader, seats, sits_out)
    march = None
    if reader.has("durchmarsch"):
        march = reader.seat("durchmarsch", playing, Code.DURCHMARSCH_SEAT)
        if march is not None:
            said = jungfrauen if reader.has("jungfrauen") else None
            totals = check_durchmarsch(reader, playing, march, totals, said, named)
            jungfrauen, named = PLAYERS - 1, tuple(sorted(playing - {march}))
    elif totals is not None and len(playing) == PLAYERS:
        check_totals(reader, playing, totals, jungfrauen)
        check_named(reader, totals, named)
        named = known_jungfrauen(playing, totals, jungfrauen, named)
    reader.stop_if_problems(InvalidDealError)
    points = tuple((totals or {}).get(seat) for seat in range(seats))
    return PlayedDeal(points, jungfrauen or 0, march, calls or 0, named, callers, sits_out)


def _totals(reader: Reader, seats: int, sits_out: int | None) -> Totals | None:
    """Return the card points that were entered, or None if any of them is no possible total."""
    items = reader.row("points", seats, Code.ONE_TOTAL_A_SEAT)
    if items is None:
        return None
    totals: Totals = {}
    wrong = False
    for seat, item in enumerate(items):
        if item is None:
            continue
        total = reader.checked(item, f"points.{seat}", POINTS, Code.OVER_120 if positive(item) else Code.NEGATIVE)
        if total is None:
            wrong = True
        elif seat == sits_out:
            reader.add(Code.SITS_OUT_POINTS, f"points.{seat}", seat=seat)
        else:
            totals[seat] = total
    return None if wrong else totals


def positive(item: object) -> bool:
    """Say whether a number that is out of range is too large rather than below nought."""
    return isinstance(item, int) and item > 0


def _jungfrauen(reader: Reader, playing: frozenset[int]) -> tuple[int | None, tuple[int, ...] | None]:
    """Return how many took no trick and, if it was said, who: in seat order."""
    named = reader.seats("jungfrau_seats", playing, Code.JUNGFRAU_SEAT)
    default = len(named or ())
    count = reader.number("jungfrauen", range(PLAYERS), Code.JUNGFRAUEN_0_3, default)
    if count is not None and named is not None and len(named) != count:
        reader.add(Code.JUNGFRAU_SEATS_COUNT, "jungfrau_seats", count=count, named=len(named))
        return count, None
    return count, None if named is None else tuple(sorted(named))


def _calls(reader: Reader, playing: frozenset[int]) -> tuple[int | None, tuple[int, ...] | None]:
    """Return how many called and, if it was said, who: in order of calling."""
    callers = reader.seats("callers", playing, Code.CALLER_SEAT)
    calls = reader.number("calls", CALLS, Code.CALLS_0_4, len(callers or ()))
    if calls is not None and callers is not None and len(callers) != calls:
        reader.add(Code.CALLERS_COUNT, "callers", count=calls, named=len(callers))
    return calls, () if calls == 0 else callers
