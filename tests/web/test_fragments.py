"""Blocks of a page sent alone: each goes to the element of its name, and no cache takes one for the other."""

from __future__ import annotations

import pytest
from flask import Flask
from jinja2 import DictLoader

from scorekeeper.web.fragments import render_fragments, render_parts, wants_fragments
from tests.web.sheet_table import folded, parts

PAGE = (
    "{% extends 'frame.html' %}{% set top = 'unseen' %}"
    "{% block rows %}<ol id=rows>{{ name }}{{ top }}</ol>{% endblock %}"
    "{% block say %}{{ name }}{% endblock %}{% block deal_form %}<form id=deal_form></form>{% endblock %}"
)


@pytest.fixture
def bare() -> Flask:
    """Give an app with one page of three blocks."""
    app = Flask(__name__)
    app.jinja_env.loader = DictLoader({"page.html": PAGE, "frame.html": "", "small.html": "<b>{{ name }}</b>"})
    return app


def test_a_block_goes_to_the_element_of_its_name_and_sees_nothing_of_the_top(bare: Flask) -> None:
    with bare.test_request_context():
        answer = render_fragments("page.html", ("rows", "say"), {"name": "<Anna>"}, 409)
    assert answer.status_code == 409
    found = parts(answer)
    assert folded(found["rows"]) == "<Anna>"
    assert folded(found["say"]) == "<Anna>"
    assert "&lt;Anna&gt;" in answer.get_data(as_text=True)


def test_rows_keep_their_place_and_live_regions_their_element(bare: Flask) -> None:
    with bare.test_request_context():
        found = parts(render_fragments("page.html", ("rows", "say", "deal_form"), {"name": ""}))
    assert {name: part["hx-swap"] for name, part in found.items()} == {
        "rows": "outerMorph",
        "say": "innerHTML",
        "deal_form": "outerHTML",
    }


def test_small_templates_fill_elements(bare: Flask) -> None:
    with bare.test_request_context():
        answer = render_parts({"sum": "small.html"}, {"name": "260"})
    assert folded(parts(answer)["sum"]) == "260"
    assert "HX-Request" in answer.headers["Vary"]


@pytest.mark.parametrize(("headers", "wanted"), [({}, False), ({"HX-Request": "true"}, True)])
def test_only_htmx_gets_fragments(bare: Flask, headers: dict[str, str], wanted: bool) -> None:
    with bare.test_request_context(headers=headers):
        assert wants_fragments() is wanted
