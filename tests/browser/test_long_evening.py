"""One long evening and the end of the next as a story at the table, every number worked out by hand.

The columns are Anna, Bernd, Clara, Dieter (whose seat Eva takes over) and, from the sixth row on, Frank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import LARGE, SMALL, PhoneFactory
from tests.browser.pages import Evening, Home
from tests.browser.screens import NAMES
from tests.browser.setting_up import SetUp
from tests.browser.sheet_pages import SAVED_TOTALS, Deal, Sheet

SIX = (*NAMES, "Eva", "Frank")
ANNA, BERND, CLARA, DIETER, FRANK = range(5)
EVA = DIETER
PAID = re.compile("^Paid")


def stands(sheet: Sheet, totals: Sequence[int], marks: Sequence[int]) -> None:
    """Wait until these totals stand, and compare the marks."""
    expect(sheet.page.locator(SAVED_TOTALS)).to_have_text([f"{total:,}" for total in totals])
    sheet.wait_marks(tuple(marks))


def people(sheet: Sheet, *names: str) -> None:
    """Compare who sits at the columns."""
    expect(sheet.page.locator("#scores .name bdi")).to_have_text(names)


def asks(sheet: Sheet, number: int, dealer: str) -> None:
    """Compare what the panel asks for next."""
    expect(sheet.page.locator("#deal_form .ask").first).to_contain_text(f"Deal {number} · {dealer} deals")


def on_the_sheet(sheet: Sheet, path: str) -> None:
    """Wait until the sheet's own screen is back."""
    sheet.page.wait_for_url(re.compile(f"{path}(#.*)?$"))
    expect(sheet.page.locator("#scores")).to_be_visible()


def test_a_long_evening_and_the_end_of_the_next(phone: PhoneFactory) -> None:
    page = phone(LARGE)
    group = Home(page).open().start_group(people=SIX)
    path = group.path
    page.goto(f"{path}invite")
    link = urlsplit(page.locator("#member-link").input_value()).path
    page.goto(path)
    sheet = group.start_evening().start_game(dealer="Anna", stake="1.00", order=NAMES)
    a_misdeal_and_a_revoke(sheet)
    eva_takes_over_and_frank_joins(sheet)
    clara_protests(sheet)
    sheet = annas_phone_dies(sheet, phone(SMALL), link)
    the_table_believes_clara(sheet)
    frank_leaves_and_a_deal_was_forgotten(sheet)
    waiting = sheet.path
    evening = SetUp.of(sheet).adjourn()
    a_short_game_ends_by_agreement(evening)
    the_evening_is_settled(sheet.page)
    sheet = the_next_evening(sheet.page, path, waiting)
    bernd_loses(sheet)
    the_rest_is_paid_together(sheet.page, path)


def a_misdeal_and_a_revoke(sheet: Sheet) -> None:
    """Enter rows 1 to 4: a deal, a misdeal that Bernd deals again, his deal, and the ruling on Clara's revoke."""
    path = sheet.path
    # 66 × 2 (Kontra) × 2 (Dieter without a trick) = 264, rounded 260.
    sheet.enter(Deal((66, 34, 20, 0), no_trick=(DIETER,), callers=(BERND,)))
    stands(sheet, (260, 0, 0, 0), (1, 0, 0, 0))
    row = sheet.other_row("Void deal")
    row.note("nine cards for Clara")
    row.save(path)
    asks(sheet, 3, "Bernd")
    sheet.enter(Deal((20, 60, 40, 0)))
    row = sheet.other_row("Ruling of the table")
    row.suggest("Clara", "nobody called")
    assert row.points(CLARA) == "120"  # as much as all the card points, since nobody called
    row.save(path)
    # 260; Bernd 60; Clara 120 by the ruling; the misdeal counts for nothing and is no mark.
    stands(sheet, (260, 60, 120, 0), (1, 1, 1, 0))
    asks(sheet, 5, "Dieter")


