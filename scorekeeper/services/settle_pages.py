"""What the pages of settling show: who pays whom, what every balance is made of, what was paid."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session

from scorekeeper.models import (
    Evening,
    Mode,
    Payment,
    Player,
    SettledEvening,
    Settlement,
    Sheet,
    SheetStatus,
    Transfer,
)
from scorekeeper.services.actor import Actor
from scorekeeper.services.balances import (
    GameSource,
    Party,
    Source,
    balances,
    fewest,
    free_payments,
    live_debts,
    pairwise,
    read_debts,
    read_games,
    read_payments,
)
from scorekeeper.services.errors import NotFoundError
from scorekeeper.services.explained import disputes, endings
from scorekeeper.services.payments import holdings
from scorekeeper.services.settle_shapes import (
    Account,
    EveningLine,
    Figure,
    KittyView,
    LeftOut,
    Money,
    OpenDebts,
    OpenView,
    PaymentView,
    Preview,
    SettlementView,
    TransferView,
)
from scorekeeper.services.settlements import read_scope
from scorekeeper.services.shapes import Person
from scorekeeper.services.sheet_view import person
from scorekeeper.services.transactions import begin_reading

SHOWN_SETTLEMENTS = 12
"""How many earlier settlements the page of what is open lists."""

LEFT_OUT = (SheetStatus.OPEN, SheetStatus.ADJOURNED)


def preview_page(session: Session, actor: Actor, evening_ids: Collection[uuid.UUID], *, carries: bool) -> Preview:
    """Read what settling these evenings would come to. Raises NotFoundError."""
    begin_reading(session)
    lines = _evening_lines(session, actor, Evening.id.in_(evening_ids))
    if len(lines) < len(set(evening_ids)):
        raise NotFoundError
    scope = read_scope(session, actor, evening_ids, carries=carries)
    sheets = session.execute(
        select(Sheet.id, Sheet.evening_id, Sheet.number, Sheet.status, Sheet.mode)
        .where(Sheet.group_id == actor.group_id, Sheet.evening_id.in_(evening_ids))
        .order_by(Sheet.started_at, Sheet.number)
    ).all()
    left_out = tuple(LeftOut(i, e, n, status) for i, e, n, status, _mode in sheets if status in LEFT_OUT)
    ended = [mode for *_sheet, status, mode in sheets if status == SheetStatus.ENDED]
    return Preview(
        evenings=lines,
        carries=carries,
        money=_money(scope.sources, everybody := people(session, actor)),
        left_out=left_out,
        disputes=disputes(session, actor, evening_ids),
        only_points=bool(ended) and all(mode == Mode.POINTS for mode in ended),
        more=not carries and _more(session, actor, evening_ids),
        fingerprint=scope.fingerprint,
        endings=endings(session, actor, [game.sheet_id for game in scope.games]),
        people=everybody,
    )


def settlement_page(session: Session, actor: Actor, settlement_id: uuid.UUID) -> SettlementView:
    """Read a settlement. Raises NotFoundError."""
    begin_reading(session)
    settlement = session.get(Settlement, (actor.group_id, settlement_id))
    if settlement is None:
        raise NotFoundError
    evening_ids = select(SettledEvening.evening_id).where(
        SettledEvening.group_id == actor.group_id, SettledEvening.settlement_id == settlement_id
    )
    holds = settlement.reopened_at is None
    games = read_games(session, actor, Evening.id.in_(evening_ids)) if holds else ()
    taken: tuple[Source, ...] = (
        *games,
        *read_debts(session, actor, Transfer.carried_by == settlement_id),
        *read_payments(session, actor, Payment.counted_in == settlement_id),
    )
    paid = read_payments(session, actor, Transfer.settlement_id == settlement_id)
    everybody = people(session, actor)
    return SettlementView(
        id=settlement.id,
        settled_at=settlement.settled_at,
        reopened_at=settlement.reopened_at,
        carries=settlement.carries,
        evenings=_evening_lines(session, actor, Evening.id.in_(evening_ids)),
        transfers=_transfers(session, actor, Transfer.settlement_id == settlement_id),
        money=_money(taken, everybody, paid) if holds else (),
        endings=endings(session, actor, [game.sheet_id for game in games]),
        people=everybody,
    )


def open_page(session: Session, actor: Actor) -> OpenView:
    """Read all that is open in the group."""
    begin_reading(session)
    live = [debt.transfer_id for debt in live_debts(session, actor)]
    free = [each.payment_id for each in free_payments(session, actor)]
    earlier = session.execute(
        select(Settlement.id, Settlement.settled_at)
        .where(Settlement.group_id == actor.group_id, Settlement.reopened_at.is_(None))
        .order_by(Settlement.settled_at.desc(), Settlement.id)
        .limit(SHOWN_SETTLEMENTS)
    )
    return OpenView(
        transfers=_transfers(session, actor, Transfer.id.in_(live)) if live else (),
        evenings=_evening_lines(session, actor, Evening.settled_at.is_(None), _for_money()),
        payments=_payments(session, actor, Payment.id.in_(free)) if free else (),
        kitty=holdings(session, actor),
        earlier=tuple((each, at) for each, at in earlier),
        people=people(session, actor),
    )


def kitty_page(session: Session, actor: Actor) -> KittyView:
    """Read what lies in the kitty, and how it came there."""
    begin_reading(session)
    moved = _payments(session, actor, Payment.payer_id.is_(None) | Payment.payee_id.is_(None))
    return KittyView(holdings(session, actor), tuple(reversed(moved)), people(session, actor))


def transfer_view(session: Session, actor: Actor, transfer_id: uuid.UUID) -> TransferView | None:
    """Read a transfer with what was paid of it, None if there is none."""
    found = _transfers(session, actor, Transfer.id == transfer_id)
    return found[0] if found else None


def open_debts(session: Session, actor: Actor) -> OpenDebts:
    """Read what the group's page says of money."""
    begin_reading(session)
    debts = live_debts(session, actor)
    return OpenDebts(
        transfers=tuple((owed, debt.currency) for debt in debts for owed in debt.owes),
        unsettled=session.scalar(_unsettled(actor)) is not None,
        kitty=holdings(session, actor),
        people=people(session, actor),
    )


