"""The peer: ihatemoney, the nearest Flask product, in an environment of its own, with a list of 30 bills."""

from __future__ import annotations

import http.cookiejar
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from bench.load import Form, request
from bench.seeds import CACHE
from bench.server import ROOT, Served, running

ENVIRONMENT = CACHE / "peer"
REQUIREMENTS = ROOT / "bench" / "peer-requirements.txt"
SERVER = ROOT / "bench" / "peer_server.py"
BILLS = 30
LIST = "/demo/"
ADD = "/demo/add"
NAMES = ("Anna", "Bernd", "Clara", "Dieter")
SETTINGS = """SQLALCHEMY_DATABASE_URI = "sqlite:///{folder}/peer.sqlite3"
SECRET_KEY = "bench"
ACTIVATE_DEMO_PROJECT = True
SESSION_COOKIE_SECURE = False
WTF_CSRF_ENABLED = False
"""


@dataclass(frozen=True, slots=True)
class Peer:
    """The peer, running: its server, a browser's cookie, and the ids of who shares the bills."""

    served: Served
    cookie: str
    people: tuple[str, ...]

    def page(self) -> str:
        """Ask for the list of bills."""
        return request(self.served.address, LIST, Cookie=self.cookie)

    def add(self) -> str:
        """Save a bill."""
        return request(self.served.address, ADD, form=bill(self.people, 31), Cookie=self.cookie)


def bill(people: tuple[str, ...], number: int) -> Form:
    """Fill in a bill."""
    return {
        "date": "2026-11-30",
        "what": f"Bill {number}",
        "payer": people[number % len(people)],
        "payed_for": list(people),
        "amount": str(10 + number),
        "bill_type": "Expense",
        "original_currency": "XXX",  # ISO 4217: no currency
        "external_link": "",
    }


def installed(say: Callable[[str], object]) -> bool:
    """Install the peer if it is not there; say so in a line where that cannot be done."""
    python = ENVIRONMENT / "bin" / "python"
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    told = ENVIRONMENT / "installed.txt"
    if told.exists() and told.read_text(encoding="utf-8") == wanted:
        return True
    make = [sys.executable, "-m", "venv", str(ENVIRONMENT)]
    fill = [str(python), "-m", "pip", "install", "--quiet", "--requirement", str(REQUIREMENTS)]
    for command in (make, fill):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            why = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            say(f"The peer cannot be installed here, so its rows are left out: {why}\n")
            return False
    told.write_text(wanted, encoding="utf-8")
    return True


@contextmanager
def running_peer(folder: Path) -> Iterator[Peer]:
    """Serve the peer with the app's worker and its numbers, and enter the bills."""
    settings = folder / "peer.cfg"
    settings.write_text(SETTINGS.format(folder=folder), encoding="utf-8")
    own = {"IHATEMONEY_SETTINGS_FILE_PATH": str(settings), "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    python = str(ENVIRONMENT / "bin" / "python")
    # It migrates when it starts; two workers at once would race.
    first = [python, "-c", "import ihatemoney.wsgi"]
    subprocess.run(first, cwd=folder, env=own, check=True, capture_output=True)
    command = [python, "-m", "gunicorn", "-c", str(SERVER), "ihatemoney.wsgi:application"]
    with running(command, "/healthcheck", own, folder) as served:
        yield _filled(served)


def _filled(served: Served) -> Peer:
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))

    def send(path: str, form: Form | None = None) -> str:
        data = urlencode(form, doseq=True).encode() if form else None
        with browser.open(served.address + path, data=data, timeout=60) as answer:
            page: str = answer.read().decode()
        return page

    send("/demo")
    for name in NAMES:
        send("/demo/members/add", {"name": name, "weight": "1"})
    people = people_on(send(LIST))
    # The demonstration has three bills of its own.
    for number in range(BILLS - 3):
        send(ADD, bill(people, number))
    return Peer(served, "; ".join(f"{each.name}={each.value}" for each in jar), people)


def people_on(page: str) -> tuple[str, ...]:
    """Give the ids of our own four, read from the form on the page, the last ones that were added.

    >>> people_on('<select name="payer"><option value="4">Anna</option><option value="5">Bernd</option></select>')
    ('4', '5')
    """
    found = re.search(r'<select[^>]*name="payer".*?</select>', page, re.DOTALL)
    ids = {int(each) for each in re.findall(r'value="(\d+)"', found[0])} if found else set()
    return tuple(str(each) for each in sorted(ids)[-len(NAMES) :])