def eva_takes_over_and_frank_joins(sheet: Sheet) -> None:
    """Eva sits down in Dieter's seat and deals row 5; Frank sits down at her left and deals row 6."""
    SetUp.of(sheet).change("substitute", ("Whose seat?", "Dieter"), ("Who takes it?", "Eva"))
    people(sheet, "Anna", "Bernd", "Clara", "Eva")
    asks(sheet, 5, "Eva")
    sheet.enter(Deal((10, 30, 30, 50)))
    stands(sheet, (260, 60, 120, 50), (1, 1, 1, 1))

    SetUp.of(sheet).change("join", ("Who joins?", "Frank"), ("At whose left hand?", "Eva"))
    people(sheet, "Anna", "Bernd", "Clara", "Eva", "Frank")
    asks(sheet, 6, "Frank")
    sheet.enter(Deal((70, 30, 20, 0, 0)))  # Frank sits out: Anna 260 + 70
    stands(sheet, (330, 60, 120, 50, 0), (2, 1, 1, 1, 0))
    asks(sheet, 7, "Anna")
    sheet.enter(Deal((0, 40, 30, 30, 20)))  # Anna sits out: Bernd 60 + 40
    stands(sheet, (330, 100, 120, 50, 0), (2, 2, 1, 1, 0))


def clara_protests(sheet: Sheet) -> None:
    """Clara says that the 40 of row 7 were hers; rows 8 and 9 are played meanwhile."""
    path = sheet.path
    sheet.protest(7, Deal((0, 30, 40, 30, 20)))
    on_the_sheet(sheet, path)
    # By the protest Bernd is back at 60, and Clara has 120 + 40.
    assert sheet.disputed_totals() == (330, 60, 160, 50, 0)
    sheet.enter(Deal((50, 0, 40, 30, 0)))  # Bernd sits out: Anna 330 + 50
    sheet.enter(Deal((40, 40, 0, 20, 20)))  # Clara sits out; a tie, both get 40: Anna 380 + 40, Bernd 100 + 40
    stands(sheet, (420, 140, 120, 50, 0), (4, 3, 1, 1, 0))


def annas_phone_dies(sheet: Sheet, page: Page, link: str) -> Sheet:
    """Anna's phone knows of row 10 that Clara called and that Bernd has most; a phone that joins now goes on."""
    path = sheet.path
    for target in (sheet.key("called", CLARA), sheet.tile(BERND)):
        with sheet.page.expect_response("**/open-deal") as answer:
            target.tap()
        assert answer.value.status == 204
    sheet.page.context.close()

    page.goto(link)
    page.get_by_role("button", name="Join").tap()
    page.wait_for_url(re.compile(r"/g/[0-9a-f-]{36}/$"))
    page.get_by_role("link", name=re.compile("game 1")).tap()
    page.wait_for_url(re.compile(f"{path}(#.*)?$"))
    sheet = Sheet(page)
    expect(page.locator("#open")).to_have_text("10 So far: ×2: Kontra Clara · most card points: Bernd")
    expect(sheet.key("called", CLARA).locator("input")).to_be_checked()
    expect(sheet.tile(BERND)).to_have_attribute("aria-pressed", "true")
    for digit in "31":
        sheet.digit(digit).tap()
    sheet.save()
    # Eva sits out. 31 × 2 = 62, rounded 60: Bernd 140 + 60, his fourth mark.
    stands(sheet, (420, 200, 120, 50, 0), (4, 4, 1, 1, 0))
    assert sheet.disputed_totals() == (420, 160, 160, 50, 0)
    return sheet


