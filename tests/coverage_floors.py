"""How much of the code the tests must run: every branch of the rules, nearly all of the rest."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from coverage import Coverage

from tests.house import pure_modules

FLOOR_PERCENT = 95.0


@dataclass(frozen=True, slots=True)
class FileCoverage:
    """Count the lines and branches of one file, and those that the tests ran; a pure one holds rules."""

    path: str
    possible: int
    run: int
    is_pure: bool


class Held(StrEnum):
    """Say what a run holds to its floor: the rules alone, or all of the code."""

    RULES = "rules"
    ALL = "all"


def check_floors(root: Path, held: Held) -> list[str]:
    """Read the run's coverage and give a line for each shortfall of what is held."""
    measured = read_coverage(root)
    return shortfalls(measured if held is Held.ALL else [file for file in measured if file.is_pure])


def shortfalls(files: Iterable[FileCoverage]) -> list[str]:
    """Give a line for each pure file with anything left out, and one if the rest together misses the floor."""
    measured = list(files)
    found = [
        f"{file.path}: {file.possible - file.run} lines or branches never ran, and here every one must"
        for file in measured
        if file.is_pure and file.run < file.possible
    ]
    rest = [file for file in measured if not file.is_pure]
    possible, run = sum(file.possible for file in rest), sum(file.run for file in rest)
    if possible and 100 * run / possible < FLOOR_PERCENT:
        found.append(f"outside the rules {100 * run / possible:.1f} % ran, and {FLOOR_PERCENT:.0f} % must")
    if not measured:
        found.append("nothing was measured")
    return found


def read_coverage(root: Path) -> list[FileCoverage]:
    """Read `.coverage` below the root through the library's own report."""
    coverage = Coverage(data_file=str(root / ".coverage"), config_file=str(root / "pyproject.toml"))
    coverage.load()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(report), show_contexts=False)
        measured = json.loads(report.read_text(encoding="utf-8"))
    return [_file(root, path, entry["summary"]) for path, entry in measured["files"].items()]


def _file(root: Path, path: str, summary: Mapping[str, int]) -> FileCoverage:
    return FileCoverage(
        path,
        summary["num_statements"] + summary["num_branches"],
        summary["covered_lines"] + summary["covered_branches"],
        root / path in pure_modules(),
    )
