"""The forms of Šnapser: whatever a browser sends, they keep what was typed and say what is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.core.problems import CommonCode, InvalidCloseError, InvalidDealError, InvalidOptionsError, Problem
from scorekeeper.games.snapser.codes import Code
from scorekeeper.games.snapser.form import ENDS, RESULTS, DealForm
from scorekeeper.games.snapser.options import Options
from scorekeeper.games.snapser.options_form import OptionsForm
from scorekeeper.games.snapser.rules import SNAPSER
from scorekeeper.games.snapser.sentences import SENTENCES, sentence
from tests.games.snapser.helpers import NAMES

pytestmark = pytest.mark.usefixtures("language")

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


def bind(*pairs: tuple[str, str], seats: int = 3, dealer: int = 0, vacant: frozenset[int] = frozenset()) -> DealForm:
    """Return the form of what a browser sent, checked."""
    form = DealForm.bind(
        MultiDict(list(pairs)), seats=seats, dealer=dealer, options=Options(), names=NAMES[:seats], vacant=vacant
    )
    form.validate()
    return form


def shown(payload: dict[str, Any], seats: int = 3, dealer: int = 0) -> DealForm:
    """Return the form that shows a stored deal."""
    return DealForm.from_payload(payload, seats=seats, dealer=dealer, options=Options(), names=NAMES[:seats])


def test_common_deal_is_the_result_alone_and_the_chooser_follows_from_the_dealer() -> None:
    form = bind(("result", "chooser-bez_vody"), dealer=1)
    assert form.errors == {}
    assert form.to_payload() == {
        "v": 1, "chooser": 0, "declared": "hram", "red": False, "raises": 0, "winner": "chooser", "outcome": "bez_vody",
    }  # fmt: skip


def test_everything_that_can_be_said() -> None:
    form = bind(
        ("chooser", "3"), ("partner", "1"), ("declared", "za12"), ("red", "y"), ("raises", "1"), ("raises", "3"),
        ("ended", "dost-opponents"), ("count_chooser", "40"), ("count_opponents", " 66 "), ("trickless", "y"),
        ("marriages", "20"), seats=4,
    )  # fmt: skip
    assert form.errors == {}
    assert form.to_payload() == {
        "v": 1, "chooser": 3, "declared": "za12", "red": True, "raises": 3, "partner": 1, "ended": "dost",
        "ended_by": "opponents", "points": [40, 66], "trickless": True, "marriages": 20,
    }  # fmt: skip


def test_partner_is_asked_only_among_four_who_play() -> None:
    assert "partner" not in bind(("partner", "1"))
    assert "partner" not in bind(seats=4, vacant=frozenset({0}))
    assert [label for _value, label, *_rest in bind(seats=4).partner.iter_choices()] == ["alone", *NAMES]


def test_empty_seats_sit_out_and_cannot_choose() -> None:
    form = bind(("chooser", "0"), vacant=frozenset({0}))
    assert form.errors == {"chooser": ["Choose a player who plays this deal."]}
    assert form.to_payload()["sits_out"] == [0]
    assert bind(dealer=1, vacant=frozenset({0})).to_payload()["chooser"] == 2


@pytest.mark.parametrize(
    "pair",
    [
        ("declared", "betl"), ("declared", ""), ("result", "Anna"), ("raises", "5"), ("raises", ""), ("ended", "x"),
        ("chooser", "9"), ("count_chooser", "x"), ("marriages", "-1"),
    ],
)  # fmt: skip
def test_what_no_page_sends_is_refused_at_its_field(pair: tuple[str, str]) -> None:
    assert list(bind(pair).errors) == [pair[0]]


def test_problems_stand_at_their_fields_once() -> None:
    form = bind(seats=4)
    places = {
        "winner": "result", "outcome": "result", "ended_by": "ended", "points": "count_chooser",
        "points.0": "count_chooser", "points.1": "count_opponents", "trickless": "trickless", "chooser": "chooser",
        "partner": "partner", "raises": "raises", "marriages": "marriages",
    }  # fmt: skip
    form.add_problems([Problem(CommonCode.INTEGER, where) for where in places] * 2)
    assert {name: len(found) for name, found in form.errors.items()} == dict.fromkeys(places.values(), 1)
    form.add_problems([Problem(CommonCode.UNKNOWN_KEY, "x")] * 2)
    assert len(form.form_errors) == 1


@pytest.mark.parametrize(
    "payload",
    [
        {"chooser": 1, "declared": "hram", "winner": "opponents", "outcome": "s_vodou", "red": True, "raises": 2},
        {"chooser": 0, "declared": "za12", "winner": "chooser", "outcome": "za12"},
        {"chooser": 2, "declared": "hram", "ended": "dost", "ended_by": "chooser", "points": [66, 20], "marriages": 20},
        {
            "chooser": 2,
            "declared": "hram",
            "ended": "dost",
            "ended_by": "chooser",
            "points": [66, 0],
            "trickless": True,
        },
    ],
)
def test_form_that_shows_a_deal_gives_it_again(payload: dict[str, Any]) -> None:
    deal = SNAPSER.load(payload, Options(), 3)
    again = shown(SNAPSER.dump(deal)).to_payload()
    assert SNAPSER.load(again, Options(), 3) == deal


def test_partner_of_a_stored_deal_is_shown() -> None:
    stored = {"chooser": 1, "partner": 3, "declared": "hram", "winner": "chooser", "outcome": "za6"}
    assert shown(stored, seats=4).to_payload()["partner"] == 3


def test_nonsense_that_is_stored_breaks_no_form() -> None:
    form = shown({"raises": "x", "points": [1], "chooser": "0", "declared": 5})
    assert form.to_payload()["chooser"] == 2


fields = st.fixed_dictionaries(
    {},
    optional={
        "chooser": st.sampled_from(["", "0", "1", "2"]),
        "declared": st.sampled_from(["hram", "za12", "durch", "nehram"]),
        "result": st.sampled_from(["", *RESULTS]),
        "red": st.just("y"),
        "raises": st.sampled_from(["1", "2", "3", "4"]),
        "ended": st.sampled_from(["", *ENDS]),
        "count_chooser": st.sampled_from(["", "66", "0"]),
        "count_opponents": st.sampled_from(["", "20"]),
        "trickless": st.just("y"),
        "marriages": st.sampled_from(["", "20"]),
    },
)


@unhurried
@given(fields)
def test_what_is_known_of_the_open_deal_fills_a_form_that_knows_the_same(typed: dict[str, str]) -> None:
    known = bind(*typed.items()).known()
    assert known is not None
    assert shown(known).known() == known


def test_nothing_is_known_of_an_untouched_form() -> None:
    assert bind().known() == {}
    assert bind(("chooser", "2")).known() == {}
    assert bind(vacant=frozenset({1})).known() == {}
    assert bind(("chooser", "1")).known() is not None


# house rules


def test_options_survive_the_form() -> None:
    for options in (Options(), SNAPSER.load_options({"base": 5, "marriages_33": False, "durch_lost_all": "both"})):
        assert SNAPSER.load_options(OptionsForm.from_options(options).to_mapping()) == options


def test_wrong_options_are_told_at_their_fields() -> None:
    form = OptionsForm.bind(MultiDict({"base": "", "za12_all_tricks": "x"}))
    assert not form.validate()
    assert set(form.errors) == {"base", "za12_all_tricks"}
    form = OptionsForm.bind(MultiDict({"base": "0"}))
    assert form.validate()
    with pytest.raises(InvalidOptionsError) as error:
        SNAPSER.load_options(form.to_mapping())
    form.add_problems([*error.value.problems, *[Problem(CommonCode.UNKNOWN_KEY, "x")] * 2])
    assert form.errors["base"] == ["The base is 1 to 1000. Type it again."]
    assert len(form.form_errors) == 1


# sentences


def test_every_problem_has_a_sentence_that_can_be_said() -> None:
    assert {code.value for code in (*CommonCode, *Code)} <= set(map(str, SENTENCES))
    params: dict[str, Any] = {"sum": 7, "most": 220, "points": 5, "dealer": 0, "seat": 0, "named": 1, "count": 2}
    for code in Code:
        text = sentence(Problem(code, "where", params), NAMES)
        assert "%" not in text
        assert text.endswith(".")


def test_problems_come_with_what_their_sentences_need() -> None:
    payloads: list[dict[str, Any]] = [
        {"chooser": 0, "declared": "hram", "ended": "last_trick", "ended_by": "chooser", "points": [60, 50]},
        {"chooser": 0, "declared": "hram", "ended": "dost", "ended_by": "chooser", "points": [120, 120]},
        {
            "chooser": 0,
            "declared": "hram",
            "ended": "dost",
            "ended_by": "chooser",
            "points": [66, 7],
            "trickless": True,
        },
    ]
    for payload in payloads:
        with pytest.raises(InvalidDealError) as error:
            SNAPSER.load(payload, Options(), 3)
        assert all(sentence(problem, NAMES) for problem in error.value.problems)
    standings = SNAPSER.standings([], Options(), 3)
    with pytest.raises(InvalidCloseError) as closing:
        SNAPSER.close(standings, {"how": "by_hand", "stakes": [1, 0, 0]})
    assert sentence(closing.value.problems[0], NAMES).startswith("What is paid")