def the_table_believes_clara(sheet: Sheet) -> None:
    """Three deals after row 7 the table decides that its 40 were Clara's."""
    dispute = sheet.dispute()
    # Were it over now, Anna would pay as the highest: 1 to whoever has marks, 2 to Frank, who has none. 1+1+1+2 = 5.
    assert dispute.rows() == [
        ("Anna", "420 −€5.00", "420 −€5.00"),
        ("Bernd", "200 +€1.00", "160 +€1.00"),
        ("Clara", "120 +€1.00", "160 +€1.00"),
        ("Eva", "50 +€1.00", "50 +€1.00"),
        ("Frank", "0 +€2.00", "0 +€2.00"),
    ]
    dispute.decide("The protest holds")
    stands(sheet, (420, 160, 160, 50, 0), (4, 3, 2, 1, 0))


def frank_leaves_and_a_deal_was_forgotten(sheet: Sheet) -> None:
    """Frank goes home when it is his deal, which passes over his seat; a deal of Bernd's was missing before row 3."""
    path = sheet.path
    asks(sheet, 11, "Frank")
    SetUp.of(sheet).change("leave", ("Who leaves?", "Frank"))
    expect(sheet.page.locator("#scores li.gone")).to_contain_text("Frank")
    asks(sheet, 11, "Anna")

    entry = sheet.insert_before(3)
    expect(sheet.page.locator("#deal_form .ask").first).to_contain_text("Bernd deals")
    entry.fill(Deal((0, 20, 60, 40, 0)))
    entry.save()
    on_the_sheet(sheet, path)
    stands(sheet, (420, 160, 220, 50, 0), (4, 3, 3, 1, 0))  # Clara 160 + 60
    reasons = sheet.reasons()
    assert len(reasons) == 11
    assert reasons[1] == "2Void deal, dealt again: nine cards for Clara"
    assert reasons[2].startswith("3Clara 60 ·")  # the forgotten one
    assert reasons[4] == "5Ruling of the table: 120 for Clara (Revoke)"
    assert reasons[7].startswith("8Clara 40 ·")  # what was in dispute as row 7
    asks(sheet, 12, "Anna")


def a_short_game_ends_by_agreement(evening: Evening) -> None:
    """Anna, Bernd, Clara and Eva play a short one, its last round announced after the first deal."""
    sheet = evening.start_game(dealer="Clara", order=("Anna", "Bernd", "Clara", "Eva"))
    sheet.enter(Deal((40, 29, 0, 51)))  # 51, rounded 50
    stands(sheet, (0, 0, 0, 50), (0, 0, 0, 1))
    SetUp.of(sheet).change("last-round", chips=("The highest total pays",), deals="2")
    expect(sheet.page.locator("#scores .state")).to_have_text("Last round: 2 deals to go")
    sheet.enter(Deal((66, 54, 0, 0), callers=(BERND,)))  # 66 × 2 = 132, rounded 130
    stands(sheet, (130, 0, 0, 50), (1, 0, 0, 1))
    expect(sheet.page.locator("#scores .state")).to_have_text("Last round: 1 deal to go")
    sheet.enter(Deal((0, 45, 35, 40)))  # 45 counts up: 50
    expect(sheet.page.locator(".ending h2")).to_contain_text("Anna has the highest total, 130, and pays")
    stands(sheet, (130, 50, 0, 50), (1, 1, 0, 1))
    # 1 to Bernd and 1 to Eva, who have marks, 2 to Clara, who has none.
    assert sheet.stakes() == ("−€4.00", "+€1.00", "+€2.00", "+€1.00")


def the_evening_is_settled(page: Page) -> None:
    """Settle what is over; nobody has any money with them."""
    page.get_by_role("link", name="Back to the evening").tap()
    page.get_by_role("link", name="Settle up").tap()
    expect(page.get_by_text("is adjourned: it is not in this")).to_be_visible()
    assert balances(page) == {"Anna": "−€4.00", "Bernd": "+€1.00", "Clara": "+€2.00", "Eva": "+€1.00"}
    page.get_by_role("button", name="Settle this evening").tap()
    expect(page.get_by_role("button", name=PAID)).to_have_count(3)
    to_pay = page.locator(".transfer .line").all_inner_texts()
    assert sorted(to_pay) == ["Anna pays Bernd €1.00", "Anna pays Clara €2.00", "Anna pays Eva €1.00"]


