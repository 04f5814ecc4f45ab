"""How numbers, money, days, times and names read on a screen; and how typed money is read.

Money is whole minor units of its currency (ISO 4217) from the form to the database and back: no float is
ever made. The filters follow the language of the request; times follow the zone that they are given.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from zoneinfo import ZoneInfo

from babel import Locale
from babel.core import get_global
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent, get_currency_symbol, get_territory_currencies
from flask import Flask
from flask_babel import get_locale
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.web.locale import page_tag
from scorekeeper.web.scripts import foreign_tag
from scorekeeper.web.sharing import author

# ISO 4217 where the exponent is not 2. CLDR's digits, which Babel uses, follow habit instead: it writes
# the Serbian dinar without its hundredths, which here would show another amount than the one stored.
EXPONENTS = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG"), 0),
    **dict.fromkeys(("RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}
MOST_DIGITS = 9
MINUS = "\u2212"
NO_BREAK_SPACE = "\u00a0"
ISOLATE, POP_ISOLATE = "\u2068", "\u2069"

_AMOUNT = re.compile(r"(?P<whole>[0-9]*)(?:[.,](?P<part>[0-9]+))?")
_SPACES = re.compile(r"\s+")


class MoneyError(ValueError):
    """Say in one sentence why a text is no amount of money."""


def init_app(app: Flask) -> None:
    """Give the filters to the templates."""
    app.jinja_env.filters.update(
        author=author,
        average=average,
        bdi=bdi,
        clock=clock,
        day=day,
        moment=moment,
        money=money,
        month=month,
        names=names,
        ordinal=ordinal,
        percent=percent,
        points=points,
        signed_money=signed_money,
    )


def exponent(currency: str) -> int:
    """Give how many digits the currency's minor unit takes: 2 for euro and cent."""
    return EXPONENTS.get(currency, 2)


def money(minor: int, currency: str) -> str:
    """Write an amount with its currency as the language does: ``€1.00``, ``1,00 €``; never ``-0.00``."""
    pattern = copy.copy(_locale().currency_formats["standard"])
    pattern.frac_prec = (exponent(currency), exponent(currency))
    value = Decimal(minor).scaleb(-exponent(currency))
    text: str = pattern.apply(abs(value), _locale(), currency=currency, currency_digits=False)
    sign = get_currency_symbol(currency, locale=_locale())
    if sign[-1].isalpha() and text.startswith(sign):
        # "CHF 1.00", but "€1.00": CLDR's spacing, which Babel leaves out.
        text = f"{sign}{NO_BREAK_SPACE}{text.removeprefix(sign)}"
    return f"{MINUS}{text}" if minor < 0 else text


def signed_money(minor: int, currency: str) -> str:
    """Write an amount that is won or lost with its sign; nothing won or lost carries none."""
    return f"+{money(minor, currency)}" if minor > 0 else money(minor, currency)


def plain_money(minor: int, currency: str) -> str:
    """Write an amount for an input field, so that `parse_money` gives back the same: ``1.00``."""
    return format_decimal(
        Decimal(minor).scaleb(-exponent(currency)),
        format="0." + "0" * exponent(currency) if exponent(currency) else "0",
        locale=_locale(),
        numbering_system="latn",
    )


def points(number: int) -> str:
    """Write a number of points in the language's groups of thousands: ``1,900``."""
    return _grouped(number, _locale())


# Tables of many numbers, most of them seen before: a page of thirty deals writes some three hundred.
@lru_cache(5_000)
def _grouped(number: int, locale: Locale) -> str:
    text = format_decimal(abs(number), locale=locale)
    return f"{MINUS}{text}" if number < 0 else text


def percent(share: Fraction) -> str:
    """Write a share of all: ``23%``; below one in a hundred with one more digit."""
    digits = "0.0" if 0 < share < Fraction(1, 100) else "0"
    pattern = _locale().percent_formats[None].pattern
    return format_percent(_decimal(share), format=pattern.replace("#,##0", digits), locale=_locale())


def average(value: Fraction) -> str:
    """Write an average, from a hundred on without a fraction: ``42.5``, ``154``."""
    return format_decimal(_decimal(value), format="#,##0" if value >= 100 else "#,##0.#", locale=_locale())


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def ordinal(number: int) -> str:
    """Write a number as a rank: ``4th``."""
    words = {
        "one": _("%(number)sst", number=number),
        "two": _("%(number)snd", number=number),
        "few": _("%(number)srd", number=number),
    }
    return words.get(_locale().ordinal_form(number), _("%(number)sth", number=number))


def day(value: date) -> str:
    """Write a day with its weekday and year."""
    return format_skeleton("yMMMEd", datetime.combine(value, time(), UTC), locale=_locale())


def month(value: date) -> str:
    """Write a month with its year, where a picture has little room: ``Mar 2026``."""
    return format_skeleton("yMMM", datetime.combine(value, time(), UTC), locale=_locale())


