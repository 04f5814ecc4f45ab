"""Two phones enter rows at the end of a sheet, one by one or several at once, and tell of the deal that is open."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from scorekeeper.services import deals, open_deal
from scorekeeper.services.catch_up import preview_rows
from scorekeeper.services.errors import ClosedError, InvalidInputError, TakenError
from scorekeeper.services.sheet_view import sheet_page
from tests.services.factories import new_key
from tests.services.machine import CONTENT, DEALER, VOID, SheetOnPaper, Told
from tests.services.model import Paper

ROWS = st.lists(CONTENT, min_size=1, max_size=4)
KNOWN = st.fixed_dictionaries({}, optional={"calls": st.integers(0, 4), "jungfrauen": st.integers(0, 2)})
"""What a form knows of a deal that is being played."""
TOO_MUCH = {"note": "x" * open_deal.LONGEST}


class EnteringMachine(SheetOnPaper):
    """Add to the end of one sheet."""

    # one row

    @rule(content=CONTENT, dealer=DEALER, second=VOID)
    def enter(self, content: object, dealer: int | None, second: bool) -> None:
        self.record(content, dealer, second)

    @precondition(lambda self: self.told is not None and self.told.key)
    @rule(content=CONTENT, second=VOID)
    def take_over(self, content: object, second: bool) -> None:
        """Save the deal that was told of, under the key with which it was begun."""
        if self.told is not None:
            self.record(content, self.told.dealer, second, self.told.key)

    def record(self, content: object, dealer: int | None, second: bool, key: str = "") -> None:
        position = self.view.next_position
        line, payload, seat = self.entered(content, dealer, len(self.paper.live), None)
        device = self.device(second)

        def call(key: str, confirm: str | None) -> uuid.UUID | None:
            return deals.record(
                self.session, device, self.sheet_id, key=key, position=position, payload=payload, dealer=seat
            ).change_id

        if self.waits or not self.paper.takes_deals:
            with pytest.raises(ClosedError, match="adjourned" if self.waits else "over"):
                call(new_key(), None)
            return
        line = self.paper.played_as(line, None)
        after = self.paper.with_line(line, len(self.paper.live))
        self.attempt(call, after, fresh=[line.id], asks=False, key=key)

    def record_elsewhere(self, content: object, offset: int) -> None:
        """Enter what was meant for another place."""
        _line, payload, seat = self.entered(content, None, len(self.paper.live), None)
        where = self.session, self.table.second, self.sheet_id
        position = self.view.next_position + offset
        with pytest.raises(TakenError):
            deals.record(*where, key=new_key(), position=position, payload=payload, dealer=seat)
        with pytest.raises(TakenError):
            deals.record_many(*where, key=new_key(), position=position, payloads=[payload, payload], dealer=seat)

    # several rows

    @rule(contents=ROWS, dealer=DEALER, second=VOID)
    def catch_up(self, contents: list[object], dealer: int | None, second: bool) -> None:
        """Type several rows at once: all are saved, or none."""
        position, device = self.view.next_position, self.device(second)
        papers, payloads = self.typed(contents, dealer)

        def call(key: str, confirm: str | None) -> uuid.UUID | None:
            written = deals.record_many(
                self.session, device, self.sheet_id, key=key, position=position, payloads=payloads, dealer=dealer
            )
            (change_id,) = {each.change_id for each in written}
            assert len(written) == len(contents)
            return change_id

        if self.waits or not self.paper.takes_deals:
            with pytest.raises(ClosedError, match="adjourned" if self.waits else "over"):
                call(new_key(), None)
            return
        wrong = rows_refused(papers)
        if wrong:
            for look_first in (True, False):
                with pytest.raises(InvalidInputError) as refused:
                    self.look_at(payloads, dealer) if look_first else call(new_key(), None)
                self.session.rollback()
                assert {problem.where.split(".")[1] for problem in refused.value.problems} == wrong
            return
        self.look_at(payloads, dealer, papers)
        fresh = [line.id for line in papers[-1].live[len(self.paper.live) :]]
        self.attempt(call, papers[-1], fresh=fresh, asks=False)

    def typed(self, contents: list[object], dealer: int | None) -> tuple[list[Paper], list[dict[str, object]]]:
        """Give the paper before the first row and after each of them, and what the phone sends."""
        papers: list[Paper] = [self.paper]
        payloads = []
        for index, content in enumerate(contents):
            paper = papers[-1]
            line, payload, _ = self.entered(content, None if index else dealer, len(paper.live), None, paper)
            papers.append(paper.with_line(paper.played_as(line, None), len(paper.live)))
            payloads.append(payload)
        return papers, payloads

    def look_at(self, payloads: list[dict[str, object]], dealer: int | None, papers: list[Paper] | None = None) -> None:
        """Look at what several rows would come to."""
        seen = preview_rows(self.session, self.table.viewer, self.sheet_id, payloads=payloads, dealer=dealer)
        self.session.rollback()
        if papers is not None:
            right = papers[-1].reckon()
            assert seen.standings.totals == tuple(right.totals[column] for column in self.paper.people)
            assert seen.totals == right.running[len(self.paper.live) :]
            assert len(seen.outcomes) == len(payloads)
            assert (seen.ending is None) == (right.stakes is None)

    # the open deal

    @rule(
        known=KNOWN | st.just(TOO_MUCH),
        dealer=DEALER | st.just(9),
        offset=st.sampled_from([0, 0, 0, 0, -1, 1]),
        keyed=VOID,
        second=VOID,
    )
    def tell(self, known: Mapping[str, object], dealer: int | None, offset: int, keyed: bool, second: bool) -> None:
        """Tell of the open deal; what is about another one, or too much, is left out without a word."""
        device, position = self.device(second), self.view.next_position + offset
        key = new_key() if keyed else "no key"
        open_deal.note(self.session, device, self.sheet_id, position=position, payload=known, dealer=dealer, key=key)
        deal = None if self.waits else self.paper.open_deal()
        if deal is not None and not offset and known is not TOO_MUCH and dealer in (None, *range(self.seats)):
            told = Told(deal, known, dealer, key if keyed else "", device.device_id)
            self.told = told if known or dealer is not None else None
        version = self.view.version
        self.look()
        assert self.view.version == version
        other = sheet_page(self.session, self.device(not second), self.sheet_id)
        self.session.rollback()
        assert other.open_deal == self.view.open_deal


def rows_refused(papers: list[Paper]) -> set[str]:
    """Say which of several new rows may not be, by what the paper is before and after each of them.

    A row that cannot be at all is named with all others of the kind; else the first that does not fit those before it,
    and else the first that stands after the ending.
    """
    now, *later = papers
    new = [paper.live[-1] for paper in later]
    never = {str(at) for at, line in enumerate(new) if line.is_four_way and now.four_way != "all_score"}
    if never:
        return never
    unfit = [at for at, paper in enumerate(later) if not paper.possible]
    late = [at for at, paper in enumerate(papers[:-1]) if not paper.takes_deals]
    return {str(at) for at in (unfit or late)[:1]}
