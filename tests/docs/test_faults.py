"""Tests of docs/faults.md: each fault is there once, and what is said to hold it exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (B\d{3}) \| (.+?) \| (.+) \|$", TEXT, re.MULTILINE)
COUNTED = re.search(r"^(\d+) faults: (\d+) held by tests, (\d+) by a decision, (\d+) open\.$", TEXT, re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
DOCUMENT = re.compile(r"\]\(([^)#]+)[^)]*\)")


@cache
def names_in(path: str) -> frozenset[str]:
    """Give the names of a file's test functions; one with parameters counts by its name."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def is_open(held: str) -> bool:
    """Say whether nothing holds a fault yet."""
    return held.startswith("open")


def test_every_fault_is_there_once_in_order():
    ids = [row[0] for row in ROWS]
    assert ids == sorted(set(ids))
    assert len(ids) == len(re.findall(r"^\| B", TEXT, re.MULTILINE)), "a row that is not read"


def test_it_is_counted_how_many_are_open():
    by_test = [held for _, _, held in ROWS if not is_open(held) and TEST.search(held)]
    by_decision = [held for _, _, held in ROWS if not is_open(held) and not TEST.search(held)]
    still_open = [held for _, _, held in ROWS if is_open(held)]
    assert COUNTED
    assert [int(number) for number in COUNTED.groups()] == [
        len(ROWS),
        len(by_test),
        len(by_decision),
        len(still_open),
    ]


@pytest.mark.parametrize(("number", "held"), [(number, held) for number, _, held in ROWS], ids=lambda part: part[:4])
def test_what_holds_a_fault_exists(number: str, held: str):
    tests, documents = TEST.findall(held), DOCUMENT.findall(held)
    assert tests or documents or is_open(held), number
    assert [name for path, name in tests if name not in names_in(path)] == []
    assert held.count("::") == len(tests), "a test that is not read"
    assert [each for each in documents if not (ROOT / "docs" / each).is_file()] == []
