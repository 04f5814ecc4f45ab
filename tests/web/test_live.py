"""Is there anything new? The tag of a watched page, what changes it, and what asking costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event, update
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from scorekeeper.models import Device, Role
from scorekeeper.models.base import utcnow
from scorekeeper.services import evenings, open_deal, players, settlements, sheets
from scorekeeper.services.pages import evening_page
from scorekeeper.web import tags
from scorekeeper.web.builds import BUILD
from scorekeeper.web.extensions import db
from scorekeeper.web.sheets import PARTS
from tests.services.factories import Table, deal, new_key
from tests.services.settling import another_evening, debts, lost, pay, settle
from tests.web.phone import HTMX, Phone, PhoneAt
from tests.web.sheet_table import Game, MakeGame, folded, parts


def ask(phone: Phone, path: str, known: str = "", **headers: str) -> TestResponse:
    """Ask a watched address, naming the tag of what is there."""
    named = {"If-None-Match": known} if known else {}
    return phone.client.get(path, headers={**HTMX, **named, **headers})


def tag(phone: Phone, path: str, **headers: str) -> str:
    """Give the tag of what is there now."""
    answer = ask(phone, path, **headers)
    assert answer.status_code == 200
    return answer.headers["ETag"]


@contextmanager
def statements(game: Game) -> Iterator[list[str]]:
    """Collect what is asked of the database."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        seen.append(statement)

    with game.app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield seen
    event.remove(engine, "before_cursor_execute", note)


# --- the sheet


