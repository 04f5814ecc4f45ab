"""Tests of the log: a server's lines keep ids and lose secrets."""

from __future__ import annotations

import logging

import pytest

from scorekeeper.web.logs import HideSecrets, hide_secrets

GROUP = "0b0f1c1e-7c1d-4a53-9f0e-2f7f7b1c9a11"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"GET /g/{GROUP}/join/Zm9vYmFyYmF6cXV4Zm9v HTTP/1.1", f"GET /g/{GROUP}/join/… HTTP/1.1"),
        (f"GET /g/{GROUP}/evenings HTTP/1.1", f"GET /g/{GROUP}/evenings HTTP/1.1"),
        (f"GET /g/{GROUP}-more-of-it HTTP/1.1", "GET /g/… HTTP/1.1"),
        ("GET /open/AAAA-BBBB-CCCC-DDDD?x=1 HTTP/1.1", "GET /open/…?x=1 HTTP/1.1"),
    ],
)
def test_secret_word_of_a_path_is_hidden(line, shown):
    assert hide_secrets(line) == shown


@pytest.mark.parametrize("name", ["werkzeug", "gunicorn.access"])
def test_server_log_is_filtered_once(app, name):
    filters = [each for each in logging.getLogger(name).filters if isinstance(each, HideSecrets)]
    assert len(filters) == 1


def test_filter_rewrites_the_line_and_lets_it_pass():
    record = logging.LogRecord(
        "werkzeug", logging.INFO, "", 0, '"%s" %s', ("GET /join/Zm9vYmFyYmF6cXV4 HTTP", 200), None
    )
    assert HideSecrets().filter(record)
    assert record.getMessage() == '"GET /join/… HTTP" 200'
