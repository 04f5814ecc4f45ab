"""A protest on the phone: asked like a correction, shown beside what was entered, decided with one tap."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag
from werkzeug.test import TestResponse

from scorekeeper.models import Role
from tests.services.factories import deal, new_key
from tests.web.phone import HTMX
from tests.web.sheet_table import Game, MakeGame, Panel, folded, parts

SIXTY_SIX = deal(30, 66, 24, 0)
LOST = deal(0, 0, 0, 120, calls=4, jungfrauen=2)


def ask(game: Game) -> Panel:
    """Open the page that asks what the first deal should be."""
    return Panel.of(game.phone().get(f"{game.path}/entries/{game.view().rows[0].entry_id}/protest"))


def blank(panel: Panel) -> Panel:
    """Take away the numbers that stand there."""
    return panel.change(**{name: "" for name in panel.data if name.startswith("points-")})


def clara_has_76(game: Game) -> None:
    """Protest: Clara had 76 and somebody called."""
    answer = blank(ask(game)).points(Clara=76).tick("Anna, called").save()
    assert answer.status_code == 303


def row_path(game: Game) -> str:
    """Give the address of the first deal."""
    return f"{game.path}/entries/{game.view().rows[0].entry_id}"


def box(game: Game, role: Role = Role.MEMBER) -> Tag:
    """Give what the page of the first deal shows of the dispute."""
    found = game.phone(role).get(row_path(game)).soup.select_one(".dispute-card")
    assert found is not None
    return found


def band(game: Game) -> Tag:
    """Give the line that the sheet shows under the totals."""
    found = game.phone(Role.VIEWER).get(game.path).soup.select_one("#scores a.dispute")
    assert found is not None
    return found


def decide(game: Game, stands: str, **more: str) -> TestResponse:
    """Press one of the two buttons."""
    phone = game.phone()
    token = Panel.of(phone.get(row_path(game))).data["csrf_token"][0]
    data = {"csrf_token": token, "key": new_key(), "base": game.view().rows[0].base, **more}
    return phone.client.post(f"{row_path(game)}/decide?stands={stands}", data=data, headers=HTMX)


def test_both_standings_and_what_each_would_pay_stand_side_by_side_until_one_button_decides(
    make_game: MakeGame,
) -> None:
    game = make_game(SIXTY_SIX)
    clara_has_76(game)
    shown = box(game)
    rows = [[folded(cell) for cell in row.select("th, td")] for row in shown.select("tbody tr")]
    # Whoever were highest would pay two stakes of a euro to each, as nobody else has a mark.
    assert rows == [
        ["Anna", "0 +€2.00", "0 +€2.00"],
        ["Bernd", "70 −€6.00", "0 +€2.00"],
        ["Clara", "0 +€2.00", "150 −€6.00"],
        ["Dieter", "0 +€2.00", "0 +€2.00"],
    ]
    assert "It goes on. Were it over now, Bernd would pay as the highest." in folded(shown)
    assert "It goes on. Were it over now, Clara would pay as the highest." in folded(shown)
    assert "Clara pays Anna €2.00, double: Anna has no marks" in folded(shown)
    assert [folded(button) for button in shown.select("button")] == ["As entered stands", "The protest holds"]
    assert not box(game, Role.VIEWER).select("button")
    assert folded(band(game)) == "Deal 1 is in dispute. If the protest holds: Anna 0 Bernd 0 Clara 150 Dieter 0"
    assert decide(game, "other").status_code == 200
    assert game.totals() == (0, 0, 150, 0)
    assert decide(game, "other").status_code == 409
    assert decide(game, "neither").status_code == 422


def test_without_scripts_a_button_of_the_page_decides(make_game: MakeGame) -> None:
    game = make_game(SIXTY_SIX)
    clara_has_76(game)
    page = game.phone().get(row_path(game)).press("As entered stands")
    assert "The deal stands as entered." in page.text
    assert (game.totals(), game.view().protests) == ((0, 70, 0, 0), ())


def test_a_tie_for_the_highest_says_that_nobody_would_pay_yet(make_game: MakeGame) -> None:
    game = make_game(SIXTY_SIX)
    assert blank(ask(game)).points(Anna=0, Bernd=60, Clara=60, Dieter=0).save().status_code == 303
    shown = folded(box(game))
    assert "It goes on. Nobody is highest alone, so nobody would pay yet." in shown
    assert [folded(cell) for cell in box(game).select("tbody tr")[1].select("td")] == ["70 −€6.00", "60"]


def test_a_deal_may_have_been_void_by_the_protest(make_game: MakeGame) -> None:
    game = make_game(SIXTY_SIX)
    page = game.phone().get(f"{row_path(game)}/protest")
    assert "Who dealt" not in page.text
    asked = page.follow("Void deal")
    assert Panel.of(asked).change(note="nine cards", passes_deal="stays").save().status_code == 303
    assert "Void deal, dealt again: nine cards" in folded(box(game))
    # Asked again, the form holds what the protest says.
    assert "nine cards" in str(game.phone().get(f"{row_path(game)}/protest").soup.select_one("form[data-entry]"))
    assert decide(game, "other").status_code == 200
    assert (game.totals(), game.view().dealer) == ((0, 0, 0, 0), 0)


def test_the_same_deal_is_refused_with_a_sentence(make_game: MakeGame) -> None:
    game = make_game(SIXTY_SIX)
    answer = ask(game).save(htmx=True)
    assert answer.status_code == 422
    assert "This is what stands there already" in answer.get_data(as_text=True)
    assert game.view().protests == ()


def test_a_deal_changed_meanwhile_keeps_what_was_typed(make_game: MakeGame) -> None:
    game = make_game(SIXTY_SIX)
    panel = blank(ask(game)).points(Clara=76)
    clara_has_76(game)
    answer = panel.save(htmx=True)
    assert answer.status_code == 409
    assert 'value="76"' in answer.get_data(as_text=True)


def test_a_protest_is_shown_beforehand(make_game: MakeGame) -> None:
    game = make_game(SIXTY_SIX)
    answer = blank(ask(game)).points(Clara=76).check()
    assert answer.status_code == 200
    assert "80 penalty: Clara 80, 1st mark" in folded(BeautifulSoup(answer.get_data(as_text=True), "html.parser"))
    # 63 × 32 = 2,016 loses the game, but a protest alone does not end it.
    ruinous = blank(ask(game)).points(Clara=63).change(unnamed_calls="4", unnamed_no_trick="1").check(htmx=True)
    shown = parts(ruinous)
    assert "If the protest holds:" in folded(shown["sum"])
    assert "Clara loses the game with 2,020" in folded(shown["sum"])
    assert folded(shown["save-label"]) == "Save"


def test_it_says_when_it_makes_no_difference(make_game: MakeGame) -> None:
    game = make_game(SIXTY_SIX)
    assert blank(ask(game)).points(Anna=24, Bernd=66, Clara=30, Dieter=0).save().status_code == 303
    assert "It makes no difference" in folded(box(game))
    assert folded(band(game)) == "Deal 1 is in dispute; it makes no difference"


def test_a_game_that_is_over_as_entered_goes_on_and_a_moved_ending_is_asked_about(make_game: MakeGame) -> None:
    game = make_game(LOST)
    # Nobody called after all, and all took tricks.
    panel = blank(ask(game)).change(unnamed_calls="", unnamed_no_trick="")
    assert panel.points(Dieter=100).save().status_code == 303
    page = game.phone().get(game.path)
    assert "Over as entered; goes on under protest" in folded(page.soup)
    assert "Deal 1 is in dispute. Decide before you pay." in folded(page.soup)
    assert folded(band(game)).startswith("Deal 1 is in dispute. If the protest holds, the game goes on:")
    # The new deal comes after the end as entered: what it does is shown as the protest would have it.
    seen = folded(parts(Panel.of(page).points(Bernd=66).check(htmx=True))["sum"])
    assert "If the protest holds:" in seen
    assert "70 penalty: Bernd 70, 1st mark" in seen
    assert Panel.of(page).points(Bernd=66).save().status_code == 303
    assert "Dieter loses the game with 7,680" in folded(box(game))
    asked = decide(game, "other")
    assert asked.status_code == 422
    assert "This decision changes how the game ends." in asked.get_data(as_text=True)
    fingerprint = asked.get_data(as_text=True).split('name="confirm" value="')[1].split('"')[0]
    assert decide(game, "other", confirm=fingerprint).status_code == 200
    assert game.totals() == (0, 70, 0, 100)
