"""Take a picture of every screen in every state: `make shots`, into ``instance/shots``.

Look at them: two sizes, light and dark. Pictures are made through the app as it is served, by playing. Stories and
sizes that are named, as in ``python -m tests.browser.shots rape 320``, are taken alone.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright
from playwright.sync_api import Error as BrowserError

from scorekeeper.registry import GAMES
from tests.browser.chromium import executable
from tests.browser.pages import Home, next_game
from tests.browser.screens import NAMES
from tests.browser.server import ROOT, Server, serving
from tests.browser.sheet_pages import Deal, Sheet
from tests.browser.shots_dispute import in_dispute
from tests.browser.shots_grid import from_a_beer_mat
from tests.browser.shots_live import what_others_do
from tests.browser.shots_offline import two_come_back, without_a_network
from tests.browser.shots_open import the_open_deal
from tests.browser.shots_rape import a_game_to_a_hundred
from tests.browser.shots_snapser import an_account, four_by_a_house_rule
from tests.browser.shots_years import looking_back

FOLDER = ROOT / "instance" / "shots"
SIZES = {"390": (390, 664), "320": (320, 568)}
PLAIN = Deal((66, 54, 0, 0))
TIED = Deal((0, 0, 60, 60), no_trick=(0,), callers=(1,))
LONG = (
    "Annemarie-Wilhelmine von Hohenlohe-Lange",
    "Бернд-Владислав Константинопольский",
    "كلارا بنت عبد الرحمن الطويلة جدا جدا",
    "Dieter 🃏👨‍👩‍👧‍👦 Wolfeschlegelsteinhausen",
)

Shoot = Callable[[str], None]


def group_states(page: Page, shoot: Shoot) -> None:
    """Show what comes before the first deal."""
    home = Home(page).open()
    shoot("home-empty")
    page.get_by_role("button", name="Start").first.tap()
    page.wait_for_load_state()
    shoot("home-error")
    page.goto("/without-https")
    shoot("without-https")
    page.goto("/rules")
    shoot("rules")
    for game in GAMES:
        page.goto(f"/rules/{game}")
        shoot(f"rules-{game}")
    group = home.open().start_group()
    shoot("group-new")
    path = group.path
    for name in ("players", "devices", "invite", "settings", "data", "paper", "delete", "evenings/new"):
        page.goto(path + name)
        shoot(f"group-{name.replace('/', '-')}")
    page.goto(path)
    evening = group.start_evening()
    shoot("evening-empty")
    page.get_by_role("link", name="Start a game").first.tap()
    page.wait_for_load_state()
    shoot("game-new")
    page.go_back()
    sheet = evening.start_game(dealer="Anna")
    shoot("sheet-empty")
    sheet_states(sheet, shoot)


def sheet_states(sheet: Sheet, shoot: Shoot) -> None:
    """Show a game from its first tap to its ending."""
    page = sheet.page
    sheet.fill(Deal((66, 54, 0, 0), no_trick=(2,), callers=(1,)))
    page.wait_for_timeout(600)
    shoot("sheet-pad-preview")
    sheet.save_button().tap()
    page.locator("#rows li.deal").first.wait_for()
    shoot("sheet-one-deal")
    sheet.unfold(1)
    shoot("sheet-row-open")
    sheet.correct(1)
    shoot("entry")
    page.goto(sheet.path)
    sheet.tile(1).tap()
    for digit in "25":
        sheet.digit(digit).tap()
    sheet.save_button().tap()
    page.locator("#sum .error").first.wait_for()
    shoot("sheet-error")
    sheet.clear()
    sheet.mode("march").tap()
    shoot("sheet-all-eight")
    sheet.clear()
    towards_the_end(sheet, shoot)


def towards_the_end(sheet: Sheet, shoot: Shoot) -> None:
    """Show what threatens, a tie over the limit, and the ending."""
    page = sheet.page
    for _ in range(2):
        sheet.enter(Deal((20, 50, 50, 0), callers=(1, 2)))
    for seat in (1, 2, 3):
        sheet.key("called", seat).tap()
    page.wait_for_timeout(600)
    shoot("sheet-threat")
    for seat in (1, 2, 3):
        sheet.key("called", seat).tap()
    for name in ("/setup", "/log"):
        path = sheet.path
        page.goto(path + name)
        shoot(f"game{name.replace('/', '-')}")
        page.goto(path)
    sheet.enter(Deal((0, 60, 60, 0), no_trick=(0, 3), callers=(1, 2, 3, 0)))
    page.wait_for_timeout(500)
    shoot("sheet-moment")
    page.locator("[data-moment]").wait_for(state="detached")
    shoot("sheet-tied-over-the-limit")
    sheet.fill(PLAIN)
    page.wait_for_timeout(600)
    shoot("sheet-about-to-end")
    sheet.fill(Deal((20, 51, 29, 20)))
    sheet.save_button().tap()
    page.locator(".ending").wait_for()
    shoot("sheet-ended")
    for name, address in (("game-chart", f"{path}/chart"), ("group-chronicle", f"{path.split('sheets')[0]}chronicle")):
        page.goto(address)
        shoot(name)
    page.goto(path)
    next_game(sheet)
    page.wait_for_load_state()
    shoot("game-next")
    page.go_back()
    page.locator("a.icon").first.tap()
    page.wait_for_load_state()
    shoot("evening-one-game")


def thirty_deals(page: Page, shoot: Shoot) -> None:
    """Show a long game: everybody scores, nobody ends it."""
    evening = Home(page).open().start_group().start_evening()
    sheet = evening.start_game(dealer="Anna", limit=20000, marks=0)
    for number in range(30):
        points = [31, 30, 30, 29]
        sheet.enter(Deal(tuple(points[(seat + number) % 4] for seat in range(4))))
    shoot("sheet-thirty-deals")
    path = sheet.path
    sheet.tile(2).tap()
    page.wait_for_timeout(400)
    shoot("sheet-thirty-deals-pad")
    page.goto(f"{path}/board")
    shoot("board-thirty-deals")


def long_names(page: Page, shoot: Shoot) -> None:
    """Show the longest names and the greatest total."""
    evening = Home(page).open().start_group("Donnerstagsrunde im Alten Krug zu Altona", LONG).start_evening()
    shoot("evening-long-names")
    page.get_by_role("link", name="Start a game").first.tap()
    page.wait_for_url("**/games/new*")
    shoot("game-new-long-names")
    page.go_back()
    sheet = evening.start_game(dealer=LONG[0])
    sheet.enter(Deal((66, 54, 0, 0), no_trick=(3,), callers=(1,)))
    sheet.tile(2).tap()
    page.wait_for_timeout(400)
    shoot("sheet-long-names-pad")
    sheet.tile(2).tap()
    sheet.enter(Deal((0, 0, 120, 0), no_trick=(0, 1), callers=(1, 2, 3, 0)))
    shoot("sheet-long-names-ended")


def five_at_the_table(page: Page, shoot: Shoot) -> None:
    """Show five players, of whom the dealer sits out."""
    people = (*NAMES, "Emil")
    sheet = Home(page).open().start_group(people=people).start_evening().start_game(dealer="Anna", order=people)
    shoot("sheet-five")
    sheet.fill(Deal((0, 66, 54, 0, 0)))
    page.wait_for_timeout(600)
    shoot("sheet-five-pad")


def going_home(page: Page, shoot: Shoot) -> None:
    """Show who pays whom: suggested, settled, in part paid, wrong, for the whole group, as text and on paper."""
    group = Home(page).open().start_group()
    path = group.path
    sheet = group.start_evening().start_game(dealer="Anna", stake="0.50")
    sheet.enter(PLAIN)
    sheet.enter(Deal((0, 0, 120, 0), no_trick=(0, 1), callers=(1, 2, 3, 0)))
    page.locator(".ending").wait_for()
    page.goto(f"{sheet.path}/print")
    shoot("game-print")
    page.goto(path)
    page.locator(".tonight a").tap()
    page.get_by_role("link", name="Settle up").tap()
    page.locator(".account").first.wait_for()
    shoot("settle")
    page.locator(".account summary").last.tap()
    page.locator(".account[open] .figures").scroll_into_view_if_needed()
    shoot("settle-derivation")
    page.get_by_role("button", name="Settle this evening").tap()
    page.get_by_role("link", name="Another amount").first.tap()
    page.get_by_label("Amount").fill("0.30")
    shoot("settle-amount")
    page.get_by_role("button", name="Book this amount").tap()
    page.locator(".booked").first.wait_for()
    shoot("settle-in-part")
    page.get_by_role("link", name="Send the result").tap()
    page.locator("textarea").wait_for()
    shoot("settle-result")
    for name in ("settle", "kitty", ""):
        page.goto(path + name)
        shoot(f"group-open-{name or 'debts'}")


def two_taps(page: Page, sheet: Sheet, section: str, shoot: Shoot) -> None:
    """Show a section of the set-up and what it would change, then change it."""
    form = page.locator(f"#{section} form")
    shoot(f"setup-{section}")
    form.get_by_role("button", name="Show what changes").tap()
    page.get_by_role("button", name="Change it").wait_for()
    shoot(f"setup-{section}-preview")
    page.get_by_role("button", name="Change it").tap()
    page.wait_for_url(lambda address: address.split("#")[0].endswith(sheet.path))


def open_section(page: Page, sheet: Sheet, section: str) -> None:
    """Go to a section of the set-up, opened."""
    page.goto(f"{sheet.path}/setup")
    page.locator(f"#{section} > summary").tap()
    page.locator(f"#{section}").evaluate("each => each.scrollIntoView({block: 'start'})")


def rows_of_the_table(page: Page, path: str, shoot: Shoot) -> None:
    """Show the rows that are no deals."""
    for kind in ("void", "ruling"):
        page.goto(f"{path}/rows/new?kind={kind}")
        shoot(f"row-{kind}")
    page.get_by_text("Somebody revoked?").tap()
    page.get_by_role("button", name="Suggest").tap()
    page.locator(".error").first.wait_for()
    shoot("row-ruling-error")


def coming_and_going(page: Page, shoot: Shoot) -> None:
    """Show rows that are no deals, who comes and goes, a last round, an end by agreement, a game that waits."""
    people = (*NAMES, "Emil", "Frieda")
    group = Home(page).open().start_group(people=people)
    path = group.path
    sheet = group.start_evening().start_game(dealer="Anna", order=NAMES)
    sheet.enter(PLAIN)
    path_of_sheet = sheet.path
    rows_of_the_table(page, path_of_sheet, shoot)
    page.goto(path_of_sheet)
    open_section(page, sheet, "substitute")
    page.locator("#substitute select").nth(0).select_option(label="Dieter")
    page.locator("#substitute select").nth(1).select_option(label="Emil")
    two_taps(page, sheet, "substitute", shoot)
    open_section(page, sheet, "join")
    page.locator("#join select").first.select_option(label="Frieda")
    two_taps(page, sheet, "join", shoot)
    sheet.enter(Deal((66, 0, 54, 0, 0)))
    open_section(page, sheet, "leave")
    page.locator("#leave select").select_option(label="Frieda")
    two_taps(page, sheet, "leave", shoot)
    open_section(page, sheet, "last-round")
    page.get_by_label("Deals to go").fill("2")
    page.locator("#last-round .chips").nth(1).locator("label").first.tap()
    two_taps(page, sheet, "last-round", shoot)
    shoot("sheet-last-round")
    open_section(page, sheet, "agree")
    page.locator("#agree label.chip", has_text="by hand").tap()
    page.locator('#agree input[type="text"]').first.fill("2")
    page.locator("#agree").get_by_role("button", name="Show what changes").tap()
    page.locator("#agree .error").first.wait_for()
    shoot("setup-agree-error")
    page.goto(f"{sheet.path}/setup")
    page.get_by_role("button", name="Adjourn").tap()
    page.wait_for_url("**/evenings/*")
    shoot("evening-adjourned")
    page.goto(path)
    shoot("group-waiting")
    page.goto(f"{path_of_sheet}/log")
    shoot("game-log-of-people")


def without_scripts(page: Page, shoot: Shoot) -> None:
    """Show the plain forms."""
    evening = Home(page, javascript=False).open().start_group().start_evening()
    sheet = evening.start_game(dealer="Anna")
    shoot("plain-sheet")
    sheet.fill(PLAIN)
    page.get_by_role("button", name="Check").tap()
    page.wait_for_load_state()
    shoot("plain-preview")


STORIES: dict[str, tuple[Callable[[Page, Shoot], None], bool]] = {
    "main": (group_states, True),
    "thirty": (thirty_deals, True),
    "long": (long_names, True),
    "five": (five_at_the_table, True),
    "home": (going_home, True),
    "people": (coming_and_going, True),
    "dispute": (in_dispute, True),
    "open": (the_open_deal, True),
    "live": (what_others_do, True),
    "offline": (without_a_network, True),
    "offline-two": (two_come_back, True),
    "mat": (from_a_beer_mat, True),
    "years": (looking_back, True),
    "snapser": (an_account, True),
    "snapser-four": (four_by_a_house_rule, True),
    "rape": (a_game_to_a_hundred, True),
    "plain": (without_scripts, False),
}


@contextmanager
def opened(browser: Browser, server: Server, size: str, scheme: str, javascript: bool) -> Iterator[Page]:
    """Give a phone."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        color_scheme="dark" if scheme == "dark" else "light",
        java_script_enabled=javascript,
        base_url=server.url(),
        locale="en-GB",
    )
    yield context.new_page()
    context.close()


def main(stories: Collection[str], sizes: Collection[str]) -> None:
    """Take the pictures of some stories in some sizes, or of all of them beside no others."""
    if not stories and not sizes:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=30_000)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        for size in sizes or SIZES:
            for scheme in ("light", "dark"):
                browser = playwright.chromium.launch(executable_path=executable(), args=["--disable-gpu"])
                for tell, javascript in (STORIES[name] for name in stories or STORIES):
                    with opened(browser, server, size, scheme, javascript) as page:
                        tell(page, _shooter(page, size, scheme))
                browser.close()
    print(f"{len(list(FOLDER.iterdir()))} pictures in {FOLDER.relative_to(ROOT)}")


def _shooter(page: Page, size: str, scheme: str) -> Shoot:
    """Give the function that names and takes a picture."""

    def shoot(name: str) -> None:
        for left in reversed(range(3)):
            try:
                page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png", timeout=15_000)
            except BrowserError:  # a busy machine may draw no frame for long
                if not left:
                    raise
            else:
                return

    return shoot


if __name__ == "__main__":
    named = set(sys.argv[1:])
    main([each for each in STORIES if each in named], [each for each in SIZES if each in named])
