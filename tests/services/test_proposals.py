"""What is proposed: who waited longest plays, the loser chooses, the settings of the last game."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from scorekeeper.models import Attendance, Evening, Group, Mode, Player, Sheet
from scorekeeper.models.base import utcnow
from scorekeeper.services import evenings, proposals, sheets
from scorekeeper.services.errors import InvalidInputError, NotFoundError
from scorekeeper.services.proposals import Proposal
from tests.services.factories import Table, deal, make_table, new_key, paper

LOSES = {seat: deal(*[66 if s == seat else 18 for s in range(4)], calls=4) for seat in range(4)}


@pytest.fixture
def here(table: Table) -> Table:
    """Let all six be here."""
    attend(table, range(6))
    return table


def attend(table: Table, numbers: Sequence[int]) -> None:
    evening = table.session.get_one(Evening, (table.group_id, table.evening_id))
    base = evening.version
    table.session.rollback()
    evenings.set_attendance(
        table.session,
        table.device,
        table.evening_id,
        key=new_key(),
        base_version=base,
        player_ids=[table.players[number] for number in numbers],
    )


def play(table: Table, numbers: Sequence[int], loser: int = 0) -> uuid.UUID:
    """Play a game that this seat loses at once."""
    sheet_id = table.start(numbers).id
    table.record(sheet_id, LOSES[loser], LOSES[loser])
    assert table.sheet(sheet_id).ending is not None
    return sheet_id


def propose(table: Table, seats: int = 4) -> Proposal:
    found = proposals.seating(table.session, table.device, table.evening_id, "kalter_schlag", seats)
    table.session.rollback()
    return found


def numbers(table: Table, ids: Sequence[uuid.UUID]) -> list[int]:
    return [table.players.index(player) for player in ids]


def test_seating_before_the_first_game_goes_by_the_group_order(here: Table) -> None:
    proposal = propose(here)
    assert numbers(here, proposal.player_ids) == [0, 1, 2, 3]
    assert numbers(here, proposal.sitting_out) == [4, 5]
    assert {(why.code, why.games) for why in proposal.why} == {("played", 0)}


def test_seating_lets_who_sat_out_play_and_others_keep_their_places(here: Table) -> None:
    play(here, [3, 2, 1, 0])
    proposal = propose(here)
    assert numbers(here, proposal.player_ids) == [4, 5, 1, 0]
    assert numbers(here, proposal.sitting_out) == [2, 3]
    assert [(numbers(here, [why.player_id])[0], why.code, why.games) for why in proposal.why] == [
        (4, "waited", 1),
        (5, "waited", 1),
        (2, "played", 1),
        (3, "played", 1),
    ]


def test_seating_asks_who_played_most_in_a_row_to_sit_out(here: Table) -> None:
    attend(here, range(5))
    play(here, [0, 1, 2, 3])
    play(here, [4, 1, 2, 3])
    play(here, [4, 0, 2, 3])
    proposal = propose(here)
    assert numbers(here, proposal.sitting_out) == [3]
    assert numbers(here, proposal.player_ids) == [4, 0, 2, 1]
    play(here, numbers(here, proposal.player_ids))
    assert numbers(here, propose(here).sitting_out) == [2]


def test_seating_is_stable(here: Table) -> None:
    play(here, [0, 1, 2, 3])
    assert propose(here) == propose(here)


def test_seating_looks_at_earlier_evenings_when_this_one_does_not_tell(here: Table) -> None:
    play(here, [2, 3, 4, 5])
    here.evening_id = evenings.start(here.session, here.device, key=new_key(), player_ids=here.players).id
    assert numbers(here, propose(here).player_ids) == [0, 1, 2, 3]
    here.evening_id = evenings.start(here.session, here.device, key=new_key(), player_ids=here.players[1:]).id
    assert numbers(here, propose(here).player_ids) == [1, 2, 3, 4]
    play(here, [1, 2, 3, 4])
    here.evening_id = evenings.start(here.session, here.device, key=new_key(), player_ids=here.players[1:]).id
    assert set(numbers(here, propose(here).player_ids)) == {5, 1, 2, 3}


def test_seating_does_not_count_games_before_someone_came(table: Table) -> None:
    play(table, [0, 1, 2, 3])
    play(table, [0, 1, 2, 3])
    attend(table, range(5))
    proposal = propose(table)
    assert numbers(table, proposal.player_ids) == [0, 1, 2, 4]
    assert [why.code for why in proposal.why] == ["played"]


def test_seating_leaves_out_who_sits_at_an_open_game_has_left_or_retired(here: Table) -> None:
    here.session.get_one(Player, (here.group_id, here.players[5])).retired_at = utcnow()
    here.session.commit()
    assert 5 not in numbers(here, propose(here, 5).player_ids)
    here.start([0, 1, 2, 3])
    proposal = propose(here)
    assert numbers(here, proposal.player_ids) == [4]
    assert (proposal.sitting_out, proposal.why) == ((), ())


def test_seating_does_not_count_a_game_as_waited_that_was_played_at_the_same_time(session: Session) -> None:
    table = make_table(session, [f"P{number}" for number in range(9)])
    attend(table, range(9))
    first = table.start([0, 1, 2, 3]).id
    second = table.start([4, 5, 6, 7]).id
    for sheet_id in (first, second):
        table.record(sheet_id, LOSES[0], LOSES[0])
    proposal = propose(table)
    assert set(numbers(table, proposal.player_ids)) == {8, 0, 1, 2}
    assert (proposal.why[0].code, proposal.why[0].games) == ("waited", 2)


def test_seating_of_an_unknown_evening_or_game_is_refused(table: Table) -> None:
    with pytest.raises(NotFoundError):
        proposals.seating(table.session, table.device, uuid.uuid4(), "kalter_schlag", 4)
    with pytest.raises(InvalidInputError):
        proposals.seating(table.session, table.device, table.evening_id, "bridge", 4)


# the next game


def next_game(table: Table, sheet_id: uuid.UUID) -> proposals.NextGame:
    found = proposals.next_game(table.session, table.device, sheet_id)
    table.session.rollback()
    return found


def test_next_game_lets_the_loser_choose(table: Table) -> None:
    game = next_game(table, play(table, [2, 0, 3, 1], loser=2))
    assert numbers(table, game.player_ids) == [2, 0, 3, 1]
    assert (game.dealer, game.dealer_chosen_by) == (None, table.players[3])
    assert (game.game, game.mode, game.stake_minor, game.currency) == ("kalter_schlag", Mode.MONEY, 100, "EUR")


def test_next_game_lets_the_loser_choose_even_if_he_sits_out(here: Table) -> None:
    play(here, [0, 1, 2, 3])
    game = next_game(here, play(here, [0, 1, 2, 3], loser=3))
    assert here.players[3] not in game.player_ids
    assert (game.dealer, game.dealer_chosen_by) == (None, here.players[3])


def five_marks(table: Table, people: Sequence[int], winner: int) -> uuid.UUID:
    sheet_id = table.start(people).id
    row = [0, 0, 0, 0]
    row[winner] = 60
    table.record(sheet_id, *[paper(*row)] * 5)
    return sheet_id


def test_next_game_is_dealt_by_the_winner_of_five_marks(table: Table) -> None:
    game = next_game(table, five_marks(table, [0, 1, 2, 3], winner=2))
    assert (game.dealer, game.dealer_chosen_by) == (2, None)


def test_next_game_is_dealt_by_the_next_to_the_left_of_a_winner_who_sits_out(here: Table) -> None:
    attend(here, range(5))
    play(here, [0, 1, 2, 4])
    play(here, [0, 1, 3, 4])
    game = next_game(here, five_marks(here, [0, 2, 3, 4], winner=3))
    assert set(numbers(here, game.player_ids)) == {0, 1, 2, 3}
    assert game.dealer is not None
    assert game.player_ids[game.dealer] == here.players[0]


def test_next_game_after_an_agreed_end_is_dealt_by_the_left_neighbour_of_the_last_dealer(
    table: Table, sheet_id: uuid.UUID
) -> None:
    table.record(sheet_id, paper(60, 0, 0, 0))
    table.session.get_one(Sheet, (table.group_id, sheet_id)).close = {"how": "nobody"}
    table.session.commit()
    assert next_game(table, sheet_id).dealer is None
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    assert next_game(table, sheet_id).dealer == 1


def test_next_game_after_a_break_off_goes_on_with_the_rotation(table: Table, sheet_id: uuid.UUID) -> None:
    table.record(sheet_id, paper(60, 0, 0, 0), paper(60, 0, 0, 0))
    sheets.break_off(table.session, table.device, sheet_id, key=new_key())
    game = next_game(table, sheet_id)
    assert (game.dealer, game.dealer_chosen_by) == (2, None)


def test_next_game_of_nobody_left_names_no_dealer(table: Table) -> None:
    sheet_id = five_marks(table, [0, 1, 2, 3], winner=2)
    attend(table, [])
    game = next_game(table, sheet_id)
    assert (game.player_ids, game.dealer) == ((), None)
    with pytest.raises(NotFoundError):
        next_game(table, uuid.uuid4())


# settings


def test_last_settings_are_the_usual_ones_then_those_of_the_last_game(table: Table) -> None:
    def last() -> proposals.Settings:
        found = proposals.last_settings(table.session, table.device, "kalter_schlag")
        table.session.rollback()
        return found

    table.session.get_one(Group, table.group_id).currency = "CHF"
    table.session.commit()
    assert (last().mode, last().stake_minor, last().currency) == (Mode.MONEY, 100, "CHF")
    assert last().options["limit"] == 2000
    first = table.start(options={"limit": 500}, mode=Mode.KITTY, stake_minor=20, currency="USD").id
    assert (last().options["limit"], last().mode, last().stake_minor, last().currency) == (500, "kitty", 20, "USD")
    sheets.discard(table.session, table.device, first, key=new_key())
    assert last().options["limit"] == 2000
    with pytest.raises(InvalidInputError):
        proposals.last_settings(table.session, table.device, "bridge")


def test_last_settings_of_a_group_that_is_gone_are_not_found(table: Table) -> None:
    stranger = type(table.device)(uuid.uuid4(), uuid.uuid4(), table.device.role)
    with pytest.raises(NotFoundError):
        proposals.last_settings(table.session, stranger, "kalter_schlag")


def test_presence_counts_from_when_someone_came(table: Table) -> None:
    row = table.session.get_one(Attendance, (table.group_id, table.evening_id, table.players[0]))
    row.since = utcnow() + timedelta(hours=1)
    table.session.commit()
    attend(table, range(5))
    play(table, [1, 2, 3, 4])
    assert numbers(table, propose(table).player_ids)[0] in {0, 1}
