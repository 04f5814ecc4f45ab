"""Numbers, money, days and names as they read; typed money as it is understood."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from flask import Flask
from flask_babel import force_locale
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web import formatting
from scorekeeper.web.extensions import babel
from scorekeeper.web.formatting import MoneyError, parse_money, plain_money
from scorekeeper.web.sharing import author


@pytest.fixture(scope="module", autouse=True)
def request_context() -> Iterator[None]:
    app = Flask(__name__)
    babel.init_app(app)
    formatting.init_app(app)
    with app.test_request_context():
        yield


@pytest.mark.parametrize(
    ("minor", "currency", "written"),
    [
        (100, "EUR", "€1.00"),
        (50, "EUR", "€0.50"),
        (0, "EUR", "€0.00"),
        (-1250, "EUR", "\u2212€12.50"),
        (123456, "EUR", "€1,234.56"),
        (500, "JPY", "¥500"),
        (1500, "KWD", "KWD\xa01.500"),
        (150, "RSD", "RSD\xa01.50"),
    ],
)
def test_money_is_written_in_its_own_minor_unit(minor: int, currency: str, written: str) -> None:
    assert formatting.money(minor, currency) == written


def test_money_follows_the_language() -> None:
    with force_locale("de"):
        assert formatting.money(123456, "EUR") == "1.234,56\xa0€"
        assert plain_money(123456, "EUR") == "1234,56"


@pytest.mark.parametrize(("minor", "written"), [(300, "+€3.00"), (0, "€0.00"), (-300, "\u2212€3.00")])
def test_signed_money_says_won_or_lost_but_never_minus_nought(minor: int, written: str) -> None:
    assert formatting.signed_money(minor, "EUR") == written


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 1000), "0.1%"),
        (Fraction(9, 1000), "0.9%"),
        (Fraction(1, 100), "1%"),
        (Fraction(2, 7), "29%"),
        (Fraction(1), "100%"),
    ],
)
def test_a_share_is_written_as_a_percentage(share: Fraction, written: str) -> None:
    assert formatting.percent(share) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [(Fraction(0), "0"), (Fraction(85, 2), "42.5"), (Fraction(130, 3), "43.3"), (Fraction(3320, 2), "1,660")],
)
def test_an_average_has_a_fraction_where_it_is_small(value: Fraction, written: str) -> None:
    assert formatting.average(value) == written


def test_shares_averages_and_months_follow_the_language() -> None:
    assert formatting.month(date(2026, 3, 28)) == "Mar 2026"
    with force_locale("de"):
        assert formatting.percent(Fraction(1, 4)) == "25\xa0%"
        assert formatting.average(Fraction(85, 2)) == "42,5"


@pytest.mark.parametrize(("number", "written"), [(0, "0"), (260, "260"), (1900, "1,900"), (-1900, "\u22121,900")])
def test_points_are_grouped_by_thousands(number: int, written: str) -> None:
    assert formatting.points(number) == written


@pytest.mark.parametrize(
    ("number", "written"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (21, "21st")]
)
def test_ordinal_takes_the_ending_of_its_number(number: int, written: str) -> None:
    assert formatting.ordinal(number) == written


def test_days_and_times_are_written_in_the_groups_zone() -> None:
    at = datetime(2026, 3, 5, 23, 30, tzinfo=UTC)
    assert formatting.day(date(2026, 3, 5)) == "Thu, Mar 5, 2026"
    assert formatting.clock(at, "Europe/Vienna") == "00:30"
    assert formatting.moment(at, "Europe/Vienna") == "Fri, Mar 6, 00:30"
    assert formatting.moment(at, "America/New_York") == "Thu, Mar 5, 18:30"


def test_names_are_listed_escaped_and_each_in_its_own_direction() -> None:
    assert formatting.names([]) == ""
    assert formatting.names(["Anna"]) == "<bdi>Anna</bdi>"
    assert formatting.names(["<b>", "{1}"]) == "<bdi>&lt;b&gt;</bdi> and <bdi>{1}</bdi>"
    assert formatting.isolated_names(["Anna", "Bernd"]) == "\u2068Anna\u2069 and \u2068Bernd\u2069"


def test_currencies_stand_with_their_names_and_the_usual_one_first() -> None:
    choices = formatting.currency_choices("CHF", "EUR")
    assert choices[:2] == [("CHF", "CHF: Swiss Franc"), ("EUR", "EUR: Euro")]
    assert len(choices) == len(dict(choices)) > 100
    assert "DEM" not in dict(choices)


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("0,50", 50),
        ("0.50", 50),
        ("1", 100),
        ("0", 0),
        ("1,5", 150),
        (",5", 50),
        (" 12.00 ", 1200),
        ("€ 0,50", 50),
        ("0.50 EUR", 50),
        ("0.50\xa0€", 50),
        ("007", 700),
        ("1000", 100_000),
    ],
)
def test_parse_money_takes_comma_and_point_alike(locale: str, text: str, minor: int) -> None:
    with force_locale(locale):
        assert parse_money(text, "EUR") == minor


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "Type an amount, such as 0.50."),
        ("   ", "Type an amount"),
        ("1.000,5", "without marks between thousands"),
        ("1,000.50", "without marks between thousands"),
        ("1,000", "EUR has 2 digits after the point or comma"),
        ("-1", "below nought"),
        ("\u22121", "below nought"),
        ("-0", "below nought"),
        ("abc", "no amount of money"),
        ("NaN", "no amount of money"),
        ("1e9", "no amount of money"),
        ("٣", "no amount of money"),
        ("1.", "no amount of money"),
        ("1000000000000", "too much"),
        ("9" * 5000, "too much"),
        ("x" * 5000, "too much"),
        ("10000000", "€9,999,999.99 is the most"),
    ],
)
def test_parse_money_refuses_with_a_sentence_that_says_what_to_type(text: str, word: str) -> None:
    with pytest.raises(MoneyError) as error:
        parse_money(text, "EUR")
    assert word in str(error.value)


def test_parse_money_of_a_currency_without_a_smaller_unit_takes_whole_numbers() -> None:
    assert parse_money("100", "JPY") == 100
    with pytest.raises(MoneyError, match="type a whole number"):
        parse_money("0.5", "JPY")


@given(st.integers(0, 999_999_999), st.sampled_from(["EUR", "JPY", "KWD", "CLF"]), st.sampled_from(["en", "de", "ar"]))
def test_what_a_field_is_filled_with_reads_back_as_the_same_amount(minor: int, currency: str, locale: str) -> None:
    with force_locale(locale):
        assert parse_money(plain_money(minor, currency), currency) == minor


def test_filters_in_a_template_keep_a_name_inert() -> None:
    app = Flask(__name__)
    babel.init_app(app)
    formatting.init_app(app)
    with app.test_request_context():
        template = app.jinja_env.from_string("{{ _('%(name)s deals', name=name|bdi) }}, {{ 1900|points }}")
        assert template.render(name="<svg>") == "<bdi>&lt;svg&gt;</bdi> deals, 1,900"


@pytest.mark.parametrize(
    ("by", "written"),
    [
        ("Anna", "<bdi>Anna</bdi>"),
        ("<b>", "<bdi>&lt;b&gt;</bdi>"),
        ("android_phone chrome", "Android phone, Chrome"),
        ("iphone", "iPhone"),
    ],
)
def test_author_is_a_name_or_a_kind_of_phone(by: str, written: str) -> None:
    assert author(by) == written
