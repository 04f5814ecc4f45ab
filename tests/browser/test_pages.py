"""Every page: reachable by everybody, nothing cut off, nothing too small, nothing heavy, nothing forbidden."""

from __future__ import annotations

from collections.abc import Iterator

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from scorekeeper.registry import GAMES
from tests.browser.conftest import LARGE, SMALL, PhoneFactory, Scheme
from tests.browser.pages import Home, next_game
from tests.browser.quick import start_game
from tests.browser.sheet_pages import Deal, Sheet

LONG_NAMES = (
    "Annemarie-Wilhelmine von Hohenlohe-Lange",
    "Бернд-Владислав Константинопольский",
    "كلارا بنت عبد الرحمن الطويلة جدا جدا",
    "Dieter 🃏👨\u200d👩\u200d👧\u200d👦 Wolfeschlegelsteinhausen",
)
KILOBYTE = 1000
LIMIT_BYTES = 40 * KILOBYTE
LIMIT_REQUESTS = 6

HOME = ("/", "/open", "/recover", "/import", "/without-https", "/rules", *(f"/rules/{game}" for game in GAMES))
GROUP = (
    "",
    "players",
    "devices",
    "invite",
    "settings",
    "data",
    "paper",
    "delete",
    "recovery",
    "leave",
    "devices/transfer",
    "evenings/new",
    "chronicle",
    "history",
    "records",
    "settle",
    "kitty",
)
SHEET = (
    "",
    "/setup",
    "/rules",
    "/log",
    "/chart",
    "/print",
    "/rows/new?kind=void",
    "/rows/new?kind=ruling",
    "/catch-up",
)


def a_whole_evening(page: Page, names: tuple[str, ...], limit: int | None = None) -> Sheet:
    """Play until something of everything is there: an ended game and a running one with a big total."""
    evening = Home(page).open().start_group("Donnerstagsrunde im Alten Krug zu Altona", names).start_evening()
    sheet = evening.start_game(dealer=names[0])
    sheet.enter(Deal((0, 0, 120, 0), no_trick=(0, 1), callers=(1, 2, 3, 0)))  # 7,680 ends it at once
    following = next_game(sheet).start(dealer=names[2])
    following.enter(Deal((66, 54, 0, 0), no_trick=(3,), callers=(1,)))
    following.enter(Deal((30, 30, 30, 30)))
    following.enter(Deal((0, 0, 0, 0), durchmarsch=2))
    following.protest(1, Deal((71, 49, 0, 0), no_trick=(2,)))
    page.locator("#scores a.dispute").wait_for()
    return following


def pages(sheet: Sheet) -> Iterator[str]:
    """Give the address of every page that a group has."""
    group, _, sheet_path = sheet.path.partition("sheets/")
    entry = sheet.page.locator("#rows li.deal").first.get_attribute("id")
    assert entry
    entry_id = entry.removeprefix("row-")
    evening = sheet.page.locator("a.icon").first.get_attribute("href")
    assert evening
    sheet.page.goto(f"{group}records")
    record = sheet.page.locator('a[href$="/record"]').first.get_attribute("href")
    assert record
    sheet.page.go_back()
    yield from (*HOME, record)
    for each in GROUP:
        yield group + each
    for each in ("", "/edit", "/attendance", "/settle", "/result", "/games/new"):
        yield evening + each
    for each in SHEET:
        yield f"{group}sheets/{sheet_path}{each}"
    for each in ("", "/insert", "/protest"):
        yield f"{group}sheets/{sheet_path}/entries/{entry_id}{each}"


def ended(sheet: Sheet) -> str:
    """Give the address of the evening's first game, which is over."""
    page, running = sheet.page, sheet.path
    evening = page.locator("a.icon").first.get_attribute("href")
    assert evening
    page.goto(evening)
    links = [link.get_attribute("href") or "" for link in page.locator('a[href*="/sheets/"]').all()]
    return next(link for link in links if not link.startswith(running) and link.count("/") == running.count("/"))


def test_every_page_passes_axe(phone: PhoneFactory) -> None:
    page = phone(scheme="light")
    sheet = a_whole_evening(page, ("Anna", "Bernd", "Clara", "Dieter"))
    running = sheet.path
    addresses = [*pages(sheet), ended(sheet)]
    found = {}
    for address in addresses:
        answer = page.goto(address)
        assert answer
        assert answer.ok, address
        found[address] = violations(page)
    page.goto(running)
    sheet.fill(Deal((66, 54, 0, 0), no_trick=(3,), callers=(1,)))
    # The sum is pale until its answer came.
    expect(page.locator("[data-sum].stale")).to_have_count(0)
    found["pad open"] = violations(page)
    assert {address: each for address, each in found.items() if each} == {}


