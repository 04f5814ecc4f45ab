"""Tests of the settings: where they come from, which values are refused, and the secret that nobody else can read."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.web.config import (
    ROOT,
    SettingError,
    engine_options,
    flask_config,
    instance_folder,
    read_settings,
    secret_key,
    trusted_hosts,
)


def test_settings_without_environment_are_the_defaults(tmp_path: Path):
    settings = read_settings(tmp_path, {})
    assert settings["PORT"] == 5000
    assert settings["DATABASE_URL"] == "sqlite:///scorekeeper.sqlite3"
    assert settings["TRUSTED_PROXIES"] == 0


def test_environment_wins_over_the_file_which_wins_over_the_default(tmp_path: Path):
    (tmp_path / "config.py").write_text("PORT = 6000\nSCOREKEEPER_THREADS = 8\nOWN = 1\n", encoding="utf-8")
    settings = read_settings(tmp_path, {"PORT": "7000"})
    assert (settings["PORT"], settings["SCOREKEEPER_THREADS"], settings["OWN"]) == (7000, 8, 1)


def test_empty_variable_counts_as_none(tmp_path: Path):
    assert read_settings(tmp_path, {"PORT": ""})["PORT"] == 5000


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "http"),
        ("TRUSTED_PROXIES", "-1"),
        ("SCOREKEEPER_WORKERS", "0"),
        ("SCOREKEEPER_THREADS", "²"),
        ("SCOREKEEPER_URL", "cards.example.org"),
        ("SCOREKEEPER_URL", "ftp://cards.example.org"),
        ("SCOREKEEPER_URL", "https://cards.example.org/?a=1"),
    ],
)
def test_unusable_value_is_refused_in_a_sentence_that_names_the_setting(tmp_path: Path, name: str, value: str):
    with pytest.raises(SettingError, match=f"^{name}=.* it takes "):
        read_settings(tmp_path, {name: value})


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_address_gets_the_driver_that_is_installed(tmp_path: Path, scheme: str):
    settings = read_settings(tmp_path, {"DATABASE_URL": f"{scheme}://a:b@host/name"})
    assert settings["DATABASE_URL"] == "postgresql+psycopg://a:b@host/name"


def test_address_loses_its_last_slash(tmp_path: Path):
    assert read_settings(tmp_path, {"SCOREKEEPER_URL": "https://a.example/"})["SCOREKEEPER_URL"] == "https://a.example"


def test_trusted_hosts_are_own_names_the_public_one_and_those_given(tmp_path: Path):
    given = {"SCOREKEEPER_URL": "https://cards.example.org:8443", "SCOREKEEPER_TRUSTED_HOSTS": "a.example, b.example,"}
    hosts = trusted_hosts(read_settings(tmp_path, given))
    assert {"localhost", "127.0.0.1", "cards.example.org", "a.example", "b.example"} <= set(hosts)
    assert "" not in hosts


def test_trusted_hosts_in_the_file_may_be_a_list(tmp_path: Path):
    (tmp_path / "config.py").write_text("SCOREKEEPER_TRUSTED_HOSTS = ['a.example']", encoding="utf-8")
    assert read_settings(tmp_path, {})["SCOREKEEPER_TRUSTED_HOSTS"] == ("a.example",)


@pytest.mark.parametrize(("url", "secure"), [("https://a.example", True), ("http://a.example", False), ("", False)])
def test_cookie_is_secure_where_the_public_address_is(tmp_path: Path, url: str, secure: bool):
    config = flask_config(read_settings(tmp_path, {"SCOREKEEPER_URL": url}), tmp_path)
    assert config["SESSION_COOKIE_SECURE"] is secure


def test_secret_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path):
    folder = tmp_path / "new"
    first = secret_key(folder)
    assert len(first) >= 40
    assert secret_key(folder) == first
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret_key"]


def test_servers_that_start_at_once_agree_on_the_secret(tmp_path: Path):
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(secret_key, [tmp_path] * 40))) == 1


def test_secret_that_is_given_is_used_and_none_is_written(tmp_path: Path):
    assert flask_config(read_settings(tmp_path, {"SECRET_KEY": "given"}), tmp_path)["SECRET_KEY"] == "given"
    assert list(tmp_path.iterdir()) == []


def test_instance_folder_is_beside_the_app_unless_named(tmp_path: Path):
    assert instance_folder({}) == ROOT / "instance"
    assert instance_folder({"SCOREKEEPER_INSTANCE": str(tmp_path)}) == tmp_path


@pytest.mark.parametrize(
    ("url", "patience"),
    [
        ("sqlite:///cards.sqlite3", {}),
        ("postgresql+psycopg://host/name", {"connect_timeout": 5, "tcp_user_timeout": 15_000}),
        ("postgresql+psycopg://a,b/name?connect_timeout=2", {"tcp_user_timeout": 15_000}),
    ],
)
def test_a_host_that_is_gone_is_not_waited_for_without_end(url: str, patience: dict[str, int]):
    assert engine_options(url)["connect_args"] == patience


def test_log_takes_one_of_its_levels(tmp_path: Path):
    assert read_settings(tmp_path, {"SCOREKEEPER_LOG": "Info"})["SCOREKEEPER_LOG"] == "info"
    with pytest.raises(SettingError, match="one of error, warning, info, debug"):
        read_settings(tmp_path, {"SCOREKEEPER_LOG": "loud"})
