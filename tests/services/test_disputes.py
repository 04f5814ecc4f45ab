"""A row under protest: both versions stand until the table decides, and the game goes on."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.models import Mode, SheetStatus
from scorekeeper.services import comings, disputes, preview, undo, views
from scorekeeper.services.corrections import Receipt
from scorekeeper.services.disputes import Decision
from scorekeeper.services.errors import ClosedError, EndingMovedError, InvalidInputError
from tests.services.asking import do
from tests.services.factories import Table, deal, new_key
from tests.services.settling import lost, settle


def protest(table: Table, sheet_id: uuid.UUID, index: int, payload: dict[str, object]) -> Receipt:
    """Protest against the row at a place."""
    row = table.sheet(sheet_id).rows[index]
    return disputes.protest(
        table.session, table.second, sheet_id, row.entry_id, key=new_key(), base=row.base, payload=payload
    )


def decide(
    table: Table, sheet_id: uuid.UUID, index: int, stands: Decision = Decision.OTHER, confirm: str | None = None
) -> Receipt:
    """Let one version of the row at a place stand."""
    row = table.sheet(sheet_id).rows[index]
    return disputes.decide(
        table.session,
        table.device,
        sheet_id,
        row.entry_id,
        key=new_key(),
        base=row.base,
        stands=stands,
        confirm=confirm,
    )


@pytest.mark.parametrize(
    ("stands", "totals"), [(Decision.ENTERED, (50, 130, 60, 0)), (Decision.OTHER, (50, 70, 210, 0))]
)
def test_both_versions_stand_until_three_deals_later_the_table_decides(
    table: Table, stands: Decision, totals: tuple[int, ...]
) -> None:
    sheet_id = table.start().id
    # Bernd 61 -> 60. By the protest it was Clara with 76, and somebody called: 152 -> 150.
    table.record(sheet_id, deal(30, 61, 29, 0))
    protest(table, sheet_id, 0, deal(30, 14, 76, 0, calls=1))
    # Bernd 66 -> 70, Clara 55 -> 60 (rounded up), Anna 51 -> 50.
    table.record(sheet_id, deal(30, 66, 24, 0), deal(30, 20, 56, 14), deal(51, 35, 34, 0))
    view = table.sheet(sheet_id)
    (shown,) = view.protests
    assert view.standings.totals == (50, 130, 60, 0)
    assert (shown.number, shown.no_difference, view.goes_on) == (1, False, True)
    assert (shown.entered.outcome.points, shown.other.outcome.points) == ((0, 60, 0, 0), (0, 0, 150, 0))
    assert (shown.entered.standings.totals, shown.other.standings.totals) == ((50, 130, 60, 0), (50, 70, 210, 0))
    # Were it over now the highest would pay: one stake of a euro to who has marks, two to Dieter who has none.
    assert (shown.entered.ends, shown.entered.money) == (False, (100, -400, 100, 200))
    assert (shown.other.ends, shown.other.money) == (False, (100, 100, -400, 200))
    assert view.rows[0].protest == shown.other.outcome
    decide(table, sheet_id, 0, stands)
    view = table.sheet(sheet_id)
    assert (view.standings.totals, view.protests, view.rows[0].protest) == (totals, (), None)
    with pytest.raises(ClosedError, match="decided"):
        decide(table, sheet_id, 0)


def test_what_says_the_same_is_no_protest_and_what_costs_the_same_makes_no_difference(table: Table) -> None:
    sheet_id = table.start().id
    table.record(sheet_id, deal(30, 66, 24, 0))
    with pytest.raises(InvalidInputError) as refused:
        protest(table, sheet_id, 0, deal(30, 66, 24, 0))
    assert [problem.code for problem in refused.value.problems] == ["protest_same"]
    protest(table, sheet_id, 0, deal(24, 66, 30, 0))
    assert [each.no_difference for each in table.sheet(sheet_id).protests] == [True]


def test_a_protest_and_its_decision_are_undone_and_redone(table: Table) -> None:
    sheet_id = table.start().id
    table.record(sheet_id, deal(30, 66, 24, 0))
    protest(table, sheet_id, 0, deal(30, 76, 14, 0))
    decide(table, sheet_id, 0)
    for step, totals, open_ in (
        (undo.undo, (0, 70, 0, 0), 1),
        (undo.undo, (0, 70, 0, 0), 0),
        (undo.redo, (0, 70, 0, 0), 1),
        (undo.redo, (0, 80, 0, 0), 0),
    ):
        view = table.sheet(sheet_id)
        change = view.undo if step is undo.undo else view.redo
        assert change is not None
        step(table.session, table.device, sheet_id, change.change_id, key=new_key())
        view = table.sheet(sheet_id)
        assert (view.standings.totals, len(view.protests)) == (totals, open_)


def test_over_as_entered_it_goes_on_under_protest_and_is_not_settled_before_it_is_decided(table: Table) -> None:
    # Dieter: 120 doubled six times is 7,680.
    sheet_id = lost(table)
    protest(table, sheet_id, 0, deal(0, 0, 20, 100))
    view = table.sheet(sheet_id)
    assert (view.status, view.money, view.goes_on) == (SheetStatus.ENDED, (100, 100, 100, -300), True)
    assert [each.ends for each in (view.protests[0].entered, view.protests[0].other)] == [True, False]
    # The dealer of the second deal is Bernd, of the third Clara, although they come after the end.
    assert view.dealer == 1
    table.record(sheet_id, deal(30, 66, 24, 0))
    view = table.sheet(sheet_id)
    assert (view.dealer, view.rows[1].after_end, view.protests[0].other.standings.totals) == (2, True, (0, 70, 0, 100))
    with pytest.raises(ClosedError, match="disputed"):
        settle(table)
    with pytest.raises(EndingMovedError) as moved:
        decide(table, sheet_id, 0)
    decide(table, sheet_id, 0, confirm=moved.value.fingerprint)
    view = table.sheet(sheet_id)
    assert (view.status, view.standings.totals, view.money) == (SheetStatus.OPEN, (0, 70, 0, 100), None)


def test_a_decided_protest_no_longer_stops_settling(table: Table) -> None:
    sheet_id = lost(table)
    protest(table, sheet_id, 0, deal(0, 0, 20, 100))
    decide(table, sheet_id, 0, Decision.ENTERED)
    assert table.sheet(sheet_id).goes_on is False
    assert settle(table).replayed is False


def test_with_five_columns_the_dealer_sits_out_of_both_versions(table: Table) -> None:
    sheet_id = table.start((0, 1, 2, 3, 4)).id
    table.record(sheet_id, deal(None, 66, 30, 24, 0, sits_out=0))
    with pytest.raises(InvalidInputError):
        protest(table, sheet_id, 0, deal(66, None, 30, 24, 0, sits_out=1))
    protest(table, sheet_id, 0, deal(None, 30, 24, 66, 0, sits_out=0))
    (shown,) = table.sheet(sheet_id).protests
    assert shown.other.standings.totals == (0, 0, 0, 70, 0)


def test_with_five_columns_both_versions_hold_over_the_deals_after_it(table: Table) -> None:
    sheet_id = table.start((0, 1, 2, 3, 4)).id
    # Anna, Bernd and Clara deal. Bernd 66: 70. Clara 51: 50. Dieter 61: 60, which by the protest was a misdeal.
    table.record(
        sheet_id,
        deal(None, 66, 30, 24, 0, sits_out=0),
        deal(40, None, 51, 29, 0, sits_out=1),
        deal(29, 30, None, 61, 0, sits_out=2),
    )
    # Dealt again by Bernd, yet who sat out of the deals that follow stays as it was.
    protest(table, sheet_id, 1, {"entry": "void", "v": 1, "note": "nine cards", "passes_deal": False})
    # Dieter deals: Eva 45, Bernd without a trick: 90. Eva deals: Anna 80.
    table.record(sheet_id, deal(40, 0, 35, None, 45, jungfrauen=1, sits_out=3), deal(80, 20, 10, 10, None, sits_out=4))
    view = table.sheet(sheet_id)
    (shown,) = view.protests
    assert view.standings.totals == (80, 70, 50, 60, 90)
    assert shown.other.standings.totals == (80, 70, 0, 60, 90)
    # Eva is highest: a stake to who has marks, two to Clara, who by the protest has none.
    assert (shown.entered.money, shown.other.money) == ((100, 100, 100, 100, -400), (100, 100, 200, 100, -500))
    assert [row.dealer for row in view.rows] == [0, 1, 2, 3, 4]
    decide(table, sheet_id, 1)
    view = table.sheet(sheet_id)
    assert view.standings.totals == (80, 70, 0, 60, 90)
    assert [row.dealer for row in view.rows] == [0, 1, 2, 3, 4]


def test_a_game_that_would_be_over_by_the_protest_is_decided_before_the_others_are_settled(table: Table) -> None:
    lost(table)
    sheet_id = table.start().id
    table.record(sheet_id, deal(30, 66, 24, 0))
    protest(table, sheet_id, 0, deal(0, 0, 0, 120, calls=4, jungfrauen=2))
    page = views.evening_page(table.session, table.device, table.evening_id)
    assert [game.disputed for game in page.sheets] == [0, 1]
    table.session.rollback()
    with pytest.raises(ClosedError, match="disputed"):
        settle(table)
    decide(table, sheet_id, 0, Decision.ENTERED)
    assert settle(table).replayed is False


def test_two_protests_that_matter_only_together_are_decided_before_settling(table: Table) -> None:
    # Clara ends the game with 7,680; nobody else has a mark but Anna, from two deals that Bernd may have lost.
    sheet_id = table.start().id
    table.record(sheet_id, deal(66, 30, 24, 0), deal(66, 30, 24, 0), deal(0, 0, 120, 0, calls=4, jungfrauen=2))
    for index in (0, 1):
        protest(table, sheet_id, index, {"entry": "void", "v": 1, "note": "", "passes_deal": True})
    alone = [(each.entered.money, each.other.money) for each in table.sheet(sheet_id).protests]
    # Anna has a mark left if only one of them holds: one stake; none if both do: two.
    assert alone == [((100, 200, -500, 200), (100, 200, -500, 200))] * 2
    with pytest.raises(ClosedError, match="disputed"):
        settle(table)
    decide(table, sheet_id, 1, Decision.ENTERED)
    assert settle(table).replayed is False


def test_a_deal_after_the_end_as_entered_is_shown_as_the_protest_would_have_it(table: Table) -> None:
    sheet_id = lost(table)
    protest(table, sheet_id, 0, deal(0, 0, 20, 100))
    seen = preview.preview(table.session, table.device, sheet_id, payload=deal(30, 66, 24, 0), dealer=None)
    assert (seen.under_protest, seen.standings.totals, seen.ending) == (True, (0, 70, 0, 100), None)
    table.session.rollback()
    # 63 × 32 = 2,016: by the protest Clara would lose with it.
    ruinous = deal(57, 0, 63, 0, calls=4, jungfrauen=1)
    seen = preview.preview(table.session, table.device, sheet_id, payload=ruinous, dealer=None)
    assert seen.ending is not None
    assert (seen.under_protest, seen.ending.losers, seen.ending_moved) == (True, (2,), False)


@pytest.mark.parametrize(("mode", "money"), [(Mode.POINTS, None), (Mode.KITTY, (0, -300, 0, 0))])
def test_for_points_or_for_a_kitty_each_version_says_what_it_would_cost(
    table: Table, mode: Mode, money: tuple[int, ...] | None
) -> None:
    sheet_id = table.start(mode=mode, stake_minor=50).id
    table.record(sheet_id, deal(30, 66, 24, 0))
    protest(table, sheet_id, 0, deal(60, 60, 0, 0))
    (shown,) = table.sheet(sheet_id).protests
    assert shown.entered.money == money
    assert shown.entered.ending is not None
    assert shown.entered.ending.stakes == (2, -6, 2, 2)
    # Two are highest: nobody would pay yet.
    assert (shown.other.ending, shown.other.money) == (None, None)


def test_what_is_claimed_of_a_misdeal_gets_a_seat_more_as_well_when_a_fifth_joins(table: Table) -> None:
    sheet_id = table.start().id
    table.record(sheet_id, {"entry": "void", "note": "misdeal"})
    claimed = {"entry": "ruling", "points": [10, 0, 20, 0], "marks": [False] * 4, "note": "revoke", "passes_deal": True}
    protest(table, sheet_id, 0, claimed)
    do(table, comings.join, sheet_id, player_id=table.players[4], behind=1)
    # Eva sits behind Bernd: Clara's 20 are at the fourth place now.
    (shown,) = table.sheet(sheet_id).protests
    assert shown.other.standings.totals == (10, 0, 0, 20, 0)
    decide(table, sheet_id, 0)
    assert table.sheet(sheet_id).standings.totals == (10, 0, 0, 20, 0)
