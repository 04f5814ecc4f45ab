"""Keyed forms, and where the sentence of a problem goes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from wtforms import FieldList, Form, FormField, StringField

from scorekeeper.core.problems import Problem
from scorekeeper.web.forms_base import KeyedForm, apply_problems, new_key
from scorekeeper.web.words import people_words
from tests.web.phone import Phone


class Inner(Form):
    """A form within a form."""

    city = StringField()


class Outer(KeyedForm):
    """A form with every kind of field that a problem may name."""

    name = StringField()
    names = FieldList(StringField(), min_entries=2)
    home = FormField(Inner)


@pytest.fixture
def form(phone: Phone) -> Iterator[Outer]:
    with phone.client.application.test_request_context():
        yield Outer(formdata=None)


def test_keys_are_22_safe_characters_and_differ() -> None:
    keys = {new_key() for _ in range(50)}
    assert len(keys) == 50
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", key) for key in keys)


def test_a_blank_form_has_a_key_and_can_take_another(form: Outer) -> None:
    first = form.key_value
    form.renew_key()
    assert len(first) == 22
    assert form.key_value not in {"", first}
    form.key.data = None
    assert form.key_value == ""


@pytest.mark.parametrize("where", ["", "nowhere", "nowhere.1"])
def test_a_problem_of_no_field_goes_to_the_form(form: Outer, where: str) -> None:
    apply_problems(form, [Problem("x", where)], lambda problem: f"wrong: {problem.code}")
    assert form.form_errors == ["wrong: x"]


def test_problems_go_to_the_innermost_field_that_they_name(form: Outer) -> None:
    places = ["name", "name", "names.1", "names.7", "names.x", "home.city", "home.street"]
    apply_problems(form, [Problem(place, place) for place in places], lambda problem: problem.code)
    assert form.name.errors == ["name", "name"]
    assert form.names.entries[1].errors == ["names.1"]
    assert form.names.errors == ["names.7", "names.x"]
    assert form.home.form.city.errors == ["home.city"]
    assert form.form_errors == ["home.street"]


def test_every_problem_of_people_has_words_of_its_own(phone: Phone) -> None:
    codes = [
        "name_missing",
        "name_characters",
        "name_too_long",
        "name_twice",
        "name_here",
        "name_retired",
        "too_few_names",
        "too_many_names",
        "zone_unknown",
        "currency_unknown",
        "key",
        "something_else",
    ]
    with phone.client.application.test_request_context():
        sentences = {people_words(Problem(code, "name", {"name": "Anna"})) for code in codes}
    assert len(sentences) == len(codes)
    assert all(sentence.endswith(".") for sentence in sentences)