def violations(page: Page) -> list[tuple[str, str, list[str]]]:
    """Give what axe finds on a page, light and dark: nothing but the colours is another in the dark."""
    found: list[tuple[str, str, list[str]]] = []
    schemes: tuple[tuple[Scheme, list[str] | None], ...] = (("light", None), ("dark", ["color-contrast"]))
    for scheme, rules in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # the colours change at once
        given = Axe().run(page, options={"runOnly": rules} if rules else {}).response["violations"]
        found += [(scheme, each["id"], [node["html"] for node in each["nodes"]]) for each in given]
    page.emulate_media(color_scheme="light", reduced_motion="null")
    return found


def test_every_page_fits_a_small_phone_with_the_longest_names(phone: PhoneFactory) -> None:
    """Nothing scrolls sideways, no control is too small for a thumb, no input makes the phone zoom."""
    page = phone(SMALL)
    sheet = a_whole_evening(page, LONG_NAMES)
    found = {}
    for address in [*pages(sheet), ended(sheet)]:
        page.goto(address)
        width = page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
        zooming = [size for size in page.evaluate(TYPE_SIZES) if size < 16]
        found[address] = [*([width] if width > SMALL[0] else []), *zooming, *page.evaluate(SMALL_CONTROLS)]
        assert "user-scalable=no" not in page.content()
    assert {address: each for address, each in found.items() if each} == {}


TYPE_SIZES = """[...document.querySelectorAll('input, select, textarea')]
  .filter((each) => !['hidden', 'checkbox', 'radio'].includes(each.type))
  .map((each) => parseFloat(getComputedStyle(each).fontSize))"""


def test_text_at_two_hundred_percent_can_be_used(phone: PhoneFactory) -> None:
    """Twice as large a type: nothing scrolls sideways, and a deal can be entered."""
    page = phone(LARGE)
    sheet = a_whole_evening(page, ("Anna", "Bernd", "Clara", "Dieter"))
    running = sheet.path
    wide = {}
    for address in pages(sheet):
        page.goto(address)
        page.evaluate(LARGE_TYPE)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > LARGE[0]:
            wide[address] = width
    assert wide == {}
    page.goto(running)
    page.evaluate(LARGE_TYPE)
    sheet.enter(Deal((66, 54, 0, 0)))


LARGE_TYPE = "document.documentElement.style.setProperty('font-size', '200%')"


SMALL_CONTROLS = """() => {
  const controls = 'button, select, input:not([type=hidden]), summary, a.btn, a.icon, a.rowlink';
  const seen = { opacityProperty: true, visibilityProperty: true };
  return [...document.querySelectorAll(controls)]
    .filter((each) => each.checkVisibility(seen))
    .map((each) => each.closest('label') || each)
    .filter((each) => {
      const box = each.getBoundingClientRect();
      return box.width && (box.height < 47.5 || box.width < 47.5);
    })
    .map((each) => each.outerHTML.slice(0, 160));
}"""


def test_the_first_visit_to_the_sheet_is_light(phone: PhoneFactory) -> None:
    page = phone()
    sheet = a_whole_evening(page, ("Anna", "Bernd", "Clara", "Dieter"))
    path = sheet.path
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: dict[str, float] = {}
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(path, wait_until="load")
    assert len(sizes) <= LIMIT_REQUESTS, sizes
    assert sum(sizes.values()) <= LIMIT_BYTES, sizes
    cached = page.request.get(page.locator("link[rel=stylesheet]").first.get_attribute("href") or "")
    assert "max-age=31536000" in cached.headers["cache-control"]
    assert "immutable" in cached.headers["cache-control"]
    assert cached.headers.get("content-encoding") in {"br", "gzip"}


def test_a_first_visit_can_enter_a_deal_before_anything_for_offline_has_come(phone: PhoneFactory) -> None:
    page = phone()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    for each in ("**/js/offline/**", "**/sw.js", "**/words/**", "**/offline/words*"):
        page.context.route(each, hold)
    sheet = start_game(page)
    sheet.enter(Deal((66, 54, 0, 0)))
    page.wait_for_timeout(500)
    assert any("/js/offline/" in route.request.url for route in held)
    page.context.unroute_all()
    page.reload(wait_until="load")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    early = page.evaluate(LOADED_EARLY)
    assert [name for name in early if "/offline" in name or "/words/" in name or name.endswith("/sw.js")] == []


LOADED_EARLY = """() => performance.getEntriesByType("resource")
  .filter((each) => each.startTime < performance.getEntriesByType("navigation")[0].loadEventStart)
  .map((each) => each.name)"""


def test_names_are_inert_wherever_they_stand(phone: PhoneFactory) -> None:
    names = ("<svg/onload=x>", 'O\'Neill "Q"', "{{7*7}}", "%(name)s %s")
    page = phone()
    sheet = a_whole_evening(page, names)
    running = sheet.path
    for address in [*pages(sheet), ended(sheet)]:
        page.goto(address)
        text = page.content()
        assert "<svg/onload" not in text
        assert page.locator("svg[onload]").count() == 0
    page.goto(running)
    assert page.locator("#scores .score > .name bdi").all_inner_texts() == list(names)
