"""A second reckoning of records: from the payloads in the database by the rules of the table, without the app's own.

Plain SQL and plain Python; it knows the usual house rules alone.
"""

from __future__ import annotations

import json
import uuid
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, text

SHEETS = """
SELECT s.id, s.first_dealer, s.seats, s.mode, s.stake_minor, s.currency, s.status, e.local_date
FROM sheet s JOIN evening e ON e.group_id = s.group_id AND e.id = s.evening_id
WHERE s.group_id = :group AND s.status IN ('ended', 'broken_off') AND e.discarded_at IS NULL
ORDER BY e.local_date, e.started_at, s.number
"""
SEATS = "SELECT sheet_id, seat, player_id FROM seat WHERE group_id = :group"
ROWS = "SELECT sheet_id, payload, dealer FROM entry WHERE group_id = :group AND NOT removed ORDER BY position"


@dataclass
class Told:
    """What a player's rows come to."""

    sums: Counter[str] = field(default_factory=Counter)
    greatest: int = 0
    longest: int = 0
    games: int = 0
    lost: int = 0
    won: int = 0
    points: int = 0
    money: Counter[str] = field(default_factory=Counter)
    against: defaultdict[uuid.UUID, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def recomputed(connection: Connection, group_id: uuid.UUID) -> dict[uuid.UUID, Told]:
    """Reckon everything of a group again."""
    key = {"group": group_id.hex if connection.dialect.name == "sqlite" else group_id}
    seats: dict[uuid.UUID, dict[int, uuid.UUID]] = defaultdict(dict)
    for sheet_id, seat, player_id in connection.execute(text(SEATS), key):
        seats[_id(sheet_id)][seat] = _id(player_id)
    rows: dict[uuid.UUID, list[tuple[dict[str, Any], int | None]]] = defaultdict(list)
    for sheet_id, payload, dealer in connection.execute(text(ROWS), key):
        rows[_id(sheet_id)].append((json.loads(payload) if isinstance(payload, str) else payload, dealer))
    told: defaultdict[uuid.UUID, Told] = defaultdict(Told)
    for sheet in connection.execute(text(SHEETS), key):
        people = seats[_id(sheet.id)]
        at_table = [told[people[seat]] for seat in range(sheet.seats)]
        totals, marks = _play(at_table, rows[_id(sheet.id)], sheet.first_dealer)
        if sheet.status == "ended":
            for player, total in zip(at_table, totals, strict=True):
                player.points += total
            _settle(told, people, *_pays(totals, marks), sheet)
    return dict(told)


def _id(value: object) -> uuid.UUID:
    return value if isinstance(value, uuid.UUID) else uuid.UUID(str(value))


def _play(told: list[Told], rows: list[tuple[dict[str, Any], int | None]], dealer: int) -> tuple[list[int], list[int]]:
    """Add up the rows of a sheet; give the totals and the marks by seat."""
    seats = len(told)
    totals, marks, runs = [0] * seats, [0] * seats, [0] * seats
    for payload, by_hand in rows:
        dealer = dealer if by_hand is None else by_hand
        if payload.get("entry") == "void":
            dealer = (dealer + 1) % seats if payload.get("passes_deal") else dealer
            continue
        order = [(dealer + step) % seats for step in range(1, seats + 1)]
        order = [seat for seat in order if seat != payload.get("sits_out")]
        penalties = _penalties(payload, order)
        for place, seat in enumerate(order, 1):
            player, penalty = told[seat], penalties.get(seat, 0)
            player.sums += Counter(_facts(payload, seat, penalty, place))
            player.greatest = max(player.greatest, penalty)
            runs[seat] = 0 if penalty else runs[seat] + 1
            player.longest = max(player.longest, runs[seat])
            totals[seat] += penalty
            marks[seat] += penalty > 0
        dealer = (dealer + 1) % seats
    return totals, marks


def _penalties(payload: dict[str, Any], playing: list[int]) -> dict[int, int]:
    """Reckon a deal: the highest, doubled by calls and Jungfrauen, rounded at the end."""
    if "penalties" in payload:
        return {seat: penalty for seat, penalty in enumerate(payload["penalties"]) if penalty}
    calls = payload.get("calls", 0)
    if payload.get("durchmarsch") is not None:
        return {seat: 120 * 2**calls for seat in playing if seat != payload["durchmarsch"]}
    most = max(points for points in payload["points"] if points is not None)
    raw = most * 2**calls * 2 ** payload.get("jungfrauen", 0)
    return {seat: int(raw / 10 + 0.5) * 10 for seat in playing if payload["points"][seat] == most}


def _facts(payload: dict[str, Any], seat: int, penalty: int, place: int) -> dict[str, int]:
    lost = int(penalty > 0)
    facts = {"played": 1, "lost": lost, "penalty": penalty, f"played {place}": 1, f"lost {place}": lost}
    if "penalties" in payload:
        three = sum(p > 0 for p in payload["penalties"]) == 3
        if not (three and max(payload["penalties"]) in (120, 240, 480, 960, 1920)):
            facts |= {"march told": 1}
        return facts
    march = payload.get("durchmarsch")
    facts |= {"march told": 1, "march": int(march == seat), "marched": int(march is not None and march != seat)}
    if march is not None:
        facts |= {"jungfrau told": 1, "jungfrau": int(march != seat)}
    elif payload.get("jungfrau_seats") is not None or not payload.get("jungfrauen"):
        facts |= {"jungfrau told": 1, "jungfrau": int(seat in (payload.get("jungfrau_seats") or ()))}
    calls = payload.get("calls", 0)
    if payload.get("callers") is not None or calls in (0, 4):
        called = int(calls == 4 or seat in (payload.get("callers") or ()))
        facts |= {"call told": 1, "called": called, "scored": called * lost, "spared": called * (1 - lost)}
    return facts


def _pays(totals: list[int], marks: list[int]) -> tuple[list[int], list[int], list[tuple[int, int, int]]]:
    """Say who lost, who won, and who pays whom by the usual rules; a winner by marks below the limit comes first."""
    winners = [seat for seat, made in enumerate(marks) if made >= 5 and totals[seat] < 2000]
    if winners:
        pays = [(payer, winner, 2) for payer in range(len(totals)) if payer not in winners for winner in winners]
        return [], winners, pays
    loser = totals.index(max(totals))
    return [loser], [], [(loser, seat, 1 if totals[seat] else 2) for seat in range(len(totals)) if seat != loser]


def _settle(
    told: dict[uuid.UUID, Told],
    people: dict[int, uuid.UUID],
    losers: list[int],
    winners: list[int],
    pays: list[tuple[int, int, int]],
    sheet: Any,
) -> None:
    for seat, player in people.items():
        told[player].games += 1
        told[player].lost += seat in losers
        told[player].won += seat in winners
    for payer, payee, stakes in pays:
        one, other = people[payer], people[payee]
        told[one].against[other]["lost"] += 1
        told[other].against[one]["won"] += 1
        if sheet.mode == "money":
            amount = stakes * sheet.stake_minor
            told[one].money[sheet.currency] -= amount
            told[other].money[sheet.currency] += amount
            told[one].against[other]["money"] -= amount
            told[other].against[one]["money"] += amount
