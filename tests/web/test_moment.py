"""The moment of a Kalter Schlag: on the phone that saved it, once, and in words where there are no scripts."""

from __future__ import annotations

from tests.services.factories import deal
from tests.web.phone import HTMX
from tests.web.sheet_table import MakeGame, Panel, folded, parts

SAID = "Kalter Schlag! Bernd: from 0 to 2,020 in one deal"


def ruin(panel: Panel) -> Panel:
    """Type the deal that costs Bernd 2,020: 63 × 8 × 4."""
    return panel.points(Bernd=63).tick(
        "Anna, no trick", "Dieter, no trick", "Anna, called", "Clara, called", "Dieter, called"
    )


def test_the_phone_that_saves_a_kalter_schlag_shows_its_moment_once(make_game: MakeGame) -> None:
    game = make_game(deal(48, None, None, None))
    phone = game.phone()
    answer = parts(ruin(Panel.of(phone.get(game.path))).save(htmx=True))
    card = answer["moment"].select_one("[data-moment]")
    assert card is not None
    assert card["aria-hidden"] == "true"  # it is read out by the status line alone
    assert folded(card) == ("Kalter Schlag! Bernd: from 0 to 2,020 in one deal Kontra: Clara, Re: Dieter, Bock: Anna")
    assert folded(answer["say"]) == f"The deal is saved. {SAID}"
    assert answer["moment"].select("[style]") == []
    again = phone.get(game.path)
    assert again.soup.select("[data-moment]") == []
    assert parts(phone.client.get(game.path, headers=HTMX)).keys() == {"deal_form"}


def test_any_other_deal_has_no_moment_and_ends_one(make_game: MakeGame) -> None:
    game = make_game()
    answer = parts(Panel.of(game.phone().get(game.path)).points(Bernd=63).save(htmx=True))
    assert folded(answer["moment"]) == ""
    assert folded(answer["say"]) == "The deal is saved."


def test_another_rare_feat_stands_in_the_book_without_a_moment(make_game: MakeGame) -> None:
    game = make_game(*[deal(40, None, None, None)] * 4)
    answer = parts(Panel.of(game.phone().get(game.path)).points(Anna=42).save(htmx=True))
    assert game.view().feats[0].code == "five_marks"
    assert folded(answer["moment"]) == ""


def test_undo_and_redo_of_a_kalter_schlag_have_no_moment(make_game: MakeGame) -> None:
    game = make_game(deal(None, 63, None, None, calls=3, jungfrauen=2))
    page = game.phone().get(game.path)
    form = page.form(next(name for name in page.buttons() if name.startswith("Undo")))
    data = {name: values[-1] for name, values in form.data.items()}
    answer = parts(page.phone.client.post(form.action, data=data, headers=HTMX))
    assert folded(answer["moment"]) == ""


def test_without_scripts_the_message_says_it(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    assert ruin(Panel.of(phone.get(game.path))).save().status_code == 303
    page = phone.get(game.path)
    assert [folded(message) for message in page.soup.select("#messages .message")] == ["The deal is saved.", SAID]
    assert page.soup.select("#messages bdi")[0].get_text() == "Bernd"
    assert page.soup.select("[data-moment]") == []
    assert phone.get(game.path).soup.select("#messages .message") == []


def test_a_name_in_the_message_is_text(make_game: MakeGame) -> None:
    game = make_game(names=("Anna", "<svg onload=alert(1)>", "Clara", "Dieter", "Eva", "Frank"))
    phone = game.phone()
    panel = Panel.of(phone.get(game.path))
    panel.data["points-1"] = ["63"]
    panel.tick("Anna, no trick", "Dieter, no trick", "Anna, called", "Clara, called", "Dieter, called").save()
    page = phone.get(game.path)
    assert page.soup.select("[onload]") == []
    assert "<svg onload=alert(1)>" in page.soup.select("#messages bdi")[0].get_text()
