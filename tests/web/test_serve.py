"""Tests of what serves the app to phones: the address it shows, a taken port, and connections that stay silent."""

from __future__ import annotations

import errno
import gc
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import deque
from contextlib import closing
from types import SimpleNamespace

import pytest

from scorekeeper.web import addresses, serve
from scorekeeper.web.config import ROOT
from scorekeeper.web.extensions import db
from scorekeeper.web.worker import PatientWorker

SETTINGS = {"SCOREKEEPER_URL": "", "HOST": "0.0.0.0", "PORT": 5000}
SILENT = 20


@pytest.fixture
def network(monkeypatch):
    """A machine with one address on its network and a name that resolves."""
    monkeypatch.setattr(serve, "lan_address", lambda: "192.168.1.20")
    monkeypatch.setattr(serve, "local_name", lambda: "table.local")


def test_address_on_the_network_comes_first_and_the_name_second(network):
    assert serve.phone_addresses(SETTINGS) == ["http://192.168.1.20:5000", "http://table.local:5000"]


def test_public_address_overrides_what_was_found(network):
    assert serve.phone_addresses({**SETTINGS, "SCOREKEEPER_URL": "https://a.example"}) == ["https://a.example"]


def test_address_that_is_bound_is_the_one_that_is_shown(network):
    assert serve.phone_addresses({**SETTINGS, "HOST": "10.0.0.7"}) == ["http://10.0.0.7:5000"]


def test_announcement_names_the_address_and_draws_its_code(network):
    text = serve.announcement(SETTINGS)
    assert "http://192.168.1.20:5000" in text
    assert re.search(r"[█▀▄]{10}", text)


def test_announcement_says_when_no_phone_can_reach_it():
    assert "on this machine only" in serve.announcement({**SETTINGS, "HOST": "127.0.0.1"})


@pytest.mark.parametrize(("host", "bound"), [("0.0.0.0", "0.0.0.0:5000"), ("::", "[::]:5000")])
def test_bound_address_is_written_as_gunicorn_reads_it(host, bound):
    assert serve.bind_address(host, 5000) == bound


def test_taken_port_is_refused_and_a_free_one_is_not():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(serve.PortTakenError, match="is in use"):
            serve.refuse_taken_port("127.0.0.1", port)
    serve.refuse_taken_port("127.0.0.1", port)


def test_own_names_hold_the_usual_ones_and_every_address():
    names = addresses.own_names()
    assert names[:2] == ["localhost", "127.0.0.1"]
    assert set(addresses.addresses()) <= set(names)
    assert all(not address.startswith("127.") for address in addresses.addresses())


def test_machine_without_a_network_has_no_address(monkeypatch):
    monkeypatch.setattr(addresses, "addresses", list)
    assert addresses.lan_address() is None


@pytest.mark.parametrize(("resolves", "name"), [(True, "table.local"), (False, None)])
def test_local_name_is_shown_only_if_it_resolves(monkeypatch, resolves, name):
    def look_up(*_):
        if not resolves:
            raise socket.gaierror

    monkeypatch.setattr(socket, "gethostname", lambda: "table.lan")
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert addresses.local_name() == name


def test_pauses_are_kept_short_by_setting_apart_what_was_imported():
    before = gc.get_threshold()
    try:
        serve.keep_pauses_short()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == serve.GC_THRESHOLDS
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def test_what_all_workers_need_is_there_before_they_begin(app):
    before = gc.get_threshold()
    app.jinja_env.cache.clear()
    try:
        serve.prepare(app)
        assert {name for _loader, name in app.jinja_env.cache} >= {"sheets/show.html", "home/index.html"}
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def test_a_worker_takes_over_no_connection_and_closes_none(app):
    with app.app_context():
        with db.engine.connect() as connection:
            taken = connection.connection.driver_connection
        before = db.engine.pool
        serve.part_from_parent(app)
        assert db.engine.pool is not before
        with db.engine.connect() as connection:
            assert connection.connection.driver_connection is not taken
        taken.cursor().execute("SELECT 1")
        taken.close()


def test_workers_say_that_they_are_alive_in_memory_where_there_is_such_a_folder(tmp_path):
    assert serve.folder_in_memory(str(tmp_path)) == str(tmp_path)
    assert serve.folder_in_memory(str(tmp_path / "none")) is None


def worker_with(listener):
    """A worker that has not started, with the parts that accepting needs."""
    return SimpleNamespace(
        cfg=SimpleNamespace(keepalive=15),
        nr_conns=0,
        pending_conns=deque(),
        poller=selectors.DefaultSelector(),
        on_pending_socket_readable=lambda *_: None,
    )


def test_new_connection_waits_without_a_thread():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        worker = worker_with(listener)
        with socket.create_connection(listener.getsockname()), closing(worker.poller):
            PatientWorker.accept(worker, listener)
            assert (worker.nr_conns, len(worker.pending_conns)) == (1, 1)
            assert len(worker.poller.get_map()) == 1
            worker.pending_conns[0].close()


def listener_without(number):
    """Make a listener whose connection is gone, or that fails."""

    def accept():
        raise OSError(number, "no connection")

    return SimpleNamespace(accept=accept)


def test_connection_that_is_gone_is_passed_over():
    worker = worker_with(None)
    with closing(worker.poller):
        PatientWorker.accept(worker, listener_without(errno.EAGAIN))
    assert worker.nr_conns == 0


def test_connection_that_cannot_be_taken_is_an_error():
    worker = worker_with(None)
    with closing(worker.poller), pytest.raises(OSError, match="no connection"):
        PatientWorker.accept(worker, listener_without(errno.EMFILE))


@pytest.fixture
def server(database_url, tmp_path):
    """The app as `make run` starts it; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]
    environment = {
        **os.environ,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "DATABASE_URL": database_url,
        "SCOREKEEPER_INSTANCE": str(tmp_path),
    }
    command = [sys.executable, "-m", "gunicorn"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            wait_until_answered(port)
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=20)


def wait_until_answered(port: int) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            ask(port)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def ask(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30) as answer:
        return answer.read().decode()


def test_silent_connections_do_not_stop_the_server(server):
    silent = [socket.create_connection(("127.0.0.1", server)) for _ in range(SILENT)]
    begun = time.monotonic()
    answers = [ask(server) for _ in range(10)]
    took = time.monotonic() - begun
    for each in silent:
        each.close()
    assert answers == ["ok\n"] * 10
    assert took < 4, "gunicorn's own worker needs five seconds and more"
