"""The form of a deal of Staekske Rape, and that of its house rules."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.problems import InvalidDealError, InvalidOptionsError, Problem
from scorekeeper.games.staekske_rape.codes import Code
from scorekeeper.games.staekske_rape.form import DealForm
from scorekeeper.games.staekske_rape.options import Options
from scorekeeper.games.staekske_rape.options_form import OptionsForm
from scorekeeper.games.staekske_rape.rules import STAEKSKE_RAPE
from scorekeeper.games.staekske_rape.sentences import SENTENCES
from tests.games.staekske_rape.helpers import NAMES, bid, load, options

pytestmark = pytest.mark.usefixtures("language")


def bound(seats: int = 4, dealer: int = 0, **sent: object) -> DealForm:
    """Make the form from what a browser sent."""
    data: MultiDict[str, str] = MultiDict(
        [(key, str(each)) for key, value in sent.items() for each in (value if isinstance(value, list) else [value])]
    )
    return DealForm.bind(data, seats=seats, dealer=dealer, options=Options(), names=NAMES[:seats])


def test_what_is_typed_becomes_a_payload():
    form = bound(
        declarer="2", bid="5", event="played", card_points="93", melds=["run3", "run3_again"], without_stock="y"
    )
    assert form.validate()
    assert form.to_payload() == {
        "v": 1, "declarer": 2, "bid": 5, "event": "played", "card_points": 93, "melds": ["run3", "run3"],
        "without_stock": True,
    }  # fmt: skip


def test_another_event_takes_no_card_points_along():
    assert bound(declarer="2", bid="5", event="all_tricks", card_points="93").to_payload()["card_points"] is None


@pytest.mark.parametrize(
    "payload",
    [
        bid(5, 93, "four_nines", without_stock=True),
        bid(3, 9, "run3", "run3", "stoek"),
        bid(None, event="refused"),
        bid(3, None, "four_jacks", event="four_jacks_unplayed"),
    ],
)
def test_a_stored_deal_is_shown_as_it_is(payload: dict[str, object]):
    stored = STAEKSKE_RAPE.dump(load(payload))
    form = DealForm.from_payload(stored, seats=4, dealer=1, options=Options(), names=NAMES[:4])
    assert form.to_payload() == stored


def test_nothing_is_known_of_an_open_deal_before_something_is():
    assert bound(event="played").known() == {}
    known = bound(declarer="1", event="played").known()
    assert (known["declarer"], known["bid"]) == (1, None)
    assert bound(event="played", without_stock="y").known()["without_stock"] is True
    again = DealForm.from_payload(known, seats=4, dealer=0, options=Options(), names=NAMES[:4])
    assert again.known() == known
    assert DealForm.from_payload({}, seats=4, dealer=0, options=Options(), names=NAMES[:4]).known() == {}


def test_who_sits_out_or_left_cannot_be_chosen():
    assert bound(5, 2).players == (0, 1, 3, 4)
    form = bound(5, 2, declarer="2", event="played")
    assert not form.validate()
    assert form.declarer.errors == ["Choose a player who plays this deal."]
    left = DealForm.bind(None, seats=4, dealer=0, options=Options(), names=NAMES[:4], vacant=frozenset({3}))
    assert left.players == (0, 1, 2)


def test_every_problem_has_a_sentence_at_its_field():
    assert {str(code) for code in Code} <= set(SENTENCES)
    form = bound(declarer="0", event="played")
    with pytest.raises(InvalidDealError) as error:
        load(form.to_payload())
    form.add_problems([*error.value.problems, *[Problem(Code.TARGET_RANGE, "target")] * 2])
    assert form.bid.errors == ["Enter the bid."]
    assert form.card_points.errors == ["Enter the declarer’s card points, or say how the deal went."]
    assert form.form_errors == ["The target is 10 to 10000. Type it again."]


def test_house_rules_are_shown_and_read_again():
    house = options(target=50, five_rounds="up", double_losses=False, winner_paid=True)
    assert STAEKSKE_RAPE.load_options(OptionsForm.from_options(house).to_mapping()) == house
    sent = OptionsForm.bind(MultiDict({"target": "100", "five_rounds": "down"}))
    assert sent.validate()
    assert sent.to_mapping()["four_jacks_unplayed"] is False


def test_wrong_house_rules_come_back_at_their_fields():
    form = OptionsForm.bind(MultiDict({"target": "", "five_rounds": "both"}))
    assert not form.validate()
    assert form.target.errors == ["Type the total that wins, such as 100."]
    with pytest.raises(InvalidOptionsError) as error:
        options(target=5)
    form = OptionsForm.bind(MultiDict({"target": "5", "five_rounds": "down"}))
    form.add_problems([*error.value.problems, *[Problem(Code.BID_MISSING, "bid")] * 2])
    assert form.target.errors == ["The target is 10 to 10000. Type it again."]
    assert form.form_errors == ["Enter the bid."]
