"""Start the app as `make run` does, on a database of its own, and print what was measured."""

from __future__ import annotations

import sys

from bench.load import Measured, measure
from bench.server import running_app

SECONDS = 4.0
PATHS = {
    "health: one query": "/healthz",
    "start page": "/",
    "a page that does not exist": "/nothing-here",
}


def main() -> None:
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


main()
