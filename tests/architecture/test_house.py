"""Tests of the house's own rules: what may import what, and where things stand."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import PACKAGE, ROOT, imported_by, modules_of, pure_modules

BLOCKED = ("flask", "sqlalchemy", "wtforms", "jinja2", "werkzeug", "babel", "flask_babel", "alembic")
COMMANDS_ONLY = {"alembic", "flask_migrate", "mako", "psycopg"}
OWN_KIND = sys.stdlib_module_names | {"scorekeeper"}
LONGEST_MODULE = 400


def test_registry_imports_where_no_library_can_be_imported():
    script = f"""
import importlib.abc, sys

class Blocker(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {BLOCKED!r}:
            raise ImportError(f"blocked: {{name}}")

sys.meta_path.insert(0, Blocker())
from scorekeeper.registry import GAMES
assert GAMES, "no game is registered"
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_server_reads_nothing_that_only_commands_need(tmp_path):
    """Alembic, the templates of its migrations and PostgreSQL's driver take 20 MB, in every process."""
    script = f"import app, sys; print(*sorted({COMMANDS_ONLY!r} & sys.modules.keys()))"
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path), "DATABASE_URL": ""}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def test_blocked_library_is_noticed():
    script = "import sys; sys.modules['flask'] = None; import flask"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode != 0


@pytest.mark.parametrize("path", sorted(pure_modules()), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_pure_module_imports_only_the_standard_library_and_its_own_kind(path: Path):
    strangers = {name for name in imported_by(path) if name.partition(".")[0] not in OWN_KIND}
    assert strangers == set()


def test_pure_modules_are_the_core_the_registry_and_the_rules():
    names = {path.relative_to(PACKAGE).as_posix() for path in pure_modules()}
    assert {"registry.py", "core/game.py", "games/kalter_schlag/rules.py"} <= names
    assert not {name for name in names if name.partition("/")[0] in {"models", "services", "web"}}


def test_entry_point_holds_nothing_but_the_app():
    tree = ast.parse((ROOT / "app.py").read_text(encoding="utf-8"))
    assert [ast.unparse(node) for node in tree.body[1:]] == [
        "from scorekeeper.web.factory import create_app",
        "app = create_app()",
    ]
    assert ast.get_docstring(tree)


def test_package_itself_imports_nothing():
    assert imported_by(PACKAGE / "__init__.py") == set()


@pytest.mark.parametrize("path", modules_of("**/*.py"), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_module_is_short_enough_to_read(path: Path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE
