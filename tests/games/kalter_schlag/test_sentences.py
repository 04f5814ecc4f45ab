"""Every problem of the rules can be said, with what it names."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.core.problems import CommonCode, InvalidCloseError, InvalidDealError, InvalidOptionsError, Problem
from scorekeeper.games.kalter_schlag.codes import Code
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from scorekeeper.games.kalter_schlag.sentences import SENTENCES, VARIANTS, sentence
from tests.games.kalter_schlag.helpers import NAMES, full_problems, payload_of, play, vectors


def test_every_code_has_a_sentence() -> None:
    codes = {code.value for code in (*CommonCode, *Code)}
    by_code = {str(key) for key in SENTENCES if "." not in key}
    assert by_code == codes
    assert {key.partition(".")[0] for key in SENTENCES if "." in key} == {str(code) for code in VARIANTS}


WRONG: list[tuple[dict[str, Any], int]] = [
    *[(payload_of(row), 4) for row in vectors("kalter_schlag_invalid")],
    ({"points": [50, None, 30, None], "calls": 9, "v": 8, "x": 1, "jungfrauen": 7}, 4),
    ({"points": [119, None, None, None]}, 4),
    ({"points": [51, None, None, None], "jungfrauen": 2}, 4),
    ({"points": [61, 61, None, None]}, 4),
    ({"points": [59, 59, None, None], "jungfrauen": 2}, 4),
    ({"points": [None] * 4, "jungfrau_seats": [0, 1, 1], "callers": [7]}, 4),
    ({"points": [None] * 4}, 4),
    ({"points": [66, 30, 24, 0], "jungfrau_seats": [8], "callers": "0", "durchmarsch": 8, "sits_out": 1}, 4),
    ({"points": [10, 0, 0, 0], "durchmarsch": 2, "jungfrauen": 3}, 4),
    ({"points": [66, 54, 0, 0], "calls": 2, "callers": [1]}, 4),
    ({"points": [66, 54, 0, 0, 0]}, 5),
    ({"points": [66, 54, 0, 0, 0], "sits_out": 7}, 5),
    ({"points": [66, 54, 0, 0, 0], "sits_out": 2}, 5),
    ({"penalties": [7690, 0, 0, 0]}, 4),
    ({"penalties": [70, 60, 0, 0]}, 4),
    ({"penalties": [490, 490, 0, 0]}, 4),
    ({"penalties": [65, 0, 0, 0]}, 4),
    ({"penalties": [0, 0, 0, 0]}, 4),
    ({"entry": "void", "note": "x" * 999, "passes_deal": 1}, 4),
    ({"entry": "void", "note": "\n"}, 4),
    ({"entry": "void", "note": 1}, 4),
    ({"entry": "ruling", "points": [5, -10, 10**9, 0], "marks": [1]}, 4),
    ({"entry": "hand"}, 4),
]


def close_problems(how: dict[str, object]) -> tuple[Problem, ...]:
    with pytest.raises(InvalidCloseError) as error:
        KALTER_SCHLAG.close(play(), how)
    return error.value.problems


def option_problems(data: Any) -> tuple[Problem, ...]:
    with pytest.raises(InvalidOptionsError) as error:
        KALTER_SCHLAG.load_options(data)
    return error.value.problems


def test_every_sentence_can_be_said_with_the_problem_as_it_comes() -> None:
    found = [problem for payload, seats in WRONG for problem in full_problems(payload, seats)]
    none_scores = KALTER_SCHLAG.load_options({"four_way": "none_scores"})
    found += full_problems({"penalties": [30] * 4}, 4, none_scores)
    found += KALTER_SCHLAG.dealer_problems(
        KALTER_SCHLAG.load({"points": [None, 66, 54, 0, 0], "sits_out": 0}, Options(), 5), 3, 5
    )
    five = KALTER_SCHLAG.load({"points": [None, 66, 54, 0, 0], "sits_out": 0}, Options(), 5)
    left = {0: frozenset({4})}
    for dealers in ({}, {0: 4}):
        with pytest.raises(InvalidDealError) as error:
            KALTER_SCHLAG.standings([five], Options(), 5, 0, dealers, left)
        found += error.value.problems
    with pytest.raises(InvalidCloseError) as refused:
        KALTER_SCHLAG.close(
            KALTER_SCHLAG.standings([], Options(), 5, 0, {}, left), {"how": "by_hand", "stakes": [0, 0, 0, -1, 1]}
        )
    found += refused.value.problems
    found += option_problems({"limit": 1, "marks_to_win": 1, "four_way": 1})
    found += option_problems({"limit": 2001})
    found += option_problems([])
    found += close_problems({"how": "highest", "stakes": [1]})
    found += close_problems({})
    found += close_problems({"how": "by_hand", "stakes": [1, 0, 0, 0]})
    found += close_problems({"how": "by_hand", "stakes": [99999, 0, 0, 0]})
    found.append(Problem(CommonCode.ALREADY_OVER))
    assert {problem.code for problem in found} == {code.value for code in (*CommonCode, *Code)}
    for problem in found:
        text = sentence(problem, NAMES)
        assert text.strip()
        assert "%" not in text
        assert text[0].isupper() or text[0] in "“\u2068" or text[0].isdigit()
        assert text.endswith(".")
        for seat in problem.params.get("seats", ()) if isinstance(problem.params.get("seats"), tuple) else ():
            assert NAMES[int(seat)] in text or problem.code in (Code.IMPOSSIBLE_TOTAL, Code.PAPER_VALUE)


def test_sentences_name_players_each_in_their_own_direction() -> None:
    problem = Problem(Code.SHORT_FORM_UNEQUAL, "points", {"seats": (0, 2)})
    assert sentence(problem, ("Anna", "B", "دينا")).startswith("\u2068Anna\u2069, \u2068دينا\u2069 have different")
