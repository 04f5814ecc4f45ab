"""Read and write deals as plain data, refusing every impossible one (docs/rules/snapser.md §3-§8)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scorekeeper.core.problems import InvalidDealError
from scorekeeper.core.reading import Reader
from scorekeeper.games.snapser.codes import Code
from scorekeeper.games.snapser.deal import OUTCOMES, PLAYERS, RAISES, Count, Deal, Declared, Ended, Reached, Side
from scorekeeper.games.snapser.options import DurchLostAll, Options
from scorekeeper.games.snapser.reaching import MARRIAGES, MOST, STEP, count_problems, reached

COUNT_KEYS = frozenset({"ended", "ended_by", "points", "trickless", "marriages"})
KEYS = COUNT_KEYS | {"v", "chooser", "partner", "declared", "winner", "outcome", "red", "raises", "sits_out"}
ALONE = (Declared.DURCH, Declared.NEHRAM)
"""What the chooser does without a partner, even among four (§9)."""


def load(payload: Mapping[str, object], options: Options, seats: int) -> Deal:
    """Read a deal. Raises InvalidDealError with all problems.

    The outcome may be missing where the declared game has only one; nehrám needs no winner either. Both may be
    missing where the points of both sides say them: `ended`, `ended_by`, `points` (the chooser's side first),
    `trickless`, `marriages`.
    """
    reader = Reader(payload, KEYS)
    reader.version()
    sits_out = reader.seats("sits_out", range(seats), Code.SITS_OUT_SEAT) or ()
    playing = [seat for seat in range(seats) if seat not in sits_out]
    if len(playing) not in PLAYERS:
        reader.add(Code.PLAYERS_2_4, "sits_out" if sits_out else "", seats=seats)
    declared = reader.one_of("declared", Declared, Code.DECLARED)
    chooser = reader.seat("chooser", playing, Code.CHOOSER_SEAT)
    partner = _partner(reader, playing, chooser, declared)
    count = _count(reader, declared, len(playing))
    winner, outcome = _result(reader, declared, count, options)
    red = reader.flag("red", False)
    raises = reader.number("raises", RAISES, Code.RAISES_0_4)
    if declared == Declared.NEHRAM and raises:
        reader.add(Code.NEHRAM_NO_RAISE, "raises")
    reader.stop_if_problems(InvalidDealError)
    return Deal(
        seats,
        chooser or 0,
        declared or Declared.HRAM,
        winner or Side.OPPONENTS,
        outcome or Reached.S_VODOU,
        bool(red),
        raises or 0,
        partner,
        tuple(sorted(sits_out)),
        count,
    )


def dump(deal: Deal) -> dict[str, object]:
    """Write a deal as plain data; what its points say is left out."""
    data: dict[str, object] = {
        "v": 1,
        "chooser": deal.chooser,
        "declared": deal.declared.value,
        "red": deal.red,
        "raises": deal.raises,
    }
    if deal.count is None:
        data |= {"winner": deal.winner.value, "outcome": deal.outcome.value}
    else:
        data |= _dump_count(deal.count)
    if deal.partner is not None:
        data["partner"] = deal.partner
    if deal.sits_out:
        data["sits_out"] = list(deal.sits_out)
    return data


def _dump_count(count: Count) -> dict[str, object]:
    """Write the points of both sides."""
    data: dict[str, object] = {
        "ended": count.ended.value,
        "ended_by": count.side.value,
        "points": list(count.sides),
        "trickless": not count.other_tricks,
    }
    return data | ({"marriages": count.other_marriages} if count.other_marriages else {})


def outcomes(declared: Declared, winner: Side | None, options: Options) -> tuple[Reached, ...]:
    """Return how a declared game can come out by these house rules, if this side wins (§5, §19)."""
    both = options.durch_lost_all == DurchLostAll.BOTH
    if declared == Declared.DURCH and winner == Side.OPPONENTS and both:
        return (*OUTCOMES[declared], Reached.TICHY_DURCH)
    return OUTCOMES[declared]


def _partner(reader: Reader, playing: Collection[int], chooser: int | None, declared: Declared | None) -> int | None:
    """Return the chooser's partner: another one of four, in a game that is not played alone (§9)."""
    if not reader.has("partner"):
        return None
    partner = reader.seat("partner", playing, Code.PARTNER)
    if partner is not None and (len(playing) < PLAYERS[-1] or partner == chooser or declared in ALONE):
        reader.add(Code.PARTNER, "partner")
    return partner


def _count(reader: Reader, declared: Declared | None, players: int) -> Count | None:
    """Return the points of both sides, if they were said and can be (§10, §11)."""
    if not any(map(reader.has, COUNT_KEYS)):
        return None
    before = len(reader.problems)
    if declared == Declared.NEHRAM:
        reader.add(Code.COUNT_NOT_ASKED, "ended")
        return None
    ended = reader.one_of("ended", Ended, Code.ENDED)
    side = reader.one_of("ended_by", Side, Code.ENDED_BY)
    row = reader.row("points", 2, Code.COUNT_TWO) or ()
    points = [reader.checked(each, f"points.{at}", range(MOST + 1), Code.COUNT_RANGE) for at, each in enumerate(row)]
    trickless = reader.flag("trickless", False)
    marriages = reader.number("marriages", range(0, MARRIAGES + 1, STEP), Code.COUNT_MARRIAGES)
    if ended is None or side is None or len(reader.problems) > before:
        return None
    chosen, opposed = (each or 0 for each in points)
    own, other = (chosen, opposed) if side == Side.CHOOSER else (opposed, chosen)
    count = Count(ended, side, own, other, not trickless, marriages or 0)
    found = count_problems(count, players)
    reader.problems += found
    return None if found else count


def _result(
    reader: Reader, declared: Declared | None, count: Count | None, options: Options
) -> tuple[Side | None, Reached | None]:
    """Return who won and how: as said, or by the points; where both are there they must agree."""
    told = reader.has("winner") or reader.has("outcome")
    if declared is not None and count is not None:
        winner, outcome = reached(declared, count, options)
        if told and (reader.get("winner"), reader.get("outcome")) != (winner.value, outcome.value):
            reader.add(
                Code.COUNT_DIFFERS, "outcome", winner=winner.value, declared=declared.value, outcome=outcome.value
            )
        return winner, outcome
    if not told and any(map(reader.has, COUNT_KEYS)):
        return None, None  # what is wrong with the points is told already
    winner_said = _winner(reader, declared)
    return winner_said, _outcome(reader, declared, winner_said, options)


def _winner(reader: Reader, declared: Declared | None) -> Side | None:
    """Return who won; nehrám is always lost by the chooser (§5)."""
    if declared == Declared.NEHRAM and not reader.has("winner"):
        return Side.OPPONENTS
    winner = reader.one_of("winner", Side, Code.WINNER)
    if declared == Declared.NEHRAM and winner == Side.CHOOSER:
        reader.add(Code.NEHRAM_ALWAYS_LOST, "winner")
    return winner


def _outcome(reader: Reader, declared: Declared | None, winner: Side | None, options: Options) -> Reached | None:
    """Return how the deal came out, which must be one of the ways of the declared game (§5)."""
    if declared is None:
        return None
    allowed = outcomes(declared, winner, options)
    if not reader.has("outcome"):
        if declared == Declared.HRAM:
            reader.add(Code.OUTCOME, "outcome")
        return allowed[0]
    value = reader.get("outcome")
    for outcome in allowed:
        if outcome.value == value:
            return outcome
    reader.add(Code.OUTCOME_NOT_OF_DECLARATION, "outcome", declared=declared.value)
    return None
