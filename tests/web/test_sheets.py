"""The sheet's page: scores, rows with their reasons, the panel, the ending; what a viewer sees."""

from __future__ import annotations

import uuid

import pytest

from scorekeeper.models import Mode, Role
from scorekeeper.services import deals, sheets
from scorekeeper.services.errors import EndingMovedError
from scorekeeper.web.shortening import short_names
from tests.services.factories import deal, new_key, paper
from tests.web.phone import HTMX, Page
from tests.web.sheet_table import MakeGame, Panel, cells, folded, parts


def rows(page: Page) -> list[str]:
    """Give each row's one line."""
    return [folded(row) for row in page.soup.select("#rows .why")]


def test_an_empty_sheet_names_who_sits_deals_and_leads(make_game: MakeGame) -> None:
    game = make_game()
    page = game.phone().get(game.path)
    assert [folded(name) for name in page.soup.select("#scores .score .name bdi")] == [
        "Anna",
        "Bernd",
        "Clara",
        "Dieter",
    ]
    assert "Deal 1 · Anna deals · Bernd leads" in page.text
    assert "No deal yet" in page.text
    assert page.soup.select('button[aria-pressed="true"]') == []
    assert page.soup.select("input[checked], option[selected][value]:not([value=''])") == []


def test_every_row_says_its_reason_and_the_negative_too(make_game: MakeGame) -> None:
    game = make_game(
        deal(None, 48, None, None),
        deal(None, 66, None, None, calls=1, callers=[0], jungfrauen=1, jungfrau_seats=[2]),
    )
    page = game.phone().get(game.path)
    assert rows(page) == [
        "1 Bernd 48 → 50 · all took tricks, nobody called",
        "2 Bernd 66 × 2 (Kontra: Anna) × 2 (Clara without a trick) = 264 → 260",
    ]
    assert "Bernd 260" in cells(page.soup.select("#rows .deal")[1])[1]


def test_scores_show_totals_marks_dealer_and_closeness(make_game: MakeGame) -> None:
    game = make_game(*[deal(40, None, None, None)] * 4)
    page = game.phone().get(game.path)
    anna, bernd, *_others = (folded(score) for score in page.soup.select("#scores .score"))
    assert anna == "◆ Anna deals 160 4 marks next mark wins"
    assert bernd == "Bernd 0 no mark paid double"


def test_the_threat_line_says_what_the_deal_may_decide(make_game: MakeGame) -> None:
    game = make_game(*[deal(40, None, None, None)] * 4)
    assert "Anna wins with any mark" in game.phone().get(game.path).text


def test_a_tie_over_the_limit_says_to_play_on(make_game: MakeGame) -> None:
    game = make_game(deal(60, 60, None, None), deal(60, 60, None, None), options={"limit": 110})
    assert "Tied over the limit: play on" in game.phone().get(game.path).text


def test_a_row_opens_to_its_totals_and_what_can_be_done(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None), deal(None, None, 50, None))
    page = game.phone().get(game.path)
    detail = page.soup.select("#rows .detail")[1]
    assert [folded(cell) for cell in detail.select(".after-it > .cell")] == [
        "Anna 0",
        "Bernd 50",
        "Clara 50",
        "Dieter 0",
    ]
    assert "Bernd dealt, Anna cut, Clara led. Entered by Anna at" in folded(detail)
    assert [folded(action) for action in detail.select(".actions > *")] == [
        "Correct",
        "Insert before",
        "Protest",
        "Move",
        "Take out",
    ]


def test_a_viewer_sees_everything_but_no_control(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None))
    page = game.phone(Role.VIEWER).get(game.path)
    assert rows(page) == ["1 Bernd 48 → 50 · all took tricks, nobody called"]
    assert page.soup.select("form") == []
    assert "Deal 2 · Bernd deals · Clara leads" in page.text
    assert "kalter_schlag_panel" not in page.html


