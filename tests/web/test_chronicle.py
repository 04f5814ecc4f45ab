"""The page of the group's book: sentences with names, calls and day, the way to the row, and its pages."""

from __future__ import annotations

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select

from scorekeeper.models import Feat, Role
from scorekeeper.services import chronicle as book
from tests.services.factories import deal
from tests.web.sheet_table import Game, MakeGame, folded

RUINOUS = deal(0, 63, 57, 0, calls=3, jungfrauen=2, callers=[0, 2, 3])
MARCH: dict[str, object] = {"points": [None] * 4, "durchmarsch": 0, "calls": 4}


def path(game: Game) -> str:
    """Give the book's address."""
    return f"/g/{game.table.group_id}/chronicle"


def copies(game: Game, number: int) -> None:
    """Write more feats of the same row down, a day apart; each code tells its number."""
    feat = game.session.scalars(select(Feat)).one()
    for each in range(1, number):
        game.session.add(
            Feat(
                group_id=feat.group_id,
                sheet_id=feat.sheet_id,
                entry_id=feat.entry_id,
                evening_id=feat.evening_id,
                local_date=feat.local_date - timedelta(days=each // 2),
                happened_at=feat.happened_at,
                number=each,
                code=f"copy {each}",
                seats=feat.seats,
                people=feat.people,
                params=feat.params,
            )
        )
    game.session.commit()


def test_an_empty_book_says_what_comes_in(make_game: MakeGame) -> None:
    game = make_game(deal(None, 48, None, None))
    page = game.phone(Role.VIEWER).get(f"/g/{game.table.group_id}/").follow("Chronicle Rare feats")
    assert page.path == path(game)
    assert "Nothing stands here yet." in page.text


def test_a_kalter_schlag_says_who_whose_calls_when_and_leads_to_its_row(make_game: MakeGame) -> None:
    game = make_game(MARCH, deal(48, None, None, None), RUINOUS)  # after it Bernd has 1,920: no Kalter Schlag
    other = game.table.start((0, 1, 2, 3)) if game.view().ending else None
    assert other is not None
    game.table.record(other.id, deal(48, None, None, None), RUINOUS)
    page = game.phone(Role.VIEWER).get(path(game))
    newest, march = page.soup.select(".feats a")
    assert folded(newest) == (
        "Kalter Schlag Bernd: from 0 to 2,020 in one deal Calls: Kontra: Anna, Re: Clara, Bock: Dieter "
        "Kalter Schlag, game 2, deal 2"
    )
    assert folded(march) == (
        "Durchmarsch with Hirsch Anna took all tricks after four calls: 1,920 for each of the others "
        "Calls: Kontra, Re, Bock, Hirsch Kalter Schlag, game 1, deal 1"
    )
    row = game.table.sheet(other.id).rows[1]
    assert newest["href"] == f"/g/{game.table.group_id}/sheets/{other.id}#row-{row.entry_id}"
    assert len(page.soup.select("main h2")) == 1
    assert page.soup.select("[style]") == []


def test_pages_follow_each_other_without_gap_or_repeat(make_game: MakeGame) -> None:
    game = make_game(RUINOUS)
    copies(game, 65)
    page = game.phone().get(path(game))
    seen: list[str] = []
    sizes = []
    while True:
        found = [folded(each).split("deal ")[-1] for each in page.soup.select(".feats small")]
        sizes.append(len(found))
        seen += found
        if not page.has_link("Earlier ones"):
            break
        page = page.follow("Earlier ones")
        assert page.has_link("Back to the newest")
    assert sizes == [30, 30, 5]
    assert sorted(map(int, seen)) == [1, *range(1, 65)]
    days_ago = [int(number) // 2 for number in seen]
    assert days_ago == sorted(days_ago)


@pytest.mark.parametrize("behind", ["x", "2026-03-28", "2026-02-31_2026-02-28T10:00:00_00", "1_2_3_4"])
def test_an_address_that_leads_nowhere_shows_the_newest(make_game: MakeGame, behind: str) -> None:
    game = make_game(RUINOUS)
    page = game.phone().get(f"{path(game)}?behind={behind}")
    assert len(page.soup.select(".feats a")) == 1
    assert not page.has_link("Back to the newest")


def test_a_place_in_the_book_outlives_its_feat() -> None:
    mark = book.Mark(date(2026, 3, 28), datetime(2026, 3, 28, 21, 4, 5, tzinfo=UTC), uuid.UUID(int=7))
    assert book.Mark.read(str(mark)) == mark


def test_the_book_is_read_with_the_same_few_queries_however_long_it_is(make_game: MakeGame) -> None:
    game = make_game(RUINOUS)
    copies(game, 40)
    assert len(book.chronicle(game.session, game.table.device, feats_a_page=3).feats) == 3
    last = book.chronicle(game.session, game.table.device, feats_a_page=40)
    assert (len(last.feats), last.older) == (40, None)
    other = make_game()
    assert book.chronicle(other.session, other.table.device).feats == ()


def test_names_in_the_book_are_text(make_game: MakeGame) -> None:
    game = make_game(RUINOUS, names=("<svg onload=alert(1)>", "{{7*7}} %(name)s", "ثريا", "Dieter", "Eva", "Frank"))
    page = game.phone().get(path(game))
    assert page.soup.select("[onload]") == []
    assert "{{7*7}} %(name)s: from 0 to 2,020" in folded(page.soup)
