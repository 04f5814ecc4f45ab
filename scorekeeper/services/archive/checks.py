"""Hold a document against what the app relies on: names, money, and every game against its rules."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import cast

from scorekeeper.models import Entry, Evening, Feat, Seat, Sheet, SheetStatus
from scorekeeper.registry import GAMES
from scorekeeper.services import feats, results
from scorekeeper.services.archive.paid import paid_results
from scorekeeper.services.archive.read import Fields, Problems
from scorekeeper.services.book import snapshot_of
from scorekeeper.services.checks import currencies, stake_problems
from scorekeeper.services.errors import InvalidInputError, InvalidRowError
from scorekeeper.services.evenings import PLACE_LENGTH
from scorekeeper.services.groups import is_zone
from scorekeeper.services.names import LONGEST, clean_name, fold_name
from scorekeeper.services.snapshot import Snapshot
from scorekeeper.services.standings import Fold, fold, load_row

Rows = Mapping[str, list[Fields]]
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What reading rows in a wrong shape may end in; a document is not to be trusted to have another."""


def check_rows(rows: Rows, problems: Problems) -> None:
    """Note what no group could have come to by itself; work out what follows from the rest."""
    _check_people(rows, problems)
    _check_money(rows, problems)
    _check_versions(rows)
    problems.stop()
    _check_sheets(rows, problems)
    _check_log(rows, problems)
    problems.stop()


def _check_people(rows: Rows, problems: Problems) -> None:
    (group,) = rows["group"]
    _check_name(group["name"], "group.1.name", LONGEST, problems)
    if not is_zone(str(group["zone"])):
        problems.add("zone_unknown", "group.1.zone")
    if group["currency"] not in currencies():
        problems.add("currency_unknown", "group.1.currency")
    seen: set[str] = set()
    for number, player in enumerate(rows["player"], 1):
        _check_name(player["name"], f"player.{number}.name", LONGEST, problems)
        player["folded"] = fold_name(str(player["name"]))
        if player["folded"] in seen:
            problems.add("twice", f"player.{number}.name")
        seen.add(str(player["folded"]))
    for number, evening in enumerate(rows["evening"], 1):
        if evening["place"]:
            _check_name(evening["place"], f"evening.{number}.place", PLACE_LENGTH, problems)


def _check_money(rows: Rows, problems: Problems) -> None:
    for name in ("transfer", "payment"):
        for number, row in enumerate(rows[name], 1):
            if row["currency"] not in currencies():
                problems.add("currency_unknown", f"{name}.{number}.currency")
            if cast("int", row["amount_minor"]) <= 0:
                problems.add("amount", f"{name}.{number}.amount_minor")


def _check_name(name: object, where: str, longest: int, problems: Problems) -> None:
    try:
        fine = clean_name(str(name), longest=longest) == name
    except InvalidInputError:
        fine = False
    if not fine:
        problems.add("name", where)


def _check_versions(rows: Rows) -> None:
    """Let each scope count on from its last change."""
    last: dict[object, int] = defaultdict(int)
    for change in rows["change"]:
        last[change["scope_id"]] = max(last[change["scope_id"]], cast("int", change["number"]))
    for name in ("group", "evening", "sheet"):
        for row in rows[name]:
            row["version"] = max(cast("int", row["version"]), last[row["id"]])


def _check_sheets(rows: Rows, problems: Problems) -> None:
    """Fold each game, and keep its results: those in the document only where the evening is settled.

    The feats and counts follow from the rows in any case.
    """
    evenings = {row["id"]: Evening(**row) for row in rows["evening"]}
    settled = {row["id"] for row in rows["evening"] if row["settled_at"] is not None}
    numbers = {row["id"]: number for number, row in enumerate(rows["entry"], 1)}
    seats = _by_sheet(rows["seat"], lambda row: (row["seat"], row["from_position"]))
    entries = _by_sheet(rows["entry"], lambda row: (row["position"],))
    for number, row in enumerate(rows["sheet"], 1):
        place = f"sheet.{number}"
        mine, held = seats[row["id"]], entries[row["id"]]
        if not _fits(row, mine, held, place, problems):
            continue
        try:
            snapshot, found = _keep_results(row, mine, held, settled=row["evening_id"] in settled)
            rows["feat"].extend(_feats(Sheet(**row), snapshot, found, held, evenings))
        except InvalidRowError as error:
            problems.add("row_impossible", f"entry.{numbers[error.entry_id]}.payload", cause=error.causes[0].code)
        except InvalidInputError as error:
            first = error.problems[0]
            problems.add("sheet_impossible", f"{place}.{first.where}".rstrip("."), cause=first.code)
        except UNREADABLE:
            problems.add("sheet_unreadable", place)


def _by_sheet(rows: Iterable[Fields], order: Callable[[Fields], object]) -> defaultdict[object, list[Fields]]:
    found: defaultdict[object, list[Fields]] = defaultdict(list)
    for row in sorted(rows, key=cast("Callable[[Fields], tuple[int, ...]]", order)):
        found[row["sheet_id"]].append(row)
    return found


