"""The forms of joining, of devices and of links, and the words for roles and choices in them."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from flask_babel import format_timedelta
from flask_babel import gettext as _
from wtforms import BooleanField, RadioField

from scorekeeper.models import Role
from scorekeeper.models.base import utcnow
from scorekeeper.services.access import LinkFate
from scorekeeper.services.errors import NotFoundError
from scorekeeper.web.forms_base import KeyedForm, _l

NOBODY = ""
SIGN_OUT, STOP_JOINS = "sign_out", "stop_joins"
# A device is noted as seen once an hour, so nothing finer can be said.
JUST_NOW = timedelta(hours=2)


class WhoForm(KeyedForm):
    """Ask which of the players holds this phone, if any."""

    player = RadioField(_l("Who are you?"), validate_choice=False)

    def offer(self, people: Iterable[tuple[uuid.UUID, str]], present: uuid.UUID | None) -> None:
        """Let these be chosen; nobody in particular is chosen first."""
        self.player.choices = [*((str(player_id), name) for player_id, name in people), (NOBODY, _("None of these"))]
        if self.player.data is None:
            self.player.data = str(present) if present else NOBODY

    @property
    def player_id(self) -> uuid.UUID | None:
        """Give who was chosen. Raises NotFoundError for what is no id."""
        if not self.player.data:
            return None
        try:
            return uuid.UUID(self.player.data)
        except ValueError:
            raise NotFoundError from None


class RemoveForm(KeyedForm):
    """Ask what becomes of the links that a removed phone knows."""

    fate = RadioField(_l("It knows a link by which it could come back."), validate_choice=False)

    def offer(self) -> None:
        """Let these be chosen; replacing the links and keeping everybody else comes first."""
        self.fate.choices = [
            (LinkFate.STOP_JOINS.value, _("Change the link as well. Other phones stay.")),
            (LinkFate.SIGN_OUT.value, _("Change the link and sign out everyone who joined by it.")),
            (LinkFate.KEEP.value, _("Keep the link. This phone can come back by it.")),
        ]
        self.fate.data = self.fate.data or LinkFate.STOP_JOINS.value

    @property
    def links_fate(self) -> LinkFate:
        """Give what was chosen; what was not offered counts as the first choice."""
        return LinkFate(self.fate.data) if self.fate.data in set(LinkFate) else LinkFate.STOP_JOINS


class ChangeLinkForm(KeyedForm):
    """Ask what becomes of the phones that joined by a link."""

    phones = RadioField(_l("Phones that joined by the old link"), validate_choice=False)

    def offer(self) -> None:
        """Let these be chosen; signing everyone out comes first."""
        self.phones.choices = [
            (SIGN_OUT, _("Sign them out. They need the new link.")),
            (STOP_JOINS, _("Let them stay. Only new phones can no longer use it.")),
        ]
        self.phones.data = self.phones.data or SIGN_OUT

    @property
    def sign_out_all(self) -> bool:
        """Say whether everyone goes; only the other choice, clearly made, keeps them."""
        return bool(self.phones.data != STOP_JOINS)


class LeaveForm(KeyedForm):
    """Ask the last owner once more."""

    confirmed = BooleanField(_l("Leave all the same"))


def role_words() -> Mapping[Role, str]:
    """Say what a phone of each role does."""
    return {
        Role.OWNER: _("Owner: manages phones and settings"),
        Role.MEMBER: _("Enters and corrects"),
        Role.VIEWER: _("Only watches"),
    }


def seen(at: datetime) -> str:
    """Say how long ago a device was here, as far as that is known."""
    ago = utcnow() - at
    if ago < JUST_NOW:
        return _("here lately")
    return str(format_timedelta(-ago, granularity="hour", add_direction=True))
