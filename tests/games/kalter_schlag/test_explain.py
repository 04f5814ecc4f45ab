"""The words of the explanations: every line has its sentence, with names that are never markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_babel import Babel
from jinja2 import StrictUndefined

from scorekeeper.core.entry import Ruling, Void
from scorekeeper.core.feats import Feat
from scorekeeper.core.fold import TableLine
from scorekeeper.core.outcome import Line
from scorekeeper.games.kalter_schlag.endings import EndingLine
from scorekeeper.games.kalter_schlag.feats import FeatCode
from scorekeeper.games.kalter_schlag.options import Options
from scorekeeper.games.kalter_schlag.outlook import ThreatLine
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from scorekeeper.games.kalter_schlag.scoring import DealLine
from scorekeeper.games.kalter_schlag.threats import CloseLine
from scorekeeper.web import formatting
from tests.games.kalter_schlag.helpers import NAMES, ending, given, load, normal, options, play

TEMPLATES = Path(__file__).parents[3] / "templates"
ANNA, BERND = "<bdi>Anna</bdi>", "<bdi>Bernd</bdi>"
NASTY = ("<b>A</b>", 'O\'Neill & "co"', "{{7*7}} %(name)s", "100%", "دينا")


@pytest.fixture(scope="module")
def explain() -> Iterator[Any]:
    """Give the macros, as a template gets them; a name that a template misspells is an error here."""
    app = Flask(__name__, template_folder=TEMPLATES)
    Babel(app)
    formatting.init_app(app)
    with app.test_request_context():
        template = app.jinja_env.overlay(undefined=StrictUndefined).get_template("games/kalter_schlag/explain.html")
        yield template.make_module()


def outcome(payload: dict[str, Any], rules: Options | None = None) -> Any:
    """Return what a deal of four is worth."""
    return KALTER_SCHLAG.score(load(payload, rules=rules), rules or Options(), 4)


NOBODY_SCORES = options(four_way="none_scores")


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ({"points": [20, 66, 34, 0], "jungfrauen": 1, "calls": 1, "callers": [0]},
         "Bernd 66 × 2 (Kontra: Anna) × 2 (Dieter without a trick) = 264 → 260"),
        ({"points": [0, 66, 54, 0], "jungfrauen": 2, "calls": 3, "callers": [0, 3, 1]},
         "Bernd 66 × 8 (Kontra: Anna, Re: Dieter, Bock: Bernd) × 4 (Anna and Dieter without a trick) = 2,112 → 2,110"),
        ({"points": [48, 30, 30, 12]}, "Anna 48 → 50 · all took tricks, nobody called"),
        ({"points": [40, 39, 30, 11]}, "Anna 40 · all took tricks, nobody called"),
        ({"points": [66, 34, 20, 0], "jungfrauen": 1},
         "Anna 66 × 2 (Dieter without a trick) = 132 → 130 · nobody called"),
        ({"points": [65, 34, 21, 0], "calls": 2}, "Anna 65 × 4 (Kontra, Re) = 260 · all took tricks"),
        ({"points": [34, 34, None, None], "calls": 1},
         "Anna and Bernd tied on 34 × 2 (Kontra) = 68 → 70 each · all took tricks"),
        ({"points": [40, 40, 40, 0]}, "Anna, Bernd and Clara tied on 40 each · all took tricks, nobody called"),
        ({"points": [51, None, None, None], "jungfrauen": 1, "calls": 2},
         "Anna 51 × 4 (Kontra, Re) × 2 (one without a trick) = 408 → 410"),
        ({"points": [120, 0, 0, 0], "jungfrauen": 2, "calls": 4, "callers": [3, 1, 2, 0]},
         "Anna 120 × 16 (Kontra: Dieter, Re: Bernd, Bock: Clara, Hirsch: Anna) × 4 (two without a trick) = 7,680"),
        ({"points": [None] * 4, "durchmarsch": 1},
         "Bernd took all tricks: 120 each for Anna, Clara and Dieter · nobody called"),
        ({"points": [None] * 4, "durchmarsch": 1, "calls": 2, "callers": [0, 2]},
         "Bernd took all tricks: 120 × 4 (Kontra: Anna, Re: Clara) = 480 each for Anna, Clara and Dieter"),
        ({"penalties": [0, 1010, 0, 0]}, "Copied from paper: 1,010 for Bernd"),
        ({"penalties": [70, 70, 0, 0]}, "Copied from paper: 70 each for Anna and Bernd"),
    ],
)  # fmt: skip
def test_reason_of_a_row(explain: Any, payload: dict[str, Any], said: str) -> None:
    shown = str(explain.reason(outcome(payload), NAMES))
    assert re.sub(r"</?bdi>", "", shown) == said
    assert str(explain.reason_text(outcome(payload), NAMES)) == said
    assert all(f"<bdi>{name}</bdi>" in shown for name in NAMES if name in said)


def test_reason_by_a_house_rule(explain: Any) -> None:
    four = outcome({"points": [30] * 4}, NOBODY_SCORES)
    assert str(explain.reason(four, NAMES)) == "All four have 30: by the house rule nobody scores"
    empty = outcome({"penalties": [0] * 4}, NOBODY_SCORES)
    assert str(explain.reason(empty, NAMES)) == "Copied from paper: nobody scores"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (Void(), "Void deal, dealt again"),
        (Void("misdeal", passes_deal=True), "Void deal, the next player deals: misdeal"),
        (Ruling((0, 120, 0, 40), (False, False, True, True), "revoke"),
         "Ruling of the table: 120 for Bernd without a mark, a mark for Clara, 40 for Dieter (revoke)"),
        (Ruling((0, 1200, 0, 0), (False, True, False, False)), "Ruling of the table: 1,200 for Bernd"),
        (Ruling((0,) * 4, (False,) * 4), "Ruling of the table: no points"),
    ],
)  # fmt: skip
def test_reason_of_what_is_no_deal(explain: Any, entry: Void | Ruling, said: str) -> None:
    row = play(entry).outcomes[0]
    assert str(explain.reason_text(row, NAMES)) == said


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ({"points": [20, 66, 34, 0], "jungfrauen": 1, "calls": 2, "callers": [2, 0]}, [
            "Bernd has the most card points: 66", "Called: Kontra: Clara, Re: Anna. That doubles to × 4",
            "Dieter without a trick: × 2",
            "66 × 4 (Kontra: Clara, Re: Anna) × 2 (Dieter without a trick) = 528, rounded up to 530 for Bernd",
        ]),
        ({"points": [34, 34, None, None]}, [
            "Anna and Bernd are tied with the most card points: 34 each", "Nobody called", "All took tricks",
            "34, rounded down to 30 for Anna and Bernd",
        ]),
        ({"points": [60, None, None, None], "calls": 1}, [
            "Anna has the most card points: 60", "Called: Kontra. That doubles to × 2", "All took tricks",
            "60 × 2 (Kontra) = 120 for Anna, nothing to round",
        ]),
    ],
)  # fmt: skip
def test_sentences_of_the_detail(explain: Any, payload: dict[str, Any], said: list[str]) -> None:
    assert [str(explain.line(line, NAMES, True)) for line in outcome(payload).lines] == said


@pytest.mark.parametrize(
    ("totals", "marks", "said"),
    [
        ((480, 1640, 0, 310), (1, 3, 0, 4), ["1,520 to go", "360 to go", "paid double", "next mark wins"]),
        ((2040, 2040, 0, 0), (1, 3, 0, 0), ["over the limit", "over the limit", "paid double", "paid double"]),
        ((2040, 100, 0, 0), (1, 1, 0, 0), ["pays 5", "gets 1", "gets 2", "gets 2"]),
    ],
)
def test_note_under_a_total(explain: Any, totals: tuple[int, ...], marks: tuple[int, ...], said: list[str]) -> None:
    lines = KALTER_SCHLAG.closeness(play(*given(totals, marks)), Options(), 4)
    assert [str(explain.closeness(line)) for line in lines] == said


def test_note_of_an_ending_without_stakes(explain: Any) -> None:
    assert str(explain.closeness(Line("even", (0,), {"stakes": 0}))) == "pays nothing"


def test_threat_line_of_the_mock_up(explain: Any) -> None:
    standings = play(*given((480, 1640, 0, 310), (1, 3, 0, 4)))
    lines = KALTER_SCHLAG.outlook(standings, {"calls": 2}, Options(), 4)
    assert str(explain.outlook(lines[:3], NAMES, True)) == (
        "×4: Bernd loses with 89 or more, 45 if one takes no trick (not always if tied with Dieter); "
        "Anna loses with 95 or more if two take no trick"
    )
    assert str(explain.outlook((), NAMES)) == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (Line("factor", (), {"factor": 4}), "×4"),
        (Line("loses_with_any_mark", (1,)), "Bernd loses with any mark"),
        (Line("wins_with_any_mark", (1,)), "Bernd wins with any mark"),
        (Line("loses_from", (1,), {"points": 89}), "Bernd loses with 89 or more"),
        (Line("loses_from", (1,), {"points": 95, "points_one": 80, "points_two": 61}),
         "Bernd loses with 95 or more, 80 if one takes no trick, 61 if two take no trick"),
        (Line("loses_from", (1,), {"points_one": 80, "points_two": 61}),
         "Bernd loses with 80 or more if one takes no trick, 61 if two do"),
        (Line("loses_from", (1,), {"points_one": 80}), "Bernd loses with 80 or more if one takes no trick"),
        (Line("loses_from", (1,), {"points_two": 80}), "Bernd loses with 80 or more if two take no trick"),
        (Line("loses_from", (1,), {"points": 40, "unless_tied": (0, 2)}),
         "Bernd loses with 40 or more (not always if tied with Anna or Clara)"),
        (Line("wins_up_to", (1,), {"points": 120, "points_two": 105}),
         "Bernd wins with any mark, up to 105 if two take no trick"),
        (Line("wins_up_to", (1,), {"points": 88, "points_one": 44, "points_two": 0}),
         "Bernd wins with up to 88, up to 44 if one takes no trick, not if two take no trick"),
        (Line("wins_up_to", (1,), {"points": 40, "points_one": 0}),
         "Bernd wins with up to 40, not if one takes no trick"),
        (Line("durchmarsch_loses", (1,), {"makers": (0, 2, 3)}),
         "Bernd loses if Anna, Clara or Dieter takes all tricks"),
        (Line("durchmarsch_wins", (1,), {"makers": (0,)}), "Bernd wins if Anna takes all tricks"),
        (Line("durchmarsch_wins", (1, 2), {"makers": (0, 3)}),
         "Bernd and Clara win if Anna or Dieter takes all tricks"),
        (Line("tie_loses", (1, 0), {"points": 60, "jungfrauen": 2}),
         "Bernd loses if tied with Anna at 60 and two take no trick"),
        (Line("tie_wins", (1, 0, 2), {"points": 40, "jungfrauen": 1}),
         "Bernd wins if tied with Anna and Clara at 40 and one takes no trick"),
        (Line("tie_loses", (1, 0, 2, 3), {"points": 30, "jungfrauen": 0}),
         "Bernd loses if tied with Anna, Clara and Dieter at 30"),
    ],
)  # fmt: skip
def test_sentence_of_a_threat(explain: Any, line: Line, said: str) -> None:
    # what is not said is missing from the parameters, which a template takes for not known
    assert str(explain.threat(line, NAMES, True)) == said


def test_ending_at_the_limit_and_who_pays(explain: Any) -> None:
    over = ending(play(*given((1990, 100, 0, 310), (3, 1, 0, 2)), normal(60, 40, 20, 0)))
    assert str(explain.ending(over, NAMES)) == (f"{ANNA} loses the game with 2,050: alone at the top, at or over 2,000")
    assert [str(explain.ending_reason(line, NAMES)) for line in over.lines[1:3]] == [
        f"{ANNA} pays {BERND} 1: {BERND} has marks",
        f"{ANNA} pays <bdi>Clara</bdi> 2, double: <bdi>Clara</bdi> has no marks",
    ]
    assert str(explain.ending_reason(over.lines[2], NAMES, "€2.00", True)) == (
        "Anna pays Clara €2.00, double: Clara has no marks"
    )


def test_ending_by_marks(explain: Any) -> None:
    one = ending(play(*given((0, 100, 0, 310), (0, 1, 0, 4)), normal(20, 20, 20, 60)))
    assert str(explain.ending(one, NAMES, True)) == "Dieter wins the game: fifth mark, below 2,000"
    assert str(explain.ending_reason(one.lines[1], NAMES, None, True)) == "Anna pays Dieter 2, double: a win by marks"
    two = ending(play(*given((40,) * 4, (4, 4, 1, 1)), normal(50, 50, 20, 0)))
    assert str(explain.ending(two, NAMES, True)) == "Anna and Bernd win the game together: fifth mark, below 2,000"
    four = ending(play(*given((40,) * 4, (4,) * 4), normal(30, 30, 30, 30)))
    assert str(explain.ending_reason(four.lines[1], NAMES)) == "All win together, so nobody pays"
    three_marks = options(marks_to_win=3)
    other = ending(play(*given((40,) * 4, (2, 0, 0, 0)), normal(60, 40, 20, 0), rules=three_marks))
    assert str(explain.ending(other, NAMES, True)) == "Anna wins the game: 3 marks, below 2,000"
    both = ending(play(*given((40,) * 4, (2, 2, 0, 0)), normal(50, 50, 20, 0), rules=three_marks))
    assert str(explain.ending(both, NAMES, True)) == "Anna and Bernd win the game together: 3 marks, below 2,000"


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"how": "nobody"}, ["Ended by agreement: nobody pays"]),
        ({"how": "highest"}, ["Ended by agreement: Bernd has the highest total, 1,640, and pays",
                              "Bernd pays Anna 1: Anna has marks"]),
        ({"how": "by_hand", "stakes": [1, -1, 0, 0]}, ["Ended by agreement: the table set who pays",
                                                       "Bernd pays Anna 1, as agreed"]),
    ],
)  # fmt: skip
def test_ending_by_agreement(explain: Any, how: dict[str, object], said: list[str]) -> None:
    over = KALTER_SCHLAG.close(play(*given((480, 1640, 0, 310), (1, 3, 0, 2))), how)
    assert [str(explain.ending_reason(line, NAMES, None, True)) for line in over.lines][:2] == said


STRUCK: dict[str, Any] = {"points": 2020, "before": (50,), "after": (2070,), "limit": 2000}
MANY: dict[str, Any] = {"points": 3840, "before": (100, 0), "after": (3940, 3840), "limit": 2000}


@pytest.mark.parametrize(
    ("feat", "named", "said"),
    [
        (Feat("kalter_schlag", 3, (1,), STRUCK), "Kalter Schlag", "Bernd: from 50 to 2,070 in one deal"),
        (Feat("kalter_schlag", 3, (1, 2), MANY), "Kalter Schlag",
         "Bernd and Clara: 3,840 each, past 2,000 in one deal"),
        (Feat("penalty_7680", 3, (1,), {"points": 7680}), "The greatest penalty",
         "Bernd got 7,680, the most that one deal can cost"),
        (Feat("five_marks", 3, (1,), {"marks": 5, "totals": (1450,)}), "Fifth mark",
         "Bernd won by the fifth mark with 1,450"),
        (Feat("five_marks", 3, (1,), {"marks": 3, "totals": (450,)}), "A win by marks",
         "Bernd won by 3 marks with 450"),
        (Feat("five_marks", 3, (1, 2), {"marks": 5, "totals": (450, 60)}), "Fifth mark",
         "Bernd and Clara won together by marks"),
        (Feat("durchmarsch_hirsch", 3, (1,), {"points": 1920}), "Durchmarsch with Hirsch",
         "Bernd took all tricks after four calls: 1,920 for each of the others"),
        (Feat("seventeen_deals", 16, (0, 1, 2, 3), {"deals": 17}), "A game of 17 deals",
         "Anna, Bernd, Clara and Dieter played the longest game there can be"),
    ],
)  # fmt: skip
def test_sentence_of_a_feat(explain: Any, feat: Feat, named: str, said: str) -> None:
    assert str(explain.feat_name(feat)) == named
    assert str(explain.feat(feat, NAMES, True)) == said
    assert "<bdi>Bernd</bdi>" in str(explain.feat(feat, NAMES))


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"calls": 2, "callers": (0, 2)}, "Kontra: Anna, Re: Clara"),
        ({"calls": 2, "callers": None}, "Kontra, Re"),
        ({"calls": 0, "callers": None}, "nobody called"),
        ({"calls": None, "callers": None}, ""),
        ({}, ""),
    ],
)
def test_calls_of_a_feat(explain: Any, params: dict[str, Any], said: str) -> None:
    assert str(explain.feat_calls(Feat("kalter_schlag", 0, (1,), params), NAMES, True)) == said


def test_every_feat_has_a_name_and_a_sentence_and_no_name_in_it_is_markup(explain: Any) -> None:
    params: dict[str, Any] = {**STRUCK, "marks": 5, "totals": (450,), "deals": 17, "calls": 1, "callers": (0,)}
    for code in FeatCode:
        feat = Feat(code, 0, (1,), params)
        assert str(explain.feat_name(feat)).strip(), code
        shown = str(explain.feat(feat, NASTY)) + str(explain.feat_calls(feat, NASTY))
        assert shown.strip(), code
        assert not re.search(r"<(?!/?bdi>)", shown), code
    unknown = Feat("no_such_code", 0, (1,), {})
    assert str(explain.feat(unknown, NAMES)) == str(explain.feat_name(unknown)) == ""


EVERY: dict[type[StrEnum], str] = {
    DealLine: "line",
    TableLine: "line",
    CloseLine: "closeness",
    ThreatLine: "threat",
    EndingLine: "ending_reason",
}

SAMPLE: dict[str, Any] = {
    "points": 66, "calls": 1, "callers": (0,), "jungfrauen": 1, "jungfrau_seats": (3,), "factor": 4, "raw": 264,
    "penalty": 260, "rounded": "down", "payers": (0, 1), "stakes": 2, "limit": 2000, "marks": 5, "makers": (2,),
    "note": "<i>note</i>", "passes_deal": False,
}  # fmt: skip


@pytest.mark.parametrize(("codes", "macro"), EVERY.items(), ids=str)
def test_every_code_has_a_sentence_and_no_name_in_it_is_markup(explain: Any, codes: type[StrEnum], macro: str) -> None:
    for code in codes:
        params = dict(SAMPLE)
        if code is TableLine.RULING:
            params |= {"points": (10, 20), "marks": (1, 0)}
        line = Line(code, (1, 2), params)
        arguments = (line,) if macro == "closeness" else (line, NASTY)
        shown = str(getattr(explain, macro)(*arguments))
        assert shown.strip(), code
        assert "%" not in shown.replace("100%", "").replace("%(name)s", ""), code
        assert not re.search(r"<(?!/?bdi>)", shown), code
        assert shown.count("<bdi>") == shown.count("</bdi>")
        assert str(getattr(explain, macro)(Line("no_such_code", (1, 2), params), *arguments[1:])) == ""


def test_names_are_text_wherever_they_stand(explain: Any) -> None:
    row = outcome({"points": [20, 66, 34, 0], "jungfrauen": 1, "calls": 4, "callers": [0, 1, 2, 3]})
    shown = str(explain.reason(row, NASTY))
    assert "<bdi>&lt;b&gt;A&lt;/b&gt;</bdi>" in shown
    assert "<bdi>{{7*7}} %(name)s</bdi>" in shown
    assert "<bdi>100%</bdi>" in shown
    assert "O&#39;Neill &amp; &#34;co&#34;" in str(explain.reason_text(row, NASTY))
    assert "<" not in str(explain.reason_text(row, NASTY))
