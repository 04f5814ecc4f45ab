"""What every game of the registry must keep to; a new game is held to it without a line here."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass
from pathlib import Path

import pytest

from scorekeeper.core.entry import Ruling, Void, dump_entry, load_entry, reseat_entry, widened_entry
from scorekeeper.core.figures import Kind
from scorekeeper.core.fold import outcome_of_table
from scorekeeper.core.game import AnyGame
from scorekeeper.core.outcome import Line, Outcome
from scorekeeper.core.problems import InvalidCloseError, InvalidDealError, InvalidOptionsError
from scorekeeper.core.standings import DealAfterEndError, Ending, Standings, State
from scorekeeper.core.tally import MOST, UNKNOWN, Counts, tally
from scorekeeper.registry import GAMES
from tests.games.samples import SAMPLES, Payload, Samples

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=GAMES, ids=str)
def key(request: pytest.FixtureRequest) -> str:
    """Give the key of each game in turn."""
    return str(request.param)


@pytest.fixture
def game(key: str) -> AnyGame:
    """Give the game."""
    return GAMES[key]


@pytest.fixture
def samples(key: str) -> Samples:
    """Give the game's samples."""
    assert key in SAMPLES, "tests/games/samples.py needs samples of every game"
    return SAMPLES[key]


def deals_of(game: AnyGame, samples: Samples) -> Iterator[tuple[Payload, object, int]]:
    """Yield every sample payload with the usual house rules and its number of seats."""
    options = game.load_options({})
    for seats, payloads in samples.deals.items():
        for payload in payloads:
            yield payload, options, seats


def played(game: AnyGame, samples: Samples) -> list[Standings]:
    """Return the standings of every sample game."""
    options = game.load_options({})
    found = []
    for payloads in samples.games:
        entries = [game.load(payload, options, game.seats[0]) for payload in payloads]
        try:
            found.append(game.standings(entries, options, game.seats[0]))
        except DealAfterEndError as error:  # a game of other house rules
            found.append(error.standings)
    return found


def check_frozen(value: object) -> None:
    """Hold a dataclass to being frozen and slotted."""
    assert is_dataclass(value)
    assert not hasattr(value, "__dict__")
    with pytest.raises(FrozenInstanceError):
        setattr(value, fields(value)[0].name, None)


def check_line(line: Line, seats: int) -> None:
    """Hold a line to naming seats that exist, and to plain parameters."""
    assert line.code
    assert all(seat in range(seats) for seat in line.seats)
    for value in line.params.values():
        assert value is None or isinstance(value, int | str | bool | tuple)


def check_ending(ending: Ending, seats: int) -> None:
    """Hold an ending to stakes that sum to nothing and are the sum of its pairs."""
    balance = [0] * seats
    for payer, payee, stakes in ending.pairs:
        assert payer != payee
        assert stakes > 0
        balance[payer] -= stakes
        balance[payee] += stakes
    assert tuple(balance) == ending.stakes
    assert sum(ending.stakes) == 0
    assert len(set(ending.pairs)) == len(ending.pairs)
    chosen = (ending.next_dealer, ending.next_dealer_chosen_by)
    assert chosen.count(None) == 1
    assert all(seat in range(seats) for seat in (*ending.losers, *ending.winners))
    assert not set(ending.losers) & set(ending.winners)
    assert ending.lines
    for line in ending.lines:
        check_line(line, seats)


def test_registry_key_is_the_games_own(key: str, game: AnyGame) -> None:
    assert game.key == key
    assert game.seats == tuple(sorted(set(game.seats)))
    assert isinstance(game.low_wins, bool)


def test_there_are_samples_for_every_number_of_seats(game: AnyGame, samples: Samples) -> None:
    assert set(samples.deals) == set(game.seats)
    assert samples.games
    assert samples.wrong
    assert samples.closings


def test_house_rules_survive_writing_and_reading(game: AnyGame, samples: Samples) -> None:
    for data in samples.options:
        options = game.load_options(data)
        dumped = game.dump_options(options)
        assert game.load_options(json.loads(json.dumps(dumped))) == options
        assert hash(game.load_options(dumped)) == hash(options)
        check_frozen(options)
        assert isinstance(game.target(options), int | None)
        assert isinstance(game.marks_to_win(options), int | None)