def test_with_five_seats_the_dealer_sits_out(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None, None, sits_out=0), seats=5)
    page = game.phone().get(game.path)
    assert folded(page.soup.select_one(".tile-out") or page.soup) == "Bernd sits out"
    assert page.soup.select('[name="points-1"], [name="no_trick"][value="1"], [name="called"][value="1"]') == []
    assert len(page.soup.select("#scores .score")) == 5


def test_the_ending_says_who_lost_by_which_rule_and_who_pays_whom(make_game: MakeGame) -> None:
    big = deal(None, 63, None, None, calls=3, jungfrauen=2, jungfrau_seats=[0, 2])
    game = make_game(deal(50, None, None, None), big)
    page = game.phone().get(game.path)
    assert "Bernd loses the game with 2,020: alone at the top, at or over 2,000" in page.text
    stakes = [folded(seat) for seat in page.soup.select(".stakes li")]
    assert stakes[0] == "Anna 50 · 1 mark +€1.00"
    assert stakes[1] == "Bernd 2,020 · 1 mark −€5.00"
    assert "Bernd pays Clara €2.00, double: Clara has no marks" in page.text
    assert page.link("Next game").endswith(f"?after={game.sheet_id}")
    assert page.soup.select("form[data-entry]") == []
    assert any(name.startswith("Undo: deal 2, Bernd 2,020") for name in page.buttons())
    assert "ends the game" in rows(page)[1]


def test_for_points_the_ending_counts_stakes(make_game: MakeGame) -> None:
    game = make_game(*[deal(40, None, None, None)] * 5, mode=Mode.POINTS)
    page = game.phone().get(game.path)
    assert "Anna wins the game: fifth mark, below 2,000" in page.text
    assert [folded(seat) for seat in page.soup.select(".stakes b")] == ["+6", "−2", "−2", "−2"]
    assert "€" not in page.text


def test_what_stands_after_the_end_is_kept_and_shown_as_such(make_game: MakeGame) -> None:
    game = make_game(deal(50, None, None, None), deal(None, 50, None, None))
    row = game.view().rows[0]
    payload = deal(63, None, None, None, calls=3, jungfrauen=2)
    session, actor = game.session, game.table.device
    with pytest.raises(EndingMovedError) as asked:
        deals.amend(session, actor, game.sheet_id, row.entry_id, key=new_key(), base=row.base, payload=payload)
    deals.amend(
        session,
        actor,
        game.sheet_id,
        row.entry_id,
        key=new_key(),
        base=row.base,
        payload=payload,
        confirm=asked.value.fingerprint,
    )
    assert "after the end, does not count" in rows(game.phone().get(game.path))[1]


def test_a_removed_row_stays_greyed_and_can_be_brought_back(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None))
    phone = game.phone()
    page = phone.get(game.path).press("Take out")
    (row,) = page.soup.select("#rows .deal")
    assert "removed" in row["class"]
    assert "Bernd 48 → 50" in folded(row)
    assert "taken out" in folded(row)
    assert game.totals() == (0, 0, 0, 0)
    page.press("Bring back")
    assert game.totals() == (0, 50, 0, 0)


def test_a_row_that_one_phone_took_out_is_brought_back_by_another(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None))
    game.phone().get(game.path).press("Take out")
    other = game.phone().get(game.path)
    assert game.totals() == (0, 0, 0, 0)
    other.press("Bring back")
    assert game.totals() == (0, 50, 0, 0)


def test_a_game_of_three_hundred_rows_is_shown_and_goes_on(make_game: MakeGame) -> None:
    game = make_game(options={"limit": 100_000, "marks_to_win": None})
    many = [deal(None, 48, None, None)] * 300
    deals.record_many(game.session, game.table.device, game.sheet_id, key=new_key(), position=1, payloads=many)
    answer = game.phone().client.get(game.path)
    assert (answer.status_code, answer.text.count('class="why"')) == (200, 300)
    game.table.record(game.sheet_id, deal(66, None, None, None))
    assert game.totals() == (70, 15_000, 0, 0)


