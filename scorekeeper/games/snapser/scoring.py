"""Score one deal of Šnapser and explain it (docs/rules/snapser.md §5-§9)."""

from __future__ import annotations

from enum import StrEnum

from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.games.snapser.deal import GAME_VALUES, OUTCOMES, Deal, Declared, Ended, Reached, Side
from scorekeeper.games.snapser.options import DurchLostAll, Options, RaisesApplyTo, Za12AllTricks
from scorekeeper.games.snapser.reaching import ENOUGH


class DealLine(StrEnum):
    """Codes of the lines that explain a deal."""

    DECLARED = "declared"
    COUNTED = "counted"
    REACHED = "reached"
    RED = "red"
    RED_NOT_NEHRAM = "red_not_nehram"
    NOT_RED = "not_red"
    RAISES = "raises"
    RAISES_DECLARED = "raises_declared"
    NO_RAISE = "no_raise"
    NEHRAM_UNRAISED = "nehram_unraised"
    VALUE = "value"


def game_value(declared: Declared, outcome: Reached, options: Options) -> int:
    """Return what the outcome of a declared game is worth before anything doubles it (§5, §17, §19).

    >>> game_value(Declared.ZA12, Reached.TICHY_DURCH, Options())
    18
    >>> game_value(Declared.ZA12, Reached.TICHY_DURCH, Options(za12_all_tricks=Za12AllTricks.ZA12))
    12
    """
    if outcome == Reached.TICHY_DURCH:
        if declared == Declared.ZA12 and options.za12_all_tricks == Za12AllTricks.ZA12:
            return GAME_VALUES[Reached.ZA12]
        if declared == Declared.DURCH and options.durch_lost_all == DurchLostAll.BOTH:
            return GAME_VALUES[Reached.DURCH] + GAME_VALUES[Reached.TICHY_DURCH]
    return GAME_VALUES[outcome]


def doubles(declared: Declared, red: bool, options: Options) -> bool:
    """Say whether red trumps double this game (§6, §16)."""
    return red and (declared != Declared.NEHRAM or options.nehram_red_doubles)


def raised_part(declared: Declared, game: int, options: Options) -> int:
    """Return how much of a game's value the raises double: all of it, or what was declared (§21)."""
    if options.raises_apply_to == RaisesApplyTo.DECLARED:
        return min(game, GAME_VALUES[OUTCOMES[declared][0]])
    return game


def value_of(declared: Declared, outcome: Reached, red: bool, raises: int, options: Options) -> int:
    """Return what each loser pays to each winner (§5-§8).

    >>> value_of(Declared.HRAM, Reached.BEZ_VODY, True, 3, Options())
    64
    """
    game = game_value(declared, outcome, options)
    part = raised_part(declared, game, options)
    return options.base * (2 if doubles(declared, red, options) else 1) * (game - part + (part << raises))


def score(deal: Deal, options: Options) -> Outcome:
    """Return what each seat gets (above nought) or pays (below) in one deal, and why.

    The last line, `value`, tells the whole reckoning; its seats are the winners. Source: docs/rules/snapser.md §5-§9.

    >>> score(Deal(3, 2, Declared.HRAM, Side.CHOOSER, Reached.BEZ_VODY, raises=2), Options()).points
    (-16, -16, 32)
    >>> score(Deal(2, 0, Declared.NEHRAM, Side.OPPONENTS, Reached.NEHRAM, red=True), Options()).points
    (-12, 12)
    """
    value = value_of(deal.declared, deal.outcome, deal.red, deal.raises, options)
    winners, losers = deal.side(deal.winner), deal.side(deal.loser)
    each = {seat: value * _dealings(len(winners), len(losers)) for seat in winners}
    each |= {seat: -value * _dealings(len(losers), len(winners)) for seat in losers}
    points = tuple(each.get(seat, 0) for seat in range(deal.seats))
    lines = [_declared_line(deal), *_count_lines(deal), _reached_line(deal, options)]
    lines += [_red_line(deal, options), _raises_line(deal, options), _value_line(deal, options, value, winners, losers)]
    return Outcome(points, (False,) * deal.seats, tuple(lines))


def _dealings(own: int, others: int) -> int:
    """Return with how many of the `others` one of the `own` deals: with one if there are two of both (§9)."""
    return others if own == 1 else 1


def _declared_line(deal: Deal) -> Line:
    """Say who chose, with whom, and what was declared."""
    four = deal.seats - len(deal.sits_out) == 4
    params = {"declared": deal.declared.value, "alone": four and deal.partner is None}
    return Line(DealLine.DECLARED, (deal.chooser, *(() if deal.partner is None else (deal.partner,))), params)


def _count_lines(deal: Deal) -> tuple[Line, ...]:
    """Say who ended the play with which points, if the deal tells them."""
    count = deal.count
    if count is None:
        return ()
    params = {
        "ended": count.ended.value,
        "points": count.points,
        "other_points": count.other_points,
        "trickless": not count.other_tricks,
        "enough": count.ended == Ended.LAST_TRICK or count.points >= ENOUGH,
    }
    return (Line(DealLine.COUNTED, deal.side(count.side), params),)


def _reached_line(deal: Deal, options: Options) -> Line:
    """Say who won, how, and what that is worth."""
    game = game_value(deal.declared, deal.outcome, options)
    params = {"declared": deal.declared.value, "outcome": deal.outcome.value, "game": game}
    return Line(DealLine.REACHED, deal.side(deal.winner), params)


def _red_line(deal: Deal, options: Options) -> Line:
    """Say whether hearts were trumps; a deal without red trumps says so, because forgotten ones are a silent error."""
    if not deal.red:
        return Line(DealLine.NOT_RED)
    return Line(DealLine.RED if doubles(deal.declared, True, options) else DealLine.RED_NOT_NEHRAM)


def _raises_line(deal: Deal, options: Options) -> Line:
    """Say how often it was raised; a deal that nobody raised says so, for the same reason."""
    if deal.declared == Declared.NEHRAM:
        return Line(DealLine.NEHRAM_UNRAISED)
    if not deal.raises:
        return Line(DealLine.NO_RAISE)
    game = game_value(deal.declared, deal.outcome, options)
    part = raised_part(deal.declared, game, options)
    params = {"raises": deal.raises, "factor": 1 << deal.raises}
    if part < game:
        return Line(DealLine.RAISES_DECLARED, (), {**params, "part": part, "rest": game - part})
    return Line(DealLine.RAISES, (), params)


def _value_line(deal: Deal, options: Options, value: int, winners: tuple[int, ...], losers: tuple[int, ...]) -> Line:
    """Tell the whole reckoning and who pays."""
    game = game_value(deal.declared, deal.outcome, options)
    params = {
        "declared": deal.declared.value,
        "outcome": deal.outcome.value,
        "chooser": deal.chooser,
        "partner": deal.partner,
        "chooser_won": deal.winner == Side.CHOOSER,
        "base": options.base,
        "game": game,
        "part": raised_part(deal.declared, game, options),
        "red": deal.red,
        "red_doubles": doubles(deal.declared, deal.red, options),
        "raises": deal.raises,
        "value": value,
        "losers": losers,
        "counted": None if deal.count is None else deal.count.sides,
    }
    return Line(DealLine.VALUE, winners, params)