def test_wrong_house_rules_are_refused_with_all_problems(game: AnyGame, samples: Samples) -> None:
    for data in samples.wrong_options:
        with pytest.raises(InvalidOptionsError) as error:
            game.load_options(data)
        assert len(error.value.problems) >= len(data)
    with pytest.raises(InvalidOptionsError):
        game.load_options({"no such rule": 1})


def test_deal_survives_writing_and_reading(game: AnyGame, samples: Samples) -> None:
    for payload, options, seats in deals_of(game, samples):
        before = copy.deepcopy(payload)
        deal = game.load(payload, options, seats)
        assert payload == before
        dumped = json.loads(json.dumps(game.dump(deal)))
        assert game.load(dumped, options, seats) == deal
        assert game.dump(game.load(dumped, options, seats)) == game.dump(deal)
        assert load_entry(game, dump_entry(game, deal), options, seats) == deal
        check_frozen(deal)
        hash(deal)


def test_missing_version_means_one_and_an_unknown_one_is_a_problem(game: AnyGame, samples: Samples) -> None:
    for payload, options, seats in deals_of(game, samples):
        bare = {name: value for name, value in payload.items() if name != "v"}
        assert game.load({**bare, "v": 1}, options, seats) == game.load(bare, options, seats)
        with pytest.raises(InvalidDealError, match="version at v"):
            game.load({**bare, "v": 99}, options, seats)


def test_unknown_key_is_refused(game: AnyGame, samples: Samples) -> None:
    for payload, options, seats in deals_of(game, samples):
        with pytest.raises(InvalidDealError) as error:
            game.load({**payload, "no such key": 1}, options, seats)
        assert [(p.code, p.where) for p in error.value.problems] == [("unknown_key", "no such key")]


def test_all_problems_of_a_deal_are_collected(game: AnyGame, samples: Samples) -> None:
    options = game.load_options({})
    for payload in samples.wrong:
        with pytest.raises(InvalidDealError) as error:
            game.load(payload, options, game.seats[0])
        assert len(error.value.problems) > 1
        assert isinstance(error.value, ValueError)


def test_score_is_a_function_of_its_arguments_alone(game: AnyGame, samples: Samples) -> None:
    for payload, options, seats in deals_of(game, samples):
        deal = game.load(payload, options, seats)
        outcome = game.score(deal, options, seats)
        assert isinstance(outcome, Outcome)
        assert (len(outcome.points), len(outcome.marks)) == (seats, seats)
        assert outcome.lines
        for line in outcome.lines:
            check_line(line, seats)
        check_frozen(outcome)
        assert game.score(game.load(payload, options, seats), options, seats) == outcome


def test_counts_are_whole_numbers_or_not_known_and_have_the_same_names_for_all_seats(
    game: AnyGame, samples: Samples
) -> None:
    for payload, options, seats in deals_of(game, samples):
        deal = game.load(payload, options, seats)
        counts = game.counts(deal, game.score(deal, options, seats))
        assert len(counts) == seats
        assert len({tuple(sorted(count)) for count in counts}) == 1
        for count in counts:
            assert json.loads(json.dumps(dict(count))) == dict(count)
            assert all(value is None or (isinstance(value, int) and value >= 0) for value in count.values())
        sits_out = payload.get("sits_out")
        if isinstance(sits_out, int):
            assert set(counts[sits_out].values()) == {0}


def test_counts_by_place_are_counts_and_no_name_means_something_else(game: AnyGame, samples: Samples) -> None:
    for payload, options, seats in deals_of(game, samples):
        deal = game.load(payload, options, seats)
        names = set(game.counts(deal, game.score(deal, options, seats))[0])
        assert set(game.by_place) <= names
        assert not {name for name in names if name.endswith((UNKNOWN, MOST))}


def told_by(game: AnyGame, samples: Samples) -> Iterator[list[Counts]]:
    """Yield the counts of the first seat in each sample game, between what is no deal."""
    options, seats = game.load_options({}), game.seats[0]
    for payloads in samples.games:
        entries = [Void(), *(game.load(payload, options, seats) for payload in payloads)]
        outcomes = [outcome_of_table(entries[0], seats), *(game.score(each, options, seats) for each in entries[1:])]
        yield [game.counts(*each)[0] for each in zip(entries, outcomes, strict=True)]


