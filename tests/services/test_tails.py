"""Two tails of one sheet: decided together, every deal of both in the log, and no delivery does harm afterwards."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Change, Entry, Seat
from scorekeeper.services import comings, deals, sheets, tails, undo
from scorekeeper.services.errors import ClosedError, InvalidInputError, KeyReusedError, StaleError
from scorekeeper.services.tails import Choice, Comparison, TailDeal
from tests.services.factories import Table, deal, make_table, new_key

A, B, C = deal(55, 35, 20, 10), deal(20, 66, 34, 0, calls=1, jungfrauen=1), deal(10, 20, 71, 19)
D, E, F = deal(61, 20, 20, 19), deal(20, 62, 19, 19), deal(19, 19, 63, 19)
G = deal(19, 19, 18, 64)
"""A: 60 for Anna; B: 260 for Bernd; C: 70 for Clara; D, E, F, G: 60 for Anna, Bernd, Clara, Dieter."""
ENDS = deal(None, 63, None, None, calls=3, jungfrauen=2, jungfrau_seats=[0, 2])
"""2,020 for Bernd: the game is over."""
MINE, THEIRS, BOTH = Choice.MINE, Choice.THEIRS, Choice.BOTH


def tail_at(position: int, *payloads: Mapping[str, object]) -> list[TailDeal]:
    """Give what a phone entered from a position on."""
    return [TailDeal(new_key(), position + at, payload) for at, payload in enumerate(payloads)]


def decide(table: Table, sheet_id: uuid.UUID, tail: Sequence[TailDeal], *choices: Choice, key: str = "") -> Comparison:
    """Look at two tails and decide them, on the second phone."""
    table.session.rollback()
    seen = tails.compare(table.session, table.second, sheet_id, tail)
    table.session.rollback()
    asked: dict[str, Any] = {"key": key or new_key(), "tail": tail, "choices": choices, "seen": seen.seen}
    tails.decide(table.session, table.second, sheet_id, **asked)
    return seen


def live(table: Table, sheet_id: uuid.UUID) -> list[object]:
    """Give what counts, in order."""
    return [row.payload["points"] for row in table.sheet(sheet_id).rows if not row.removed]


def kinds(table: Table, sheet_id: uuid.UUID) -> list[str]:
    """Give the kinds of the changes of a sheet, the first one first."""
    statement = select(Change.kind).where(Change.scope_id == sheet_id).order_by(Change.number)
    found = list(table.session.scalars(statement))
    table.session.rollback()
    return found


def points(*payloads: Mapping[str, object]) -> list[object]:
    return [payload["points"] for payload in payloads]


def deliver(table: Table, sheet_id: uuid.UUID, tail: Sequence[TailDeal]) -> list[bool]:
    """Send each deal by itself, as the phone does; say whether the server had done it before."""
    return [
        deals.record(
            table.session, table.second, sheet_id, key=each.key, position=each.position, payload=each.payload
        ).replayed
        for each in tail
    ]


@pytest.mark.parametrize(
    ("choices", "expected", "totals"),
    [
        ((MINE, MINE, MINE), (A, E, F, G), (60, 60, 60, 60)),
        ((THEIRS, THEIRS, THEIRS), (A, B, C, D), (120, 260, 70, 0)),
        ((BOTH, BOTH, BOTH), (A, B, E, C, F, D, G), (120, 320, 130, 60)),
        ((MINE, THEIRS, BOTH), (A, E, C, D, G), (120, 60, 70, 60)),
    ],
)
def test_decide_each_way_gives_the_expected_game_and_all_six_entries_are_in_the_log(
    table: Table,
    sheet_id: uuid.UUID,
    choices: tuple[Choice, ...],
    expected: tuple[Mapping[str, object], ...],
    totals: tuple[int, ...],
) -> None:
    table.record(sheet_id, A, B, C, D)
    tail = tail_at(2, E, F, G)
    seen = tails.compare(table.session, table.second, sheet_id, tail)
    assert (seen.first, [pair.same for pair in seen.pairs]) == (2, [False] * 3)
    table.session.rollback()
    ahead = tails.preview_decided(table.session, table.second, sheet_id, tail, choices)
    assert ahead.standings.totals == totals
    decide(table, sheet_id, tail, *choices)
    assert live(table, sheet_id) == points(*expected)
    assert table.sheet(sheet_id).standings.totals == totals
    assert kinds(table, sheet_id).count("add") == 1 + 6
    assert sorted(map(str, (row.payload["points"] for row in table.sheet(sheet_id).rows))) == sorted(
        map(str, points(A, B, C, D, E, F, G))
    )


def test_compare_marks_equal_deals_as_the_same_however_they_were_written(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A, deal(20, 66, 34, 0), C)
    seen = tails.compare(table.session, table.second, sheet_id, tail_at(1, A, {**deal(20, 66, 34, None), "v": 1}, D))
    assert [(pair.same, pair.default) for pair in seen.pairs] == [(True, THEIRS), (True, THEIRS), (False, None)]


def test_compare_finds_the_same_deals_where_one_phone_missed_one(table: Table, sheet_id: uuid.UUID) -> None:
    written = table.record(sheet_id, A, B, C)
    seen = tails.compare(table.session, table.second, sheet_id, tail_at(1, B, C, D))
    ids = [each.entry_id for each in written]
    assert [(pair.theirs, pair.mine, pair.same) for pair in seen.pairs] == [
        (ids[0], None, False),
        (ids[1], 0, True),
        (ids[2], 1, True),
        (None, 2, False),
    ]
    assert [pair.default for pair in seen.pairs] == [THEIRS, THEIRS, THEIRS, MINE]


def test_decide_the_same_counts_once_and_is_noted(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A)
    tail = tail_at(1, A, B)
    decide(table, sheet_id, tail, THEIRS, MINE)
    assert live(table, sheet_id) == points(A, B)
    assert kinds(table, sheet_id)[-3:] == ["tails", "same", "add"]
    assert deliver(table, sheet_id, tail) == [True, True]
    assert live(table, sheet_id) == points(A, B)


def test_decide_two_equal_deals_that_were_two(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A)
    decide(table, sheet_id, tail_at(1, A), BOTH)
    assert live(table, sheet_id) == points(A, A)


def test_decide_against_a_deal_of_theirs_alone_takes_it_out(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A, B)
    decide(table, sheet_id, tail_at(1, B), MINE, THEIRS)
    assert live(table, sheet_id) == points(B)


def test_a_deal_that_was_not_chosen_can_be_brought_back(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A, B)
    decide(table, sheet_id, tail_at(2, C), THEIRS)
    struck = next(row for row in table.sheet(sheet_id).rows if row.removed)
    deals.restore(table.session, table.device, sheet_id, struck.entry_id, key=new_key(), base=struck.base)
    assert live(table, sheet_id) == points(A, C, B)


def test_a_decision_can_be_undone_step_by_step(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A, B)
    decide(table, sheet_id, tail_at(2, C), MINE)
    assert live(table, sheet_id) == points(A, C)
    for expected in ((A, C, B), (A, B)):
        step = table.sheet(sheet_id).undo
        assert step is not None
        undo.undo(table.session, table.device, sheet_id, step.change_id, key=new_key())
        assert live(table, sheet_id) == points(*expected)


def test_decide_again_under_the_same_key_changes_nothing(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A)
    tail, key = tail_at(1, B), new_key()
    seen = tails.compare(table.session, table.second, sheet_id, tail).seen
    table.session.rollback()
    asked: dict[str, Any] = {"key": key, "tail": tail, "choices": [BOTH], "seen": seen}
    assert not tails.decide(table.session, table.second, sheet_id, **asked)
    assert tails.decide(table.session, table.second, sheet_id, **asked)
    with pytest.raises(KeyReusedError):
        tails.decide(table.session, table.second, sheet_id, **(asked | {"choices": [MINE]}))
    assert live(table, sheet_id) == points(A, B)


def test_decide_what_was_decided_or_changed_meanwhile_is_stale(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A)
    tail = tail_at(1, B)
    seen = tails.compare(table.session, table.second, sheet_id, tail).seen
    table.record(sheet_id, C)
    asked: dict[str, Any] = {"tail": tail, "choices": [MINE], "seen": seen}
    with pytest.raises(StaleError):
        tails.decide(table.session, table.second, sheet_id, key=new_key(), **asked)
    assert live(table, sheet_id) == points(A, C)
    decide(table, sheet_id, tail, MINE, THEIRS)
    assert tails.compare(table.session, table.second, sheet_id, tail).pairs == ()
    table.session.rollback()
    with pytest.raises(StaleError):
        tails.decide(table.session, table.second, sheet_id, key=new_key(), **asked)
    assert live(table, sheet_id) == points(B, C)


def test_what_arrived_before_is_not_decided_again(table: Table, sheet_id: uuid.UUID) -> None:
    tail = tail_at(1, A, B)
    assert deliver(table, sheet_id, tail[:1]) == [False]
    table.record(sheet_id, C)
    seen = decide(table, sheet_id, tail, MINE)
    assert [(pair.mine, pair.theirs is None) for pair in seen.pairs] == [(1, False)]
    assert live(table, sheet_id) == points(A, B)


def test_decide_a_game_that_ended_on_one_phone_alone(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A, ENDS)
    tail = tail_at(2, B, C)
    ahead = tails.preview_decided(table.session, table.second, sheet_id, tail, [MINE, MINE])
    assert (ahead.ending, ahead.ending_moved) == (None, True)
    decide(table, sheet_id, tail, MINE, MINE)
    view = table.sheet(sheet_id)
    assert (view.ending, view.standings.totals) == (None, (60, 260, 70, 0))
    assert {seat.total for seat in table.session.scalars(select(Seat))} == {None}


def test_decide_with_five_keeps_who_sat_out(table: Table) -> None:
    sheet_id = table.start((0, 1, 2, 3, 4)).id
    at = lambda out, *given: deal(*given[:out], None, *given[out:], sits_out=out)  # noqa: E731
    table.record(sheet_id, at(0, 55, 35, 20, 10), at(1, 61, 20, 20, 19), at(2, 19, 19, 63, 19))
    tail = [
        TailDeal(new_key(), 2, at(1, 20, 62, 19, 19), None, 1),
        TailDeal(new_key(), 3, at(2, 64, 19, 19, 18), None, 2),
    ]
    decide(table, sheet_id, tail, MINE, BOTH)
    rows = [row for row in table.sheet(sheet_id).rows if not row.removed]
    assert [row.sits_out for row in rows] == [0, 1, 2, 2]
    assert [row.payload["points"] for row in rows][1:] == [
        [20, None, 62, 19, 19],
        [19, 19, None, 63, 19],
        [64, 19, None, 19, 18],
    ]


def test_decide_mine_instead_of_theirs_leaves_who_came_later_out_of_it(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A, B)
    version = table.sheet(sheet_id).version
    newcomer: dict[str, Any] = {"seat": 0, "player_id": table.players[4]}
    comings.substitute(table.session, table.device, sheet_id, key=new_key(), base_version=version, **newcomer)
    table.record(sheet_id, D)
    decide(table, sheet_id, tail_at(2, C, E), MINE, MINE)
    rows = [row for row in table.sheet(sheet_id).rows if not row.removed]
    assert [row.people[0].name for row in rows] == ["Anna", "Anna", "Eva"]


@pytest.mark.parametrize("choices", [(), (MINE,), (THEIRS, THEIRS, THEIRS), (MINE, MINE)])
def test_decide_without_one_choice_a_deal_is_refused(
    table: Table, sheet_id: uuid.UUID, choices: tuple[Choice, ...]
) -> None:
    table.record(sheet_id, A, B)
    tail = tail_at(1, A, C)
    seen = tails.compare(table.session, table.second, sheet_id, tail).seen
    table.session.rollback()
    with pytest.raises(InvalidInputError) as refused:
        tails.decide(table.session, table.second, sheet_id, key=new_key(), tail=tail, choices=choices, seen=seen)
    assert {problem.code for problem in refused.value.problems} == {"choice"}
    assert live(table, sheet_id) == points(A, B)


def test_compare_names_each_impossible_deal(table: Table, sheet_id: uuid.UUID) -> None:
    with pytest.raises(InvalidInputError) as refused:
        tails.compare(table.session, table.second, sheet_id, tail_at(1, A, deal(90, 90, 0, 0), deal(1, 2, 3, 4)))
    assert {problem.where.split(".")[1] for problem in refused.value.problems} == {"1", "2"}


def test_compare_without_a_deal_or_with_one_twice_is_refused(table: Table, sheet_id: uuid.UUID) -> None:
    for tail in ([], [*tail_at(1, A)] * 2):
        with pytest.raises(InvalidInputError):
            tails.compare(table.session, table.second, sheet_id, tail)
        table.session.rollback()


def test_decide_in_a_game_that_was_broken_off_is_refused(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, A)
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    with pytest.raises(ClosedError):
        decide(table, sheet_id, tail_at(1, B), MINE)


PAYLOADS = (A, B, C, D, E, F, G)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_decided_nothing_is_lost_and_nothing_counts_twice(session: Session, data: st.DataObject) -> None:
    session.rollback()
    table = make_table(session)
    some = st.lists(st.sampled_from(PAYLOADS), max_size=4)
    before, theirs = data.draw(some), data.draw(some)
    mine = data.draw(st.lists(st.sampled_from(PAYLOADS), min_size=1, max_size=4))
    sheet_id = table.start().id
    table.record(sheet_id, *before, *theirs)
    tail = tail_at(len(before) + 1, *mine)
    table.session.rollback()
    seen = tails.compare(table.session, table.second, sheet_id, tail)
    table.session.rollback()
    choices = [data.draw(st.sampled_from(pair.choices)) for pair in seen.pairs]
    was = {row.entry_id: row.payload["points"] for row in table.sheet(sheet_id).rows}
    expected = points(*before)
    for pair, choice in zip(seen.pairs, choices, strict=True):
        if pair.theirs and choice != MINE:
            expected.append(was[pair.theirs])
        if pair.mine is not None and choice != THEIRS:
            expected.append(mine[pair.mine]["points"])
    ahead = tails.preview_decided(table.session, table.second, sheet_id, tail, choices)
    decide(table, sheet_id, tail, *choices)
    assert live(table, sheet_id) == expected
    assert table.sheet(sheet_id).standings.totals == ahead.standings.totals
    assert [pair.theirs for pair in seen.pairs if pair.theirs] == list(was)[len(before) :]
    assert [pair.mine for pair in seen.pairs if pair.mine is not None] == list(range(len(mine)))
    assert deliver(table, sheet_id, tail) == [True] * len(tail)
    assert live(table, sheet_id) == expected
    stored = table.session.scalars(select(Entry).where(Entry.sheet_id == sheet_id)).all()
    same = sum(pair.same and choice != BOTH for pair, choice in zip(seen.pairs, choices, strict=True))
    assert len(stored) == len(before) + len(theirs) + len(mine) - same
    keys = set(table.session.scalars(select(Change.key).where(Change.scope_id == sheet_id)))
    assert {each.key for each in tail} <= keys
