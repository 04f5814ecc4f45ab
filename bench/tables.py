"""Tables to measure at: each a group of its own with one running game, entered through the app's own use cases."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from bench.load import Form, request
from scorekeeper.models import Device, Group, Mode, Player, Role
from scorekeeper.services import codes, deals, evenings, sheets
from scorekeeper.services.actor import Actor
from scorekeeper.web.extensions import db
from scorekeeper.web.factory import create_app

NAMES = ("Anna", "Bernd", "Clara", "Dieter")
# No game is over before it was measured.
ENDLESS = {"limit": 100_000, "marks_to_win": None}
COOKIE = "scorekeeper"


@dataclass(frozen=True, slots=True)
class Game:
    """A running game: the path of its page, and the position of its next deal."""

    path: str
    next_position: int


@dataclass(frozen=True, slots=True)
class Phone:
    """A browser that may enter: its cookie as a header's value, and its token against other sites."""

    cookie: str
    csrf: str
    tag: str

    def page(self, address: str, game: Game) -> str:
        """Ask for the page of a game."""
        return request(address, game.path, Cookie=self.cookie)

    def anything_new(self, address: str, game: Game) -> str:
        """Ask whether there is anything new, knowing all."""
        return request(address, f"{game.path}/live", Cookie=self.cookie, If_None_Match=self.tag, HX_Request="true")

    def saves(self, address: str, game: Game, count: int) -> list[str]:
        """Save so many deals, one after the other."""
        path, begin = f"{game.path}/deals", game.next_position
        forms = (self._form(position) for position in range(begin, begin + count))
        told = {"Cookie": self.cookie, "HX_Request": "true", "X_Seen": self.tag}
        return [request(address, path, form=form, **told) for form in forms]

    def _form(self, position: int) -> Form:
        return {
            "csrf_token": self.csrf,
            "key": uuid.uuid4().hex,
            "position": str(position),
            "dealer": str((position - 1) % len(NAMES)),
            **fields_of(position),
        }


def payload_of(position: int) -> dict[str, object]:
    """Make the deal of a position; it differs from the one before, which would be asked about."""
    points = [_points(position) if seat == _loser(position) else None for seat in range(len(NAMES))]
    return {"points": points, "jungfrauen": 0, "durchmarsch": None, "calls": _calls(position)}


def fields_of(position: int) -> dict[str, str | list[str]]:
    """Give the same deal as its form sends it."""
    shown = {f"points-{seat}": "" for seat in range(len(NAMES))}
    entered = {f"points-{_loser(position)}": str(_points(position))}
    return {**shown, **entered, "called": [str(seat) for seat in range(_calls(position))], "form_kind": "deal"}


def _loser(position: int) -> int:
    return position % len(NAMES)


def _points(position: int) -> int:
    return 50 + position % 40


def _calls(position: int) -> int:
    return position % 3


class Host:
    """The app in this process, on the database of the one that is served: makes tables and lets phones in."""

    def __init__(self, instance: Path, url: str = "") -> None:
        """Make the app, on the database that is named."""
        named = {"DATABASE_URL": url} if url else {}
        self.app = create_app({"SCOREKEEPER_INSTANCE": str(instance), "RATELIMIT_ENABLED": False, **named})
        self.token = codes.new_token()

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Give a session of the database."""
        with self.app.app_context():
            yield db.session()
            db.session.remove()

    def game(self, rows: int) -> Game:
        """Let four people play so many deals."""
        with self.session() as session:
            group = Group(id=uuid.uuid4(), name="Thursday table", zone="Europe/Berlin")
            players = [
                Player(group_id=group.id, id=uuid.uuid4(), name=name, folded=name.casefold(), position=number)
                for number, name in enumerate(NAMES)
            ]
            device = Device(
                group_id=group.id,
                id=uuid.uuid4(),
                token_hash=codes.hashed(self.token),
                role=Role.OWNER,
                label="linux chrome",
            )
            actor = Actor(group.id, device.id, Role.OWNER, None)
            seats = [player.id for player in players]
            session.add(group)
            session.flush()
            session.add_all([*players, device])
            session.commit()
            evening = evenings.start(session, actor, key=uuid.uuid4().hex, player_ids=seats)
            sheet = sheets.start(
                session,
                actor,
                evening.id,
                key=uuid.uuid4().hex,
                game="kalter_schlag",
                player_ids=seats,
                options=ENDLESS,
                mode=Mode.MONEY,
                stake_minor=100,
                currency="EUR",
                first_dealer=0,
            )
            for position in range(1, rows + 1):
                entered = payload_of(position)
                deals.record(session, actor, sheet.id, key=uuid.uuid4().hex, position=position, payload=entered)
            return Game(f"/g/{actor.group_id}/sheets/{sheet.id}", rows + 1)

    def phone(self, game: Game) -> Phone:
        """Open the page of a game, as the phone that is in every group here."""
        client = self.client()
        page = client.get(game.path)
        soup = BeautifulSoup(page.get_data(as_text=True), "html.parser")
        live, csrf = soup.select_one("#live"), soup.select_one("#deal_form input[name=csrf_token]")
        cookie = client.get_cookie(COOKIE)
        if not isinstance(live, Tag) or not isinstance(csrf, Tag) or cookie is None:
            raise RuntimeError(f"{game.path}: {page.status}")
        return Phone(f"{COOKIE}={cookie.value}", str(csrf["value"]), str(live["data-tag"]))

    def client(self) -> FlaskClient:
        """Give a browser that is in every group here."""
        client = self.app.test_client()
        with client.session_transaction() as cookie:
            cookie["device"] = self.token
            cookie.permanent = True
        return client