def settlement_of(session: Session, actor: Actor, evening_id: uuid.UUID) -> uuid.UUID | None:
    """Give the settlement that locks an evening, None if it is not settled."""
    return session.scalar(
        select(Settlement.id)
        .join(
            SettledEvening,
            (SettledEvening.group_id == Settlement.group_id) & (SettledEvening.settlement_id == Settlement.id),
        )
        .where(SettledEvening.group_id == actor.group_id, SettledEvening.evening_id == evening_id)
        .where(Settlement.reopened_at.is_(None))
    )


def _money(
    sources: Sequence[Source], people: Mapping[uuid.UUID, Person], paid: Sequence[Source] = ()
) -> tuple[Money, ...]:
    """Show balances by currency, in the order of the group's players, the kitty last."""
    order: dict[Party, int] = {player_id: at for at, player_id in enumerate(people)}
    pairs = pairwise(sources)
    return tuple(
        Money(
            currency=currency,
            accounts=tuple(
                Account(party, sums[party], _figures((*sources, *paid), currency, party))
                for party in sorted(sums, key=lambda party: order.get(party, len(order)))
            ),
            transfers=fewest(sums),
            pairs=pairs.get(currency, ()),
        )
        for currency, sums in balances((*sources, *paid)).items()
    )


def _figures(sources: Iterable[Source], currency: str, party: Party) -> tuple[Figure, ...]:
    return tuple(
        Figure(source, source.amounts[party])
        for source in sources
        if source.currency == currency and party in source.amounts
        if source.amounts[party] or isinstance(source, GameSource)
    )


