"""Read a CSV file of old sheets: a day, perhaps the number of the game, and a column of penalties for each player."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from scorekeeper.core.problems import Param, Problem
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.names import clean_name, fold_name

MOST_BYTES = 1024 * 1024
MOST_ROWS = 10_000
MOST_NAMES = 40
MOST_PROBLEMS = 200
FEWEST_NAMES = 4

# The column with the number of the game, as people head it.
GAME_HEADINGS = frozenset({"game", "partie", "партия", "партія", "partij", "partia", "nr", "no"})
SEPARATORS = ";\t,"
ISO_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
POINT_DAY = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
NUMBER = re.compile(r"\d{1,6}")
NOTHING = frozenset({"-", "–", "—"})
FIRST_YEAR = 1900


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One deal: the line of the file, its day, what stands for the game, and a penalty a name, None where blank."""

    line: int
    day: date
    game: str
    penalties: tuple[int | None, ...]


@dataclass(slots=True)
class PaperFile:
    """What a file holds: the names in the order of its columns, the deals that could be read, and the problems.

    Problems stand at ``line.<number>``; those of the file as a whole at ``""``.
    """

    names: tuple[str, ...] = ()
    has_games: bool = False
    rows: list[PaperRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, code: str, line: int | None = None, **params: Param) -> None:
        """Note a problem, unless there are too many already."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(code, "" if line is None else f"line.{line}", params))


def decoded(data: bytes) -> str:
    """Give the text of a file as spreadsheets write it: UTF-8, UTF-16 with its mark, or Windows' western letters."""
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read_paper(text: str) -> PaperFile:
    """Read a file; whatever is wrong with it is among its problems."""
    file = PaperFile()
    if len(text) > MOST_BYTES:
        file.add("paper_too_large", most=MOST_ROWS)
        return file
    lines = list(_cells(text, file))
    if not lines:
        file.add("paper_empty_file")
        return file
    _read_heading(file, *lines[0])
    if file.problems:
        return file
    for line, cells in lines[1 : MOST_ROWS + 1]:
        _read_row(file, line, cells)
    if len(lines) > MOST_ROWS + 1:
        file.add("paper_too_large", most=MOST_ROWS)
    elif len(lines) == 1:
        file.add("paper_empty_file")
    return file


def _cells(text: str, file: PaperFile) -> Iterator[tuple[int, list[str]]]:
    """Give the lines that hold anything, with their numbers."""
    text = text.removeprefix("\ufeff").replace("\0", "")
    heading = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(SEPARATORS, key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error:
        file.add("paper_unreadable", reader.line_num)


def _read_heading(file: PaperFile, line: int, cells: list[str]) -> None:
    file.has_games = len(cells) > 1 and cells[1].casefold().rstrip(".") in GAME_HEADINGS
    heads = cells[2 if file.has_games else 1 :]
    while heads and not heads[-1]:
        heads.pop()
    names: list[str] = []
    for head in heads:
        try:
            name = clean_name(head)
        except InvalidInputError as error:
            file.add(error.problems[0].code, line, **error.problems[0].params)
            continue
        if fold_name(name) in map(fold_name, names):
            file.add("name_twice", line, name=name)
        names.append(name)
    if not FEWEST_NAMES <= len(heads) <= MOST_NAMES:
        file.add("paper_heading", line, fewest=FEWEST_NAMES)
    file.names = tuple(names)


def _read_row(file: PaperFile, line: int, cells: list[str]) -> None:
    before = len(file.problems)
    day = read_day(cells[0])
    if day is None:
        file.add("paper_day", line, text=cells[0][:20])
    first = 2 if file.has_games else 1
    penalties = [_penalty(file, line, cell) for cell in cells[first:]]
    if any(each is not None for each in penalties[len(file.names) :]):
        file.add("paper_columns", line)
    game = cells[1] if file.has_games and len(cells) > 1 else ""
    if day is not None and len(file.problems) == before:
        count = len(file.names)
        file.rows.append(PaperRow(line, day, game, (*penalties[:count], *[None] * (count - len(penalties)))))


def _penalty(file: PaperFile, line: int, cell: str) -> int | None:
    if cell in NOTHING:
        return 0
    if not cell:
        return None
    if not NUMBER.fullmatch(cell) or not cell.isascii():
        file.add("paper_number", line, text=cell[:20])
        return 0
    return int(cell)


def read_day(text: str) -> date | None:
    """Read ``2019-05-31`` or ``31.5.2019``; other orders could be mistaken for each other.

    >>> read_day("31. 5. 2019"), read_day("5/6/2019")
    (datetime.date(2019, 5, 31), None)
    """
    iso, point = ISO_DAY.fullmatch(text), POINT_DAY.fullmatch(text)
    numbers = iso.groups() if iso else point.groups()[::-1] if point else None
    if numbers is None or not text.isascii():
        return None
    try:
        found = date(*map(int, numbers))
    except ValueError:
        return None
    return found if found.year >= FIRST_YEAR else None
