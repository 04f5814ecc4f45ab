"""The games that the app knows, by key. A new game is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scorekeeper.core.game import AnyGame
from scorekeeper.games.kalter_schlag.rules import KALTER_SCHLAG
from scorekeeper.games.snapser.rules import SNAPSER
from scorekeeper.games.staekske_rape.rules import STAEKSKE_RAPE

GAMES: Mapping[str, AnyGame] = MappingProxyType(
    {
        KALTER_SCHLAG.key: KALTER_SCHLAG,
        SNAPSER.key: SNAPSER,
        STAEKSKE_RAPE.key: STAEKSKE_RAPE,
    }
)
