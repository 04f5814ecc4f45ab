"""What is told of the open deal: kept for every phone, shown while it fits, gone with its row."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from scorekeeper.models import Change, Sheet
from scorekeeper.models.base import utcnow
from scorekeeper.services import comings, deals, open_deal, sheets
from scorekeeper.services.actor import Actor
from scorekeeper.services.asked import Asked
from scorekeeper.services.errors import ForbiddenError, NotFoundError
from scorekeeper.services.open_deal import OpenDeal
from tests.services.factories import Table, deal, make_table, new_key

CALLED = deal(None, None, None, None, calls=1, callers=[0])
MORE = deal(None, 66, None, None, calls=2, callers=[0, 2])


def tell(
    table: Table,
    sheet_id: uuid.UUID,
    payload: Mapping[str, object] = CALLED,
    *,
    by: Actor | None = None,
    position: int | None = None,
    dealer: int | None = None,
    key: str = "",
) -> None:
    """Tell something of the open deal, by default of the one that comes next."""
    position = table.sheet(sheet_id).next_position if position is None else position
    open_deal.note(
        table.session, by or table.device, sheet_id, position=position, payload=payload, dealer=dealer, key=key
    )


def told(table: Table, sheet_id: uuid.UUID) -> OpenDeal | None:
    """Read what was told."""
    return table.sheet(sheet_id).open_deal


def stored(table: Table, sheet_id: uuid.UUID) -> dict[str, object] | None:
    """Read what the database holds, whether it fits or not."""
    table.session.rollback()
    found = table.session.get_one(Sheet, (table.group_id, sheet_id)).open_deal
    table.session.rollback()
    return found


def test_what_is_told_is_read_by_every_device(table: Table) -> None:
    sheet = table.start().id
    key = new_key()
    tell(table, sheet, CALLED, by=table.second, key=key)
    found = told(table, sheet)
    assert found is not None
    assert (found.payload, found.dealer, found.key) == (CALLED, None, key)
    assert found.device_id == str(table.second.device_id)


def test_the_newest_word_stands_and_the_same_word_again_changes_nothing(table: Table) -> None:
    sheet = table.start().id
    tell(table, sheet, CALLED)
    first = told(table, sheet)
    tell(table, sheet, CALLED)
    assert told(table, sheet) == first
    tell(table, sheet, MORE)
    second = told(table, sheet)
    assert first is not None
    assert second is not None
    assert second.payload == MORE
    assert second.digest != first.digest


def test_it_is_not_logged_and_counts_no_version_up(table: Table) -> None:
    sheet = table.start().id
    version = table.sheet(sheet).version
    changes = table.session.scalar(select(func.count()).select_from(Change))
    tell(table, sheet)
    assert table.sheet(sheet).version == version
    assert table.session.scalar(select(func.count()).select_from(Change)) == changes


def test_nothing_known_takes_it_back_but_a_dealer_set_by_hand_is_something(table: Table) -> None:
    sheet = table.start().id
    tell(table, sheet)
    tell(table, sheet, {})
    assert stored(table, sheet) is None
    tell(table, sheet, {}, dealer=2)
    found = told(table, sheet)
    assert found is not None
    assert (found.dealer, found.payload) == (2, {})


def test_the_row_that_is_recorded_takes_it_away(table: Table) -> None:
    sheet = table.start().id
    tell(table, sheet)
    table.record(sheet, deal(66, 30, 24, 0))
    assert stored(table, sheet) is None


def test_what_comes_too_late_or_too_early_is_left_out(table: Table) -> None:
    sheet = table.start().id
    table.record(sheet, deal(66, 30, 24, 0))
    for position in (-1, 0, 1, 3):
        tell(table, sheet, position=position)
        assert stored(table, sheet) is None
    tell(table, sheet, MORE)
    tell(table, sheet, CALLED, position=1)
    found = told(table, sheet)
    assert found is not None
    assert found.payload == MORE


def test_a_forgotten_row_before_it_moves_the_place_and_drops_it(table: Table) -> None:
    sheet = table.start().id
    (first,) = table.record(sheet, deal(66, 30, 24, 0))
    tell(table, sheet)
    deals.insert(table.session, table.device, sheet, first.entry_id, key=new_key(), payload=deal(30, 66, 24, 0))
    assert stored(table, sheet) is None


def test_a_correction_that_leaves_place_people_and_dealer_alone_keeps_it(table: Table) -> None:
    sheet = table.start().id
    (first,) = table.record(sheet, deal(66, 30, 24, 0))
    tell(table, sheet)
    row = table.row(sheet, first.entry_id)
    deals.amend(
        table.session, table.device, sheet, row.entry_id, key=new_key(), base=row.base, payload=deal(30, 66, 24, 0)
    )
    assert told(table, sheet) is not None


def test_another_dealer_of_the_row_before_drops_it(table: Table) -> None:
    sheet = table.start().id
    (first,) = table.record(sheet, deal(66, 30, 24, 0))
    tell(table, sheet)
    row = table.row(sheet, first.entry_id)
    deals.amend(
        table.session,
        table.device,
        sheet,
        row.entry_id,
        key=new_key(),
        base=row.base,
        payload=deal(66, 30, 24, 0),
        dealer=2,
    )
    assert stored(table, sheet) is None


def test_a_substitute_drops_it(table: Table) -> None:
    sheet = table.start().id
    tell(table, sheet)
    asked = Asked(key=new_key(), base_version=table.sheet(sheet).version)
    comings.substitute(table.session, table.device, sheet, seat=1, player_id=table.players[4], **asked)
    assert stored(table, sheet) is None


def test_a_game_that_waits_or_is_over_has_none(table: Table) -> None:
    sheet = table.start().id
    tell(table, sheet)
    sheets.adjourn(table.session, table.device, sheet, key=new_key())
    assert stored(table, sheet) is None
    tell(table, sheet, position=1)
    assert stored(table, sheet) is None
    other = table.start().id
    table.record(other, deal(0, 0, 120, 0, calls=4, jungfrauen=2))
    tell(table, other)
    assert stored(table, other) is None


@pytest.mark.parametrize(
    "change",
    [
        {"position": 9},
        {"seats": []},
        {"deals": 3},
        {"dealer": 4},
        {"payload": [1]},
        {"at": (utcnow() - timedelta(hours=13)).isoformat()},
    ],
)
def test_what_does_not_fit_any_more_is_not_shown(table: Table, change: dict[str, object]) -> None:
    sheet = table.start().id
    tell(table, sheet)
    kept = stored(table, sheet)
    assert kept is not None
    table.session.get_one(Sheet, (table.group_id, sheet)).open_deal = kept | change
    table.session.commit()
    assert told(table, sheet) is None


def test_too_much_is_left_out_and_a_bad_key_is_none(table: Table) -> None:
    sheet = table.start().id
    tell(table, sheet, {"note": "x" * 3000})
    assert stored(table, sheet) is None
    tell(table, sheet, key="no key")
    found = told(table, sheet)
    assert found is not None
    assert found.key == ""


def test_who_only_watches_and_who_is_elsewhere_tells_nothing(table: Table) -> None:
    sheet = table.start().id
    with pytest.raises(ForbiddenError):
        tell(table, sheet, by=table.viewer)
    with pytest.raises(NotFoundError):
        tell(table, sheet, by=make_table(table.session).device)
    assert stored(table, sheet) is None


def test_one_key_of_two_phones_saves_the_deal_once(table: Table) -> None:
    """The key goes along with what is told: who takes over saves the same entry, not a second one."""
    sheet = table.start().id
    key = new_key()
    tell(table, sheet, MORE, key=key)
    found = told(table, sheet)
    assert found is not None
    payload = deal(30, 66, 24, 0, calls=2, callers=[0, 2])
    for device in (table.second, table.device):
        deals.record(table.session, device, sheet, key=found.key, position=1, payload=payload)
    assert len(table.sheet(sheet).rows) == 1
