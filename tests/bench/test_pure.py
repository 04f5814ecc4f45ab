"""What the bench reckons with: figures, answers, the words of its command line."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from types import ModuleType

import pytest

from bench import __main__ as command
from bench import client, figures, load, peer
from bench.client import whole
from bench.figures import Figure, at_least, at_most, plain, table
from bench.load import Measured, request
from bench.report import Run, keep, missed
from bench.tables import fields_of, payload_of

PAGE = Figure("server", "the sheet", "answers/s", (70.0, 90.0, 80.0), "baseline", (100.0, 100.0, 200.0), at_least(0.7))
WEIGHT = Figure("browser", "first visit", "kB", (41.0, 39.0, 40.5), goal=at_most(40))


@pytest.mark.parametrize("module", [client, command, figures, peer])
def test_the_examples_are_true(module: ModuleType) -> None:
    assert doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


def test_a_ratio_is_the_median_of_the_rounds_not_the_ratio_of_the_medians() -> None:
    assert PAGE.ratios == (0.4, 0.7, 0.9)
    assert PAGE.value == 0.7
    assert PAGE.spread == (0.4, 0.9)
    assert PAGE.verdict == "yes"


def test_a_figure_that_stands_for_itself_is_held_to_its_goal() -> None:
    assert WEIGHT.ratios == ()
    assert WEIGHT.value == 40.5
    assert WEIGHT.spread == (39.0, 41.0)
    assert WEIGHT.verdict == "no"
    assert missed([PAGE, WEIGHT]) == ["first visit (kB)"]


def test_what_is_compared_with_nothing_measured_has_no_ratio() -> None:
    assert Figure("", "", "", (5.0,), "nothing", (0.0,), at_most(2)).verdict == "no"


def test_the_table_has_a_row_for_each_figure() -> None:
    lines = table([PAGE, WEIGHT]).splitlines()
    assert len({len(line) for line in lines}) == 1
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    assert cells[0] == ["the sheet", "answers/s", "80", "baseline", "100", "0.70", "0.40 to 0.90", "≥ 0.7", "yes"]
    assert cells[1] == ["first visit", "kB", "40.5", "", "", "", "39 to 41", "≤ 40", "no"]


def test_a_run_is_kept_by_its_day_and_a_part_beside_it(tmp_path: Path) -> None:
    whole_run = Run("2026-11-30", "2 cores", 5, ("server", "browser"), (PAGE, WEIGHT))
    part = Run("2026-11-30", "2 cores", 5, ("server",), (PAGE,))
    assert [keep(each, tmp_path).name for each in (whole_run, part)] == ["2026-11-30.md", "2026-11-30-server.md"]
    told = json.loads((tmp_path / "2026-11-30.json").read_text())
    assert [each["value"] for each in told["figures"]] == [0.7, 40.5]
    assert told["figures"] == json.loads(json.dumps(plain([PAGE, WEIGHT])))


def test_a_word_that_is_none_is_refused() -> None:
    for word in ("servers", "rounds=", "rounds=0", "rounds=x"):
        with pytest.raises(command.WordError):
            command.wanted([word])


def test_a_request_is_written_out_with_its_form() -> None:
    text = request("http://127.0.0.1:5000", "/add", form={"a": "ü", "b": ["1", "2"]}, Cookie="c=1", HX_Request="true")
    head, body = text.split("\r\n\r\n")
    assert head.splitlines()[:2] == ["POST /add HTTP/1.1", "Host: 127.0.0.1:5000"]
    assert {"Cookie: c=1", "HX-Request: true", "Content-Length: 16"} <= set(head.splitlines())
    assert body == "a=%C3%BC&b=1&b=2"
    assert request("http://x", "/", Cookie="").endswith("\r\n\r\n")
    assert "Cookie" not in request("http://x", "/", Cookie="")


def test_an_answer_in_chunks_is_whole_with_the_last_of_them() -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert not whole(head + b"2\r\nok\r\n")
    assert whole(head + b"2\r\nok\r\n0\r\n\r\n")
    assert not whole(b"HTTP/1.1 200 OK\r\n")


def test_a_rate_and_its_slowest_answers() -> None:
    found = Measured(2.0, tuple(float(each) for each in range(100)), {200: 100}, 10)
    assert found.per_second == 50
    assert (found.percentile_ms(50), found.percentile_ms(99), found.percentile_ms(100)) == (50, 99, 99)
    assert load.same("x", 3) == [["x"]] * 3


def test_the_form_of_a_deal_says_what_its_payload_says() -> None:
    assert payload_of(6) == {"points": [None, None, 56, None], "jungfrauen": 0, "durchmarsch": None, "calls": 0}
    assert fields_of(5)["points-1"] == "55"
    assert fields_of(5)["called"] == ["0", "1"]
    assert payload_of(5)["calls"] == 2
