"""Page objects of a running game: its sheet with the entry panel, its rows, what is in dispute."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.screens import Screen, number

PATIENCE_S = 30
# What is foretold after a tap on Save is marked until the server has it.
SAVED_TOTALS = "#scores:not([data-unsaved]) .total"


@dataclass(frozen=True)
class Deal:
    """A deal as a table says it: the totals by seat, and what else happened."""

    points: tuple[int, ...]
    no_trick: tuple[int, ...] = ()
    callers: tuple[int, ...] = ()
    durchmarsch: int | None = None

    @property
    def losers(self) -> tuple[int, ...]:
        """Give the seats with the highest total."""
        return tuple(seat for seat, points in enumerate(self.points) if points == max(self.points))


class Sheet(Screen):
    """The sheet with its entry panel."""

    @property
    def path(self) -> str:
        """Give its path."""
        found = re.search(r"/g/[0-9a-f-]{36}/sheets/[0-9a-f-]{36}", self.page.url)
        assert found, self.page.url
        return found[0]

    def open(self, path: str) -> Sheet:
        """Go to a sheet."""
        self.page.goto(path)
        return self

    def hear_nothing(self) -> None:
        """Let the page learn nothing of what other phones do."""
        self.page.route("**/live", lambda route: route.fulfill(status=304))

    # what is seen

    def totals(self) -> tuple[int, ...]:
        """Give the totals in seat order, none while they are not those that the server has."""
        return tuple(number(text) for text in self.page.locator(SAVED_TOTALS).all_inner_texts())

    def marks(self) -> tuple[int, ...]:
        """Give the marks in seat order, as a screen reader hears them."""
        texts = self.page.locator("#scores .tally .sr").all_text_contents()
        return tuple(0 if text.startswith("no") else int(text.split()[0]) for text in texts)

    def wait_totals(self, due: tuple[int, ...]) -> None:
        """Wait until the totals are those: the parts of a page are drawn one after the other."""
        self._wait(self.totals, due)

    def wait_marks(self, due: tuple[int, ...]) -> None:
        """Wait until the marks are those."""
        self._wait(self.marks, due)

    def _wait(self, read: Callable[[], tuple[int, ...]], due: tuple[int, ...]) -> None:
        end = time.monotonic() + PATIENCE_S
        while read() != due and time.monotonic() < end:
            self.page.wait_for_timeout(50)
        assert read() == due

    def row_count(self) -> int:
        """Count the rows that count, once they are there."""
        self.page.locator("#rows").wait_for(state="attached")
        return self.rows().count()

    def rows(self) -> Locator:
        """Give the rows that count."""
        return self.page.locator("#rows li.deal:not(.removed)")

    def reasons(self) -> list[str]:
        """Give each row's one line."""
        return [" ".join(text.split()) for text in self.page.locator("#rows li.deal .why").all_inner_texts()]

    def next_number(self) -> int:
        """Give the number of the deal that the panel asks for."""
        found = re.search(r"Deal (\d+)", self.page.locator("#deal_form .ask").first.inner_text())
        assert found
        return int(found[1])

    def ending(self) -> str:
        """Give the sentence that says who lost or won."""
        return self.page.locator(".ending h2").inner_text()

    def stakes(self) -> tuple[str, ...]:
        """Give what each pays or gets, as shown, in seat order."""
        return tuple(self.page.locator(".ending .stakes li b").all_inner_texts())

    # the keys of the panel

    def tile(self, seat: int) -> Locator:
        """Give a player's tile."""
        return self.page.locator(f'[data-tile="{seat}"]')

    def digit(self, digit: str) -> Locator:
        """Give a key of the pad."""
        return self.page.locator(f'[data-digit="{digit}"]')

    def key(self, name: str, seat: int) -> Locator:
        """Give a player's "no trick" or "called" key."""
        return self.page.locator(f'label.key:has(input[name="{name}"][value="{seat}"])')

    def save_button(self) -> Locator:
        """Give Save."""
        return self.page.locator("#deal_form button.save")

    def mode(self, name: str) -> Locator:
        """Give a key such as "all four" or "all 8 tricks"."""
        return self.page.locator(f'[data-mode="{name}"]:visible').first

    # what is done

    def enter(self, deal: Deal) -> None:
        """Enter a deal in the way a table would, and save it, also if it is the same as one a moment ago."""
        rows = self.row_count()
        self.fill(deal)
        self.save()
        asked = self.page.locator("[data-clash]", has_text="Entered twice?").get_by_role("button")
        expect(asked.or_(self.rows().nth(rows)).or_(self.page.locator(".ending")).first).to_be_attached()
        if asked.count():
            self.tap(asked)
        if self.page.locator(".ending").count() == 0:
            expect(self.rows()).to_have_count(rows + 1)

    def fill(self, deal: Deal) -> None:
        """Enter a deal without saving it."""
        if self.javascript:
            self._touch(deal)
        else:
            self._type(deal)

    def _touch(self, deal: Deal) -> None:
        for seat in deal.callers:
            self.tap(self.key("called", seat))
        if deal.durchmarsch is not None:
            self.tap(self.mode("march"))
            self.tap(self.tile(deal.durchmarsch))
            return
        for seat in deal.no_trick:
            self.tap(self.key("no_trick", seat))
        first, *tied = deal.losers
        self.tap(self.tile(first))
        for seat in tied:
            self.tap(self.mode("tie"))
            self.tap(self.tile(seat))
        for digit in str(max(deal.points)):
            self.tap(self.digit(digit))
        if max(deal.points) == 120:
            self.tap(self.page.locator('[data-answer="no"]'))

    def _type(self, deal: Deal) -> None:
        form = self.page.locator("#deal_form form").first
        for seat in deal.callers:
            form.locator(f'input[name="called"][value="{seat}"]').check(force=True)
        if deal.durchmarsch is not None:
            form.locator('[name="durchmarsch"]').select_option(str(deal.durchmarsch))
            return
        for seat in deal.no_trick:
            form.locator(f'input[name="no_trick"][value="{seat}"]').check(force=True)
        for seat, points in enumerate(deal.points):
            field = form.locator(f'[name="points-{seat}"]')
            if field.count():  # who sits out has none
                field.fill(str(points))

    def clear(self) -> None:
        """Take away number and pick: the first tap may leave the pick."""
        key = self.page.locator('[data-act="clear"]').locator("visible=true")
        for _ in range(2):
            if key.count():
                self.tap(key.first)

    def save(self) -> None:
        """Save what stands in the panel; without scripts the preview is read first."""
        if self.javascript:
            self.tap(self.save_button())
            return
        self.tap(self.page.get_by_role("button", name="Check"))
        self.tap(self.save_button())
        self.page.wait_for_load_state()

    def undo(self) -> None:
        """Take the newest change back from the bar."""
        self.tap(self.page.locator("#bar_actions button[formaction$='/undo']"))

    def row(self, number_shown: int) -> Locator:
        """Give a live row by its number."""
        return self.rows().nth(number_shown - 1)

    def unfold(self, number_shown: int) -> Locator:
        """Tap a row so that it shows what can be done with it."""
        row = self.row(number_shown)
        if row.locator("details[open]").count() == 0:
            self.tap(row.locator("summary"))
        return row

    def correct(self, number_shown: int) -> Entry:
        """Open the page that corrects a row."""
        self.tap(self.unfold(number_shown).get_by_role("link", name="Correct"))
        self.page.wait_for_url(re.compile(r"/entries/"))
        return Entry(self.page, self.javascript)

    def insert_before(self, number_shown: int) -> Entry:
        """Open the page that puts a forgotten deal before a row."""
        self.tap(self.unfold(number_shown).get_by_role("link", name="Insert before"))
        self.page.wait_for_url(re.compile(r"/insert"))
        return Entry(self.page, self.javascript)

    def other_row(self, name: str) -> Row:
        """Open the page of a row that is no deal."""
        self.tap(self.page.get_by_role("button", name="Another dealer, or something else"))
        self.tap(self.page.get_by_role("link", name=name))
        self.page.wait_for_url(re.compile(r"/rows/new"))
        return Row(self.page, self.javascript)

    def protest(self, number_shown: int, deal: Deal) -> None:
        """Say what a deal should be."""
        self.tap(self.unfold(number_shown).get_by_role("link", name="Protest"))
        self.page.wait_for_url(re.compile(r"/protest"))
        entry = Entry(self.page, self.javascript)
        entry.clear()
        entry.fill(deal)
        entry.save()

    def disputed_totals(self) -> tuple[int, ...]:
        """Give the totals that would stand if the protest held."""
        return tuple(
            number(text.split()[-1]) for text in self.page.locator("#scores a.dispute .cell").all_inner_texts()
        )

    def dispute(self) -> Dispute:
        """Open the page of the row in dispute."""
        self.tap(self.page.locator("#scores a.dispute"))
        self.page.wait_for_url(re.compile(r"/entries/"))
        return Dispute(self.page, self.javascript)


