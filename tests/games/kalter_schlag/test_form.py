"""The form of a deal: whatever a browser sends, it keeps what was typed and says what is wrong."""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.core.problems import CommonCode, InvalidDealError, Problem
from scorekeeper.games.kalter_schlag.codes import Code
from scorekeeper.games.kalter_schlag.form import DealForm
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from tests.games.kalter_schlag.helpers import NAMES, payload_of, unhurried, vectors

pytestmark = pytest.mark.usefixtures("language")

Pairs = Iterable[tuple[str, str]]


def bind(*pairs: tuple[str, str], seats: int = 4, dealer: int = 0) -> DealForm:
    """Return the form of what a browser sent, checked."""
    form = DealForm.bind(MultiDict(list(pairs)), seats=seats, dealer=dealer, options=Options(), names=NAMES[:seats])
    form.validate()
    return form


def correct(payload: dict[str, Any], seats: int = 4, dealer: int = 0) -> DealForm:
    """Return the form that shows a stored deal."""
    return DealForm.from_payload(payload, seats=seats, dealer=dealer, options=Options(), names=NAMES[:seats])


def posted(form: DealForm) -> list[tuple[str, str]]:
    """Return what a browser sends of a form that it shows."""
    pairs = []
    for field in form:
        values = field.data if isinstance(field.data, list) else [field.data]
        pairs += [(field.name, str(value)) for value in values if value is not None]
    return pairs


# what is entered


def test_common_deal_is_the_losers_total_alone() -> None:
    form = bind(("points-1", "66"))
    assert form.errors == {}
    assert form.to_payload() == {
        "v": 1, "points": [None, 66, None, None], "jungfrauen": 0, "durchmarsch": None, "jungfrau_seats": [],
        "calls": 0, "callers": [],
    }  # fmt: skip


def test_blank_is_not_nought_and_spaces_are_blank() -> None:
    assert bind(("points-0", ""), ("points-1", " 66 "), ("points-2", "0"), ("points-3", "  ")).to_payload()[
        "points"
    ] == [None, 66, 0, None]


def test_who_took_no_trick_is_counted_and_named_in_seat_order() -> None:
    payload = bind(("points-1", "66"), ("no_trick", "3"), ("no_trick", "2"), ("no_trick", "3")).to_payload()
    assert (payload["jungfrauen"], payload["jungfrau_seats"]) == (2, [2, 3])


@pytest.mark.parametrize(("dealer", "callers"), [(0, [1, 3, 0]), (1, [3, 0, 1]), (2, [3, 0, 1]), (3, [0, 1, 3])])
def test_calls_go_by_play_order_from_the_dealers_left_whatever_the_order_of_taps(
    dealer: int, callers: list[int]
) -> None:
    payload = bind(("called", "3"), ("called", "0"), ("called", "1"), dealer=dealer).to_payload()
    assert (payload["calls"], payload["callers"]) == (3, callers)


@pytest.mark.parametrize(
    ("order", "callers"),
    [("0,3,1", [0, 3, 1]), (" 0 3 , 1 ", [0, 3, 1]), ("3", [3, 1, 0]), ("2,0", [0, 1, 3]), ("3,3,0", [3, 0, 1])],
)
def test_order_of_calling_that_is_given_counts_and_the_others_follow(order: str, callers: list[int]) -> None:
    calls = [("called", str(seat)) for seat in (0, 1, 3)]
    assert bind(*calls, ("call_order", order)).to_payload()["callers"] == callers


def test_every_order_of_calling_is_offered_the_one_by_play_order_first() -> None:
    form = bind(("called", "0"), ("called", "3"), dealer=1)
    assert form.orders() == ((3, 0), (0, 3))
    assert bind().orders() == ((),)


def test_durchmarsch_needs_no_totals() -> None:
    form = bind(("durchmarsch", "2"), ("called", "1"), ("no_trick", "0"))
    assert form.errors == {}
    assert form.to_payload() == {
        "v": 1, "points": [None] * 4, "jungfrauen": 3, "durchmarsch": 2, "calls": 1, "callers": [1],
    }  # fmt: skip


def test_nobody_took_all_tricks_unless_it_was_said() -> None:
    assert bind(("durchmarsch", ""), ("points-0", "66")).to_payload()["durchmarsch"] is None


def test_paper_form_asks_for_penalties_and_there_blank_is_nought() -> None:
    form = bind(("form_kind", "paper"), ("penalties-2", "260"), ("points-0", "66"), ("called", "1"))
    assert form.is_paper
    assert form.to_payload() == {"v": 1, "penalties": [0, 0, 260, 0]}


def test_unknown_kind_of_form_asks_for_a_deal() -> None:
    assert not bind(("form_kind", "stone")).is_paper


