"""What the house's rules are about: its modules, what each imports, and which of them are pure."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "scorekeeper"


def modules_of(*patterns: str) -> list[Path]:
    """Give the files of the package that match."""
    return sorted({path for pattern in patterns for path in PACKAGE.glob(pattern)})


def imported_by(path: Path) -> set[str]:
    """Give every dotted name that a module imports: modules, and what it takes out of them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@cache
def pure_modules() -> frozenset[Path]:
    """Give the registry and everything it leads to (the rules of every game, the core), and the rest of the core."""
    pure: set[Path] = set()
    waiting = [PACKAGE / "registry.py", *modules_of("core/**/*.py")]
    while waiting:
        path = waiting.pop()
        if path not in pure:
            pure.add(path)
            waiting += [file for name in imported_by(path) if (file := _file_of(name))]
    return frozenset(pure)


def _file_of(name: str) -> Path | None:
    if not name.startswith("scorekeeper."):
        return None
    path = ROOT.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)
