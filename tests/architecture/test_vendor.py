"""Tests of the code that others wrote and this repository carries: it is what its checksums say."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

VENDOR = Path(__file__).resolve().parents[2] / "static" / "vendor"
SUMS = "SHA256SUMS"
PACKAGES = sorted(path for path in VENDOR.iterdir() if path.is_dir())


def recorded(package: Path) -> dict[str, str]:
    lines = (package / SUMS).read_text(encoding="ascii").splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_every_vendored_file_matches_its_checksum(package: Path):
    files = {path.name for path in package.iterdir()} - {SUMS, "README.md"}
    actual = {name: hashlib.sha256((package / name).read_bytes()).hexdigest() for name in files}
    assert actual == recorded(package)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_every_vendored_package_brings_its_licence_and_origin(package: Path):
    assert (package / "LICENSE").exists()
    assert "sha512-" in (package / "README.md").read_text(encoding="utf-8")


def test_htmx_is_vendored():
    assert "htmx" in {package.name for package in PACKAGES}
