"""Whole games with the pages in another language than English, every number and sentence worked out by hand."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import LARGE, SMALL, PhoneFactory
from tests.browser.quick import start_evening
from tests.browser.sheet_pages import Deal, Sheet
from tests.browser.snapser import THREE, Account, put_four
from tests.browser.test_languages import choose

SPACES = re.compile(r"[\u00a0\u202f]")
FRIENDS = ("Оксана", "Богдан", "Марія", "Тарас")


def plain(text: str) -> str:
    """Write every space as one."""
    return SPACES.sub(" ", text)


def read_in(sheet: Sheet, language: str) -> str:
    """Choose a language, come back to the sheet, and give its path.

    A server that is slow to answer lets the phone show what it kept, in the language of before: then look again.
    """
    path = sheet.path
    choose(sheet.page, language)
    spoken = sheet.page.locator(f'html[lang="{language}"]:not([data-kept])')
    for _look in range(5):
        sheet.open(path)
        if spoken.count():
            break
    expect(spoken).to_have_count(1)
    return path


def close_account(sheet: Account, path: str) -> None:
    """Close the account by its set-up, whatever the words there are."""
    page = sheet.page
    page.goto(f"{path}/setup")
    part = page.locator("#agree")
    part.locator("summary").first.tap()
    part.locator('label.chip:has([value="closed"])').tap()
    part.locator("form button[type=submit]").tap()
    page.locator('button[name="apply"]').tap()
    page.wait_for_url(re.compile(f"{path}(#.*)?$"))


def test_an_account_of_snapser_is_kept_and_closed_in_slovak(phone: PhoneFactory) -> None:
    page = phone(SMALL)
    sheet = Account.begin(start_evening(page, people=THREE), stake="0.10")
    path = read_in(sheet, "sk")
    expect(page.locator("#deal_form .ask").first).to_contain_text("rozdáva Anna · vynáša Clara")
    put_four(sheet)
    assert sheet.reasons() == [
        "1Clara volí a vyhráva, bez vody: 2 (červený) × 4 × 4 (Kontra, Re) = 32",
        "2Anna vzdáva: 6 · nie červený",
        "3Bernd volí a prehráva, s vodou: 2 × 2 (Kontra) = 4 · nie červený · 40 ku 66",
        "4Anna volí a vyhráva, za 12: 12 · nie červený, bez zvýšenia",
    ]
    close_account(sheet, path)
    assert sheet.ending() == "Účet je uzavretý: Clara dostane 62"
    assert tuple(map(plain, sheet.stakes())) == ("−1,60 €", "−4,60 €", "+6,20 €")


def test_a_game_of_kalter_schlag_is_played_to_its_limit_in_ukrainian(phone: PhoneFactory) -> None:
    page = phone(LARGE)
    sheet = start_evening(page, people=FRIENDS).start_game(dealer=FRIENDS[0], stake="0.50")
    read_in(sheet, "uk")
    expect(page.locator("#deal_form .ask").first).to_contain_text("здає Оксана · ходить Богдан")
    # 66 × 2 × 2 = 264
    sheet.enter(Deal((66, 54, 0, 0), no_trick=(3,), callers=(1,)))
    sheet.wait_totals((260, 0, 0, 0))
    sheet.enter(Deal((0, 0, 0, 0), durchmarsch=2))
    sheet.wait_totals((380, 120, 0, 120))
    sheet.enter(Deal((30, 30, 30, 30)))
    sheet.wait_totals((410, 150, 30, 150))
    # 120 × 2 × 2 × 2⁴ = 7680
    sheet.enter(Deal((0, 0, 120, 0), no_trick=(0, 1), callers=(1, 2, 3, 0)))
    sheet.wait_totals((410, 150, 7710, 150))
    assert plain(sheet.ending()) == "Марія програє партію: 7 710, найбільший підсумок, не нижче межі 2 000"
    assert tuple(map(plain, sheet.stakes())) == ("+0,50 EUR", "+0,50 EUR", "−1,50 EUR", "+0,50 EUR")
    first, *_others = sheet.reasons()
    assert first == "1Оксана 66 × 2 (Контра: Богдан) × 2 (Тарас без взяток) = 264 → 260"
