"""Any sequence of entries and corrections from two phones equals the fold of what is left on the sheet."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy.orm import Session

from tests.services.sheet_machine import FiveSeatMachine, SheetMachine
from tests.services.table_machine import TableLifeMachine

MACHINES = [TableLifeMachine, FiveSeatMachine]


def hurry(session: Session) -> None:
    """Let SQLite not wait for the disk: this test is about what is written, not whether it stays."""
    if session.get_bind().dialect.name == "sqlite":
        with session.get_bind().engine.connect() as connection:
            driver = connection.connection.driver_connection
            assert driver is not None
            driver.execute("PRAGMA synchronous=OFF")


RUN = settings(
    max_examples=6,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.no_cover
@pytest.mark.parametrize("machine", MACHINES)
def test_any_sequence_of_changes_equals_the_fold_of_what_is_left(machine: type[SheetMachine], session: Session) -> None:
    hurry(session)
    machine.session = session
    run_state_machine_as_test(machine, settings=RUN)


@pytest.mark.drill
@pytest.mark.parametrize("machine", MACHINES)
def test_any_long_sequence_of_changes_equals_the_fold_of_what_is_left(
    machine: type[SheetMachine], session: Session
) -> None:
    hurry(session)
    machine.session = session
    run_state_machine_as_test(machine, settings=settings(RUN, max_examples=200, stateful_step_count=50))
