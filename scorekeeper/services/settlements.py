"""The table settles: what is open becomes stored transfers, its evenings are locked; and opening it again.

What a settlement takes in (evenings, rests of earlier transfers, payments made in advance) is open no longer;
its transfers are open instead. So what is open in the group always sums up to games less payments.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.models import Evening, Group, Payment, SettledEvening, Settlement, Sheet, SheetStatus, Transfer
from scorekeeper.models.base import JsonObject, utcnow
from scorekeeper.services.actor import Actor
from scorekeeper.services.balances import (
    DebtSource,
    GameSource,
    Owed,
    PaymentSource,
    Source,
    balances,
    fewest,
    free_payments,
    live_debts,
    read_games,
)
from scorekeeper.services.book import check_unsettled
from scorekeeper.services.changes import Command, earlier, log
from scorekeeper.services.errors import ClosedError, NotFoundError, StaleError
from scorekeeper.services.explained import disputes
from scorekeeper.services.transactions import lock, writing


@dataclass(frozen=True, slots=True)
class SettlementRef:
    """Name a settlement."""

    id: uuid.UUID
    replayed: bool


@dataclass(frozen=True, slots=True)
class Scope:
    """Hold what a settlement of some evenings would take in; with `carries` everything else that is open, too."""

    evening_ids: frozenset[uuid.UUID]
    carries: bool
    games: tuple[GameSource, ...]
    debts: tuple[DebtSource, ...]
    payments: tuple[PaymentSource, ...]

    @property
    def sources(self) -> tuple[Source, ...]:
        """Give all of it."""
        return (*self.games, *self.debts, *self.payments)

    def suggestion(self) -> dict[str, tuple[Owed, ...]]:
        """Give by currency the fewest transfers."""
        return {currency: fewest(each) for currency, each in balances(self.sources).items()}

    @property
    def fingerprint(self) -> str:
        """Give a short text that changes with what would be settled."""
        facts = [
            sorted(each.hex for each in self.evening_ids),
            self.carries,
            [
                [currency, sorted((str(party), amount) for party, amount in each.items() if amount)]
                for currency, each in balances(self.sources).items()
            ],
        ]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]


def read_scope(session: Session, actor: Actor, evening_ids: Collection[uuid.UUID], *, carries: bool) -> Scope:
    """Read what a settlement of these evenings would take in; evenings that are settled already count nothing.

    A payment made in advance counts when all evenings that it was made for are among them.
    """
    chosen = frozenset(evening_ids)
    free = free_payments(session, actor)
    if free and not carries:
        made_for = _made_for(session, actor, {each.settlement_id for each in free})
        free = tuple(each for each in free if made_for.get(each.settlement_id, frozenset((None,))) <= chosen)
    return Scope(
        chosen,
        carries,
        games=read_games(session, actor, Evening.id.in_(chosen), Evening.settled_at.is_(None)),
        debts=live_debts(session, actor) if carries else (),
        payments=free,
    )


def settle(
    session: Session, actor: Actor, *, key: str, evening_ids: Collection[uuid.UUID], carries: bool, base: str
) -> SettlementRef:
    """Settle evenings and, with `carries`, everything else that is open; `base` is the fingerprint that was seen.

    A game that goes on at one of them is adjourned. Raises StaleError when it would be another settlement by
    now, ClosedError ``settled``, ``discarded``, ``nothing_open``, or ``disputed`` while a protest matters.
    """
    asked = {"evenings": sorted(each.hex for each in evening_ids), "carries": carries, "base": base}
    command = Command.of(key, "settle", asked)
    running = _running(session, actor, evening_ids)
    session.rollback()
    with _locked(session, actor, evening_ids, running) as (sheets, evenings, group):
        done = earlier(session, actor, command)
        if done is not None and done.result is not None:
            return SettlementRef(uuid.UUID(str(done.result["settlement"])), replayed=True)
        for evening in evenings:
            check_unsettled(evening)
        scope = read_scope(session, actor, evening_ids, carries=carries)
        if not scope.sources:
            raise ClosedError("nothing_open")
        if scope.fingerprint != base or _running(session, actor, evening_ids) != running:
            raise StaleError
        if disputes(session, actor, evening_ids):
            raise ClosedError("disputed")
        _adjourn(session, actor, sheets, key)
        settlement = _store(session, actor, scope)
        for evening in evenings:
            evening.settled_at = settlement.settled_at
        _log(session, actor, evenings, group, command, settlement)
        return SettlementRef(settlement.id, replayed=False)


def reopen(session: Session, actor: Actor, settlement_id: uuid.UUID, *, key: str) -> SettlementRef:
    """Open a settlement again: its evenings can be corrected, its transfers count no longer, its payments stay.

    Raises ClosedError ``carried`` when a later settlement took in what was open of it.
    """
    command = Command.of(key, "settle.reopen", {"settlement": settlement_id.hex})
    with _locked(session, actor, evenings_of(session, actor, settlement_id)) as (_sheets, evenings, group):
        if earlier(session, actor, command) is not None:
            return SettlementRef(settlement_id, replayed=True)
        settlement = session.get(Settlement, (actor.group_id, settlement_id))
        if settlement is None:
            raise NotFoundError
        if settlement.reopened_at is not None:
            return SettlementRef(settlement_id, replayed=False)
        _give_back(session, actor, settlement)
        for evening in evenings:
            evening.settled_at = None
        _log(session, actor, evenings, group, command, settlement)
        return SettlementRef(settlement_id, replayed=False)


def evenings_of(session: Session, actor: Actor, settlement_id: uuid.UUID) -> tuple[uuid.UUID, ...]:
    """Give the evenings that a settlement took in; ends the reading, so that a use case can begin its own."""
    own = (SettledEvening.group_id == actor.group_id, SettledEvening.settlement_id == settlement_id)
    try:
        return tuple(session.scalars(select(SettledEvening.evening_id).where(*own)))
    finally:
        session.rollback()


def _made_for(
    session: Session, actor: Actor, settlement_ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, frozenset[uuid.UUID | None]]:
    """Give by settlement its evenings, and nothing for one that took in more than evenings."""
    found = session.execute(
        select(SettledEvening.settlement_id, SettledEvening.evening_id)
        .join(
            Settlement,
            (Settlement.group_id == SettledEvening.group_id) & (Settlement.id == SettledEvening.settlement_id),
        )
        .where(SettledEvening.group_id == actor.group_id, SettledEvening.settlement_id.in_(settlement_ids))
        .where(Settlement.carries.is_(False))
    )
    by_settlement: defaultdict[uuid.UUID, set[uuid.UUID | None]] = defaultdict(set)
    for settlement_id, evening_id in found:
        by_settlement[settlement_id].add(evening_id)
    return {each: frozenset(evenings) for each, evenings in by_settlement.items()}


@contextmanager
def _locked(
    session: Session, actor: Actor, evening_ids: Collection[uuid.UUID], sheet_ids: Collection[uuid.UUID] = ()
) -> Iterator[tuple[tuple[Sheet, ...], tuple[Evening, ...], Group]]:
    """Give sheets, evenings and the group, locked in the order in which everybody locks them."""
    sheets, evenings = sorted(sheet_ids), sorted(set(evening_ids))
    if sheets:
        with writing(session, actor, Sheet, sheets[0]) as sheet:
            games = (sheet, *(lock(session, actor, Sheet, each) for each in sheets[1:]))
            found = tuple(lock(session, actor, Evening, each) for each in evenings)
            yield games, found, lock(session, actor, Group, actor.group_id)
    elif evenings:
        with writing(session, actor, Evening, evenings[0]) as evening:
            found = (evening, *(lock(session, actor, Evening, each) for each in evenings[1:]))
            yield (), found, lock(session, actor, Group, actor.group_id)
    else:
        with writing(session, actor, Group, actor.group_id) as group:
            yield (), (), group


def _running(session: Session, actor: Actor, evening_ids: Collection[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Give the games that go on at these evenings."""
    return frozenset(
        session.scalars(
            select(Sheet.id).where(
                Sheet.group_id == actor.group_id,
                Sheet.evening_id.in_(evening_ids),
                Sheet.status == SheetStatus.OPEN,
            )
        )
    )


