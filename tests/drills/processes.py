"""Processes of a server, found and ended without a warning."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

GONE_SECONDS = 60


def children_of(parent: int) -> list[int]:
    """Give the processes that a process started and that still run, the oldest first."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name, which may hold anything, stands in parentheses.
            state, started_by = status.read_text(errors="replace").rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(started_by) == parent and state != "Z":
            found.append(int(status.parent.name))
    return sorted(found)


def kill(*processes: int) -> None:
    """End processes as the kernel does when there is no memory left; one that is gone already is fine."""
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            continue


def wait_until(true: Callable[[], object], seconds: float = GONE_SECONDS) -> None:
    """Wait for a state. Raises TimeoutError."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            raise TimeoutError(getattr(true, "__doc__", None) or repr(true))
        time.sleep(0.05)


def group_is_gone(group: int) -> bool:
    """Say whether no process of a group runs any more."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False