def test_peaks_are_whole_numbers_and_always_the_same(game: AnyGame, samples: Samples) -> None:
    names = set(game.peaks([]))
    assert set(game.peaks([]).values()) <= {0}
    for rows in told_by(game, samples):
        peaks = game.peaks(rows)
        assert set(peaks) == names
        assert all(isinstance(value, int) and value >= 0 for value in peaks.values())


def test_figures_are_always_the_same_and_no_share_is_more_than_all(game: AnyGame, samples: Samples) -> None:
    nothing = game.figures({})
    names = [(figure.section, figure.code) for figure in nothing]
    assert len(set(names)) == len(names)
    assert {figure.value for figure in nothing} <= {None}
    for rows in told_by(game, samples):
        shown = game.figures(tally(rows, game.peaks(rows)))
        assert [(figure.section, figure.code) for figure in shown] == names
        for figure, other in zip(shown, nothing, strict=True):
            assert (figure.kind, figure.better) == (other.kind, other.better)
            assert figure.kind != Kind.SHARE or 0 <= figure.amount <= figure.base
            check_frozen(figure)


def test_standings_of_nothing_are_at_nought(game: AnyGame) -> None:
    for seats in game.seats:
        standings = game.standings([], game.load_options({}), seats, seats - 1)
        assert standings.totals == standings.marks == (0,) * seats
        assert (standings.dealer, standings.state, standings.ending) == (seats - 1, State.RUNNING, None)


def test_standings_are_the_sum_of_the_outcomes(game: AnyGame, samples: Samples) -> None:
    for standings in played(game, samples):
        seats = range(len(standings.totals))
        assert standings.totals == tuple(sum(outcome.points[seat] for outcome in standings.outcomes) for seat in seats)
        assert standings.marks == tuple(sum(outcome.marks[seat] for outcome in standings.outcomes) for seat in seats)
        assert standings.running_totals[-1] == standings.totals
        assert standings.running_marks[-1] == standings.marks
        assert len(standings.dealers) == len(standings.running_totals) == len(standings.running_marks)
        check_frozen(standings)


def test_standings_of_the_same_entries_are_the_same(game: AnyGame, samples: Samples) -> None:
    assert played(game, samples) == played(game, samples)


def test_every_ending_adds_up(game: AnyGame, samples: Samples) -> None:
    for standings in played(game, samples):
        assert (standings.state is State.OVER) == (standings.ending is not None)
        if standings.ending is not None:
            check_ending(standings.ending, len(standings.totals))
            check_frozen(standings.ending)


def test_feats_name_entries_seats_and_plain_parameters(game: AnyGame, samples: Samples) -> None:
    options, seats = game.load_options({}), game.seats[0]
    for payloads, standings in zip(samples.games, played(game, samples), strict=True):
        entries = [game.load(payload, options, seats) for payload in payloads][: len(standings.outcomes)]
        feats = game.feats(entries, standings, options, seats)
        assert [feat.index for feat in feats] == sorted(feat.index for feat in feats)
        assert len({(feat.code, feat.index) for feat in feats}) == len(feats)
        for feat in feats:
            assert feat.index in range(len(entries))
            check_line(Line(feat.code, feat.seats, feat.params), seats)
            check_frozen(feat)
    assert game.feats([], game.standings([], options, seats), options, seats) == ()


def test_void_deals_and_rulings_are_no_feats(game: AnyGame) -> None:
    options = game.load_options({})
    for seats in game.seats:
        entries = [Void(), Ruling((1_000_000, *[0] * (seats - 1)), (True, *[False] * (seats - 1)))]
        assert game.feats(entries, game.standings(entries, options, seats), options, seats) == ()


def test_nothing_may_follow_an_ending(game: AnyGame, samples: Samples) -> None:
    options, seats = game.load_options({}), game.seats[0]
    for payloads, standings in zip(samples.games, played(game, samples), strict=True):
        if standings.ending is None:
            continue
        entries = [game.load(payload, options, seats) for payload in payloads][: len(standings.outcomes)]
        with pytest.raises(DealAfterEndError) as error:
            game.standings([*entries, Void(passes_deal=True)], options, seats)
        assert (error.value.index, error.value.standings) == (len(entries), standings)