def test_with_five_the_dealer_sits_out_and_has_no_fields() -> None:
    form = bind(("points-3", "66"), ("points-1", "54"), ("called", "0"), ("called", "4"), seats=5, dealer=3)
    assert (form.players, form.play_order, form.sits_out) == ((0, 1, 2, 4), (4, 0, 1, 2), 3)
    assert set(form.points) == set(form.penalties) == {0, 1, 2, 4}
    assert "points-3" not in form
    payload = form.to_payload()
    assert payload["points"] == [None, 54, None, None, None]
    assert (payload["callers"], payload["sits_out"]) == ([4, 0], 3)
    paper = bind(("form_kind", "paper"), ("penalties-2", "260"), seats=5, dealer=3)
    assert paper.to_payload() == {"v": 1, "penalties": [0, 0, 260, 0, 0], "sits_out": 3}


def test_fields_are_labelled_with_names_and_nothing_is_preselected() -> None:
    form = bind()
    assert [form.points[seat].label.text for seat in form.players] == list(NAMES[:4])
    assert "checked" not in f"{form.no_trick()}{form.called()}"
    assert [label for _value, label, *_rest in form.durchmarsch.iter_choices()] == ["nobody", *NAMES[:4]]
    assert 'inputmode="numeric"' in form.points[0]()


# what is wrong with it


@pytest.mark.parametrize(
    "typed",
    ["６６", "1e9", "-0", "NaN", "66.0", "0x42", "٦٦", "²", "x" * 5000, "9" * 5000, "\0", "\ud800", "6 6", "+5", "1_0"],
)
def test_what_is_no_number_is_told_at_its_field_and_kept(typed: str) -> None:
    for kind in ("points", "penalties"):
        form = bind((f"{kind}-2", typed), ("form_kind", "paper"))
        assert list(form.errors) == [f"{kind}-2"]
        assert form[f"{kind}-2"].data == typed
        html = form[f"{kind}-2"]()
        html.encode()
        assert "\0" not in html
        form.to_payload()
        if typed.isascii() and typed.isprintable():
            assert f'value="{typed}"' in html


def test_spaces_around_a_number_do_no_harm() -> None:
    assert bind(("points-2", "\u00a066\n")).to_payload()["points"] == [None, None, 66, None]


def test_field_names_that_nobody_made_are_left_alone() -> None:
    form = bind(
        ("points-²", "1"), ("points-9", "1"), ("points--1", "1"), ("points-", "1"), ("", "1"), ("points-1", "66")
    )
    assert form.errors == {}
    assert form.to_payload()["points"] == [None, 66, None, None]


@pytest.mark.parametrize("seat", ["4", "-1", "x", "０", "", "1" * 5000, "\0", "\ud800", "nobody"])
def test_seat_that_does_not_play_is_told(seat: str) -> None:
    form = bind(("no_trick", seat), ("called", seat), ("durchmarsch", seat), ("call_order", seat))
    expected = {"no_trick", "called"} | ({"durchmarsch"} if seat else set())
    assert set(form.errors) == expected
    form.to_payload()
    assert all(str(text) for texts in form.errors.values() for text in texts)


def test_dealer_of_five_cannot_be_named() -> None:
    form = bind(("no_trick", "1"), ("called", "1"), ("durchmarsch", "1"), seats=5, dealer=1)
    assert set(form.errors) == {"no_trick", "called", "durchmarsch"}


@pytest.mark.parametrize("order", ["x", "0;1", "4", "0,x"])
def test_order_of_calling_that_cannot_be_read_is_told(order: str) -> None:
    form = bind(("called", "0"), ("called", "1"), ("call_order", order))
    assert form.errors == {"called": ["The order of calling cannot be read. Tap the calls again in their order."]}
    assert form.to_payload()["callers"] == [1, 0]


def test_nobody_takes_all_tricks_and_none() -> None:
    form = bind(("durchmarsch", "2"), ("no_trick", "2"))
    assert form.errors == {"durchmarsch": ["Clara cannot have taken all tricks and none. Correct one of the two."]}


TEXT = st.text(max_size=8) | st.text(string.digits + " -,", max_size=8) | st.sampled_from(["0", "1", "2", "3", "4"])
NAME = st.sampled_from(
    [f"{kind}-{seat}" for kind in ("points", "penalties") for seat in range(6)]
    + ["no_trick", "called", "call_order", "durchmarsch", "form_kind", "unnamed_no_trick", "unnamed_calls", "x"]
)


@settings(unhurried, max_examples=150)
@given(pairs=st.lists(st.tuples(NAME, TEXT), max_size=12), seats=st.sampled_from((4, 5)), dealer=st.integers(0, 3))
def test_anything_at_all_is_a_payload_or_sentences(pairs: list[tuple[str, str]], seats: int, dealer: int) -> None:
    form = bind(*pairs, seats=seats, dealer=dealer)
    payload = form.to_payload()
    try:
        KALTER_SCHLAG.load(payload, Options(), seats)
    except InvalidDealError as error:
        form.add_problems(error.problems)
        shown = [str(text) for texts in form.errors.values() for text in texts]
    else:
        shown = []
    assert all(text.strip() for text in shown)
    "".join(str(field()) for field in form).encode()