class Entry(Sheet):
    """The page of one row: it has the same panel."""

    def back(self) -> None:
        """Return to the sheet."""
        self.tap(self.page.get_by_role("link", name="Back to the game"))


class Dispute(Screen):
    """What the page of a row says of a protest against it."""

    def rows(self) -> list[tuple[str, ...]]:
        """Give name, total and stake as entered, total and stake by the protest, in seat order."""
        rows = self.page.locator("#dispute tbody tr").all()
        return [tuple(" ".join(text.split()) for text in row.locator("th, td").all_inner_texts()) for row in rows]

    def press(self, button: str) -> None:
        """Decide."""
        self.tap(self.page.locator("#dispute").get_by_role("button", name=button))

    def decide(self, button: str) -> None:
        """Decide, and wait for the sheet."""
        self.press(button)
        expect(self.page.locator("#scores")).to_be_visible()


class Row(Screen):
    """The page of a row that is no deal."""

    def note(self, text: str) -> None:
        """Write the note."""
        self.page.get_by_label("Note").fill(text)

    def points(self, seat: int) -> str:
        """Give what stands in a player's field."""
        return self.page.locator(f"[name=points-{seat}]").input_value()

    def suggest(self, offender: str, calls: str) -> None:
        """Let the usual ruling for a revoke be filled in."""
        self.tap(self.page.get_by_text("Somebody revoked?"))
        self.page.get_by_label("Who revoked").select_option(label=offender)
        self.page.get_by_label("Calls", exact=True).select_option(label=calls)
        self.tap(self.page.get_by_role("button", name="Suggest"))
        expect(self.page.locator("#sum")).to_contain_text("Ruling of the table")

    def save(self, path: str) -> None:
        """Save, and wait for the sheet; without scripts the preview is read first."""
        if not self.javascript:
            self.tap(self.page.get_by_role("button", name="Check"))
        self.tap(self.page.locator("#deal_form button.save"))
        self.page.wait_for_url(re.compile(f"{path}(#.*)?$"))
        expect(self.page.locator("#scores")).to_be_visible()
