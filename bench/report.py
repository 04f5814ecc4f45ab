"""What the measurements say: one table to read, JSON to go on with, and a copy of both by the day."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.figures import Figure, plain, table

KEPT = Path(__file__).resolve().parents[1] / "docs" / "bench"


@dataclass(frozen=True, slots=True)
class Run:
    """A run: its day, the machine, how many rounds, which parts, and what was found."""

    day: str
    machine: str
    rounds: int
    parts: tuple[str, ...]
    figures: tuple[Figure, ...]

    @property
    def name(self) -> str:
        """Give the name of its copy: a part alone stands beside the whole."""
        return self.day if len(self.parts) > 1 else f"{self.day}-{self.parts[0]}"

    def text(self) -> str:
        """Write it down."""
        said = f"{self.machine}; {self.rounds} rounds by turns, the median and the least and the most of the rounds."
        return f"# {self.name}\n\n{said}\n\n{table(self.figures)}"

    def data(self) -> str:
        """Give it as JSON."""
        told = {"day": self.day, "machine": self.machine, "rounds": self.rounds, "parts": self.parts}
        return json.dumps({**told, "figures": plain(self.figures)}, indent=1, ensure_ascii=False) + "\n"


def keep(run: Run, folder: Path = KEPT) -> Path:
    """Keep a run in a folder, in the place of one of the same day and parts; give where."""
    folder.mkdir(exist_ok=True)
    (folder / f"{run.name}.json").write_text(run.data(), encoding="utf-8")
    path = folder / f"{run.name}.md"
    path.write_text(run.text(), encoding="utf-8")
    return path


def missed(figures: Sequence[Figure]) -> list[str]:
    """Name what is short of its goal."""
    return [f"{each.what} ({each.unit})" for each in figures if each.verdict == "no"]
