"""One long evening as a story, every number worked out by hand: people come and go, and nothing goes wrong for long."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Seat, Sheet, SheetStatus
from scorekeeper.services import agreements, comings, deals, disputes, evenings, rebuild, sheets, undo
from scorekeeper.services.asked import Asked
from scorekeeper.services.disputes import Decision
from scorekeeper.services.errors import ClosedError, InvalidInputError, TakenError
from tests.services.factories import Table, deal, make_table, new_key

ANNA, BERND, CLARA, DIETER, EVA, FRANK = range(6)
REVOKE: Mapping[str, object] = {
    "entry": "ruling",
    "points": [0, 0, 120, 0],
    "marks": [False, False, True, False],
    "note": "Clara revoked",
}


@pytest.fixture
def table(session: Session) -> Table:
    return make_table(session)


def asked(table: Table, sheet_id: uuid.UUID) -> Asked:
    return Asked(key=new_key(), base_version=table.sheet(sheet_id).version)


def five(out: int, *points: int | None, **more: int) -> dict[str, object]:
    """Give the payload of a deal of five seats."""
    return deal(*points, sits_out=out, **more)


def held(table: Table, sheet_id: uuid.UUID) -> dict[int, tuple[object, ...]]:
    """Give by player total, marks, stakes, and the deals played and lost, of what is kept of a game."""
    table.session.rollback()
    rows = table.session.scalars(select(Seat).where(Seat.sheet_id == sheet_id, Seat.player_id.is_not(None)))
    found: dict[int, tuple[object, ...]] = {}
    for row in rows:
        counts = row.counts or {}
        assert row.player_id is not None
        number = table.players.index(row.player_id)
        found[number] = (row.total, row.marks, row.stakes, counts.get("played"), counts.get("deals_lost"))
    table.session.rollback()
    return found


def test_a_long_evening(table: Table) -> None:  # noqa: PLR0915 - one story
    session, phone, tablet = table.session, table.device, table.second
    game = table.start((ANNA, BERND, CLARA, DIETER)).id

    def totals() -> tuple[int, ...]:
        return table.sheet(game).standings.totals

    # a deal, a misdeal that Bernd deals again, his deal, a revoke
    table.record(game, deal(66, 34, 20, 0, calls=1, jungfrauen=1), {"entry": "void", "note": "misdeal"})
    table.record(game, deal(20, 60, 40, 0), REVOKE)
    view = table.sheet(game)
    assert (totals(), view.standings.marks, view.standings.dealers) == ((260, 60, 120, 0), (1, 1, 1, 0), (0, 1, 1, 2))

    # Eva takes Dieter's seat with its total, and deals
    with pytest.raises(InvalidInputError, match="invalid"):
        comings.substitute(session, phone, game, seat=3, player_id=table.players[ANNA], **asked(table, game))
    session.rollback()
    comings.substitute(session, phone, game, seat=3, player_id=table.players[EVA], **asked(table, game))
    table.record(game, deal(10, 30, 30, 50))
    view = table.sheet(game)
    assert [person.name for person in view.people] == ["Anna", "Bernd", "Clara", "Eva"]
    assert [row.people[3].name for row in view.rows] == ["Dieter"] * 4 + ["Eva"]
    assert totals() == (260, 60, 120, 50)

    # Frank joins at Eva's left: five columns; he deals next and sits out
    comings.join(session, tablet, game, player_id=table.players[FRANK], behind=3, **asked(table, game))
    view = table.sheet(game)
    assert (view.seats, view.dealer, view.sits_out, view.vacant) == (5, 4, 4, frozenset())
    assert [row.sits_out for row in view.rows] == [4] * 5
    table.record(game, five(4, 70, 30, 20, 0, None), five(0, None, 40, 30, 30, 20))
    assert totals() == (330, 100, 120, 50, 0)

    # Clara says that the 40 were hers; three more deals; the table believes her
    disputed = table.sheet(game).rows[-1]
    disputes.protest(
        session,
        tablet,
        game,
        disputed.entry_id,
        key=new_key(),
        base=disputed.base,
        payload=five(0, None, 30, 40, 30, 20),
    )
    table.record(game, five(1, 50, None, 40, 30, 0), five(2, 40, 40, None, 20, 20), five(3, 30, 31, 30, None, 29))
    assert (totals(), table.sheet(game).standings.marks) == ((420, 170, 120, 50, 0), (4, 4, 1, 1, 0))
    disputed = table.row(game, disputed.entry_id)
    disputes.decide(session, phone, game, disputed.entry_id, key=new_key(), base=disputed.base, stands=Decision.OTHER)
    assert (totals(), table.sheet(game).standings.marks) == ((420, 130, 160, 50, 0), (4, 3, 2, 1, 0))

    # Frank goes home: the deal passes over his seat
    comings.leave(session, phone, game, seat=4, **asked(table, game))
    view = table.sheet(game)
    assert (view.dealer, view.sits_out, view.vacant) == (0, 4, frozenset({4}))

    # a forgotten deal of Bernd's, before the one he dealt after the misdeal; the other dealers stay
    before = table.sheet(game).rows[2].entry_id
    deals.insert(session, tablet, game, before, key=new_key(), payload=five(4, 0, 20, 60, 40, None))
    view = table.sheet(game)
    assert (totals(), view.standings.marks) == ((420, 130, 220, 50, 0), (4, 3, 3, 1, 0))
    assert view.standings.dealers == (0, 1, 1, 1, 2, 3, 4, 0, 1, 2, 3)
    assert [row.people[3].name for row in view.rows] == ["Dieter"] * 5 + ["Eva"] * 6

    # adjourned, and played on a week later
    sheets.adjourn(session, phone, game, key=new_key())
    later = evenings.start(session, phone, key=new_key(), player_ids=table.players[:3]).id
    sheets.go_on(session, phone, game, later, key=new_key())
    kept = session.get_one(Sheet, (table.group_id, game))
    assert (kept.evening_id, kept.begun_evening_id, kept.number) == (later, table.evening_id, 1)
    session.rollback()

    # a last round, until Anna has dealt; the highest pays everybody who is there, all of whom have marks
    agreements.announce_last_round(session, phone, game, deals=None, until=0, how="highest", **asked(table, game))
    table.record(game, five(4, 20, 100, 0, 0, None, calls=2))
    view = table.sheet(game)
    assert totals() == (420, 530, 220, 50, 0)
    assert view.ending is not None
    assert (view.ending.reason, view.ending.losers, view.ending.stakes) == ("agreed", (1,), (1, -3, 1, 1, 0))
    assert view.status == SheetStatus.ENDED
    with pytest.raises(ClosedError):
        table.record(game, five(4, 20, 100, 0, 0, None))
    session.rollback()

    # Dieter held three deals, Eva six of seven, Frank four of five; who came later gets the stake, or as the table says
    assert held(table, game) == {
        ANNA: (420, 4, 1, 9, 4),
        BERND: (530, 4, -3, 9, 4),
        CLARA: (220, 3, 1, 9, 2),
        DIETER: (None, None, None, 3, 0),
        EVA: (50, 1, 1, 6, 1),
        FRANK: (0, 0, None, 4, 0),
    }
    wish = Asked(**asked(table, game), confirm=fingerprint(table, game))
    comings.set_payer(session, phone, game, seat=3, player_id=table.players[DIETER], **wish)
    assert held(table, game)[DIETER] == (None, None, 1, 3, 0)
    assert held(table, game)[EVA] == (50, 1, None, 6, 1)
    assert not [finding for finding in rebuild.rebuild(session, apply=False) if finding is not None]

    # everything can be taken back, step by step, and done again
    steps = 0
    while (step := table.sheet(game).undo) is not None:
        undo.undo(session, tablet, game, step.change_id, key=new_key())
        steps += 1
    view = table.sheet(game)
    assert (view.seats, view.standings.totals, [person.name for person in view.people][3]) == (4, (0,) * 4, "Dieter")
    while (step := table.sheet(game).redo) is not None:
        undo.redo(session, phone, game, step.change_id, key=new_key())
        steps -= 1
    assert steps == 0
    assert held(table, game)[DIETER] == (None, None, 1, 3, 0)
    assert totals() == (420, 530, 220, 50, 0)


def fingerprint(table: Table, sheet_id: uuid.UUID) -> str:
    """Give the ending with another payer: it is another one, and asks."""
    wish = Asked(**asked(table, sheet_id), dry_run=True)
    payer = table.players[DIETER]
    preview = comings.set_payer(table.session, table.device, sheet_id, seat=3, player_id=payer, **wish)
    table.session.rollback()
    return preview.fingerprint


def test_who_sits_at_another_game_cannot_come_and_four_cannot_become_three(table: Table) -> None:
    game = table.start((ANNA, BERND, CLARA, DIETER)).id
    table.record(game, deal(66, 34, 20, 0))
    for problem in ("too_few", "too_few"):
        with pytest.raises(InvalidInputError) as refused:
            comings.leave(table.session, table.device, game, seat=2, **asked(table, game))
        assert [each.code for each in refused.value.problems] == [problem]
        table.session.rollback()
    sheets.adjourn(table.session, table.device, game, key=new_key())
    other = table.start((ANNA, BERND, EVA, FRANK)).id
    with pytest.raises(TakenError):
        sheets.go_on(table.session, table.device, game, table.evening_id, key=new_key())
    table.session.rollback()
    with pytest.raises(TakenError):
        sheets.go_on(table.session, table.device, game, table.evening_id, key=new_key())
    table.session.rollback()
    with pytest.raises(InvalidInputError) as refused:
        comings.join(table.session, table.device, other, player_id=table.players[ANNA], behind=0, **asked(table, other))
    assert [each.code for each in refused.value.problems] == ["player_twice"]
