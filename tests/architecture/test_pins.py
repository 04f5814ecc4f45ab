"""Tests of the code that others wrote and pip installs: it is pinned, and what its hashes say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.audit import BAD, GOOD, UNKNOWN, read

ROOT = Path(__file__).resolve().parents[2]
PINNED = sorted(path.with_suffix(".txt") for path in ROOT.glob("requirements*.in"))
PIN = re.compile(r"([a-z0-9][a-z0-9.-]*)(?:\[[a-z,]+\])?==[\w.+!-]+(?: ; [^\\]+)?(?: +--hash=sha256:[0-9a-f]{64})+")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def statements(path: Path) -> list[str]:
    """Give the lines of a requirements file as pip joins them, without remarks."""
    joined = path.read_text(encoding="utf-8").replace("\\\n", " ")
    bare = (line.partition(" #")[0].strip() for line in joined.splitlines())
    return [line for line in bare if line and not line.startswith("#")]


def normal(name: str) -> str:
    return re.sub(r"[._-]+", "-", name).lower()


def test_what_runs_what_tests_and_what_locks_is_pinned() -> None:
    assert [path.name for path in PINNED] == ["requirements-dev.txt", "requirements-tools.txt", "requirements.txt"]


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_every_package_has_one_version_and_its_hashes_and_comes_from_no_other_place(path: Path) -> None:
    lines = statements(path)
    assert [line[:80] for line in lines if not PIN.fullmatch(line)] == []
    assert len(lines) > 10


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_every_package_that_is_asked_for_is_pinned(path: Path) -> None:
    # What is needed to run is pinned once, and holds for the tests as well.
    pinned = {PIN.fullmatch(line)[1] for each in {path, PINNED[-1]} for line in statements(each)}
    asked = [line for line in statements(path.with_suffix(".in")) if not line.startswith("-c ")]
    assert {normal(NAME.match(line)[0]) for line in asked} <= pinned


@pytest.mark.parametrize("path", ["Makefile", ".ci/run", "docs/deploy.md"])
def test_nothing_is_installed_without_its_hashes(path: str) -> None:
    installs = [line for line in (ROOT / path).read_text(encoding="utf-8").splitlines() if "pip install" in line]
    assert [line for line in installs if "--require-hashes" not in line] == []


PACKAGE = {"name": "flask", "version": "1.0"}
KNOWN = {"id": "PYSEC-1", "fix_versions": ["1.1"], "aliases": [], "description": ""}


@pytest.mark.parametrize(
    ("packages", "verdict", "said"),
    [
        ([{**PACKAGE, "vulns": []}], GOOD, "1 packages looked up, 0 advisories"),
        ([{**PACKAGE, "vulns": [KNOWN]}], BAD, "flask 1.0: PYSEC-1, mended in 1.1"),
        ([{"name": "flask", "skip_reason": "not found"}], UNKNOWN, "NOT AUDITED: 1 packages"),
        ([{**PACKAGE, "vulns": []}, {"name": "jinja2", "skip_reason": "?"}], UNKNOWN, "NOT AUDITED: 1 packages"),
    ],
)
def test_an_audit_is_good_only_if_every_package_was_looked_up(packages: object, verdict: int, said: str) -> None:
    audit = read(json.dumps({"dependencies": packages, "fixes": []}))
    assert audit.verdict == verdict
    assert said in str(audit)


@pytest.mark.parametrize("report", ["", "Traceback", "[]", "{}"])
def test_an_audit_without_an_answer_says_so(report: str) -> None:
    audit = read(report)
    assert audit.verdict == UNKNOWN
    assert "did not answer" in str(audit)
