"""Read and write deals as plain data, refusing every impossible one (docs/rules/staekske_rape.md §4-§9)."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.problems import CommonCode, InvalidDealError
from scorekeeper.core.reading import Reader, whole
from scorekeeper.games.staekske_rape.codes import Code
from scorekeeper.games.staekske_rape.deal import BIDS, POINTS, Deal, Event
from scorekeeper.games.staekske_rape.melds import RUNS, Meld, fits
from scorekeeper.games.staekske_rape.options import Options

KEYS = frozenset({"v", "declarer", "bid", "event", "card_points", "melds", "without_stock"})
MOST_MELDS = 7


def load(payload: Mapping[str, object], options: Options, seats: int) -> Deal:
    """Read a deal. Raises InvalidDealError with all problems."""
    reader = Reader(payload, KEYS)
    reader.version()
    declarer = _declarer(reader, seats)
    event = reader.one_of("event", Event, CommonCode.CHOICE) if reader.says("event") else Event.PLAYED
    bid = _bid(reader, event)
    card_points = _card_points(reader, event)
    melds = _melds(reader)
    without_stock = reader.flag("without_stock", False)
    if event is Event.REFUSED and (bid is not None or melds or without_stock):
        reader.add(Code.REFUSED_ALONE, "event")
    if event is Event.FOUR_JACKS_UNPLAYED:
        if not options.four_jacks_unplayed:
            reader.add(Code.UNPLAYED_NOT_OFFERED, "event")
        elif melds is not None and Meld.FOUR_JACKS not in melds:
            reader.add(Code.FOUR_JACKS_NEEDED, "melds")
    reader.stop_if_problems(InvalidDealError)
    return Deal(declarer or 0, bid, event or Event.PLAYED, card_points, melds or (), bool(without_stock))


def dump(deal: Deal) -> dict[str, object]:
    """Write a deal as plain data."""
    return {
        "v": 1,
        "declarer": deal.declarer,
        "bid": deal.bid,
        "event": deal.event.value,
        "card_points": deal.card_points,
        "melds": [meld.value for meld in deal.melds],
        "without_stock": deal.without_stock,
    }


def _declarer(reader: Reader, seats: int) -> int | None:
    if not reader.has("declarer"):
        reader.add(Code.DECLARER_MISSING, "declarer")
        return None
    return reader.seat("declarer", range(seats), Code.DECLARER_SEAT)


def _bid(reader: Reader, event: Event | None) -> int | None:
    """Return the bid: a whole number from 1 up, none only if the first player refused."""
    if not reader.has("bid"):
        if event is not Event.REFUSED:
            reader.add(Code.BID_MISSING, "bid")
        return None
    bid = whole(reader.get("bid"))
    if bid is None:
        reader.add(Code.BID_WHOLE, "bid")
    elif bid < BIDS[0]:
        reader.add(Code.BID_AT_LEAST_1, "bid")
    elif bid not in BIDS:
        reader.add(Code.BID_AT_MOST, "bid", most=BIDS[-1])
    return bid


def _card_points(reader: Reader, event: Event | None) -> int | None:
    """Return the card points of a deal that was played; no trick may say 0, other events say nothing."""
    if not reader.has("card_points"):
        if event is Event.PLAYED:
            reader.add(Code.CARD_POINTS_MISSING, "card_points")
        return None
    points = reader.number("card_points", POINTS, Code.CARD_POINTS_0_146)
    if event is Event.PLAYED or event is None:
        return points
    if points or event is not Event.NO_TRICKS:
        reader.add(Code.CARD_POINTS_NOT_ASKED, "card_points")
    return None


def _melds(reader: Reader) -> tuple[Meld, ...] | None:
    """Return the melds in their order, if one hand can hold all of them (§7)."""
    items = reader.get("melds") if reader.has("melds") else []
    if not isinstance(items, list | tuple):
        reader.add(Code.MELDS_LIST, "melds")
        return None
    known = [next((meld for meld in Meld if meld.value == item), None) for item in items]
    melds = [meld for meld in Meld for item in known if item is meld]
    if None in known:
        reader.add(Code.MELD_UNKNOWN, "melds")
    elif any(melds.count(meld) > 1 for meld in melds if meld not in RUNS):
        reader.add(Code.MELD_TWICE, "melds")
    elif len(melds) > MOST_MELDS or not fits(tuple(melds)):
        reader.add(Code.MORE_THAN_SEVEN_CARDS, "melds")
    else:
        return tuple(melds)
    return None