def test_nothing_new_is_told_without_a_body_and_with_one_query(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone = game.phone()
    known = tag(phone, f"{game.path}/live")
    with statements(game) as seen:
        answer = ask(phone, f"{game.path}/live", known)
    assert (answer.status_code, answer.get_data()) == (304, b"")
    assert len([each for each in seen if each.lstrip().upper().startswith("SELECT")]) == 1
    assert answer.headers["ETag"] == known
    assert known.startswith('W/"')
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert {"HX-Request", "Cookie"} <= set(answer.headers["Vary"].replace(" ", "").split(","))


def test_the_page_names_the_tag_of_what_it_shows(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone = game.phone()
    box = phone.get(game.path).soup.select_one("#live")
    assert box is not None
    assert box["data-live"] == f"{game.path}/live"
    assert ask(phone, str(box["data-live"]), str(box["data-tag"])).status_code == 304


@pytest.mark.parametrize("suffix", [":gzip", ":br", "-gzip", "-br", ";br", "-zstd", ""])
@pytest.mark.parametrize("form", ['W/"{}"', '"{}"', 'W/"old", W/"{}"'])
def test_a_tag_that_compression_marked_is_known(make_game: MakeGame, suffix: str, form: str) -> None:
    game = make_game()
    phone = game.phone()
    bare = tag(phone, f"{game.path}/live").removeprefix('W/"').removesuffix('"')
    assert ask(phone, f"{game.path}/live", form.format(bare + suffix)).status_code == 304


@pytest.mark.parametrize("known", ["*", '"', 'W/"none"', "\u00fc", '"" , ""'])
def test_any_other_tag_is_answered_whole(make_game: MakeGame, known: str) -> None:
    game = make_game()
    assert ask(game.phone(), f"{game.path}/live", known).status_code == 200


@pytest.mark.parametrize("coding", ["br", "gzip"])
def test_a_compressed_answer_is_known_again(make_game: MakeGame, coding: str) -> None:
    game = make_game(*(deal(66, 54, 0, 0) for _ in range(4)))
    phone = game.phone()
    answer = ask(phone, f"{game.path}/live", **{"Accept-Encoding": coding})
    assert answer.headers["Content-Encoding"] == coding
    again = ask(phone, f"{game.path}/live", answer.headers["ETag"], **{"Accept-Encoding": coding})
    assert again.status_code == 304


def add_deal(game: Game) -> None:
    game.table.record(game.sheet_id, deal(54, 66, 0, 0))


def tell_open_deal(game: Game) -> None:
    known = {"points": [None] * 4, "calls": 1}
    open_deal.note(game.session, game.table.device, game.sheet_id, position=2, payload=known)


def let_a_fifth_come(game: Game) -> None:
    table = game.table
    seen = evening_page(game.session, table.device, table.evening_id).version
    game.session.rollback()
    evenings.set_attendance(
        game.session,
        table.device,
        table.evening_id,
        key=new_key(),
        base_version=seen,
        player_ids=table.players[:5],
    )


def rename_anna(game: Game) -> None:
    actor, anna = game.table.device, game.table.players[0]
    players.rename(game.session, actor, anna, key=new_key(), base="Anna", name="Annemarie")


def be_bernd(game: Game) -> None:
    game.session.execute(update(Device).values(player_id=game.table.players[1]))
    game.session.commit()


def get_owner(game: Game) -> None:
    game.session.execute(update(Device).values(role=Role.OWNER))
    game.session.commit()


def build_anew(game: Game) -> None:
    game.app.extensions[BUILD] += "+1"


CHANGES = (add_deal, tell_open_deal, let_a_fifth_come, rename_anna, be_bernd, get_owner, build_anew)


@pytest.mark.parametrize("change", CHANGES, ids=lambda each: each.__name__)
def test_whatever_a_sheet_shows_makes_another_tag(
    make_game: MakeGame, change: Callable[[Game], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(deal(66, 54, 0, 0))
    monkeypatch.setitem(game.app.extensions, BUILD, "a build")
    phone = game.phone()
    known = tag(phone, f"{game.path}/live")
    assert ask(phone, f"{game.path}/live", known).status_code == 304
    change(game)
    answer = ask(phone, f"{game.path}/live", known)
    assert answer.status_code == 200
    assert answer.headers["ETag"] != known


def test_who_has_seen_all_but_the_open_deal_gets_that_alone(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone = game.phone()
    before = tag(phone, f"{game.path}/live")
    tell_open_deal(game)
    answer = ask(phone, f"{game.path}/live", before)
    assert set(parts(answer)) == {"open"}
    assert "Kontra" in answer.get_data(as_text=True)
    assert ask(phone, f"{game.path}/live", answer.headers["ETag"]).status_code == 304
    add_deal(game)
    for known in (before, answer.headers["ETag"]):
        assert set(parts(ask(phone, f"{game.path}/live", known))) == {*PARTS, "rows ol"} - {"rows"}


def test_languages_have_different_tags(make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game()
    phone = game.phone()
    english = tag(phone, f"{game.path}/live")
    monkeypatch.setattr(tags, "get_locale", lambda: "de")
    assert tag(phone, f"{game.path}/live") != english


def test_phones_of_one_role_that_say_nothing_of_themselves_have_one_tag(make_game: MakeGame) -> None:
    game = make_game()
    same = {tag(game.phone(), f"{game.path}/live") for _ in range(2)}
    assert len(same) == 1
    assert tag(game.phone(Role.VIEWER), f"{game.path}/live") not in same


@pytest.mark.parametrize("role", list(Role))
def test_the_sheets_parts_are_the_pages_own_without_form_or_token(make_game: MakeGame, role: Role) -> None:
    game = make_game(deal(66, 54, 0, 0), deal(0, 0, 61, 59))
    phone = game.phone(role)
    answer = ask(phone, f"{game.path}/live")
    found = parts(answer)
    assert set(found) == set(PARTS)
    text = answer.get_data(as_text=True)
    assert "<form" not in text
    assert "csrf_token" not in text
    page = phone.get(game.path).soup
    for name in PARTS:
        assert folded(found[name]) == folded(page.select_one(f"#{name}") or page)
    news = found["news"].select_one("#news")
    assert news is not None
    panel = page.select_one("#deal_form")
    assert panel is not None
    assert news["data-version"] == panel["data-version"] == "3"
    assert (news["data-role"], news["data-position"]) == (role.value, "" if role is Role.VIEWER else "3")


def test_a_sheet_that_is_over_takes_no_position(make_game: MakeGame) -> None:
    game = make_game(deal(120, 0, 0, 0, calls=4, jungfrauen=2))
    news = parts(ask(game.phone(), f"{game.path}/live"))["news"].select_one("#news")
    assert news is not None
    assert news["data-position"] == ""


def test_a_removed_phone_finds_nothing(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    known = tag(phone, f"{game.path}/live")
    game.session.execute(update(Device).values(removed_at=utcnow()))
    game.session.commit()
    assert ask(phone, f"{game.path}/live", known).status_code == 404


def test_the_actions_of_bar_and_rows_go_by_the_form_beside_them(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    page = game.phone().get(game.path)
    assert page.press(next(each for each in page.buttons() if each.startswith("Undo: "))).path == game.path
    assert game.totals() == (0, 0, 0, 0)


def test_a_page_that_answers_a_form_is_watched_from_what_it_shows_on(make_game: MakeGame) -> None:
    game = make_game()
    phone = game.phone()
    form = phone.get(game.path).soup.select_one("form[data-entry]")
    assert form is not None
    fields = {str(each["name"]): each.get("value", "") for each in form.select("input[type=hidden]")}
    box = phone.post(f"{game.path}/preview", fields, 422).soup.select_one("#live")
    assert box is not None
    assert ask(phone, f"{game.path}/live", str(box["data-tag"])).status_code == 304
    add_deal(game)
    assert ask(phone, f"{game.path}/live", str(box["data-tag"])).status_code == 200


def test_who_saves_has_seen_what_is_there_then(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone = game.phone()
    form = phone.get(game.path).soup.select_one("form[data-entry]")
    assert form is not None
    fields = {str(each["name"]): str(each.get("value", "")) for each in form.select("input[type=hidden]")}
    saved = phone.client.post(f"{game.path}/deals", data={**fields, "points-1": "70"}, headers=HTMX)
    assert saved.status_code == 200
    assert ask(phone, f"{game.path}/live", saved.headers["X-Seen"]).status_code == 304
    add_deal(game)
    assert ask(phone, f"{game.path}/live", saved.headers["X-Seen"]).status_code == 200


# --- an evening and its money


EVENING, SETTLE, ALL = "evenings/{}/live", "evenings/{}/settle/live", "settle/live"


def address(table: Table, pattern: str) -> str:
    return f"/g/{table.group_id}/" + pattern.format(table.evening_id)


@pytest.mark.parametrize("pattern", [EVENING, SETTLE, ALL])
def test_a_page_full_of_forms_is_told_only_that_there_is_something_new(make_game: MakeGame, pattern: str) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone, path = game.phone(), address(game.table, pattern)
    known = tag(phone, path)
    assert ask(phone, path).get_data() == b""
    with statements(game) as seen:
        assert ask(phone, path, known).status_code == 304
    assert len([each for each in seen if each.lstrip().upper().startswith("SELECT")]) == 1
    add_deal(game)
    changed = ask(phone, path, known)
    assert changed.status_code == 200
    assert ask(phone, path, changed.headers["ETag"]).status_code == 304


def test_an_evening_sees_games_that_wait_elsewhere_and_games_that_left_it(make_game: MakeGame) -> None:
    game = make_game(deal(66, 54, 0, 0))
    table, phone = game.table, game.phone()
    first = address(table, EVENING)
    another_evening(table)
    second = address(table, EVENING)

    def both() -> tuple[str, str]:
        return tag(phone, first), tag(phone, second)

    running = both()
    sheets.adjourn(game.session, table.device, game.sheet_id, key=new_key())
    waiting = both()
    sheets.go_on(game.session, table.device, game.sheet_id, table.evening_id, key=new_key())
    moved = both()
    add_deal(game)
    assert all(len(set(each)) == len(each) for each in zip(running, waiting, moved, both(), strict=True))


def test_the_money_of_an_evening_is_new_with_every_step_of_settling(
    session: Session, table: Table, phone_at: PhoneAt
) -> None:
    phone = phone_at(Role.MEMBER)
    lost(table)
    paths = [address(table, each) for each in (SETTLE, ALL)]
    settlement = settle(table).id
    paths.append(f"/g/{table.group_id}/settlements/{settlement}/live")
    known = [tag(phone, path) for path in paths]

    def all_new() -> bool:
        nonlocal known
        before, known = known, [tag(phone, path) for path in paths]
        return all(old != new for old, new in zip(before, known, strict=True))

    pay(table, debts(table)[0], 30)
    assert all_new()
    settlements.reopen(session, table.second, settlement, key=new_key())
    assert all_new()
    settle(table)
    assert all_new()
    assert [ask(phone, path, old).status_code for path, old in zip(paths, known, strict=True)] == [304] * 3


@pytest.mark.parametrize("page", ["evenings/{}", "evenings/{}/settle", "settle"])
def test_each_page_names_where_it_is_watched_and_the_tag_of_what_it_shows(make_game: MakeGame, page: str) -> None:
    game = make_game(deal(66, 54, 0, 0))
    phone = game.phone()
    box = phone.get(address(game.table, page)).soup.select_one("#live[data-whole]")
    assert box is not None
    assert str(box["data-live"]) == address(game.table, f"{page}/live")
    assert ask(phone, str(box["data-live"]), str(box["data-tag"])).status_code == 304


def test_the_answer_to_a_form_is_not_watched_for_it_has_no_address_to_fetch(table: Table, phone_at: PhoneAt) -> None:
    lost(table)
    page = phone_at(Role.MEMBER).get(address(table, "evenings/{}/settle"))
    assert page.soup.select_one("#live") is not None
    settle(table)
    assert page.press("Settle this evening", 409).soup.select_one("#live") is None


@pytest.mark.parametrize("pattern", ["sheets/{}/live", EVENING, SETTLE, "settlements/{}/live"])
def test_what_does_not_exist_cannot_be_watched(make_game: MakeGame, pattern: str) -> None:
    game = make_game()
    nothing = f"/g/{game.table.group_id}/" + pattern.format(game.table.group_id)
    assert ask(game.phone(), nothing).status_code == 404