# correcting


@pytest.mark.parametrize("row", vectors("kalter_schlag")[::7], ids=lambda row: str(row["id"]))
def test_correction_that_changes_nothing_gives_the_same_deal(row: dict[str, Any]) -> None:
    deal = KALTER_SCHLAG.load(payload_of(row), Options(), 4)
    form = correct(KALTER_SCHLAG.dump(deal))
    assert KALTER_SCHLAG.load(form.to_payload(), Options(), 4) == deal
    sent = bind(*posted(form))
    assert sent.errors == {}
    assert KALTER_SCHLAG.load(sent.to_payload(), Options(), 4) == deal


@pytest.mark.parametrize(
    "payload",
    [
        {"points": [None, 66, None, None], "jungfrauen": 1, "calls": 2},
        {"points": [120, 0, 0, 0], "jungfrauen": 2, "calls": 4, "callers": [3, 0, 1, 2]},
        {"points": [66, 30, 24, 0], "calls": 3, "callers": [0, 1, 3]},
        {"points": [66, 30, 24, 0], "calls": 2, "callers": [1, 3]},
        {"points": [None] * 4, "durchmarsch": 1, "calls": 1},
        {"penalties": [0, 0, 70, 70]},
    ],
)
@pytest.mark.parametrize("dealer", range(4))
def test_correction_keeps_what_nobody_named(payload: dict[str, Any], dealer: int) -> None:
    deal = KALTER_SCHLAG.load(payload, Options(), 4)
    form = correct(KALTER_SCHLAG.dump(deal), dealer=dealer)
    assert KALTER_SCHLAG.load(bind(*posted(form), dealer=dealer).to_payload(), Options(), 4) == deal


def test_correction_by_name_replaces_a_bare_number() -> None:
    form = correct({"points": [None, 66, None, None], "jungfrauen": 1, "calls": 2})
    payload = bind(*posted(form), ("called", "2"), ("no_trick", "0")).to_payload()
    assert (payload["calls"], payload["callers"]) == (1, [2])
    assert (payload["jungfrauen"], payload["jungfrau_seats"]) == (1, [0])


def test_correction_with_five_keeps_who_sat_out() -> None:
    payload = {"points": [66, None, 30, 24, 0], "jungfrauen": 1, "calls": 1, "callers": [4], "sits_out": 1}
    deal = KALTER_SCHLAG.load(payload, Options(), 5)
    form = correct(KALTER_SCHLAG.dump(deal), seats=5, dealer=1)
    assert KALTER_SCHLAG.load(form.to_payload(), Options(), 5) == deal


def test_order_of_calling_is_spelled_out_only_where_it_is_not_the_play_order() -> None:
    assert correct({"points": [66], "calls": 2, "callers": [1, 3]}).call_order.data is None
    assert correct({"points": [66], "calls": 2, "callers": [3, 1]}).call_order.data == "3,1"
    assert correct({"points": [66], "calls": 2, "callers": [3, 1]}, dealer=1).call_order.data is None


@pytest.mark.parametrize(
    "payload", [{}, {"points": 5}, {"points": ["x", None]}, {"callers": "0"}, {"durchmarsch": "x"}, {"calls": [1]}]
)
def test_payload_that_makes_no_sense_is_shown_as_far_as_it_does(payload: dict[str, Any]) -> None:
    assert correct(payload).to_payload()["points"] == [None] * 4


@pytest.mark.parametrize("number", ["", "0", "5", "x", "11"])
def test_hidden_numbers_that_cannot_be_count_as_none(number: str) -> None:
    payload = bind(("unnamed_calls", number), ("unnamed_no_trick", number)).to_payload()
    assert (payload["calls"], payload["jungfrauen"]) == (0, 0)


# the rules' answers


@pytest.mark.parametrize(
    ("where", "field"),
    [
        ("points.2", "points-2"),
        ("penalties.3", "penalties-3"),
        ("calls", "called"),
        ("callers", "called"),
        ("callers.1", "called"),
        ("jungfrauen", "no_trick"),
        ("jungfrau_seats.0", "no_trick"),
        ("durchmarsch", "durchmarsch"),
        ("points", ""),
        ("points.7", ""),
        ("penalties", ""),
        ("sits_out", ""),
        ("v", ""),
        ("", ""),
    ],
)
def test_problem_is_told_once_at_its_field_or_at_the_form(where: str, field: str) -> None:
    form = bind()
    form.add_problems([Problem(CommonCode.INTEGER, where)] * 2)
    texts = form.form_errors if not field else form[field].errors
    assert list(texts) == ["Type a whole number."]
    assert sum(len(texts) for texts in form.errors.values()) == 1


def test_problem_stands_beside_what_the_shape_said() -> None:
    form = bind(("called", "9"))
    form.add_problems([Problem(Code.CALLS_0_4, "calls")])
    assert len(form.called.errors) == 2
