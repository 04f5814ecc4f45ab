"""Corrections that are asked twice, done at once by the tests."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import pytest

from scorekeeper.services import undo
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.preview import Preview
from scorekeeper.services.rebuild import rebuild
from tests.services.factories import Table, new_key

UseCase = Callable[..., Preview]


def do(table: Table, use_case: UseCase, sheet_id: uuid.UUID, **wish: object) -> Preview:
    """Look at a correction first, then do it: what stands is what was shown."""
    base = table.sheet(sheet_id).version
    shown = use_case(table.session, table.device, sheet_id, key=new_key(), base_version=base, dry_run=True, **wish)
    table.session.rollback()
    assert table.sheet(sheet_id).version == base
    confirm = shown.fingerprint if shown.ending_moved else None
    done = use_case(table.session, table.device, sheet_id, key=new_key(), base_version=base, confirm=confirm, **wish)
    assert (done.standings, done.ending) == (shown.standings, shown.ending)
    return done


def problems(table: Table, use_case: UseCase, sheet_id: uuid.UUID, **wish: object) -> list[tuple[str, str]]:
    """Give what is wrong with a correction, by code and place."""
    base = table.sheet(sheet_id).version
    with pytest.raises(InvalidInputError) as refused:
        use_case(table.session, table.device, sheet_id, key=new_key(), base_version=base, **wish)
    table.session.rollback()
    return [(problem.code, problem.where) for problem in refused.value.problems]


def back(table: Table, sheet_id: uuid.UUID) -> None:
    """Undo the newest change."""
    step = table.sheet(sheet_id).undo
    assert step is not None
    undo.undo(table.session, table.second, sheet_id, step.change_id, key=new_key())


def forth(table: Table, sheet_id: uuid.UUID) -> None:
    """Redo the newest change that was undone."""
    step = table.sheet(sheet_id).redo
    assert step is not None
    undo.redo(table.session, table.second, sheet_id, step.change_id, key=new_key())


def check_kept(table: Table) -> None:
    """Hold what is kept of games that are over against a recomputation."""
    table.session.rollback()
    assert [finding for finding in rebuild(table.session, apply=False) if finding is not None] == []
    table.session.rollback()
