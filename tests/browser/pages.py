"""Page objects of the way to a game: each method is something a person at the table does, or sees."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests.browser.screens import NAMES, Screen
from tests.browser.sheet_pages import Sheet


class Home(Screen):
    """The first page."""

    def open(self) -> Home:
        """Go there."""
        self.page.goto("/")
        return self

    def start_group(self, name: str = "Thursday table", people: Sequence[str] = NAMES) -> Group:
        """Fill the one short form and be the owner of a new group."""
        form = self.page.locator("form", has=self.page.locator('[name="names-0"]'))
        form.locator('[name="name"]').fill(name)
        if len(people) > len(NAMES):
            self.tap(form.get_by_text("More names"))
        for place, person in enumerate(people):
            form.locator(f'[name="names-{place}"]').fill(person)
        self.tap(form.get_by_role("button", name="Start"))
        self.page.wait_for_url(re.compile(r"/g/[0-9a-f-]{36}/$"))
        noted = self.page.get_by_role("button", name="I have written it down")
        if noted.count():
            self.tap(noted)
            expect(noted).to_have_count(0)
        return Group(self.page, self.javascript)


class Group(Screen):
    """The group's page."""

    @property
    def path(self) -> str:
        """Give its path."""
        found = re.search(r"/g/[0-9a-f-]{36}/", self.page.url)
        assert found, self.page.url
        return found[0]

    def start_evening(self) -> Evening:
        """Begin tonight with everybody here."""
        self.tap(self.page.get_by_role("button", name="Start an evening"))
        expect(self.page.get_by_role("link", name="Start a game").first).to_be_visible()
        return Evening(self.page, self.javascript)


class Evening(Screen):
    """The evening's page."""

    def start_game(
        self,
        dealer: str = "Anna",
        stake: str | None = None,
        limit: int | None = None,
        order: Sequence[str] = (),
        marks: int | None = None,
    ) -> Sheet:
        """Go through the one screen that starts a game."""
        self.tap(self.page.get_by_role("link", name="Start a game").first)
        self.page.wait_for_url(re.compile(r"/games/new"))
        return NewGame(self.page, self.javascript).start(dealer, stake, limit, order, marks)


class NewGame(Screen):
    """The screen that starts a game."""

    def start(
        self,
        dealer: str | None,
        stake: str | None = None,
        limit: int | None = None,
        order: Sequence[str] = (),
        marks: int | None = None,
    ) -> Sheet:
        """Choose what differs from the proposal and start; `marks` 0 plays without a winning mark."""
        if order:
            self.sit(order)
        who_deals = self.page.locator('button[name="first_dealer"], button:has-text("deals")', has_text=dealer or "")
        self.page.wait_for_load_state()
        if dealer is not None and not who_deals.count():
            self.tap(self.page.locator("label.chip", has_text=dealer).locator("visible=true").last)
        if stake is not None:
            self.unfold("stake_minor")
            self.page.locator('[name="stake_minor"]').fill(stake)
        if limit is not None:
            self.unfold("rules")
            self.page.locator('[name="rules"][value="own"]').check(force=True)
            self.page.locator('[name="limit"]').fill(str(limit))
        if marks == 0:
            self.page.locator('[name="marks_on"]').uncheck(force=True)
        if dealer is not None and who_deals.count():
            self.tap(who_deals.first)
        else:
            self.tap(self.page.get_by_role("button", name="Start the game"))
        self.page.wait_for_url(re.compile(r"/sheets/[0-9a-f-]{36}"))
        return Sheet(self.page, self.javascript)

    def unfold(self, name: str) -> None:
        """Open the part of the form that holds a field."""
        closed = self.page.locator(f'details:not([open]):has([name="{name}"]) > summary')
        if closed.count():
            self.tap(closed.first)

    def sit(self, order: Sequence[str]) -> None:
        """Tap the names in the order in which they sit."""
        if not self.javascript:
            for seat, name in enumerate(order):
                self.page.locator(f'[name="player_ids-{seat}"]').select_option(label=name)
            return
        self.tap(self.page.get_by_role("button", name="Clear"))
        for name in order:
            self.tap(self.page.get_by_role("button", name=name, exact=True))


def next_game(sheet: Sheet) -> NewGame:
    """Go on from a game that is over to the next one."""
    sheet.tap(sheet.page.get_by_role("link", name="Next game"))
    sheet.page.wait_for_url(re.compile(r"/games/new"))
    return NewGame(sheet.page, sheet.javascript)


def first_game(page: Page, dealer: str = NAMES[0]) -> Sheet:
    """Walk to the first game of a new group, where only the browser knows the host or trusts it."""
    return Home(page).open().start_group().start_evening().start_game(dealer=dealer)
