"""What several drills are done to: a database of either kind, which the server finds in its surroundings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import throw_away_server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Give the address of a database without tables, which the server uses as well."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'drill.sqlite3'}"
        monkeypatch.setenv("DATABASE_URL", url)
        yield url
        return
    with throw_away_server() as address:
        monkeypatch.setenv("DATABASE_URL", f"{address}postgres")
        yield f"{address}postgres"