def _transfers(session: Session, actor: Actor, *which: ColumnElement[bool]) -> tuple[TransferView, ...]:
    found = session.execute(
        select(Transfer, Settlement.settled_at)
        .join(Settlement, (Settlement.group_id == Transfer.group_id) & (Settlement.id == Transfer.settlement_id))
        .where(Transfer.group_id == actor.group_id, *which)
        .order_by(Settlement.settled_at, Transfer.number)
    ).all()
    payments: defaultdict[uuid.UUID | None, list[Payment]] = defaultdict(list)
    for payment in session.scalars(
        select(Payment)
        .where(Payment.group_id == actor.group_id, Payment.undone_at.is_(None))
        .where(Payment.transfer_id.in_([transfer.id for transfer, _at in found]))
        .order_by(Payment.paid_at, Payment.id)
    ):
        payments[payment.transfer_id].append(payment)
    return tuple(_transfer(transfer, at, payments[transfer.id]) for transfer, at in found)


def _transfer(transfer: Transfer, settled_at: datetime, payments: Sequence[Payment]) -> TransferView:
    paid = sum(each.amount_minor if each.payer_id == transfer.payer_id else -each.amount_minor for each in payments)
    return TransferView(
        id=transfer.id,
        settlement_id=transfer.settlement_id,
        settled_at=settled_at,
        payer=transfer.payer_id,
        payee=transfer.payee_id,
        amount=transfer.amount_minor,
        rest=transfer.amount_minor - paid,
        currency=transfer.currency,
        carried_by=transfer.carried_by,
        payments=tuple(_payment(each, fixed=transfer.carried_by is not None) for each in payments),
    )


def _payments(session: Session, actor: Actor, *which: ColumnElement[bool]) -> tuple[PaymentView, ...]:
    found = session.execute(
        select(Payment, Transfer.carried_by)
        .outerjoin(Transfer, (Transfer.group_id == Payment.group_id) & (Transfer.id == Payment.transfer_id))
        .where(Payment.group_id == actor.group_id, Payment.undone_at.is_(None), *which)
        .order_by(Payment.paid_at, Payment.id)
    )
    return tuple(_payment(each, fixed=carried_by is not None) for each, carried_by in found)


def _payment(payment: Payment, *, fixed: bool) -> PaymentView:
    return PaymentView(
        id=payment.id,
        payer=payment.payer_id,
        payee=payment.payee_id,
        amount=payment.amount_minor,
        currency=payment.currency,
        note=payment.note,
        at=payment.paid_at,
        fixed=fixed or payment.counted_in is not None,
    )


def _evening_lines(session: Session, actor: Actor, *which: ColumnElement[bool]) -> tuple[EveningLine, ...]:
    found = session.scalars(
        select(Evening)
        .where(Evening.group_id == actor.group_id, Evening.discarded_at.is_(None), *which)
        .order_by(Evening.local_date, Evening.started_at)
    )
    return tuple(EveningLine(each.id, each.local_date, each.place, each.settled_at is not None) for each in found)


def _for_money() -> ColumnElement[bool]:
    """Say that something was played to its end for money at an evening."""
    return (
        select(Sheet.id)
        .where(Sheet.group_id == Evening.group_id, Sheet.evening_id == Evening.id, Sheet.stake_minor != 0)
        .where(Sheet.status == SheetStatus.ENDED, Sheet.mode != Mode.POINTS)
        .exists()
    )


def _unsettled(actor: Actor, *which: ColumnElement[bool]) -> Select[uuid.UUID]:
    """Find the newest evening that is not settled; in its order an index gives it, where a table would be read."""
    own = (Evening.group_id == actor.group_id, Evening.discarded_at.is_(None), Evening.settled_at.is_(None))
    newest = (Evening.local_date.desc(), Evening.started_at.desc(), Evening.id.desc())
    return select(Evening.id).where(*own, _for_money(), *which).order_by(*newest).limit(1)


def _more(session: Session, actor: Actor, evening_ids: Collection[uuid.UUID]) -> bool:
    """Say whether besides these evenings something is open in the group."""
    others = session.scalar(_unsettled(actor, Evening.id.not_in(evening_ids))) is not None
    return others or bool(live_debts(session, actor))


def people(session: Session, actor: Actor) -> dict[uuid.UUID, Person]:
    """Give all players of the group, retired ones too, in their order."""
    found = session.scalars(
        select(Player).where(Player.group_id == actor.group_id).order_by(Player.position, Player.folded)
    )
    return {player.id: person(player) for player in found}
