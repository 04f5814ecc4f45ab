"""What each game shows, by key. A new game is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scorekeeper.forms.game_forms import GameForms
from scorekeeper.games.kalter_schlag.game_forms import FORMS as KALTER_SCHLAG
from scorekeeper.games.snapser.game_forms import FORMS as SNAPSER
from scorekeeper.games.staekske_rape.game_forms import FORMS as STAEKSKE_RAPE
from scorekeeper.services.errors import NotFoundError

FORMS: Mapping[str, GameForms] = MappingProxyType(
    {
        "kalter_schlag": KALTER_SCHLAG,
        "snapser": SNAPSER,
        "staekske_rape": STAEKSKE_RAPE,
    }
)


def forms_of(game: str) -> GameForms:
    """Give the forms of a game. Raises NotFoundError."""
    if game not in FORMS:
        raise NotFoundError
    return FORMS[game]
