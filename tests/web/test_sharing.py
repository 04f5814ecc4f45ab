"""Addresses for other phones, QR codes, and how browsers are called."""

from __future__ import annotations

import re

import pytest
import segno
from bs4 import BeautifulSoup

from scorekeeper.web import serve
from scorekeeper.web.sharing import absolute, browser_label, device_name, public_base, qr
from tests.conftest import MakeApp
from tests.web.phone import Phone

AGENTS = {
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36": (
        "android_phone chrome",
        "Android phone, Chrome",
    ),
    "Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0 Safari/537.36": (
        "android_tablet samsung",
        "Android tablet, Samsung Internet",
    ),
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1": (
        "iphone safari",
        "iPhone, Safari",
    ),
    "Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 CriOS/126.0 Mobile/15E148 Safari/604.1": (
        "ipad chrome",
        "iPad, Chrome",
    ),
    "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0": (
        "android_phone firefox",
        "Android phone, Firefox",
    ),
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0": (
        "windows edge",
        "Windows computer, Edge",
    ),
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15": (
        "mac safari",
        "Mac, Safari",
    ),
    "Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36 OPR/112.0": ("linux opera", "Linux computer, Opera"),
    "curl/8.5": ("", "A browser"),
    "SomethingNew Firefox/200": ("firefox", "Firefox"),
    "Android Mobile": ("android_phone", "Android phone"),
    "": ("", "A browser"),
}


@pytest.mark.parametrize(("agent", "expected"), AGENTS.items())
def test_a_browser_is_named_by_what_it_says_of_itself(phone: Phone, agent: str, expected: tuple[str, str]) -> None:
    label, name = expected
    assert browser_label(agent) == label
    with phone.client.application.test_request_context():
        assert device_name(label) == name


@pytest.mark.parametrize("address", ["https://cards.example.org/g/1/join/abc", "http://192.168.0.7:5000/g/1/join/abc"])
def test_a_qr_code_draws_exactly_the_address(address: str) -> None:
    svg = BeautifulSoup(qr(address, 'Say "hi" & <join>'), "html.parser").find("svg")
    assert svg is not None
    assert (svg["role"], svg["class"]) == ("img", ["qr"])
    assert svg.find("title").get_text() == 'Say "hi" & <join>'
    assert "style" not in str(svg)
    expected = segno.make(address, error="m", micro=False).svg_inline(border=3, omitsize=True)
    assert svg.find_all("path")[-1]["d"] == re.findall(r' d="([^"]+)"', expected)[-1]


@pytest.mark.parametrize(
    ("settings", "base"),
    [
        ({"SCOREKEEPER_URL": "https://cards.example.org"}, "https://cards.example.org"),
        ({"SCOREKEEPER_URL": "https://example.org/cards"}, "https://example.org/cards"),
        ({"HOST": "0.0.0.0", "PORT": 5055}, "http://192.168.0.7:5055"),
        ({"HOST": "127.0.0.1", "PORT": 5055}, "http://localhost:5055"),
    ],
)
def test_addresses_for_other_phones_come_from_the_settings_and_never_from_the_request(
    make_app: MakeApp, database_url: str, monkeypatch: pytest.MonkeyPatch, settings: dict[str, object], base: str
) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: "192.168.0.7")
    monkeypatch.setattr(serve, "local_name", lambda: None)
    app = make_app(database_url, **settings)
    with app.test_request_context("/", base_url="http://evil.example/"):
        assert public_base() == base
        assert absolute("/g/1") == f"{base}/g/1"


def test_the_prefix_of_a_proxy_is_not_doubled(make_app: MakeApp, database_url: str) -> None:
    app = make_app(database_url, SCOREKEEPER_URL="https://example.org/cards")
    with app.test_request_context("/open", base_url="https://example.org/cards"):
        assert absolute("/cards/open") == "https://example.org/cards/open"
