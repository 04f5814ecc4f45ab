"""The pages of the history: what a game says in short, how one looks for evenings, and what is wrong with a period."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from scorekeeper.models import Mode, Role
from scorekeeper.services import evenings, players
from scorekeeper.services.stints import Period
from scorekeeper.web.application import Application
from scorekeeper.web.periods import period_words
from tests.services.factories import Table, deal, new_key
from tests.web.phone import Page, Phone, PhoneAt

FIRST = deal(55, 35, 20, 10)
HEAVY = deal(0, 63, 57, 0, calls=3, jungfrauen=2)


@pytest.fixture
def viewer(phone_at: PhoneAt) -> Phone:
    """Give a phone that only watches."""
    return phone_at(Role.VIEWER)


def shown(phone: Phone, table: Table, query: str = "", status: int = 200) -> Page:
    table.session.rollback()
    return phone.get(f"/g/{table.group_id}/history{query}", status)


def play(table: Table, moment: datetime | None = None, people: tuple[int, ...] = (0, 1, 2, 3)) -> None:
    """Play a game that the second one loses, at an evening of its own when a moment is given."""
    if moment is not None:
        started = evenings.start(table.session, table.device, key=new_key(), now=moment, place="At Anna's")
        table.evening_id = started.id
    table.record(table.start(people).id, FIRST, HEAVY)


def test_history_of_a_group_without_a_game_says_so(viewer: Phone, table: Table) -> None:
    page = shown(viewer, table)
    assert page.heading == "History Thursday table"
    assert "No game was played." in page.text
    assert not page.has_link("Earlier evenings")
    evenings.discard(table.session, table.device, table.evening_id, key=new_key())
    assert "No evening yet." in shown(viewer, table).text


def test_game_in_short_names_who_lost_with_points_and_money_and_leads_to_its_sheet(viewer: Phone, table: Table) -> None:
    play(table)
    page = shown(viewer, table)
    assert "Bernd lost." in page.text
    told = [" ".join(each.get_text(" ").split()) for each in page.soup.select(".shares > li")]
    assert told == ["Anna 60 +€1.00", "Bernd 2,020 −€5.00", "Clara 0 +€2.00", "Dieter 0 +€2.00"]
    sheet = page.follow("Kalter Schlag, game 1 Bernd lost.")
    assert "/sheets/" in sheet.path


def test_each_way_to_end_has_its_sentence(viewer: Phone, table: Table) -> None:
    table.record(table.start(mode=Mode.POINTS).id, *[FIRST] * 5)
    table.start()
    text = shown(viewer, table).text
    assert "Anna won." in text
    assert "Goes on." in text


def test_evenings_of_a_year_of_a_player_and_of_days(viewer: Phone, table: Table) -> None:
    play(table, datetime(2024, 12, 31, 20, tzinfo=UTC))
    play(table, datetime(2025, 6, 1, 20, tzinfo=UTC), (1, 2, 3, 4))
    everything = shown(viewer, table)
    assert everything.text.count("At Anna's") == 2
    of_2024 = everything.follow("2024")
    assert of_2024.text.count("Bernd lost.") == 1
    assert "Tue, Dec 31, 2024" in of_2024.text
    assert of_2024.soup.select_one('[aria-current="true"]').get_text() == "2024"
    eva = everything.form("Show").fill("Player", table.players[4])
    found = viewer.get(f"{everything.path}?player={eva.data['player'][0]}")
    assert found.text.count("Clara lost.") == 1
    assert "Eva · all evenings" in found.text
    assert found.link("2024").endswith(f"?player={table.players[4]}&since=2024-01-01&until=2024-12-31")
    assert "No evening in this period." in found.follow("2024").text
    days = shown(viewer, table, "?since=2024-12-31&until=2025-01-02")
    assert days.text.count("Bernd lost.") == 1


def test_older_evenings_are_a_link_away_and_keep_what_was_asked(viewer: Phone, table: Table) -> None:
    for number in range(1, 24):
        evenings.start(
            table.session,
            table.device,
            key=new_key(),
            now=datetime(2025, 1, number, 20, tzinfo=UTC),
            place=f"no. {number}",
        )
    first = shown(viewer, table, "?since=2025-01-01&until=2025-01-31")
    assert len(first.soup.select(".past")) == 20
    assert first.soup.find("a", string="Back to the newest") is None
    second = first.follow("Earlier evenings")
    assert [each.get_text() for each in second.soup.select(".past small")] == ["no. 3", "no. 2", "no. 1"]
    assert not second.has_link("Earlier evenings")
    assert len(second.follow("Back to the newest").soup.select(".past")) == 20


@pytest.mark.parametrize(
    ("query", "label", "words"),
    [
        ("since=31.12.2024", "From", "Type a date such as 2026-03-28, or leave it out."),
        ("until=2025-02-30", "To", "Type a date such as 2026-03-28, or leave it out."),
        (
            "since=2025-02-02&until=2025-02-01",
            "To",
            "This is before the first day. Choose a later one, or leave it out.",
        ),
    ],
)
def test_wrong_period_is_told_at_its_field_and_kept(
    viewer: Phone, table: Table, query: str, label: str, words: str
) -> None:
    page = shown(viewer, table, f"?{query}&player={table.players[0]}", 422)
    form = page.form("Show")
    assert form.error_at(label) == words
    assert form.data["player"] == [str(table.players[0])]
    for part in query.split("&"):
        name, value = part.split("=")
        assert form.data[name] == [value]
    assert page.soup.select_one("details[open]") is not None
    assert not page.soup.select(".past")


@pytest.mark.parametrize("query", ["player=nobody", "after=1", "after=00000000-0000-0000-0000-000000000000"])
def test_what_no_page_links_to_does_not_exist(viewer: Phone, table: Table, query: str) -> None:
    shown(viewer, table, f"?{query}", 404)


def test_retired_player_can_be_chosen(viewer: Phone, table: Table) -> None:
    play(table)
    players.retire(table.session, table.device, table.players[0], key=new_key())
    page = shown(viewer, table, f"?player={table.players[0]}")
    assert "Anna · all evenings" in page.text
    assert page.soup.select_one(".shares bdi").get_text() == "Anna"


def test_group_page_leads_to_the_history(viewer: Phone, table: Table) -> None:
    play(table, datetime(2025, 6, 1, 20, tzinfo=UTC))
    table.session.rollback()
    page = viewer.get(f"/g/{table.group_id}/").follow("History: all evenings, with their games")
    assert page.heading.startswith("History")


@pytest.mark.parametrize(
    ("since", "until", "words"),
    [
        (None, None, "all evenings"),
        (date(2025, 1, 1), date(2025, 12, 31), "2025"),
        (date(2025, 1, 1), date(2025, 12, 30), "Wed, Jan 1, 2025 to Tue, Dec 30, 2025"),
        (date(2025, 1, 1), date(2026, 12, 31), "Wed, Jan 1, 2025 to Thu, Dec 31, 2026"),
        (date(2025, 1, 1), None, "from Wed, Jan 1, 2025 on"),
        (None, date(2025, 1, 1), "until Wed, Jan 1, 2025"),
    ],
)
def test_period_words(app: Application, since: date | None, until: date | None, words: str) -> None:
    with app.test_request_context():
        assert period_words(Period(since, until)) == words
