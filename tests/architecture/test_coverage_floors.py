"""Tests of the check that holds the code to its coverage: it can fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.coverage_floors import FileCoverage, read_coverage, shortfalls
from tests.house import ROOT


def test_pure_file_with_one_branch_left_out_falls_short():
    assert len(shortfalls([FileCoverage("rules.py", 100, 99, is_pure=True)])) == 1


def test_rest_is_counted_together():
    full, poor = FileCoverage("a.py", 900, 900, is_pure=False), FileCoverage("b.py", 100, 50, is_pure=False)
    assert shortfalls([full, poor]) == []
    assert shortfalls([poor]) == ["outside the rules 50.0 % ran, and 95 % must"]


def test_nothing_measured_falls_short():
    assert shortfalls([]) == ["nothing was measured"]


def test_report_of_a_run_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("COVERAGE_FILE", raising=False)
    (tmp_path / "pyproject.toml").write_text("[tool.coverage.run]\nbranch = true\n", encoding="utf-8")
    (tmp_path / "half.py").write_text("import sys\nif sys.argv[0] == '':\n    print('never')\n", encoding="utf-8")
    subprocess.run([sys.executable, "-m", "coverage", "run", "half.py"], cwd=tmp_path, check=True)
    assert read_coverage(tmp_path) == [FileCoverage(str(tmp_path / "half.py"), 5, 3, is_pure=False)]


def test_package_is_what_is_measured():
    assert 'source = ["scorekeeper"]' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
