"""Tests that the documents say what is so: every setting, every command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorekeeper.web.config import INSTANCE_VARIABLE, SETTINGS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
RULE = re.compile(r"^([a-z][\w-]*):", re.MULTILINE)
MADE = re.compile(r"\bmake ([a-z][\w-]*)")
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
TEST = re.compile(r"`(tests/[\w/]+(?:\.\w+)?)(?:::(\w+))?`")
ROW = re.compile(r"^\| `([A-Z][A-Z_]*)` \|", re.MULTILINE)


def targets() -> set[str]:
    return set(RULE.findall((ROOT / "Makefile").read_text(encoding="utf-8")))


def commands_in(path: Path) -> set[str]:
    code = "\n".join(CODE.findall(path.read_text(encoding="utf-8")))
    return set(MADE.findall(code))


def test_every_setting_is_documented_and_every_documented_setting_is_one():
    documented = ROW.findall((ROOT / "docs" / "config.md").read_text(encoding="utf-8"))
    assert sorted(documented) == sorted([INSTANCE_VARIABLE, *(setting.name for setting in SETTINGS)])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_make_command_of_a_document_is_a_target(path: Path):
    assert commands_in(path) - targets() == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_test_that_a_document_names_exists(path: Path):
    named = TEST.findall(path.read_text(encoding="utf-8"))
    assert [file for file, _ in named if not (ROOT / file).exists()] == []
    assert [name for file, name in named if name and f"def {name}(" not in (ROOT / file).read_text()] == []


def test_readme_names_the_commands_that_matter():
    assert {"run", "test", "check"} <= commands_in(ROOT / "README.md")


def test_makefile_explains_every_target():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    public = set(text.partition(".PHONY:")[2].partition("\n")[0].split()) - {"tools"}
    assert public == set(re.findall(r"^#   make ([\w-]+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_pinned_package_has_hashes_and_names_no_place(name: str):
    text = (ROOT / name).read_text(encoding="utf-8")
    pins = re.findall(r"^[a-z0-9].*?(?=^[a-z0-9]|\Z)", text, re.MULTILINE | re.DOTALL)
    assert pins
    assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)
    assert not re.search(r"://|^--|find-links|index-url", text, re.MULTILINE)