def _adjourn(session: Session, actor: Actor, sheets: Iterable[Sheet], key: str) -> None:
    """Let games that go on wait for another evening: this one is about to be locked."""
    for sheet in sheets:
        asked: JsonObject = {"settled_with": key, "sheet": sheet.id.hex}
        own_key = hashlib.sha256(json.dumps(asked).encode()).hexdigest()
        before = {"status": sheet.status.value}
        sheet.status = SheetStatus.ADJOURNED
        command = Command.of(own_key, "adjourn", asked)
        log(session, actor, sheet, command, before={**before}, after={"status": sheet.status.value})


def _store(session: Session, actor: Actor, scope: Scope) -> Settlement:
    """Write the suggestion, and mark what it takes in."""
    settlement = Settlement(
        group_id=actor.group_id, id=uuid.uuid4(), carries=scope.carries, settled_at=utcnow(), reopened_at=None
    )
    session.add(settlement)
    session.flush()
    own = {"group_id": actor.group_id, "settlement_id": settlement.id}
    session.add_all(SettledEvening(**own, evening_id=each) for each in scope.evening_ids)
    suggested = [(currency, owed) for currency, each in scope.suggestion().items() for owed in each]
    session.add_all(
        Transfer(
            **own,
            id=uuid.uuid4(),
            number=number,
            payer_id=owed.payer,
            payee_id=owed.payee,
            amount_minor=owed.amount,
            currency=currency,
        )
        for number, (currency, owed) in enumerate(suggested, 1)
    )
    taken = [each.transfer_id for each in scope.debts]
    session.execute(
        update(Transfer)
        .where(Transfer.group_id == actor.group_id, Transfer.id.in_(taken))
        .values(carried_by=settlement.id)
    )
    counted = [each.payment_id for each in scope.payments]
    session.execute(
        update(Payment)
        .where(Payment.group_id == actor.group_id, Payment.id.in_(counted))
        .values(counted_in=settlement.id)
    )
    return settlement


