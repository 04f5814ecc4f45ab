"""Random entries and games for a game and its twin: possible ones, and such as a slip or a broken page makes.

Each case is plain data with the seats' names: ``{"kind": "options" | "entry" | "game" | "sheet", …}``.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from uuid import UUID

from scorekeeper.core.entry import load_entry
from scorekeeper.core.fold import Rotation
from scorekeeper.core.game import AnyGame
from scorekeeper.core.problems import InvalidDealError
from scorekeeper.models import Mode
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.snapshot import Row, Snapshot
from scorekeeper.services.spells import Spell
from scorekeeper.services.standings import fold, passes_deal

Plain = dict[str, Any]
Deal = Callable[[Random, int, int | None], Plain]
"""Makes a payload that is mostly possible, from the number of seats and who sits out."""
Known = Callable[[Random, int], object]
"""Makes what is known of the open deal, at times nonsense."""
Start = Callable[[Random, int, Plain], list[Plain]]
"""Makes rows of the table with which a game under these house rules begins, often none."""

NAMES = (
    ("Anna", "Bernd", "Clara", "Dieter", "Eva"),
    ("كلارا", "%(name)s 100 %", "<b>&amp;</b>", "O’Neill $& $1", "👨\u200d👩\u200d👧"),
)
JUNK: tuple[object, ...] = (
    None, True, False, "", "3", "void", [], {}, [1], -1, -0.0, 0, 1, 2, 3, 4, 5, 7, 30, 31, 55.5, 60.0, 119, 120, 121,
    7680, 7681, -10, 10**6, 10**6 + 10, 2**31, 2**53 + 1, 2**63, 1e21, -1e22, [0, 0], [3, 2, 1, 0], [None] * 4, [0] * 5,
)  # fmt: skip
NOTES = ("", "  ", "Revoke", "\u00a0spaced\u2003", "\ufeffmark", "a\nb", "\u2028", "x" * 200, "👩" * 200, "x" * 201,
         "\ud800", "<i>&", "%(points)s", 5, None)  # fmt: skip
KEYS = (
    "v",
    "entry",
    "trump",
    "__proto__",
    "constructor",
    "long " * 12,
    "points",
    "marks",
    "note",
    "passes_deal",
    "sits_out",
)


def ruling(rng: Random, game: AnyGame, seats: int) -> Plain:
    """Make a ruling of the table."""
    sizes = (0, 0, 10, 60, 120, 480, 1900) if game.in_tens else (0, 0, 1, 7, 10, 60)
    signs = (1, -1) if game.below_nought else (1,)
    points = [rng.choice(sizes) * rng.choice(signs) for _seat in range(seats)]
    made: Plain = {"entry": "ruling", "points": points, "marks": [rng.random() < 0.3 for _seat in range(seats)]}
    if rng.random() < 0.5:
        made["note"] = rng.choice(NOTES[:4])
    if rng.random() < 0.3:
        made["passes_deal"] = rng.random() < 0.5
    return made


def void(rng: Random) -> Plain:
    """Make a void deal."""
    return {
        "entry": "void",
        **rng.choice(({}, {"passes_deal": True}, {"note": rng.choice(NOTES[:4]), "passes_deal": False})),
    }


def spoilt(rng: Random, payload: Plain) -> Plain:
    """Change a payload in up to three places, also within its lists."""
    data = copy.deepcopy(payload)
    for _change in range(rng.choice((1, 1, 1, 2, 3))):
        key = rng.choice((*data, *data, *KEYS)) if rng.random() < 0.9 else rng.choice(KEYS)
        value = data.get(key)
        if isinstance(value, list) and value and rng.random() < 0.7:
            value[rng.randrange(len(value))] = rng.choice(JUNK)
        elif rng.random() < 0.1:
            data.pop(key, None)
        else:
            data[key] = copy.deepcopy(rng.choice(NOTES if key == "note" and rng.random() < 0.8 else JUNK))
    return data


def entries(rng: Random, game: AnyGame, rules: list[Plain], deal: Deal) -> Iterator[Plain]:
    """Make single entries without end."""
    while True:
        seats = rng.choice(game.seats)
        names = rng.choice(NAMES)[:seats]
        roll = rng.random()
        if roll < 0.08:
            data: object = void(rng)
        elif roll < 0.2:
            data = ruling(rng, game, seats)
        else:
            data = deal(rng, seats, rng.randrange(seats))
        if rng.random() < 0.6:
            data = spoilt(rng, dict(data) if isinstance(data, dict) else {})
        if rng.random() < 0.01:
            data = rng.choice((None, [], "x", 5, {}))
        yield {"kind": "entry", "data": data, "options": rng.choice(rules), "seats": seats, "names": names}


def options(rng: Random, rules: list[Plain]) -> Iterator[Plain]:
    """Make house rules without end, most of them wrong."""
    while True:
        data = rng.choice(rules)
        yield {"kind": "options", "data": spoilt(rng, data) if rng.random() < 0.8 else data, "names": NAMES[0]}


def games(rng: Random, game: AnyGame, rules: list[Plain], deal: Deal, start: Start, known: Known) -> Iterator[Plain]:
    """Make whole games without end: dealers by hand, empty seats, entries after the end, agreed endings."""
    while True:
        seats = rng.choice(game.seats)
        house = rng.choice(rules)
        first = rng.randrange(seats)
        vacant = _vacancy(rng, game, seats)
        by_hand = {rng.randrange(8): rng.randrange(seats) for _time in range(rng.choice((0, 0, 1, 2)))}
        rotation = Rotation(seats, first, by_hand, {at: frozenset(empty) for at, empty in vacant.items()})
        payloads: list[Plain] = []
        dealer = rotation.first()
        begun = start(rng, seats, house)
        for index in range(len(begun) + rng.choice((0, 0, 1) if begun else (0, 1, 2, 3, 4, 6, 9, 16))):
            out = game.sits_out(dealer, seats, rotation.empty(index))
            wrong = rng.random() < 0.003
            row = _row(rng, game, house, seats, deal, rng.randrange(seats) if wrong else out)
            payloads.append(begun[index] if index < len(begun) else row)
            loaded = load_entry(game, payloads[-1], game.load_options(house), seats)
            dealer = rotation.after(index, dealer, passes_deal(loaded))
        yield {
            "kind": "game",
            "options": house,
            "seats": seats,
            "first_dealer": first,
            "dealers": by_hand,
            "vacant": vacant,
            "entries": payloads,
            "open": known(rng, seats),
            "closings": [_closing(rng, game, seats) for _time in range(2)],
            "names": rng.choice(NAMES)[:seats],
        }


def sheets(rng: Random, game: AnyGame, rules: list[Plain], deal: Deal) -> Iterator[Plain]:
    """Make whole sheets without end: rows taken out, people who leave, a last round, an agreed ending."""
    while True:
        seats = rng.choice(game.seats)
        house = rng.choice(rules)
        ids = [str(UUID(int=number + 1)) for number in range(rng.choice((0, 1, 3, 6, 9)))]
        rows: list[Plain] = [
            {"id": row, "payload": {}, "dealer": rng.randrange(seats) if rng.random() < 0.05 else None,
             "removed": rng.random() < 0.15} for row in ids
        ]  # fmt: skip
        sheet: Plain = {
            "options": house,
            "first_dealer": rng.randrange(seats),
            "close": _closing(rng, game, seats) if rng.random() < 0.2 else None,
            "last_round": _last_round(rng, game, seats, ids) if rng.random() < 0.5 else None,
            "spells": _spells(rng, seats, ids),
            "rows": rows,
        }
        _fill(rng, game, sheet, deal)
        yield {"kind": "sheet", "game": game.key, "sheet": sheet, "names": rng.choice(NAMES)[:seats]}


def corrections(rng: Random, game: AnyGame, rules: list[Plain], deal: Deal) -> Iterator[Plain]:
    """Make corrections of possible sheets without end."""
    for case in sheets(rng, game, rules, deal):
        sheet = case["sheet"]
        try:
            seats = snapshot_of(game.key, sheet).seats
            fold(snapshot_of(game.key, sheet))
        except InvalidInputError:
            continue
        ids = [row["id"] for row in sheet["rows"]]
        op = rng.choice(("add", "insert", "amend", "remove", "restore")) if ids else "add"
        row = rng.choice(ids) if ids else None
        edit: Plain = {"op": op, "id": str(UUID(int=99)) if op in ("add", "insert") else row}
        if op == "insert":
            edit["before"] = row
        if op in ("add", "insert", "amend"):
            edit["payload"] = _row(rng, game, sheet["options"], seats, deal, rng.randrange(seats))
            edit["dealer"] = rng.randrange(seats) if rng.random() < 0.2 else None
        yield {"kind": "edit", "game": game.key, "sheet": sheet, "edit": edit, "names": case["names"]}


def snapshot_of(game: str, sheet: Plain) -> Snapshot:
    """Give a sheet as the services hold it."""
    spells = (
        Spell(each["seat"], each["player_id"] and UUID(each["player_id"]), each["after"] and UUID(each["after"]))
        for each in sheet["spells"]
    )
    rows = (Row(UUID(row["id"]), row["payload"], row["dealer"], row["removed"]) for row in sheet["rows"])
    return Snapshot(
        game=game,
        options=sheet["options"],
        mode=Mode.POINTS,
        stake_minor=0,
        currency="EUR",
        first_dealer=sheet["first_dealer"],
        close=sheet["close"],
        spells=tuple(spells),
        rows=tuple(rows),
        last_round=sheet["last_round"],
    )


def _fill(rng: Random, game: AnyGame, sheet: Plain, deal: Deal) -> None:
    """Give each row a payload that fits who deals then, nearly always."""
    snapshot = snapshot_of(game.key, sheet)
    by_hand = {index: row.dealer for index, row in enumerate(snapshot.live) if row.dealer is not None}
    rotation = Rotation(snapshot.seats, snapshot.first_dealer, by_hand, snapshot.vacancy())
    dealer, index = rotation.first(), 0
    for row in sheet["rows"]:
        out = game.sits_out(dealer, snapshot.seats, rotation.empty(index))
        wrong = rng.random() < 0.01
        row["payload"] = _row(
            rng, game, sheet["options"], snapshot.seats, deal, rng.randrange(snapshot.seats) if wrong else out
        )
        if rng.random() < 0.01:
            row["payload"] = spoilt(rng, row["payload"])
        elif not row["removed"]:
            loaded = load_entry(game, row["payload"], game.load_options(sheet["options"]), snapshot.seats)
            dealer = rotation.after(index, dealer, passes_deal(loaded))
        index += not row["removed"]


def _spells(rng: Random, seats: int, rows: list[str]) -> list[Plain]:
    """Let somebody sit at each seat; at times one leaves behind a row, and somebody comes back."""
    spells: list[Plain] = []
    leaver = rng.randrange(seats) if rows and rng.random() < 0.4 else None
    for seat in range(seats):
        spells.append({"seat": seat, "player_id": str(UUID(int=100 + seat)), "after": None})
        if seat == leaver:
            at = rng.randrange(len(rows))
            spells.append({"seat": seat, "player_id": None, "after": rows[at]})
            if rng.random() < 0.4 and at + 1 < len(rows):
                spells.append({"seat": seat, "player_id": str(UUID(int=110)), "after": rng.choice(rows[at + 1 :])})
    return spells


def _last_round(rng: Random, game: AnyGame, seats: int, rows: list[str]) -> Plain:
    """Announce a last round behind a row, for some deals or until somebody has dealt."""
    deals = rng.choice((None, 1, 2, 3, 4))
    until = rng.randrange(seats) if deals is None else None
    return {
        "after": rng.choice((None, *rows)),
        "deals": deals,
        "until": until,
        "how": rng.choice(game.agreements),
    }


def _row(rng: Random, game: AnyGame, house: Plain, seats: int, deal: Deal, out: int | None) -> Plain:
    """Make a row that can be."""
    while True:
        roll = rng.random()
        payload = void(rng) if roll < 0.05 else ruling(rng, game, seats) if roll < 0.12 else deal(rng, seats, out)
        try:
            load_entry(game, payload, game.load_options(house), seats)
        except InvalidDealError:
            continue
        return payload


def _vacancy(rng: Random, game: AnyGame, seats: int) -> dict[int, list[int]]:
    """Make seats empty from some entries on: one of five, at times one of the fewest."""
    if rng.random() < (0.5 if seats - 1 in game.seats else 0.9):
        return {}
    found = {rng.randrange(6): [rng.randrange(seats)]}
    if rng.random() < 0.5:
        found[6 + rng.randrange(4)] = rng.choice(([], [rng.randrange(seats)]))
    return found


def _closing(rng: Random, game: AnyGame, seats: int) -> Plain:
    """Make a way to end by agreement, often a wrong one."""
    stakes = [rng.randrange(-3, 4) for _seat in range(seats)]
    stakes[rng.randrange(seats)] -= sum(stakes)
    made: Plain = {"how": rng.choice((*game.agreements, "by_hand", "by_hand"))}
    if made["how"] == "by_hand":
        made["stakes"] = stakes
    return spoilt(rng, made) if rng.random() < 0.3 else made