@pytest.mark.parametrize("role", [Role.MEMBER, Role.VIEWER])
def test_a_broken_off_game_says_so(make_game: MakeGame, role: Role) -> None:
    game = make_game(deal(None, 48, None, None))
    sheets.break_off(game.session, game.table.device, game.sheet_id, key=new_key())
    page = game.phone(role).get(game.path)
    assert "This game was broken off: it is kept, and nobody pays." in page.text
    assert page.soup.select("form[data-entry]") == []


def test_another_dealer_can_be_named_for_the_next_deal(make_game: MakeGame) -> None:
    game = make_game()
    page = game.phone().get(f"{game.path}?dealer=2")
    assert "Deal 1 · Clara deals · Dieter leads" in page.text
    assert Panel.of(page).points(Anna=66).save().status_code == 303
    row = game.view().rows[0]
    assert (row.dealer, row.dealer_by_hand) == (2, True)


@pytest.mark.parametrize("asked", ["9", "-1", "x", "", "0"])
def test_a_dealer_who_is_none_is_the_one_of_the_rotation(make_game: MakeGame, asked: str) -> None:
    game = make_game()
    page = game.phone().get(f"{game.path}?dealer={asked}")
    assert "Deal 1 · Anna deals" in page.text


def test_a_row_can_be_copied_from_paper(make_game: MakeGame) -> None:
    game = make_game()
    panel = Panel.of(game.phone().get(f"{game.path}?kind=paper"))
    assert panel.change(**{"penalties-1": "260"}).save().status_code == 303
    assert game.totals() == (0, 260, 0, 0)
    assert game.view().rows[0].payload == paper(0, 260, 0, 0, v=1)


def test_a_page_whose_parts_are_watched_asks_for_the_panel_alone(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None))
    answer = game.phone().client.get(game.path, headers=HTMX)
    assert set(parts(answer)) == {"deal_form"}
    assert "HX-Request" in answer.headers["Vary"]
    assert "HX-Request" in game.phone().client.get(game.path).headers["Vary"]


def test_names_are_text_and_keep_their_direction(make_game: MakeGame) -> None:
    names = ("<svg onload=alert(1)>", 'O\'Neill "Bob" {{7*7}}', "ثريا", "Dieter", "Eva", "Frank")
    game = make_game(deal(None, 48, None, None), names=names)
    page = game.phone().get(game.path)
    assert page.soup.select("svg[onload]") == []
    assert "{{7*7}}" in page.text
    places = {each.parent.name for each in page.soup.find_all(string="ثريا") if each.parent is not None}
    assert places == {"bdi", "option"}


def test_an_unknown_sheet_is_not_found(make_game: MakeGame) -> None:
    game = make_game()
    game.phone().get(game.path.replace(str(game.sheet_id), str(uuid.uuid4())), 404)


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Anna", "Maximiliane-Theodora"), ("Anna", "Maximiliane…")),
        (("Maximiliane A", "Maximiliane Be"), ("Maximiliane A", "Maximiliane…")),
        (("Bartholomäus I.", "Bartholomäus II."), ("Bartholomäus I.", "Bartholomäus II.")),
        (("abcdefghijk👩‍🚀 and more",), ("abcdefghijk…",)),
        (("abcdefghijke\u0301 and more",), ("abcdefghijk…",)),
    ],
)
def test_long_names_are_shortened_only_while_they_can_be_told_apart(
    names: tuple[str, ...], short: tuple[str, ...]
) -> None:
    assert short_names(names) == short


def test_an_ended_game_has_the_script_that_its_reopening_needs(make_game: MakeGame) -> None:
    game = make_game(*[deal(40, None, None, None)] * 5)
    assert "kalter_schlag_panel" in game.phone().get(game.path).html
