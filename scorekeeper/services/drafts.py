"""Files that are whole or not there at all."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """Give an empty file beside `target` that nobody else can read; it takes that name when the block ends well.

    Raises OSError.
    """
    draft = target.with_name(f".{target.name}.{uuid.uuid4().hex[:8]}")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield draft
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