def _give_back(session: Session, actor: Actor, settlement: Settlement) -> None:
    """Let what a settlement took in be open again. Raises ClosedError ``carried``."""
    own = (Transfer.group_id == actor.group_id, Transfer.settlement_id == settlement.id)
    if session.scalar(select(Transfer.id).where(*own, Transfer.carried_by.is_not(None)).limit(1)) is not None:
        raise ClosedError("carried")
    settlement.reopened_at = utcnow()
    session.execute(
        update(Transfer)
        .where(Transfer.group_id == actor.group_id, Transfer.carried_by == settlement.id)
        .values(carried_by=None)
    )
    session.execute(
        update(Payment)
        .where(Payment.group_id == actor.group_id, Payment.counted_in == settlement.id)
        .values(counted_in=None)
    )


def _log(
    session: Session,
    actor: Actor,
    evenings: tuple[Evening, ...],
    group: Group,
    command: Command,
    settlement: Settlement,
) -> None:
    """Log it at its evening, or at the group if it is about more; every page of it is new."""
    told: JsonObject = {
        "settlement": settlement.id.hex,
        "evenings": sorted(evening.id.hex for evening in evenings),
        "carries": settlement.carries,
    }
    scope = evenings[0] if len(evenings) == 1 and not settlement.carries else group
    pages: list[Evening | Group] = [*evenings, group]
    for page in pages:
        if page is not scope:
            page.version += 1
    log(session, actor, scope, command, after=told, result=told)
