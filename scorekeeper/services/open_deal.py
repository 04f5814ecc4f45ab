"""What the table has told of the deal that is being played, kept for every phone until its row is there.

It is no row yet and counts for nothing: it is not logged, asks no key of its own and counts no version up; the
newest word stands (docs/adr/0013). What no longer fits its sheet is not shown, and dropped with the next change.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from scorekeeper.core.reading import whole
from scorekeeper.models import Evening, Sheet, SheetStatus
from scorekeeper.models.base import JsonObject, utcnow
from scorekeeper.services.actor import Actor
from scorekeeper.services.book import read_book
from scorekeeper.services.changes import KEY
from scorekeeper.services.protests import protests, running
from scorekeeper.services.snapshot import Snapshot
from scorekeeper.services.standings import Fold
from scorekeeper.services.transactions import writing

LONGEST = 2000
"""How many characters of JSON are kept; no form of a deal says as much."""
LASTS = timedelta(hours=12)
"""After so long nobody plays that deal any more."""


_TAKING = frozenset({SheetStatus.OPEN, SheetStatus.ENDED})


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """Say what is known of the open deal.

    `dealer` was set by hand, None while the rotation says who deals. `payload` is what the game's form knew, {} if
    nothing; `key` is the one under which the row will be saved, "" if it was none. `digest` changes with all of it.
    """

    dealer: int | None
    payload: Mapping[str, object]
    key: str
    device_id: str
    digest: str


def note(
    session: Session,
    actor: Actor,
    sheet_id: uuid.UUID,
    *,
    position: int,
    payload: Mapping[str, object],
    dealer: int | None = None,
    key: str = "",
) -> None:
    """Keep what is known of the deal at `position`; an empty payload without a dealer set by hand takes it back.

    What is about another deal than the open one is left out without a word: it came too late. Raises NotFoundError,
    ForbiddenError.
    """
    with writing(session, actor, Sheet, sheet_id) as sheet:
        book = read_book(session, sheet, session.get_one(Evening, (actor.group_id, sheet.evening_id)))
        told: JsonObject = {
            "position": position,
            "seats": _seats(book.snapshot),
            "deals": _dealer(book.snapshot, book.fold),
            "dealer": dealer,
            "payload": dict(payload),
            "key": key if KEY.fullmatch(key) else "",
            "device": str(actor.device_id),
            "at": utcnow().isoformat(),
        }
        if len(json.dumps(told)) > LONGEST or still_open(told, sheet.status, book.snapshot, book.fold) is None:
            return
        sheet.open_deal = told if payload or dealer is not None else None


def still_open(told: JsonObject | None, status: SheetStatus, snapshot: Snapshot, fold: Fold) -> OpenDeal | None:
    """Give what was told if it is about the deal that is open now: same place, same people, same dealer."""
    if told is None or status not in _TAKING:
        return None
    deals = _dealer(snapshot, fold)
    place = (snapshot.next_position, _seats(snapshot), deals)
    if deals is None or (told["position"], told["seats"], told["deals"]) != place:
        return None
    payload, dealer = told["payload"], whole(told["dealer"])
    if not isinstance(payload, dict) or (dealer or 0) not in range(snapshot.seats) or is_old(told):
        return None
    return OpenDeal(dealer, payload, str(told["key"]), str(told["device"]), digest(told))


def _seats(snapshot: Snapshot) -> list[str | None]:
    """Give who sits where, None for an empty seat."""
    return [None if seat in snapshot.vacant else str(person) for seat, person in enumerate(snapshot.people)]


def _dealer(snapshot: Snapshot, entered: Fold) -> int | None:
    """Give who deals next by the rotation, None if the sheet takes no deal."""
    going = entered if entered.ending is None else running(entered, protests(snapshot, entered))
    return None if going is None else going.standings.dealer


def is_old(told: JsonObject) -> bool:
    """Say whether what was told lies so far back that nobody plays that deal any more."""
    return utcnow() - datetime.fromisoformat(str(told["at"])) > LASTS


def digest(told: JsonObject) -> str:
    """Stand for all that is shown or sent again, in a few characters."""
    text = json.dumps({name: value for name, value in told.items() if name != "at"}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