def test_void_gives_nothing_and_a_ruling_what_it_says(game: AnyGame) -> None:
    options = game.load_options({})
    for seats in game.seats:
        points, marks = (10, *[0] * (seats - 1)), (True, *[False] * (seats - 1))
        standings = game.standings([Void(), Ruling(points, marks)], options, seats)
        assert standings.outcomes[0].points == (0,) * seats
        assert (standings.totals, standings.marks) == (points, tuple(map(int, marks)))
        for entry, outcome in zip((Void(), Ruling(points, marks)), standings.outcomes, strict=True):
            assert len(game.counts(entry, outcome)) == seats


def test_players_who_change_places_take_their_points_along(game: AnyGame, samples: Samples) -> None:
    for payload, options, seats in deals_of(game, samples):
        deal = game.load(payload, options, seats)
        points = game.score(deal, options, seats).points
        order = (*range(1, seats), 0)
        moved = game.reseat(deal, order)
        assert game.score(moved, options, seats).points == tuple(points[seat] for seat in order)
        assert game.load(game.dump(moved), options, seats) == moved
        assert game.reseat(deal, range(seats)) == deal
        assert game.reseat(moved, [order.index(seat) for seat in range(seats)]) == deal
        assert reseat_entry(game, deal, order) == moved


def test_a_deal_is_worth_the_same_on_a_sheet_with_one_more_seat(game: AnyGame, samples: Samples) -> None:
    for payload, options, seats in deals_of(game, samples):
        if seats + 1 in game.seats:
            deal = game.load(payload, options, seats)
            wider = game.widened(deal)
            assert game.load(game.dump(wider), options, seats + 1) == wider
            assert game.score(wider, options, seats + 1).points == (*game.score(deal, options, seats).points, 0)
            assert game.dealer_problems(wider, 0, seats + 1, frozenset({seats})) == ()
            assert widened_entry(game, deal) == wider


def test_who_sits_out_is_a_seat_or_nobody_and_an_empty_seat_first(game: AnyGame) -> None:
    for seats in game.seats:
        for dealer in range(seats):
            assert game.sits_out(dealer, seats) in (None, *range(seats))
            for empty in range(seats) if seats - 1 in game.seats else ():
                assert game.sits_out(dealer, seats, frozenset({empty})) == empty


def test_header_has_one_line_a_seat(game: AnyGame, samples: Samples) -> None:
    options = game.load_options({})
    for standings in [game.standings([], options, game.seats[0]), *played(game, samples)]:
        seats = len(standings.totals)
        lines = game.closeness(standings, options, seats)
        assert [line.seats for line in lines] == [(seat,) for seat in range(seats)]
        for line in lines:
            check_line(line, seats)


def test_outlook_takes_any_payload_and_raises_nothing(game: AnyGame, samples: Samples) -> None:
    options, seats = game.load_options({}), game.seats[0]
    for standings in [game.standings([], options, seats), *played(game, samples)]:
        for payload in [{}, {"v": 9, "x": []}, *samples.deals[seats][:3], *samples.wrong]:
            for line in game.outlook(standings, payload, options, seats):
                check_line(line, seats)


def test_agreed_endings_add_up_and_wrong_ones_are_refused(game: AnyGame, samples: Samples) -> None:
    options, seats = game.load_options({}), game.seats[0]
    deal = game.load(samples.deals[seats][0], options, seats)
    standings = game.standings([deal], options, seats)
    for how in [*samples.closings, *(dict[str, object](how=word) for word in game.agreements)]:
        check_ending(game.close(standings, how), seats)
    wrong: list[Payload] = [{}, {"how": None}, {"how": "no such way"}, {"how": ["nobody"]}, *samples.wrong_closings]
    for how in wrong:
        with pytest.raises(InvalidCloseError):
            game.close(standings, how)


def test_registry_imports_where_flask_and_its_like_are_blocked() -> None:
    code = (
        "import sys\n"
        "for name in ('flask', 'flask_babel', 'sqlalchemy', 'wtforms', 'jinja2', 'werkzeug', 'babel'):\n"
        "    sys.modules[name] = None\n"
        "from scorekeeper.registry import GAMES\n"
        "print(*GAMES)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == list(GAMES)
