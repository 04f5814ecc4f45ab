"""Tables as files that a spreadsheet opens: bytes as its language expects them, and text that is no formula."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from types import MappingProxyType
from typing import IO
from zoneinfo import ZoneInfo

from flask_babel.speaklater import LazyString

from scorekeeper.services.tables import Cell, Money, SpreadTable, Word
from scorekeeper.web.formatting import exponent
from scorekeeper.web.forms_base import _l
from scorekeeper.web.game_forms import FORMS

FORMULA_SIGNS = frozenset("=+-@\t\r\n＝＋－＠")
"""What a cell may begin with that a spreadsheet takes for a formula, in full width too."""


@dataclass(frozen=True, slots=True)
class Style:
    """How the spreadsheets of a language read a file: what parts two cells, and the decimal mark."""

    separator: str
    mark: str


STYLES: Mapping[str, Style] = MappingProxyType({"comma": Style(";", ","), "point": Style(",", ".")})
"""By the decimal mark: a German spreadsheet reads ``1,50`` and parts cells with semicolons, an English one not."""

WORDS: dict[str, str | LazyString] = {
    "player": _l("Player"),
    "since": _l("Since"),
    "retired": _l("Retired"),
    "date": _l("Date"),
    "place": _l("Place"),
    "games": _l("Games"),
    "people": _l("People"),
    "game": _l("Game"),
    "kind": _l("Kind"),
    "state": _l("State"),
    "ending": _l("Ending"),
    "mode": _l("Played for"),
    "stake": _l("Stake"),
    "currency": _l("Currency"),
    "deals": _l("Deals"),
    "total": _l("Points"),
    "marks": _l("Marks"),
    "stakes": _l("Stakes"),
    "amount": _l("Amount"),
    "deal": _l("Deal"),
    "dealer": _l("Dealer"),
    "entered": _l("Entered as"),
    "payer": _l("Payer"),
    "payee": _l("Payee"),
    "note": _l("Note"),
    "open": _l("running"),
    "adjourned": _l("adjourned"),
    "ended": _l("ended"),
    "broken_off": _l("broken off"),
    "agreed": _l("agreed"),
    "closed": _l("account closed"),
    "money": _l("money"),
    "points": _l("points"),
    "kitty": _l("kitty"),
    "void": _l("void"),
    "ruling": _l("ruling"),
}
for _game, _forms in FORMS.items():
    WORDS |= {_game: _forms.name, **_forms.endings}


def write_zip(file: IO[bytes], tables: Iterable[SpreadTable], style: Style, zone: str) -> None:
    """Write a file for each table into one archive."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for table in tables:
            with (
                archive.open(f"{table.name}.csv", "w") as raw,
                io.TextIOWrapper(raw, encoding="utf-8-sig", newline="") as text,
            ):
                write_table(text, table, style, zone)


def write_table(file: IO[str], table: SpreadTable, style: Style, zone: str) -> None:
    """Write one table with its heading."""
    writer = csv.writer(file, delimiter=style.separator, lineterminator="\r\n")
    writer.writerow([written(column, style, zone) for column in table.columns])
    for row in table.rows:
        writer.writerow([written(cell, style, zone) for cell in row])


def written(cell: Cell, style: Style, zone: str) -> str:
    """Write one cell: numbers stay numbers, days are ISO, text never computes anything."""
    if isinstance(cell, str):
        return harmless(cell)
    if isinstance(cell, Word):
        return harmless(str(WORDS.get(cell.code, cell.code)))
    if isinstance(cell, Money):
        return f"{Decimal(cell.minor).scaleb(-exponent(cell.currency)):f}".replace(".", style.mark)
    if isinstance(cell, datetime):
        return cell.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")
    if isinstance(cell, date):
        return cell.isoformat()
    return "" if cell is None else str(cell)


def harmless(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula."""
    return f"'{text}" if text.lstrip(" ")[:1] in FORMULA_SIGNS and text.strip() else text
