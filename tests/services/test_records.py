"""Records: a small group worked out by hand, and two years of another reckoned a second time from its payloads."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from scorekeeper.core.figures import Better, Figure, Kind
from scorekeeper.models import Mode, Role, Sheet
from scorekeeper.services import comings, evenings, sheets
from scorekeeper.services.actor import Actor
from scorekeeper.services.asked import Asked
from scorekeeper.services.errors import EndingMovedError, NotFoundError
from scorekeeper.services.past import past
from scorekeeper.services.ranking import ranked
from scorekeeper.services.records import GroupRecords, PlayerRecord, group_records, player_record
from scorekeeper.services.seed import Wish, seed_group
from scorekeeper.services.shapes import Person
from scorekeeper.services.stints import Period, read_stints
from scorekeeper.services.sums import summed
from tests.services.factories import Table, deal, make_device, make_table, new_key, paper
from tests.services.recomputed import Told, recomputed

ALWAYS = Period()
ANNA, BERND, CLARA, DIETER, EVA, FRANK = range(6)
FIRST = deal(55, 35, 20, 10)
NAMED = deal(20, 66, 34, 0, calls=1, jungfrauen=1, callers=[0])
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


def record(table: Table, number: int, period: Period = ALWAYS) -> PlayerRecord:
    table.session.rollback()
    found = player_record(table.session, table.viewer, table.players[number], period)
    table.session.rollback()
    return found


def records(table: Table, period: Period = ALWAYS) -> GroupRecords:
    table.session.rollback()
    found = group_records(table.session, table.viewer, period)
    table.session.rollback()
    return found


def told(found: PlayerRecord, game: str = "kalter_schlag") -> dict[str, tuple[int, int]]:
    """Give amount and base of each figure."""
    (own,) = (each for each in found.games if each.game == game)
    return {f"{each.section}.{each.code}": (each.amount, each.base) for each in own.figures}


@pytest.fixture
def three(table: Table) -> Table:
    """Play three games: one for a stake of 1 euro, one for points, one with rows from paper that is broken off.

    Dealers: Anna, Bernd; five times around from Clara; Anna, Bernd, Clara.
    """
    table.record(table.start().id, FIRST, HEAVY)
    table.evening_id = evenings.start(
        table.session, table.device, key=new_key(), now=datetime(2030, 1, 1, 20, tzinfo=UTC)
    ).id
    table.record(table.start(mode=Mode.POINTS, first_dealer=2).id, *[NAMED] * 5)
    broken = table.start().id
    table.record(broken, paper(0, 260, 0, 0), paper(120, 0, 120, 120), {"entry": "void"})
    sheets.break_off(table.session, table.device, broken, key=new_key())
    return table


def test_a_players_figures_are_those_worked_out_by_hand(three: Table) -> None:
    # Anna: 55 in the first deal is 60 as dealer (place 4); HEAVY, dealt by Bernd, at place 3;
    # without a trick; NAMED five times with a call, from places 2, 1, 4, 3, 2; paper at places 4 and 3, there 120.
    assert told(record(three, ANNA)) == {
        "games.played": (2, 2),
        "games.lost": (0, 2),
        "games.won": (0, 2),
        "games.points": (60, 2),
        "penalties.clean": (7, 9),
        "penalties.a_deal": (180, 9),
        "penalties.a_lost_deal": (180, 2),
        "penalties.greatest": (120, 2),
        "penalties.clean_run": (5, 9),
        "tricks.jungfrau": (1, 7),
        "tricks.durchmarsch": (0, 8),
        "tricks.durchmarsch_suffered": (0, 8),
        "calls.called": (5, 6),
        "calls.spared": (5, 5),
        "calls.scored": (0, 5),
        "places.lost_at_1": (0, 1),
        "places.lost_at_2": (0, 2),
        "places.lost_at_3": (1, 3),
        "places.lost_at_4": (1, 3),
    }


def test_a_winner_by_marks_and_a_loser_at_the_limit(three: Table) -> None:
    # Bernd: 2,020 with one mark loses the first game; 66 x 2 x 2 = 264, so 260 five times wins the second.
    bernd = told(record(three, BERND))
    assert bernd["games.played"] == (2, 2)
    assert bernd["games.lost"] == (1, 2)
    assert bernd["games.won"] == (1, 2)
    assert bernd["games.points"] == (2020 + 1300, 2)
    assert bernd["penalties.clean"] == (2, 9)
    assert bernd["penalties.a_lost_deal"] == (2020 + 5 * 260 + 260, 7)
    assert bernd["penalties.greatest"] == (2020, 7)
    assert bernd["penalties.clean_run"] == (1, 9)
    dieter = told(record(three, DIETER))
    assert dieter["tricks.jungfrau"] == (6, 7)


def test_what_a_row_does_not_tell_is_counted_beside_the_share(three: Table) -> None:
    (own,) = record(three, CLARA).games
    unknown = {each.code: each.unknown for each in own.figures if each.unknown}
    # Paper tells neither tricks nor calls, and 120 three times may be a Durchmarsch; HEAVY names no caller.
    assert unknown == {"jungfrau": 2, "durchmarsch": 1, "durchmarsch_suffered": 1, "called": 3}


def test_money_adds_up_by_evening_and_currency_and_points_are_none(three: Table) -> None:
    played = datetime(2031, 5, 1, 20, tzinfo=UTC)
    three.evening_id = evenings.start(three.session, three.device, key=new_key(), now=played).id
    three.record(three.start(stake_minor=50).id, FIRST, HEAVY)
    three.record(three.start(stake_minor=20, currency="CHF").id, FIRST, HEAVY)
    three.record(three.start(mode=Mode.KITTY).id, FIRST, HEAVY)
    francs, euros = record(three, BERND).purses
    assert (francs.currency, francs.total, [step.amount for step in francs.steps]) == ("CHF", -100, [-100])
    assert euros.currency == "EUR"
    assert [(step.amount, step.total) for step in euros.steps] == [(-500, -500), (-250 - 500, -1250)]
    assert euros.steps[1].day == date(2031, 5, 1)
    _francs, euros = record(three, DIETER).purses
    assert [(step.amount, step.total) for step in euros.steps] == [(200, 200), (100, 300)]


def test_head_to_head_says_who_got_what_from_whom(three: Table) -> None:
    anna, clara, dieter = record(three, BERND).rivals
    assert (anna.person.name, anna.games, anna.won, anna.lost, anna.money) == ("Anna", 2, 1, 1, (("EUR", -100),))
    assert (clara.person.name, clara.games, clara.won, clara.lost, clara.money) == ("Clara", 2, 1, 1, (("EUR", -200),))
    assert dieter.money == (("EUR", -200),)
    (bernd, *others) = record(three, ANNA).rivals
    assert (bernd.won, bernd.lost, bernd.money) == (1, 1, (("EUR", 100),))
    assert [(each.person.name, each.games, each.won, each.lost, each.money) for each in others] == [
        ("Clara", 2, 0, 0, ()),
        ("Dieter", 2, 0, 0, ()),
    ]


def test_whom_one_played_with_most_stands_first(three: Table) -> None:
    three.record(three.start((ANNA, BERND, DIETER, EVA)).id, FIRST, HEAVY)
    assert [each.person.name for each in record(three, ANNA).rivals] == ["Bernd", "Dieter", "Clara", "Eva"]


def test_a_period_leaves_out_what_lies_beyond_it(three: Table) -> None:
    later = record(three, ANNA, Period(since=date(2030, 1, 1)))
    assert told(later)["games.played"] == (1, 1)
    assert told(later)["penalties.clean"] == (6, 7)
    assert later.purses == ()
    assert [each.games for each in later.rivals] == [1, 1, 1]
    earlier = record(three, ANNA, Period(until=date(2029, 12, 31)))
    assert told(earlier)["penalties.clean"] == (1, 2)
    assert earlier.last == date(2030, 1, 1)
    assert record(three, ANNA, Period(until=date(2000, 1, 1))).games == ()


def test_who_never_played_has_an_empty_record_and_a_stranger_none(three: Table) -> None:
    frank = record(three, FRANK)
    assert (frank.person.name, frank.purses, frank.games, frank.rivals) == ("Frank", (), (), ())
    other = make_table(three.session)
    with pytest.raises(NotFoundError):
        player_record(three.session, three.viewer, other.players[0], ALWAYS)
    assert record(other, ANNA).games == ()


def test_rankings_share_ranks_and_follow_the_good_end(three: Table) -> None:
    ((game, rankings),) = records(three).games
    assert game == "kalter_schlag"
    places = {
        f"{each.section}.{each.code}": [(place.rank, place.person.name) for place in each.places] for each in rankings
    }
    # Lost games: Bernd 1 of 2, the others none: three share the first rank, and the next is the fourth.
    assert places["games.lost"] == [(1, "Anna"), (1, "Clara"), (1, "Dieter"), (4, "Bernd")]
    # Without a mark: Anna 7, Clara and Dieter 8, Bernd 2 of 9.
    assert places["penalties.clean"] == [(1, "Clara"), (1, "Dieter"), (3, "Anna"), (4, "Bernd")]
    # Points a game: low is good at this game.
    assert places["games.points"] == [(1, "Clara"), (1, "Dieter"), (3, "Anna"), (4, "Bernd")]
    # Only Anna ever called, as far as is known.
    assert places["calls.spared"] == [(1, "Anna")]
    assert "places.lost_at_1" not in places
    assert "calls.called" not in places
    first = next(each for each in rankings if each.code == "clean")
    assert [person.name for person in first.leaders] == ["Clara", "Dieter"]


def test_money_is_ranked_by_currency(three: Table) -> None:
    ((currency, ranking),) = records(three).purses
    assert currency == "EUR"
    assert [(each.rank, each.person.name, each.figure.amount) for each in ranking.places] == [
        (1, "Clara", 200),
        (1, "Dieter", 200),
        (3, "Anna", 100),
        (4, "Bernd", -500),
    ]


def test_ranks_of_a_group_that_never_played_are_none(table: Table) -> None:
    found = records(table)
    assert (found.games, found.purses) == ((), ())


def person(name: str) -> Person:
    return Person(uuid.uuid4(), name, retired=False)


@pytest.mark.parametrize(
    ("better", "amounts", "ranks"),
    [
        (Better.LOW, [(3, 10), (1, 10), (2, 20), (0, 0)], [("b", 1), ("c", 1), ("a", 3)]),
        (Better.HIGH, [(3, 10), (1, 10), (2, 20), (0, 0)], [("a", 1), ("b", 2), ("c", 2)]),
        (Better.HIGH, [(1, 3), (2, 6), (3, 9)], [("a", 1), ("b", 1), ("c", 1)]),
        (Better.LOW, [(0, 0)], []),
    ],
)
def test_equal_values_share_a_rank(
    better: Better, amounts: list[tuple[int, int]], ranks: list[tuple[str, int]]
) -> None:
    figures = [
        (person(name), Figure("s", "c", Kind.SHARE, amount, base, better))
        for name, (amount, base) in zip("abcd", amounts, strict=False)
    ]
    assert [(place.person.name, place.rank) for place in ranked(figures)] == ranks


# a second reckoning


@pytest.fixture
def seeded(session: Session) -> Actor:
    """Make up forty evenings of six people, some of their games with a kitty or in francs."""
    made = seed_group(session, Wish(evenings=40, seed=4))
    viewer = make_device(session, made.group_id, Role.VIEWER)
    every = session.query(Sheet.id).filter(Sheet.group_id == made.group_id).order_by(Sheet.started_at).all()
    for (sheet_id,) in every[::7]:
        session.execute(
            update(Sheet).where(Sheet.group_id == made.group_id, Sheet.id == sheet_id).values(currency="CHF")
        )
    session.commit()
    return viewer


def test_records_equal_a_second_reckoning_from_the_payloads(session: Session, seeded: Actor) -> None:
    right = recomputed(session.connection(), seeded.group_id)
    session.rollback()
    assert len(right) == 6
    for player_id, expected in right.items():
        found = player_record(session, seeded, player_id, ALWAYS)
        assert told(found) == figures_of(expected)
        assert {each.currency: each.total for each in found.purses if each.total} == {
            currency: amount for currency, amount in expected.money.items() if amount
        }
        for rival in found.rivals:
            against = expected.against[rival.person.id]
            assert (rival.won, rival.lost) == (against["won"], against["lost"])
            assert sum(amount for _currency, amount in rival.money) == against["money"]


def figures_of(player: Told) -> dict[str, tuple[int, int]]:
    """Give what the record should say."""
    sums = player.sums
    return {
        "games.played": (player.games, player.games),
        "games.lost": (player.lost, player.games),
        "games.won": (player.won, player.games),
        "games.points": (player.points, player.games),
        "penalties.clean": (sums["played"] - sums["lost"], sums["played"]),
        "penalties.a_deal": (sums["penalty"], sums["played"]),
        "penalties.a_lost_deal": (sums["penalty"], sums["lost"]),
        "penalties.greatest": (player.greatest, sums["lost"]),
        "penalties.clean_run": (player.longest, sums["played"]),
        "tricks.jungfrau": (sums["jungfrau"], sums["jungfrau told"]),
        "tricks.durchmarsch": (sums["march"], sums["march told"]),
        "tricks.durchmarsch_suffered": (sums["marched"], sums["march told"]),
        "calls.called": (sums["called"], sums["call told"]),
        "calls.spared": (sums["spared"], sums["called"]),
        "calls.scored": (sums["scored"], sums["called"]),
        **{f"places.lost_at_{each}": (sums[f"lost {each}"], sums[f"played {each}"]) for each in range(1, 5)},
    }


# people who come and go


def substituted(table: Table) -> uuid.UUID:
    """Let Eva take Bernd's seat after the first deal, and lose the game with it."""
    sheet_id = table.start().id
    table.record(sheet_id, FIRST)
    version = table.sheet(sheet_id).version
    comings.substitute(
        table.session,
        table.device,
        sheet_id,
        seat=1,
        player_id=table.players[EVA],
        key=new_key(),
        base_version=version,
    )
    table.record(sheet_id, HEAVY)
    return sheet_id


