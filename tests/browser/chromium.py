"""Which Chromium the tests drive."""

from __future__ import annotations

import shutil
from pathlib import Path


def executable() -> Path:
    """Give the Chromium without a window, which works half as hard for the same pages, or else the whole one."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert found, "the tests need chromium-headless-shell or chromium"
    return Path(found)
