"""Tests of every template's text: nothing in it needs eval, inline code or inline style, which the CSP forbids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
STATIC = TEMPLATES.with_name("static")

FORBIDDEN = {
    "hx-on needs eval": re.compile(r"\bhx-on[\w:.-]*\s*=", re.IGNORECASE),
    "a computed hx value needs eval": re.compile(r"""\bhx-[\w-]+\s*=\s*["']\s*(?:js|javascript):""", re.IGNORECASE),
    "a filter in hx-trigger needs eval": re.compile(r"""\bhx-trigger\s*=\s*(?:"[^"]*\[|'[^']*\[)""", re.IGNORECASE),
    "style stands in a style sheet": re.compile(r"<[^>]*\sstyle\s*=|<style\b", re.IGNORECASE),
    "a script stands in a file": re.compile(r"<script\b(?![^>]*\ssrc\s*=)", re.IGNORECASE),
    "a handler stands in a script": re.compile(r"<[^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "an address is no script": re.compile(r"""(?:href|src|action)\s*=\s*["']\s*javascript:""", re.IGNORECASE),
    "what is safe is marked where it is made": re.compile(r"\|\s*safe\b|autoescape\s+false", re.IGNORECASE),
}
POSTED_FORM = re.compile(r"<form\b[^>]*\bmethod\s*=\s*[\"']post[\"'][^>]*>(.*?)</form>", re.IGNORECASE | re.DOTALL)

# The token itself, or the macro of macros/forms.html that writes a form's hidden fields.
TOKEN = re.compile(r"csrf_token|\{\{-?\s*(?:\w+\.)?hidden\(")

SWIPE = re.compile(r"touch(?:start|move|end)|pointermove|swipe", re.IGNORECASE)

NAMED_FILE = re.compile(r"""static_url\(\s*["']([^"']+)["']\s*\)""")


def faults(text: str) -> list[str]:
    found = [reason for reason, pattern in FORBIDDEN.items() if pattern.search(text)]
    if any(not TOKEN.search(form.group(1)) for form in POSTED_FORM.finditer(text)):
        found.append("a form that posts carries the token itself")
    return found


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.relative_to(TEMPLATES).as_posix()
)
def test_template_needs_no_eval_and_nothing_inline(path: Path):
    assert faults(path.read_text(encoding="utf-8")) == []


def test_no_script_listens_to_a_swipe():
    """A thumb that goes back, scrolls or turns the phone must never take a row out or count something."""
    scripts = [path for path in (STATIC / "js").rglob("*.js") if SWIPE.search(path.read_text(encoding="utf-8"))]
    assert scripts == []
    assert SWIPE.search('row.addEventListener("touchmove", go)')


def test_every_static_file_that_a_template_names_exists():
    named = {
        name for path in TEMPLATES.rglob("*.html") for name in NAMED_FILE.findall(path.read_text(encoding="utf-8"))
    }
    assert {name for name in named if not (STATIC / name).is_file()} == set()


@pytest.mark.parametrize(
    "text",
    [
        '<button hx-on:click="go()">',
        '<div hx-vals="js:{a: 1}">',
        "<div hx-vals='javascript:{a: 1}'>",
        '<div hx-trigger="click[ctrlKey]">',
        '<p class="x" style="color: red">',
        "<style>p {}</style>",
        "<script>go()</script>",
        '<a href="#" onclick="go()">',
        '<a href="javascript:go()">',
        "<p>{{ name|safe }}</p>",
        '<form method="post"><button>Go</button></form>',
    ],
)
def test_forbidden_text_is_found(text: str):
    assert len(faults(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        '<script src="/a.js" defer></script>',
        '<div hx-trigger="every 3s" hx-vals=\'{"a": 1}\'>',
        '<form method="post">{{ csrf_token() }}</form>',
        '<form method="get"></form>',
        '<input data-style="a" name="on" value="x = y">',
    ],
)
def test_allowed_text_is_let_through(text: str):
    assert faults(text) == []