def test_each_has_the_deals_played_and_who_came_pays(table: Table) -> None:
    substituted(table)
    bernd, eva = record(table, BERND), record(table, EVA)
    assert (told(bernd)["games.played"], told(bernd)["games.lost"]) == ((1, 1), (0, 1))
    assert (told(eva)["games.played"], told(eva)["games.lost"]) == ((1, 1), (1, 1))
    assert (told(bernd)["penalties.clean"], told(eva)["penalties.clean"]) == ((1, 1), (0, 1))
    assert (told(bernd)["games.points"], told(eva)["games.points"]) == ((0, 0), (0, 0))
    assert (bernd.purses, eva.purses[0].total) == ((), -500)
    first, _clara, _dieter, second = record(table, ANNA).rivals
    assert (first.person.name, first.games, first.won, first.money) == ("Bernd", 1, 0, ())
    assert (second.person.name, second.games, second.won, second.money) == ("Eva", 1, 1, (("EUR", 100),))
    assert [each.person.name for each in eva.rivals] == ["Anna", "Bernd", "Clara", "Dieter"]


def test_who_left_has_lost_when_the_table_says_that_he_pays(table: Table) -> None:
    sheet_id = substituted(table)
    asked: Asked = {"key": new_key(), "base_version": table.sheet(sheet_id).version}
    with pytest.raises(EndingMovedError) as moved:
        comings.set_payer(table.session, table.device, sheet_id, seat=1, player_id=table.players[BERND], **asked)
    asked["confirm"] = moved.value.fingerprint
    comings.set_payer(table.session, table.device, sheet_id, seat=1, player_id=table.players[BERND], **asked)
    bernd, eva = record(table, BERND), record(table, EVA)
    assert (told(bernd)["games.lost"], told(eva)["games.lost"]) == ((1, 1), (0, 1))
    assert (bernd.purses[0].total, eva.purses) == (-500, ())


def test_who_held_two_seats_owes_himself_nothing(table: Table) -> None:
    table.record(table.start().id, FIRST, HEAVY)
    table.session.rollback()
    own = read_stints(table.session, table.group_id, ALWAYS, table.players[ANNA])
    assert own[0].pairs == {"1": 1}
    assert summed(own).rivals == {}


def test_history_names_both_who_held_a_seat(table: Table) -> None:
    substituted(table)
    table.session.rollback()
    (shown,) = past(table.session, table.viewer, ALWAYS).evenings
    assert [(each.person.name, each.total, each.money, each.lost) for each in shown.games[0].shares] == [
        ("Anna", 60, 100, False),
        ("Bernd", None, None, False),
        ("Eva", 2020, -500, True),
        ("Clara", 0, 200, False),
        ("Dieter", 0, 200, False),
    ]