def the_next_evening(page: Page, path: str, waiting: str) -> Sheet:
    """Meet again without Frank, and go on where row 11 left off."""
    page.goto(f"{path}evenings/new")
    page.locator("label.chip", has_text="Frank").locator("input").uncheck(force=True)
    page.get_by_role("button", name="Start the evening").tap()
    page.get_by_role("button", name="Go on tonight").tap()
    sheet = Sheet(page)
    on_the_sheet(sheet, waiting)
    people(sheet, "Anna", "Bernd", "Clara", "Eva", "Frank")
    stands(sheet, (420, 160, 220, 50, 0), (4, 3, 3, 1, 0))
    asks(sheet, 12, "Anna")
    return sheet


def bernd_loses(sheet: Sheet) -> None:
    """Row 12 takes Bernd from 160 past the limit, and Dieter, not Eva, gets what the seat of both gets."""
    # 63 × 8 (Bernd, Clara and Eva called) × 4 (Clara and Eva without a trick) = 2,016, rounded 2,020.
    sheet.enter(Deal((57, 63, 0, 0, 0), no_trick=(CLARA, EVA), callers=(BERND, CLARA, EVA)))
    expect(sheet.page.locator(".ending h2")).to_contain_text("Bernd loses the game with 2,180")  # 160 + 2,020
    stands(sheet, (420, 2180, 220, 50, 0), (4, 4, 3, 1, 0))
    # Anna, Clara and Eva have marks: 1 each. Frank left, and gets nothing.
    assert sheet.stakes() == ("+€1.00", "−€3.00", "+€1.00", "+€1.00", "€0.00")
    SetUp.of(sheet).change("payer-3", chips=("Dieter",))
    expect(sheet.page.locator(".ending .stakes li").nth(EVA)).to_contain_text("Dieter pays or gets this")


def the_rest_is_paid_together(page: Page, path: str) -> None:
    """Put both evenings together. In euros: Anna −4 + 1, Bernd 1 − 3, Clara 2 + 1, Dieter 1, Eva 1, Frank nothing."""
    page.get_by_role("link", name="Back to the evening").tap()
    page.get_by_role("link", name="Settle up").tap()
    assert balances(page) == {"Anna": "+€1.00", "Bernd": "−€3.00", "Clara": "+€1.00", "Dieter": "+€1.00"}
    page.get_by_role("link", name="Settle together with what is open from before").tap()
    together = page.locator("[aria-labelledby=together] .transfer .line")
    expect(together).to_have_count(3)
    # Anna's 3 are just what Clara gets, and what is left takes two payments of Bernd's: it cannot be done with fewer.
    assert sorted(together.all_inner_texts()) == [
        "Anna pays Clara €3.00",
        "Bernd pays Dieter €1.00",
        "Bernd pays Eva €1.00",
    ]
    page.get_by_role("button", name="Settle", exact=True).tap()
    for left in (3, 2, 1):
        expect(page.get_by_role("button", name=PAID)).to_have_count(left)
        page.get_by_role("button", name=PAID).first.tap()
    expect(page.get_by_text("All is paid.")).to_be_visible()
    assert balances(page) == dict.fromkeys(("Anna", "Bernd", "Clara", "Dieter", "Eva"), "€0.00")
    page.goto(f"{path}chronicle")
    expect(page.locator(".feats li")).to_have_count(1)
    expect(page.locator(".feats li")).to_contain_text("Bernd: from 160 to 2,180 in one deal")


def balances(page: Page) -> dict[str, str]:
    """Give what each gets or pays."""
    expect(page.locator(".account").first).to_be_visible()
    rows = [text.split("\n") for text in page.locator(".account > summary").all_inner_texts()]
    return {name.strip(): amount.strip() for name, amount in rows}
