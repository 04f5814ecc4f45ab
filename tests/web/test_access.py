"""Joining, phones, links, recovery and leaving, as people go through them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from scorekeeper.models import Device, Link, LinkKind, Role
from scorekeeper.models.base import utcnow
from scorekeeper.services import access
from scorekeeper.services.actor import Actor
from scorekeeper.web.application import Application
from scorekeeper.web.extensions import db
from tests.web.conftest import Group, PhoneFactory, join, start_group
from tests.web.phone import Page, Phone

ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"


def devices(site: Application) -> int:
    with site.app_context():
        return db.session.scalar(select(func.count()).select_from(Device).where(Device.removed_at.is_(None))) or 0


def chosen(page: Page, button: str, label: str) -> bool:
    return page.form(button).named(label).has_attr("checked")


# Joining


@pytest.mark.parametrize(
    ("role", "says"),
    [(Role.MEMBER, "This phone will enter deals and correct them."), (Role.VIEWER, "This phone will only watch.")],
)
def test_a_link_says_what_one_joins_and_changes_nothing(
    site: Application, group: Group, phone: Phone, role: Role, says: str
) -> None:
    for _ in range(3):
        page = phone.get(group.links[role])
    assert "Thursday table" in page.text
    assert says in page.text
    assert page.buttons() == ["Join"]
    assert devices(site) == 1


def test_a_chat_s_preview_joins_nobody_and_spends_nothing(site: Application, group: Group, phone: Phone) -> None:
    made = group.owner.get(f"{group.path}devices/transfer").press("Make a link")
    link = str(made.soup.select_one("#transfer-link")["value"]).removeprefix("http://cards.example.org")
    for method in (site.test_client().get, site.test_client().head):
        assert method(link).status_code == 200
    assert devices(site) == 1
    assert phone.get(link).press("Join").has_link("Settings")


def test_joining_leads_to_the_group_and_says_who_one_is(group: Group, phone: Phone) -> None:
    page = phone.get(group.links[Role.MEMBER])
    assert chosen(page, "Join", "None of these")
    assert page.form("Join").fill("Anna", True).send().heading == "Thursday table"
    assert chosen(phone.get(f"{group.path}devices"), "Save", "Anna")


def test_joining_twice_is_one_phone(site: Application, group: Group, phone: Phone) -> None:
    form = phone.get(group.links[Role.MEMBER]).form("Join")
    assert form.send().heading == form.send().heading == "Thursday table"
    assert devices(site) == 2


def test_joining_as_somebody_else_by_the_same_form_asks_again(group: Group, phone: Phone) -> None:
    form = phone.get(group.links[Role.MEMBER]).form("Join")
    form.send()
    page = form.fill("Anna", True).send(409)
    assert "is in the group already" in page.text


def test_a_removed_phone_s_old_form_asks_again_before_it_joins(group: Group, phone: Phone) -> None:
    form = phone.get(group.links[Role.MEMBER]).form("Join")
    form.send().phone.get(f"{group.path}leave").press("Leave the group")
    page = form.send(409)
    assert "was used before" in page.errors[0]
    assert page.press("Join").heading == "Thursday table"


@pytest.mark.parametrize("player", ["nonsense", "00000000-0000-0000-0000-000000000000"])
def test_joining_as_nobody_of_the_group_is_refused(site: Application, group: Group, phone: Phone, player: str) -> None:
    form = phone.get(group.links[Role.MEMBER]).form("Join")
    form.data["player"] = [player]
    form.send(404)
    assert devices(site) == 1


def test_an_owner_who_opens_a_weaker_link_is_sent_on_and_keeps_the_role(group: Group) -> None:
    page = group.owner.get(group.links[Role.VIEWER])
    assert page.buttons() == []
    assert page.follow("Go to the group").has_link("Settings")


def test_a_viewer_who_opens_the_member_link_may_enter_then(group: Group, viewer: Phone) -> None:
    assert "Start an evening" in viewer.get(group.links[Role.MEMBER]).press("Join").buttons()


@pytest.mark.parametrize("path", ["join/wrong", "join/0000-0000-0000-0000", "join/" + "x" * 500])
def test_a_link_that_opens_nothing_says_what_to_do(group: Group, phone: Phone, path: str) -> None:
    page = phone.get(group.path + path, 404)
    assert "This link opens nothing" in page.text
    assert "Thursday" not in page.text
    token = phone.get("/").form("Open").data["csrf_token"]
    assert "opens nothing" in phone.post(group.path + path, {"csrf_token": token, "key": "k" * 22}, 404).text


# Phones


def test_phones_are_listed_with_role_browser_person_and_when(site: Application, group: Group, phone: Phone) -> None:
    phone.client.environ_base["HTTP_USER_AGENT"] = ANDROID
    phone.get(group.links[Role.MEMBER]).form("Join").fill("Bernd", True).send()
    with site.app_context():
        db.session.execute(update(Device).values(seen_at=utcnow() - timedelta(days=3)))
        db.session.commit()
    rows = group.owner.get(f"{group.path}devices").soup.select(".rows .two")
    assert "Bernd Android phone, Chrome · Enters and corrects · 3 days ago" in " ".join(rows[0].get_text(" ").split())


def test_who_holds_this_phone_can_be_said_and_taken_back(group: Group, member: Phone) -> None:
    page = member.get(f"{group.path}devices").form("Save").fill("Clara", True).send()
    assert chosen(page, "Save", "Clara")
    assert chosen(page.form("Save").fill("None of these", True).send(), "Save", "None of these")


def test_a_retired_player_stays_chosen_but_is_not_offered_to_others(group: Group, member: Phone) -> None:
    member.get(f"{group.path}devices").form("Save").fill("Clara", True).send()
    member.get(f"{group.path}players").follow("Clara").press("Retire Clara")
    assert chosen(member.get(f"{group.path}devices"), "Save", "Clara")
    assert "Clara" not in group.owner.get(f"{group.path}devices").form("Save").tag.get_text()


@pytest.mark.parametrize(
    ("choice", "comes_back", "others_stay"),
    [
        ("Keep the link. This phone can come back by it.", True, True),
        ("Change the link as well. Other phones stay.", False, True),
        ("Change the link and sign out everyone who joined by it.", False, False),
    ],
)
def test_removing_a_phone_offers_what_becomes_of_its_link(
    group: Group, new_phone: PhoneFactory, choice: str, comes_back: bool, others_stay: bool
) -> None:
    link = group.links[Role.MEMBER]
    gone, other = new_phone(), join(new_phone(), link)
    gone.get(link).form("Join").fill("Anna", True).send()
    page = group.owner.get(f"{group.path}devices").soup.find("b", string="Anna").find_parent("a")["href"]
    after = group.owner.get(str(page)).form("Remove the phone").fill(choice, True).send()
    assert "The phone was removed." in after.text
    gone.get(group.path, 404)
    gone.get(link, 200 if comes_back else 404)
    other.get(group.path, 200 if others_stay else 404)


def test_removing_offers_first_to_change_the_link_and_takes_nonsense_for_that(group: Group, member: Phone) -> None:
    page = group.owner.get(str(group.owner.get(f"{group.path}devices").soup.select_one(".rows a")["href"]))
    assert chosen(page, "Remove the phone", "Change the link as well. Other phones stay.")
    form = page.form("Remove the phone")
    form.data["fate"] = ["nonsense"]
    form.send()
    member.get(group.links[Role.MEMBER], 404)


def test_one_s_own_phone_and_unknown_ones_have_no_removal_page(site: Application, group: Group) -> None:
    with site.app_context():
        own = db.session.scalars(select(Device.id)).one()
    group.owner.get(f"{group.path}devices/{own}", 404)
    group.owner.get(f"{group.path}devices/00000000-0000-0000-0000-000000000000", 404)


# Links


def test_links_are_shown_with_the_address_from_the_settings_and_a_qr_code(group: Group, member: Phone) -> None:
    page = member.get(f"{group.path}invite")
    for role in (Role.MEMBER, Role.VIEWER):
        address = str(page.soup.select_one(f"#{role.value}-link")["value"])
        assert address == f"http://cards.example.org{group.links[role]}"
    pictures = page.soup.select("svg.qr[role=img] title")
    assert [each.get_text() for each in pictures] == ["QR code to enter and correct", "QR code to watch"]
    assert not page.has_link("Change this link")


@pytest.mark.parametrize(
    ("choice", "stays"),
    [("Sign them out. They need the new link.", False), ("Let them stay. Only new phones can no longer use it.", True)],
)
def test_changing_a_link_asks_what_becomes_of_who_came_by_it(
    group: Group, member: Phone, viewer: Phone, phone: Phone, choice: str, stays: bool
) -> None:
    page = group.owner.get(f"{group.path}links/member/change")
    assert "1 other phone joined by it." in page.text
    assert chosen(page, "Change the link", "Sign them out. They need the new link.")
    page.form("Change the link").fill(choice, True).send()
    member.get(group.path, 200 if stays else 404)
    viewer.get(group.path)
    phone.get(group.links[Role.MEMBER], 404)
    phone.get(group.links[Role.VIEWER])


def test_changing_a_link_nobody_used_says_so(group: Group) -> None:
    assert "No other phone joined by it." in group.owner.get(f"{group.path}links/viewer/change").text


# Another device


def test_another_device_gets_the_same_role_by_a_link_that_works_once(
    group: Group, new_phone: PhoneFactory, member: Phone
) -> None:
    made = (
        member.get(f"{group.path}devices")
        .follow("Use on another device your tablet, or your next phone")
        .press("Make a link")
    )
    assert made.soup.select_one("svg.qr title").get_text() == "QR code for another device"
    link = str(made.soup.select_one("#transfer-link")["value"]).removeprefix("http://cards.example.org")
    second = new_phone()
    page = second.get(link)
    assert "will enter deals" in page.text
    assert "lets one phone in, once" in page.text
    assert page.press("Join").heading == "Thursday table"
    second.get(f"{group.path}settings", 403)
    new_phone().get(link, 404)


def test_a_link_for_another_device_is_shown_until_it_ends(
    site: Application, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = group.owner.get(f"{group.path}devices/transfer").form("Make a link")
    assert form.send().soup.select_one("#transfer-link") == form.send().soup.select_one("#transfer-link")
    with site.app_context():
        ends = db.session.scalars(select(Link.expires_at).where(Link.kind == LinkKind.ONCE)).one()
    assert ends is not None
    monkeypatch.setattr("scorekeeper.web.shown_once.time.time", lambda: ends.timestamp() + 1)
    assert "Make a link" in group.owner.get(f"{group.path}devices/transfer").buttons()


def test_a_link_for_another_device_of_one_group_is_not_shown_in_another(group: Group) -> None:
    group.owner.get(f"{group.path}devices/transfer").press("Make a link")
    other = start_group(group.owner, "Family").path
    assert "Make a link" in group.owner.get(f"{other}devices/transfer").buttons()


# Recovery


def test_a_new_recovery_code_takes_the_place_of_the_old_one(group: Group, new_phone: PhoneFactory) -> None:
    group.owner.get(group.path).press("I have written it down")
    page = group.owner.get(f"{group.path}recovery").press("Make a new code")
    code = page.soup.select_one(".code").get_text()
    new_phone().get("/recover").press("Recover the group", 422, Recovery_code=group.recovery)
    assert new_phone().get("/recover").press("Recover the group", Recovery_code=code).heading == "Thursday table"
    page.press("I have written it down")
    assert "Make a new code" in group.owner.get(f"{group.path}recovery").buttons()


def test_a_code_replaced_by_another_phone_is_no_longer_shown(group: Group, phone: Phone) -> None:
    phone.get("/recover").press("Recover the group", Recovery_code=group.recovery)
    phone.get(f"{group.path}recovery").press("Make a new code")
    assert "Make a new code" in group.owner.get(f"{group.path}recovery").buttons()
    assert "Write down" not in group.owner.get(group.path).text


def test_no_cache_keeps_a_page_that_shows_a_secret_once(group: Group) -> None:
    group.owner.get(f"{group.path}devices/transfer").press("Make a link")
    for path in ("", "recovery", "devices/transfer"):
        assert group.owner.get(group.path + path).response.headers["Cache-Control"] == "no-store"
    after = group.owner.get(group.path).press("I have written it down")
    assert after.response.headers["Cache-Control"] == "private, no-cache"


# Leaving


def test_leaving_leads_to_the_start_page_and_the_group_is_gone(group: Group, member: Phone) -> None:
    form = member.get(f"{group.path}leave").form("Leave the group")
    page = form.send()
    assert "This phone has left the group." in page.text
    assert not page.has_link("Thursday table")
    member.get(group.path, 404)
    assert form.send().path == "/"
    form.data["key"] = ["another-key-of-22-signs"]
    form.send(404)


def test_the_last_owner_is_warned_and_must_confirm(group: Group) -> None:
    page = group.owner.get(f"{group.path}leave")
    assert "only the recovery code brings an owner back" in page.text
    refused = page.press("Leave the group", 422)
    assert "Tick this to leave" in refused.form("Leave the group").error_at("Leave all the same")
    assert refused.form("Leave the group").fill("Leave all the same", True).send().path == "/"


def test_one_of_two_owners_leaves_without_a_warning(group: Group, phone: Phone) -> None:
    phone.get("/recover").press("Recover the group", Recovery_code=group.recovery)
    page = phone.get(f"{group.path}leave")
    assert "only phone that manages" not in page.text
    assert page.press("Leave the group").path == "/"


# Noting who was here


def test_a_phone_is_noted_as_seen_after_the_answer_and_at_most_once_an_hour(
    site: Application, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    touched: list[object] = []
    touch = access.touch

    def counted(session: Session, actor: Actor) -> None:
        touched.append(actor)
        touch(session, actor)

    monkeypatch.setattr(access, "touch", counted)
    group.owner.client.get(group.path).close()
    assert touched == []
    with site.app_context():
        db.session.execute(update(Device).values(seen_at=utcnow() - timedelta(hours=2)))
        db.session.commit()
    answer = group.owner.client.get(group.path)
    assert (answer.status_code, touched) == (200, [])
    answer.close()
    assert len(touched) == 1
    group.owner.client.get(group.path).close()
    assert len(touched) == 1


def test_a_busy_database_does_not_keep_a_page_from_being_read(
    site: Application, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(session: object, actor: object) -> None:
        raise OperationalError("UPDATE device", {}, Exception("database is locked"))

    monkeypatch.setattr(access, "touch", busy)
    with site.app_context():
        db.session.execute(update(Device).values(seen_at=utcnow() - timedelta(hours=2)))
        db.session.commit()
    answer = group.owner.client.get(group.path)
    answer.close()
    assert answer.status_code == 200