def clock(value: datetime, zone: str) -> str:
    """Write the time of day in the zone, in 24 hours."""
    local = value.astimezone(ZoneInfo(zone))
    return _of_day(local.hour, local.minute, _locale())


@lru_cache(24 * 60)
def _of_day(hour: int, minute: int, locale: Locale) -> str:
    return format_skeleton("Hm", datetime(2000, 1, 1, hour, minute, tzinfo=UTC), locale=locale)


def moment(value: datetime, zone: str) -> str:
    """Write day and time in the zone, as the log needs it: the year stands with the evening."""
    local = value.astimezone(ZoneInfo(zone))
    written = format_skeleton("MMMEd", local, locale=_locale(), tzinfo=ZoneInfo(zone))
    return _("%(day)s, %(time)s", day=written, time=clock(value, zone))


def bdi(name: str, kind: str = "") -> Markup:
    """Wrap a name so that its direction stays its own; inside `_()` of a template it is not escaped twice.

    It says its script where that is not the page's; `kind` is its class.
    """
    tag = foreign_tag(name, page_tag())
    said = Markup(' class="{}"').format(kind) if kind else Markup()
    lang = Markup(' lang="{}"').format(tag) if tag else Markup()
    return Markup("<bdi{}{}>{}</bdi>").format(said, lang, name)


def names(people: Iterable[str]) -> Markup:
    """Write names as the language lists them, each in its own ``bdi``: ``Anna, Bernd, and Clara``."""
    each = [bdi(person) for person in people]
    before, *after = format_list(["\0"] * len(each), locale=_locale()).split("\0")
    return Markup().join([before, *(person + words for person, words in zip(each, after, strict=True))])


def isolate(name: str) -> str:
    """Wrap a name for a sentence that is no HTML, such as an error beside a field."""
    return f"{ISOLATE}{name}{POP_ISOLATE}"


def isolated_names(people: Iterable[str]) -> str:
    """List names as `names` does, for a sentence that is no HTML."""
    return format_list([isolate(person) for person in people], locale=_locale())


def currency_choices(*first: str) -> list[tuple[str, str]]:
    """Give ``(code, "EUR: Euro")`` for a select: the given ones first, then all that are legal tender."""
    known = _locale().currencies
    codes = dict.fromkeys([*first, *sorted(_tender())])
    return [(code, _("%(code)s: %(name)s", code=code, name=known.get(code, code))) for code in codes]


def parse_money(text: str, currency: str) -> int:
    """Read an amount from 0 in minor units. ``0,50`` and ``0.50`` are the same in every language.

    A mark that could group thousands is refused and never guessed. Raises MoneyError with the sentence.
    """
    cleaned = _SPACES.sub("", text)
    for sign in (get_currency_symbol(currency, locale=_locale()), currency):
        cleaned = cleaned.removeprefix(sign).removesuffix(sign)
    if not cleaned:
        raise MoneyError(_("Type an amount, such as %(example)s.", example=plain_money(50, currency)))
    found = _AMOUNT.fullmatch(cleaned)
    if found is None or len(cleaned) > 2 * MOST_DIGITS:
        raise MoneyError(_not_an_amount(cleaned, currency))
    whole, part = found["whole"], found["part"] or ""
    if len(part) > exponent(currency):
        raise MoneyError(_too_fine(currency))
    digits = (whole + part.ljust(exponent(currency), "0")).lstrip("0") or "0"
    if len(digits) > MOST_DIGITS:
        raise MoneyError(_too_much(currency))
    return int(digits)


@lru_cache(maxsize=1)
def _tender() -> frozenset[str]:
    territories = get_global("territory_currencies")
    return frozenset(code for each in territories for code in get_territory_currencies(each, tender=True))


def _not_an_amount(cleaned: str, currency: str) -> str:
    example = plain_money(50, currency)
    if len(cleaned) > 2 * MOST_DIGITS:
        return _too_much(currency)
    if cleaned[0] in f"-{MINUS}":
        return _("An amount cannot be below nought. Type one such as %(example)s.", example=example)
    if len(re.findall(r"[.,]", cleaned)) > 1:
        return _("Type the amount without marks between thousands, such as %(example)s.", example=example)
    return _("This is no amount of money. Type one such as %(example)s.", example=example)


def _too_fine(currency: str) -> str:
    if exponent(currency) == 0:
        return _("%(currency)s has no smaller unit: type a whole number.", currency=currency)
    return _(
        "%(currency)s has %(digits)s digits after the point or comma. Type an amount such as %(example)s.",
        currency=currency,
        digits=exponent(currency),
        example=plain_money(50, currency),
    )


def _too_much(currency: str) -> str:
    most = money(10**MOST_DIGITS - 1, currency)
    return _("This is too much: %(most)s is the most.", most=most)


def _locale() -> Locale:
    return get_locale() or Locale("en")