def _fits(row: Fields, seats: list[Fields], entries: list[Fields], place: str, problems: Problems) -> bool:
    """Say whether a game is known, each seat is taken from the start, and its rows count from 1 without a gap."""
    count = len(problems.found)
    game = GAMES.get(str(row["game"]))
    if game is None:
        problems.add("game", f"{place}.game")
    elif row["seats"] not in game.seats:
        problems.add("seats", f"{place}.seats")
    if [seat["seat"] for seat in seats if seat["from_position"] == 0] != list(range(cast("int", row["seats"]))):
        problems.add("seats", f"{place}.seats")
    if [entry["position"] for entry in entries] != list(range(1, len(entries) + 1)):
        problems.add("positions", place)
    if not all(0 <= cast("int", seat["from_position"]) <= len(entries) for seat in seats):
        problems.add("positions", place)
    for problem in stake_problems(cast("int", row["stake_minor"]), str(row["currency"])):
        problems.add(problem.code, f"{place}.{problem.where}")
    return len(problems.found) == count


def _feats(
    sheet: Sheet, snapshot: Snapshot, found: Fold, entries: list[Fields], evenings: Mapping[object, Evening]
) -> list[Fields]:
    """Give the rows of the game's feats."""
    told = () if sheet.status == SheetStatus.DISCARDED else feats.feats_of(found, snapshot.seats)
    entered = {row["id"]: row["created_at"] for row in entries}
    when = (evenings[sheet.evening_id], evenings.get(sheet.begun_evening_id))
    kept = feats.written(told, snapshot, found, cast("dict[uuid.UUID, datetime]", entered), *when)
    made = [feats.new_row(sheet, each) for each in kept]
    return [{column.name: getattr(row, column.name) for column in Feat.__table__.columns} for row in made]


def _keep_results(
    row: Fields, seat_rows: list[Fields], entry_rows: list[Fields], *, settled: bool
) -> tuple[Snapshot, Fold]:
    """Put the results that follow from the rows in their place; give what they were worked out from."""
    sheet = Sheet(**row)
    seats = [Seat(**each) for each in seat_rows]
    snapshot = snapshot_of(sheet, seats, [Entry(**each) for each in entry_rows])
    found = fold(snapshot)
    for claimed in snapshot.rows:
        if claimed.other is not None:
            load_row(found.game, found.options, snapshot, replace(claimed, payload=claimed.other))
    right = results.computed(sheet.status, snapshot, found)
    if settled:
        right = paid_results(results.stored(sheet, seats), right, snapshot)
    results.store(sheet, seats, right, sheet.ended_at or sheet.started_at)
    for each, model in ((row, sheet), *zip(seat_rows, seats, strict=True)):
        each.update({name: getattr(model, name) for name in each})
    return snapshot, found


def _check_log(rows: Rows, problems: Problems) -> None:
    """Refuse changes of games whose fragments no log could show."""
    entries = {str(row["id"]): row["sheet_id"] for row in rows["entry"]}
    sheets = {row["id"] for row in rows["sheet"]}
    people = {str(row["id"]) for row in rows["player"]}
    for number, change in enumerate(rows["change"], 1):
        if change["scope_id"] not in sheets:
            continue
        entry_id = change["entry_id"]
        if entry_id is not None and entries.get(str(entry_id)) != change["scope_id"]:
            problems.add("foreign_id", f"change.{number}.entry_id")
        for name in ("before", "after"):
            for wrong in _wrong_parts(cast("Fields | None", change[name]) or {}, entries, change["scope_id"], people):
                problems.add("fragment", f"change.{number}.{name}.{wrong}")
        if not _is_agreed(cast("Fields | None", change["result"]) or {}, people):
            problems.add("fragment", f"change.{number}.result.stakes")


def _wrong_parts(fragment: Fields, entries: Mapping[str, object], sheet_id: object, people: set[str]) -> Iterator[str]:
    """Name the parts of a fragment that are not what they should be (see `services.fragments`)."""
    touched = fragment.get("entries", {})
    if not isinstance(touched, dict) or not all(
        entries.get(entry_id) == sheet_id and isinstance(fields, dict) and _is_row(fields)
        for entry_id, fields in touched.items()
    ):
        yield "entries"
    if not isinstance(fragment.get("sheet", {}), dict):
        yield "sheet"
    seated = fragment.get("people", [])
    if not isinstance(seated, list) or not all(isinstance(each, str) and each in people for each in seated):
        yield "people"
    spells = fragment.get("spells", [])
    if not isinstance(spells, list) or not all(_is_spell(each, entries, people) for each in spells):
        yield "spells"


def _is_agreed(result: Fields, people: set[str]) -> bool:
    """Say whether what an agreement says of who gets what, if it says anything, is a list of people and stakes."""
    stakes = result.get("stakes", [])
    return isinstance(stakes, list) and all(_is_stake(each, people) for each in stakes)


def _is_stake(stake: object, people: set[str]) -> bool:
    match stake:
        case [str(who), int(gets)]:
            return who in people and not isinstance(gets, bool)
    return False


def _is_spell(spell: object, entries: Mapping[str, object], people: set[str]) -> bool:
    match spell:
        case [int(), str() | None as player_id, str() | None as after, bool()]:
            return (player_id is None or player_id in people) and (after is None or after in entries)
    return False


def _is_row(fields: Fields) -> bool:
    dealer = fields.get("dealer")
    return (
        isinstance(fields.get("payload", {}), dict)
        and (dealer is None or type(dealer) is int)
        and isinstance(fields.get("removed", False), bool)
        and isinstance(fields.get("other", None), dict | None)
        and isinstance(fields.get("after", None), str | None)
    )
