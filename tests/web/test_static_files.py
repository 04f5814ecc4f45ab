"""Tests of static files: named by content, compressed once, kept for a year."""

from __future__ import annotations

import gzip
import re
from concurrent.futures import ThreadPoolExecutor

import brotli
import pytest

from scorekeeper.web import static_files
from scorekeeper.web.application import Application
from scorekeeper.web.config import STATIC
from scorekeeper.web.static_files import KEPT_VERSIONS, compressed_copy, content_hash

STYLE = "body { color: black; }\n" * 50


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "source"
    (folder / "css").mkdir(parents=True)
    (folder / "css" / "app.css").write_text(STYLE, encoding="utf-8")
    (folder / "tiny.css").write_text("a", encoding="utf-8")
    (folder / "photo.png").write_bytes(b"\x89PNG" * 100)
    (folder / ".hidden").write_text("x", encoding="utf-8")
    return folder


def url(app, path: str) -> str:
    return app.extensions["static_url"](path)


def test_file_is_served_under_its_hash_for_a_year(app, client):
    with client.get(url(app, "css/app.css")) as answer:
        assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Type"].startswith("text/css")


@pytest.mark.parametrize(("encoding", "unpack"), [("br", brotli.decompress), ("gzip", gzip.decompress)])
def test_file_is_sent_compressed(app, client, encoding, unpack):
    address = url(app, "vendor/htmx/htmx.min.js")
    with client.get(address) as plain, client.get(address, headers={"Accept-Encoding": encoding}) as packed:
        assert packed.headers["Content-Encoding"] == encoding
        assert unpack(packed.data) == plain.data
        assert len(packed.data) < len(plain.data) / 2


def test_address_works_below_a_prefix(app):
    with app.test_request_context(environ_overrides={"SCRIPT_NAME": "/cards"}):
        assert url(app, "css/app.css").startswith("/cards/static/")


def test_other_version_is_not_served(app, client):
    assert client.get("/static/000000000000/css/app.css").status_code == 404
    assert client.get("/static/css/app.css").status_code == 404


def test_hash_follows_names_and_contents(source):
    first = content_hash(source)
    (source / ".hidden").write_text("y", encoding="utf-8")
    assert content_hash(source) == first
    (source / "css" / "app.css").write_text(STYLE + " ", encoding="utf-8")
    second = content_hash(source)
    (source / "tiny.css").rename(source / "small.css")
    assert len({first, second, content_hash(source)}) == 3


def test_copy_holds_smaller_variants_only(source, tmp_path):
    copy = compressed_copy(source, tmp_path / "cache", "abc")
    names = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    assert names == {"css/app.css", "css/app.css.br", "css/app.css.gz", "tiny.css", "photo.png"}


def test_copy_is_minified_where_it_is_our_own(source, tmp_path):
    script = '// Why.\nconst a = "// no  comment"; // why\n  call(`${a}  b`);\n'
    for folder in ("js", "vendor"):
        (source / folder).mkdir()
        (source / folder / "a.js").write_text(script, encoding="utf-8")
    (source / "css" / "b.css").write_text(
        "/* Why.\n   So. */\na { top: calc(1px + 2px); }\nb i { top: 0; }\n", encoding="utf-8"
    )
    copy = compressed_copy(source, tmp_path / "cache", "abc")
    assert (copy / "js" / "a.js").read_text(encoding="utf-8") == 'const a="// no  comment";call(`${a}  b`);'
    assert (copy / "vendor" / "a.js").read_text(encoding="utf-8") == script
    assert (copy / "css" / "b.css").read_text(encoding="utf-8") == "a{top:calc(1px + 2px)}b i{top:0}"


def test_no_text_between_backticks_holds_another():
    """What minifies the scripts takes the inner one for code, and would drop its spaces."""
    for path in static_files.files_of(STATIC / "js"):
        if path.suffix == ".js":
            assert re.findall(r"`[^`]*\$\{[^}`]*`", path.read_text(encoding="utf-8")) == [], path


def test_servers_that_start_at_once_make_one_copy(source, tmp_path):
    cache = tmp_path / "cache"
    with ThreadPoolExecutor(8) as pool:
        copies = set(pool.map(lambda _: compressed_copy(source, cache, "abc"), range(16)))
    assert copies == {cache / "abc"}
    assert [path.name for path in cache.iterdir()] == ["abc"]


def test_copy_that_cannot_be_put_in_place_is_an_error(source, tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "abc").write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(OSError, match="abc"):
        compressed_copy(source, tmp_path / "cache", "abc")


def test_old_versions_are_forgotten(source, tmp_path):
    cache = tmp_path / "cache"
    for number in range(KEPT_VERSIONS + 3):
        compressed_copy(source, cache, f"{number:012x}")
    assert len(list(cache.iterdir())) == KEPT_VERSIONS
    assert (cache / f"{KEPT_VERSIONS + 2:012x}").is_dir()


def test_debug_mode_serves_the_files_themselves(make_app, database_url, source, tmp_path):
    app = make_app(database_url, DEBUG=True)
    app.outermost = app.wsgi_app
    static_files.init_app(app, source, tmp_path / "cache")
    client = app.test_client()
    (source / "css" / "app.css").write_text("changed", encoding="utf-8")
    with client.get(url(app, "css/app.css")) as answer:
        assert answer.text == "changed"
    assert "immutable" not in answer.headers["Cache-Control"]
    assert not (tmp_path / "cache").exists()


def test_files_of_the_version_before_are_still_served(tmp_path, source):
    cache = tmp_path / "cache"
    before = compressed_copy(source, cache, content_hash(source)).name
    (source / "css" / "app.css").write_text("body { color: red; }", encoding="utf-8")
    app = Application("scorekeeper.web", tmp_path, tmp_path)
    static_files.init_app(app, source, cache)
    client = app.test_client()
    for version, text in ((before, "black"), (content_hash(source), "red")):
        with client.get(f"/static/{version}/css/app.css") as answer:
            assert f"body{{color:{text}}}" in answer.get_data(as_text=True)
            assert "immutable" in answer.headers["Cache-Control"]
