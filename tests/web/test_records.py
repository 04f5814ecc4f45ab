"""The pages of the records: a player's figures in words, their pictures, the table of who is ahead."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scorekeeper.models import Mode, Role
from scorekeeper.services import evenings, looking_back, players
from tests.services.factories import Table, deal, make_table, new_key, paper
from tests.web.phone import Page, Phone, PhoneAt

FIRST = deal(55, 35, 20, 10)
NAMED = deal(20, 66, 34, 0, calls=1, jungfrauen=1, callers=[0])
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


@pytest.fixture
def viewer(phone_at: PhoneAt) -> Phone:
    """Give a phone that only watches."""
    return phone_at(Role.VIEWER)


@pytest.fixture
def played(table: Table) -> Table:
    """Play a game for money that Bernd loses, and a year later one for points that he wins."""
    started = evenings.start(table.session, table.device, key=new_key(), now=datetime(2025, 6, 1, 20, tzinfo=UTC))
    table.evening_id = started.id
    table.record(table.start().id, FIRST, HEAVY)
    later = evenings.start(table.session, table.device, key=new_key(), now=datetime(2026, 6, 1, 20, tzinfo=UTC))
    table.evening_id = later.id
    table.record(table.start(mode=Mode.POINTS).id, *[NAMED] * 4, paper(0, 260, 0, 0))
    table.session.rollback()
    return table


def record(phone: Phone, table: Table, number: int, query: str = "", status: int = 200) -> Page:
    table.session.rollback()
    return phone.get(f"/g/{table.group_id}/players/{table.players[number]}/record{query}", status)


def records(phone: Phone, table: Table, query: str = "", status: int = 200) -> Page:
    table.session.rollback()
    return phone.get(f"/g/{table.group_id}/records{query}", status)


def figures(page: Page) -> dict[str, str]:
    """Give what stands beside each figure."""
    return {
        " ".join(each.dt.get_text(" ").split()): " ".join(each.dd.get_text(" ").split())
        for each in page.soup.select(".figures > div")
    }


def test_a_players_figures_read_as_people_say_them(viewer: Phone, played: Table) -> None:
    page = record(viewer, played, 1)
    assert page.heading == "Bernd Record"
    assert figures(page) == {
        "Games played": "2",
        "Games lost": "50% 1 of 2 games rests on few",
        "Games won": "50% 1 of 2 games rests on few",
        "Points a game": "1,660 2 games from start to end rests on few",
        "Deals without a mark": "14% 1 of 7 deals rests on few",
        "Penalty a deal": "474 7 deals rests on few",
        "Penalty a lost deal": "553 6 lost deals rests on few",
        "Greatest penalty": "2,020 6 lost deals",
        "Longest run without a mark": "1 deal in a row within one game",
        "Without a trick (Jungfrau)": "0% 0 of 6 deals rests on few 1 deal does not tell",
        "Durchmarsch made": "0% 0 of 7 deals rests on few",
        "Durchmarsch suffered": "0% 0 of 7 deals rests on few",
        "Deals with a call": "0% 0 of 5 deals rests on few 2 deals do not tell",
        "Called and spared": "– nothing known yet",
        "Called and scored": "– nothing known yet",
        "Leads, at the dealer’s left": "67% 2 of 3 deals rests on few",
        "Plays second": "100% 1 of 1 deal rests on few",
        "Plays third": "100% 1 of 1 deal rests on few",
        "Plays last (with four: deals)": "100% 2 of 2 deals rests on few",
    }


def test_a_share_has_a_bar_that_is_no_news_to_a_screen_reader(viewer: Phone, played: Table) -> None:
    bars = record(viewer, played, 1).soup.select("svg.bar-of")
    assert bars
    assert all(bar["aria-hidden"] == "true" for bar in bars)
    widths = [bar.select_one(".part")["width"] for bar in bars]
    assert widths[:3] == ["50.0", "50.0", "14.3"]


def test_money_has_a_picture_with_a_name_and_a_table(viewer: Phone, played: Table) -> None:
    page = record(viewer, played, 1)
    (picture,) = page.soup.select("svg.purse")
    assert picture["role"] == "img"
    assert picture.title.get_text() == "Money over the evenings"
    assert "from nought to −€5.00" in picture.desc.get_text()
    assert " style=" not in page.html
    rows = [" ".join(each.get_text(" ").split()) for each in page.soup.select(".steps tbody tr")]
    assert rows == ["Sun, Jun 1, 2025 −€5.00 −€5.00"]
    assert page.follow("Sun, Jun 1, 2025").path.endswith(str(page.soup.select_one(".steps a")["href"]).split("/")[-1])


def test_money_of_many_years_goes_by_months_that_lead_to_their_games(
    viewer: Phone, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking_back, "FEW_STINTS", 0)
    page = record(viewer, played, 1)
    assert page.soup.select_one("svg.purse") is not None
    card = page.soup.select_one(".purse-card")
    assert card is not None
    assert "1 month as a table" in card.get_text()
    row = card.select_one("tbody tr")
    assert row is not None
    assert row.get_text(" ").split() == ["Jun", "2025", "−€5.00", "−€5.00"]
    link = row.select_one("a")
    assert link is not None
    shown = viewer.get(str(link["href"]))
    assert "Jun 1, 2025" in shown.text
    assert "2026" not in " ".join(each.get_text() for each in shown.soup.select(".past h2"))


def test_head_to_head_names_games_and_money(viewer: Phone, played: Table) -> None:
    rivals = [" ".join(each.get_text(" ").split()) for each in record(viewer, played, 1).soup.select(".rivals > li")]
    assert rivals == [
        "Anna −€1.00 2 games together got something 1 time paid 1 time",
        "Clara −€2.00 2 games together got something 1 time paid 1 time",
        "Dieter −€2.00 2 games together got something 1 time paid 1 time",
    ]


def test_a_record_of_one_year_leaves_out_the_others(viewer: Phone, played: Table) -> None:
    page = record(viewer, played, 1).follow("2026")
    assert figures(page)["Games played"] == "1"
    assert not page.soup.select("svg.purse")
    assert page.soup.select_one('[aria-current="true"]').get_text() == "2026"
    assert "2026" in page.soup.select_one("summary").get_text()
    assert "No game in this period." in record(viewer, played, 1, "?until=2020-01-01").text
    assert record(viewer, played, 1, "?since=2026-01-01&until=2020-01-01", 422).form("Show").error_at("To")


def test_who_never_played_and_who_is_retired_have_a_record(viewer: Phone, played: Table) -> None:
    assert "No game in this period." in record(viewer, played, 5).text
    players.retire(played.session, played.device, played.players[1], key=new_key())
    page = record(viewer, played, 1)
    assert page.heading == "Bernd Record · retired"
    assert figures(page)["Games played"] == "2"


def test_rankings_name_who_is_ahead_and_share_ranks(viewer: Phone, played: Table) -> None:
    page = records(viewer, played)
    heads = {each.span.span.get_text(): each.small.get_text() for each in page.soup.select("details.rank > summary")}
    assert heads["Won and lost in EUR"] == "Clara and Dieter"
    assert heads["Games lost"] == "Anna, Clara, and Dieter"
    assert heads["Games won"] == "Bernd"
    assert heads["Called and spared"] == "Anna"
    ranks = [" ".join(each.get_text(" ").split()) for each in page.soup.select("details.rank")[0].select("li")]
    assert ranks == [
        "1 . Clara +€2.00 1 game",
        "1 . Dieter +€2.00 1 game",
        "3 . Anna +€1.00 1 game",
        "4 . Bernd −€5.00 1 game",
    ]
    lost = page.soup.select("details.rank")[2]
    assert [" ".join(each.get_text(" ").split()) for each in lost.select("li")][-1] == (
        "4 . Bernd 50% 1 of 2 games rests on few"
    )
    assert page.follow("Bernd").heading == "Bernd Record"


def test_records_of_a_group_that_never_played_say_so(viewer: Phone, table: Table) -> None:
    assert "No game in this period." in records(viewer, table).text
    evenings.discard(table.session, table.device, table.evening_id, key=new_key())
    assert "No game yet." in records(viewer, table).text
    assert "No game yet." in record(viewer, table, 0).text


def test_records_of_a_period_that_cannot_be_are_not_shown(viewer: Phone, played: Table) -> None:
    page = records(viewer, played, "?since=soon", 422)
    assert page.form("Show").error_at("From") == "Type a date such as 2026-03-28, or leave it out."
    assert not page.soup.select("details.rank")


def test_records_are_a_tap_away_from_group_players_and_history(phone_at: PhoneAt, played: Table) -> None:
    viewer, member = phone_at(Role.VIEWER), phone_at(Role.MEMBER)
    group = viewer.get(f"/g/{played.group_id}/")
    assert group.follow("Records Who is ahead by what, and each player’s own").heading == "Records Thursday table"
    assert viewer.get(f"/g/{played.group_id}/players").follow("Bernd").heading == "Bernd Record"
    assert member.get(f"/g/{played.group_id}/players").follow("Record of Bernd").heading == "Bernd Record"
    history = viewer.get(f"/g/{played.group_id}/history")
    assert viewer.get(str(history.soup.select_one(".shares a")["href"])).heading == "Anna Record"
    own = record(viewer, played, 1).follow("Games of Bernd")
    assert own.follow("Record of Bernd").heading == "Bernd Record"


def test_another_groups_player_has_no_record_here(viewer: Phone, played: Table) -> None:
    other = make_table(played.session)
    played.session.rollback()
    viewer.get(f"/g/{played.group_id}/players/{other.players[0]}/record", 404)


def test_long_and_foreign_names_are_shown_as_they_are(viewer: Phone, played: Table) -> None:
    name = "<b>Annemarie</b> von Hohenlohe-Lange 🃏"
    played.session.rollback()
    players.rename(played.session, played.device, played.players[0], key=new_key(), base="Anna", name=name)
    page = record(viewer, played, 0)
    assert page.soup.h1.bdi.get_text() == name
    assert name in [each.get_text() for each in record(viewer, played, 1).soup.select(".rivals bdi")]
