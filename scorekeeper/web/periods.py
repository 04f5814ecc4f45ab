"""A period to look back on: asked for by a form or by the year, named in words, led to by links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from flask_babel import gettext as _
from wtforms import DateField, Form

from scorekeeper.services.stints import Period
from scorekeeper.web.formatting import day
from scorekeeper.web.forms_base import _l


class OptionalDay(DateField):
    """Ask for a day that may be left out, and say in the app's words when it is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the day as browsers send it; nothing typed is no day."""
        self.data = None
        if not "".join(valuelist).strip():
            return
        try:
            super().process_formdata(valuelist)
        except ValueError as error:
            raise ValueError(_("Type a date such as %(example)s, or leave it out.", example="2026-03-28")) from error


class PeriodForm(Form):
    """Ask from when and until when. It changes nothing, so it carries neither token nor key."""

    since = OptionalDay(_l("From"))
    until = OptionalDay(_l("To"))

    def period(self) -> Period | None:
        """Give the period, or None when there is no such one; the sentence stands at its field."""
        if not self.validate():
            return None
        if self.since.data and self.until.data and self.since.data > self.until.data:
            self.until.errors = [_("This is before the first day. Choose a later one, or leave it out.")]
            return None
        return Period(self.since.data, self.until.data)


@dataclass(frozen=True, slots=True)
class Year:
    """Lead to one year, or with `number` None to all of them; `here` marks the one that is shown."""

    number: int | None
    url: str
    here: bool


def address(page: str, asked: Mapping[str, str], **more: str) -> str:
    """Give the address of a page with what is asked of it."""
    return f"{page}?{urlencode({**asked, **more})}".rstrip("?")


def period_words(period: Period | None) -> str:
    """Name a period: a whole year by its number."""
    since, until = (period.since, period.until) if period else (None, None)
    if since and until:
        if (since, until) == (date(since.year, 1, 1), date(since.year, 12, 31)):
            return str(since.year)
        return _("%(since)s to %(until)s", since=day(since), until=day(until))
    if since:
        return _("from %(day)s on", day=day(since))
    return _("until %(day)s", day=day(until)) if until else _("all evenings")


def years(page: str, asked: Mapping[str, str], first: date | None, last: date | None) -> list[Year]:
    """Give the years between two days, the newest first, behind all of them; none when there is but one."""
    if first is None or last is None or first.year == last.year:
        return []
    others = {name: value for name, value in asked.items() if name not in ("since", "until")}
    here = (asked.get("since"), asked.get("until"))
    listed = [Year(None, address(page, others), here == (None, None))]
    for number in range(last.year, first.year - 1, -1):
        bounds = (date(number, 1, 1).isoformat(), date(number, 12, 31).isoformat())
        listed.append(Year(number, address(page, others, since=bounds[0], until=bounds[1]), here == bounds))
    return listed
