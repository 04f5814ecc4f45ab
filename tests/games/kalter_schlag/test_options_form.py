"""Tests of the form of the house rules: it shows them, reads them, and tells what is wrong at its field."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.problems import CommonCode, InvalidOptionsError, Problem
from scorekeeper.games.kalter_schlag.form import OptionsForm
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG

pytestmark = pytest.mark.usefixtures("language")


def test_form_of_house_rules_shows_the_usual_ones() -> None:
    form = OptionsForm.bind(None)
    assert KALTER_SCHLAG.load_options(form.to_mapping()) == Options()
    assert form.validate()


@pytest.mark.parametrize(
    "data",
    [{}, {"limit": 1000, "marks_to_win": 3}, {"marks_to_win": None, "joint_five": "lowest_wins"},
     {"fifth_vs_limit": "limit_first", "four_way": "none_scores"}],
)  # fmt: skip
def test_house_rules_survive_their_form(data: dict[str, object]) -> None:
    options = KALTER_SCHLAG.load_options(data)
    form = OptionsForm.from_options(options)
    assert KALTER_SCHLAG.load_options(form.to_mapping()) == options
    sent = MultiDict([(field.name, field.data) for field in form if field.data is not False])
    again = OptionsForm.bind(sent)
    assert again.validate()
    assert KALTER_SCHLAG.load_options(again.to_mapping()) == options


def options_form(**fields: str) -> OptionsForm:
    usual = {"limit": "2000", "marks_on": "y", "marks_to_win": "5", "fifth_vs_limit": "five_first",
             "joint_five": "all_win", "four_way": "all_score"}  # fmt: skip
    form = OptionsForm.bind(MultiDict({**usual, **fields}))
    form.validate()
    return form


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("limit", ""), ("limit", "x"), ("limit", "２０００"), ("limit", "9" * 50), ("marks_to_win", ""),
        ("marks_to_win", "five"), ("fifth_vs_limit", "both"), ("joint_five", ""), ("four_way", "\0"),
    ],
)  # fmt: skip
def test_wrong_house_rule_is_told_at_its_field(field: str, typed: str) -> None:
    form = options_form(**{field: typed})
    assert list(form.errors) == [field]
    assert len(form.errors[field]) == 1
    form.to_mapping()


def test_winning_mark_may_be_blank_where_no_mark_wins() -> None:
    form = options_form(marks_on="", marks_to_win="")
    assert form.errors == {}
    assert form.to_mapping()["marks_to_win"] is None


def test_what_the_rules_say_stands_at_its_field_once() -> None:
    form = options_form(limit="2005", marks_to_win="1")
    with pytest.raises(InvalidOptionsError) as error:
        KALTER_SCHLAG.load_options(form.to_mapping())
    form.add_problems([*error.value.problems, *error.value.problems, *[Problem(CommonCode.UNKNOWN_KEY, "x")] * 2])
    assert form.errors == {
        "limit": ["Totals are multiples of ten. Type a number that ends in 0."],
        "marks_to_win": ["The winning mark is 2 to 20. Type it again."],
        "": ["“x” is not known here. Reload the page and enter the deal again."],
    }
