"""Print how many answers a second the app gives as `make run` serves it, and how pages grow with a group's years.

With the word ``keep`` the second table is kept in docs/bench under the day's date.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from bench import growth, report, seeds
from bench.load import Measured, measure
from bench.server import running_app

SECONDS = 4.0
PATHS = {
    "health: one query": "/healthz",
    "start page": "/",
    "a page that does not exist": "/nothing-here",
}


def main() -> int:
    """Print both tables; give 1 when a page grows more than it may."""
    served()
    say = sys.stdout.write
    small, large = seeds.made(seeds.SMALL, say), seeds.made(seeds.LARGE, say)
    found = []
    for each in growth.measure(small, large):
        found.append(each)
        say(f"{each.page}: {each.ratio:.2f}\n")
        sys.stdout.flush()
    say("\n" + report.table(found, small, large))
    if "keep" in sys.argv[1:]:
        say(f"Kept in {report.keep(found, small, large, datetime.now(UTC).date())}.\n")
    too_much = report.beyond(found)
    if too_much:
        say(f"Beyond {report.LIMIT} times, or more queries: {', '.join(too_much)}.\n")
    return int(bool(too_much))


def served() -> None:
    """Measure each path and print a table."""
    with running_app() as address:
        sys.stdout.write(f"{'page':<30}{'requests/s':>12}{'p50 ms':>10}{'p99 ms':>10}{'bytes':>10}{'errors':>10}\n")
        for name, path in PATHS.items():
            sys.stdout.write(line(name, measure(f"{address}{path}", SECONDS)))
            sys.stdout.flush()


def line(name: str, result: Measured) -> str:
    """Write one row of the table."""
    return (
        f"{name:<30}{result.per_second:>12.0f}{result.percentile_ms(50):>10.1f}"
        f"{result.percentile_ms(99):>10.1f}{result.bytes_each:>10}{result.errors:>10}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
