"""Tests of the language: from the browser, chosen by a tap, kept on the device, told to caches."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.web.application import Application
from scorekeeper.web.locale import LANGUAGES
from tests.web.phone import Page, Phone

MakeApp = Callable[..., Application]


def language_of(page: Page) -> str:
    return str(page.soup.html["lang"])


@pytest.fixture
def phone(app: Application) -> Phone:
    return Phone(app.test_client())


def test_six_languages_are_offered_by_their_own_names(phone: Phone):
    form = phone.get("/").soup.select_one("form.languages")
    offered = [(each["value"], each["lang"], each.get_text()) for each in form.find_all("button")]
    assert offered == [
        ("de", "de", "Deutsch"),
        ("en", "en", "English"),
        ("nl", "nl", "Nederlands"),
        ("ru", "ru", "Русский"),
        ("sk", "sk", "Slovenčina"),
        ("uk", "uk", "Українська"),
    ]
    assert [each["value"] for each in form.select("[aria-current]")] == ["en"]


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,en;q=0.8", "de"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("fr,uk-UA;q=0.7,en;q=0.3", "uk"),
        ("sk-SK,cs;q=0.9", "sk"),
        ("nl-BE", "nl"),
        ("ru;q=0,de;q=0.5", "de"),
        ("fr,it", "en"),
        ("en-001", "en"),
        ("-,;q=x,*", "en"),
    ],
)
def test_language_is_what_the_browser_asks_for(phone: Phone, asked: str, shown: str):
    assert language_of(phone.get("/", Accept_Language=asked)) == shown


def test_tapped_language_stays_whatever_the_browser_asks_for(phone: Phone):
    page = phone.get("/open?x=1", Accept_Language="de")
    after = page.form("Українська").send()
    assert after.response.request.full_path == "/open?x=1"
    assert language_of(after) == "uk"
    assert language_of(phone.get("/", Accept_Language="de")) == "uk"
    assert language_of(phone.get("/").form("English").send()) == "en"


def test_language_chosen_where_a_form_came_back_leads_to_its_page(phone: Phone):
    page = phone.get("/")
    refused = phone.client.post("/groups", data={"name": ""}, headers={"Referer": "http://localhost/?a=b"})
    assert refused.status_code == 422
    back = Page(phone, refused).soup.select_one('form.languages [name="back"]')
    assert back["value"] == "/?a=b"
    assert language_of(page) == "en"


@pytest.mark.parametrize("back", ["//evil.example", "/\\evil.example", "https://evil.example/", "", "evil", "/a\nb"])
def test_choice_never_leads_to_another_host(phone: Phone, back: str):
    answer = phone.client.post("/language", data={"language": "de", "back": back})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


@pytest.mark.parametrize("language", ["", "fr", "en_001", "de" * 4000])
def test_unknown_language_is_refused(phone: Phone, language: str):
    assert phone.client.post("/language", data={"language": language, "back": "/"}).status_code == 422
    assert language_of(phone.get("/", Accept_Language="nl")) == "nl"


def test_choice_needs_the_token(make_app: MakeApp, database_url: str):
    phone = Phone(make_app(database_url, WTF_CSRF_ENABLED=True).test_client())
    assert phone.client.post("/language", data={"language": "de"}).status_code == 400
    assert language_of(phone.get("/").form("Deutsch").send()) == "de"


def test_caches_are_told_what_a_page_depends_on(phone: Phone):
    for path in ("/", "/words/kalter_schlag.json", "/manifest.webmanifest", "/nowhere"):
        assert {"accept-language", "cookie"} <= {each.lower() for each in phone.client.get(path).vary}


def test_manifest_is_in_the_language_of_the_page_although_it_is_asked_without_cookies(app: Application, phone: Phone):
    page = phone.get("/").form("Slovenčina").send()
    address = page.soup.select_one('link[rel="manifest"]')["href"]
    manifest = app.test_client().get(address, headers={"Accept-Language": "de"}).get_json(force=True)
    assert manifest["lang"] == "sk"
    assert app.test_client().get("/manifest.webmanifest?language=xx").get_json(force=True)["lang"] == "en"


def test_settings_name_what_is_offered_and_the_pseudo_language(make_app: MakeApp, database_url: str):
    app = make_app(database_url, SCOREKEEPER_LANGUAGES=("nl", "en-001", "xx"))
    assert app.config[LANGUAGES] == ["nl", "en_001"]
    page = Phone(app.test_client()).get("/", Accept_Language="de,en-001;q=0.5")
    assert language_of(page) == "en-001"
    assert page.heading == "Šçööŕééķééééþééŕ"
