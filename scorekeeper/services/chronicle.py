"""The group's book: its feats, the newest first, page by page."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.models import Feat, Player, Sheet
from scorekeeper.services.actor import Actor
from scorekeeper.services.transactions import begin_reading

FEATS_A_PAGE = 30


@dataclass(frozen=True, slots=True)
class Mark:
    """Hold a place in the book, which stays one when the feat that stood there is gone."""

    local_date: date
    happened_at: datetime
    feat_id: uuid.UUID

    def __str__(self) -> str:
        """Write the place for an address.

        >>> mark = Mark(date(2026, 3, 28), datetime(2026, 3, 28, 21, 4, 5, 6, UTC), uuid.UUID(int=7))
        >>> Mark.read(str(mark)) == mark
        True
        """
        at = self.happened_at.astimezone(UTC).replace(tzinfo=None)
        return f"{self.local_date.isoformat()}_{at.isoformat()}_{self.feat_id.hex}"

    @classmethod
    def read(cls, text: str) -> Mark | None:
        """Read a place from an address, None if it is none."""
        try:
            day, moment, feat_id = text.split("_")
            return cls(date.fromisoformat(day), datetime.fromisoformat(moment).replace(tzinfo=UTC), uuid.UUID(feat_id))
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Told:
    """Show a feat. `names` has one name a seat, empty where nobody sat; `code`, `seats`, `params` as in core.Feat."""

    code: str
    seats: tuple[int, ...]
    params: Mapping[str, object]
    names: tuple[str, ...]
    local_date: date
    game: str
    sheet_id: uuid.UUID
    sheet_number: int
    entry_id: uuid.UUID
    number: int


@dataclass(frozen=True, slots=True)
class Chronicle:
    """Show a page of the book; the next one begins behind `older`, None on the last."""

    feats: tuple[Told, ...]
    older: Mark | None


def chronicle(
    session: Session, actor: Actor, behind: Mark | None = None, feats_a_page: int = FEATS_A_PAGE
) -> Chronicle:
    """Read a page of the book with two queries."""
    begin_reading(session)
    place = (Feat.local_date, Feat.happened_at, Feat.id)
    query = (
        select(Feat, Sheet.game, Sheet.number)
        .join(Sheet, (Sheet.group_id == Feat.group_id) & (Sheet.id == Feat.sheet_id))
        .where(Feat.group_id == actor.group_id)
        .order_by(*(column.desc() for column in place))
        .limit(feats_a_page + 1)
    )
    if behind is not None:
        query = query.where(tuple_(*place) < (behind.local_date, behind.happened_at, behind.feat_id))
    found = session.execute(query).all()
    shown = found[:feats_a_page]
    names = _names(session, actor, [feat for feat, _game, _number in shown])
    last = shown[-1][0] if len(found) > len(shown) else None
    return Chronicle(
        feats=tuple(_told(feat, game, number, names) for feat, game, number in shown),
        older=None if last is None else Mark(last.local_date, last.happened_at, last.id),
    )


def _names(session: Session, actor: Actor, feats: Sequence[Feat]) -> dict[str, str]:
    ids = {uuid.UUID(person) for feat in feats for person in feat.people if person is not None}
    found = session.execute(select(Player.id, Player.name).where(Player.group_id == actor.group_id, Player.id.in_(ids)))
    return {str(player_id): name for player_id, name in found}


def _told(feat: Feat, game: str, number: int, names: Mapping[str, str]) -> Told:
    return Told(
        code=feat.code,
        seats=tuple(feat.seats),
        params=feat.params,
        names=tuple("" if person is None else names[person] for person in feat.people),
        local_date=feat.local_date,
        game=game,
        sheet_id=feat.sheet_id,
        sheet_number=number,
        entry_id=feat.entry_id,
        number=feat.number,
    )
