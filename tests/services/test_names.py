"""Names: what is kept of what was typed, what is refused, and which names are the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.names import clean_name, fold_name


def code_of(text: str) -> str:
    with pytest.raises(InvalidInputError) as caught:
        clean_name(text)
    (problem,) = caught.value.problems
    assert problem.where == "name"
    return problem.code


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna ", "Anna"),
        ("\tAnna\r\n", "Anna"),
        ("Anna \u00a0 Lena", "Anna Lena"),
        ("Jir\u030ci\u0301", "Ji\u0159\u00ed"),
        ("O'Neill", "O'Neill"),
        ('"quoted"', '"quoted"'),
        ("<svg/onload=alert(1)>", "<svg/onload=alert(1)>"),
        ("{{7*7}}", "{{7*7}}"),
        ("👩‍👧‍👦", "👩‍👧‍👦"),
        ("❤️", "❤️"),
        (
            "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
            "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        ),
        ("أحمد", "أحمد"),
        ("שלום", "שלום"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("李雷", "李雷"),
        ("x" * 40, "x" * 40),
        ("😀" * 40, "😀" * 40),
    ],
)
def test_clean_name_keeps_what_people_are_called(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("text", ["", "   ", "\u200d", "\ufe0f", "\u3164", "\u2800\u00a0", "\u0301", "\n"])
def test_clean_name_of_nothing_to_see_is_missing(text: str) -> None:
    assert code_of(text) == "name_missing"


@pytest.mark.parametrize("text", ["x" * 41, "😀" * 41, "x" * 5_000])
def test_clean_name_counts_code_points(text: str) -> None:
    assert code_of(text) == "name_too_long"


@pytest.mark.parametrize(
    "char",
    "\x00\x07\n\t\x1b\x7f\x85\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069"
    "\ufeff\ufffe\ufdd0\ue000\ud800\U000e0041",
)
def test_clean_name_refuses_what_could_turn_or_hide_text(char: str) -> None:
    assert code_of(f"An{char}na") == "name_characters"


def test_clean_name_refuses_tags_without_their_flag() -> None:
    assert code_of("A\U000e0067\U000e007f") == "name_characters"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "ANNA"), ("Straße", "STRASSE"), ("Ji\u0159\u00ed", "JI\u0158\u00cd"), ("❤️", "❤"), ("Σίσυφος", "ΣΊΣΥΦΟΣ")],
)
def test_fold_name_makes_names_equal_that_look_alike(one: str, other: str) -> None:
    assert fold_name(clean_name(one)) == fold_name(clean_name(other))


def test_fold_name_tells_different_people_apart() -> None:
    assert len({fold_name(name) for name in ("Anna", "Anne", "Änna", "Hannah")}) == 4


@given(st.text(max_size=60))
def test_clean_name_is_stable_and_never_too_long_to_store(text: str) -> None:
    try:
        name = clean_name(text)
    except InvalidInputError:
        return
    assert clean_name(name) == name == unicodedata.normalize("NFC", name)
    assert 1 <= len(name) <= 40
    assert len(fold_name(name)) <= 120
