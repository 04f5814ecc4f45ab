"""What the measurements say, as a table to read and as JSON to keep."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from bench.growth import Growth
from bench.seeds import Made

LIMIT = 1.5
"""So many times the small group's time a page may take in the large one."""

MOST_QUERIES = 12
KEPT = Path(__file__).resolve().parents[1] / "docs" / "bench"


def table(found: Sequence[Growth], small: Made, large: Made) -> str:
    """Write what grew, as a table in Markdown."""
    compared = (
        f"{small.deals:,} deals alone (A) against one of {large.deals:,} in a database of {large.deals_in_all:,} (B)"
    )
    lines = [
        f"One group of {compared}, on SQLite.",
        "",
        f"| {'page':<24} | queries A | queries B | A ms | B ms | B / A | spread        |",
        f"|{'-' * 26}|----------:|----------:|-----:|-----:|------:|---------------|",
    ]
    for each in found:
        one, other = each.medians_ms
        spread = f"{each.ratios[0]:.2f} to {each.ratios[-1]:.2f}"
        lines.append(
            f"| {each.page:<24} | {each.queries[0]:>9} | {each.queries[1]:>9} | {one:>4.0f} | {other:>4.0f} "
            f"| {each.ratio:>5.2f} | {spread:<13} |"
        )
    return "\n".join(lines) + "\n"


def beyond(found: Sequence[Growth]) -> list[str]:
    """Name what is slower than it may be, or asks more than it may."""
    return [each.page for each in found if each.ratio > LIMIT or each.queries[1] > min(each.queries[0], MOST_QUERIES)]


def keep(found: Sequence[Growth], small: Made, large: Made, today: date) -> Path:
    """Keep the figures of a day beside the documents; give where."""
    KEPT.mkdir(exist_ok=True)
    pages = [
        {"page": each.page, "queries": each.queries, "small_ms": each.small_ms, "large_ms": each.large_ms}
        for each in found
    ]
    sizes = {"deals": [small.deals, large.deals], "deals_in_all": [small.deals_in_all, large.deals_in_all]}
    (KEPT / f"{today}.json").write_text(json.dumps({**sizes, "pages": pages}, indent=1) + "\n", encoding="utf-8")
    path = KEPT / f"{today}.md"
    path.write_text(f"# {today}\n\n{table(found, small, large)}", encoding="utf-8")
    return path
