"""Pictures of an account of Šnapser, from its first deal to its end."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.pages import Home
from tests.browser.screens import NAMES
from tests.browser.setting_up import SetUp
from tests.browser.snapser import THREE, Account, Play


def an_account(page: Page, shoot: Callable[[str], None]) -> None:
    """Show an account of three, its house rules, its end, and the panel of four."""
    evening = Home(page).open().start_group(people=THREE).start_evening()
    sheet = Account.begin(evening)
    path = sheet.path
    shoot("snapser-empty")
    sheet.play(Play("chooser-bez_vody", red=True, raises=2))
    page.wait_for_timeout(600)
    shoot("snapser-panel")
    sheet.save()
    sheet.rows().first.wait_for()
    shoot("snapser-one-deal")
    sheet.unfold(1)
    shoot("snapser-row-open")
    sheet.unfold(1).locator("summary").tap()
    sheet.tap(sheet.box("declared", "za12"))
    sheet.tap(sheet.box("raises", 1))
    page.wait_for_timeout(600)
    shoot("snapser-for-12")
    sheet.play(Play(ended="dost-chooser", points=(66, 0)))
    page.wait_for_timeout(600)
    shoot("snapser-points")
    sheet.save()
    sheet.rows().nth(1).wait_for()
    sheet.put(Play(declared="nehram"))
    sheet.put(Play("chooser-durch", declared="durch"))
    page.locator("[data-moment]").wait_for(state="detached")
    sheet.correct(1)
    shoot("snapser-correct")
    page.goto(path)
    looked_back_upon(page, path, shoot)
    page.goto(path)
    setup = SetUp.of(sheet)
    page.locator("#agree > summary").tap()
    shoot("snapser-closing")
    page.locator("#agree > summary").tap()
    setup.change("agree", chips=("Close the account",))
    shoot("snapser-closed")
    for name in ("records", "chronicle"):
        page.goto(f"{path.split('/sheets')[0]}/{name}")
        shoot(f"snapser-{name}")


def looked_back_upon(page: Page, path: str, shoot: Callable[[str], None]) -> None:
    """Show the other pages of an account."""
    for name in ("setup", "chart", "board", "print", "log"):
        page.goto(f"{path}/{name}")
        shoot(f"snapser-{name}")


def four_by_a_house_rule(page: Page, shoot: Callable[[str], None]) -> None:
    """Show the panel of four, who play with a partner."""
    evening = Home(page).open().start_group(people=NAMES).start_evening()
    page.get_by_role("link", name="Start a game").first.tap()
    page.get_by_role("link", name="Šnapser").tap()
    page.wait_for_url(lambda address: "game=snapser" in address)
    shoot("snapser-new-four")
    page.go_back()
    page.go_back()
    sheet = Account.begin(evening, order=NAMES)
    sheet.tap(sheet.box("partner", 1))
    sheet.play(Play("opponents-s_vodou"))
    page.wait_for_timeout(600)
    shoot("snapser-four")
