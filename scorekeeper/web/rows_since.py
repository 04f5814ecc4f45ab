"""The rows that changed since a phone saw the sheet, for the list that it has: mostly the one that was just entered.

Thirty rows are parsed and compared by a phone at every change otherwise, which a slow one takes a quarter of a second
for. What a row looks like hangs on the row alone (``web/kept_rows.py``), so two that are equal need not be sent. See
docs/adr/0034.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import cast

from markupsafe import Markup

from scorekeeper.core.outcome import Outcome
from scorekeeper.services.actor import Actor
from scorekeeper.services.sheet_view import Row, SheetView
from scorekeeper.web.fragments import ADD, MORPH, PARTIAL
from scorekeeper.web.kept_rows import Draw
from scorekeeper.web.sheet_screen import may_correct, removed_outcomes, takes_deals

LIST = "rows ol"
# More than these are sent as the whole list: one comparison instead of many.
MOST_PARTS = 6

Worth = Mapping[uuid.UUID, Outcome]


def rows_since(before: SheetView | None, actor: Actor, context: Mapping[str, object]) -> dict[str, Markup]:
    """Give the block of the rows as its changed parts; nothing if `before` does not do, and the list is drawn whole.

    `context` is that of the screen, with the sheet as it is now.
    """
    now, arrived = cast("SheetView", context["sheet"]), cast("uuid.UUID | None", context["arrived"])
    if before is None or not _is_same_list(before, now, actor):
        return {}
    was, worth = removed_outcomes(before), cast("Worth", context["outcomes"])
    old, new = now.rows[: len(before.rows)], now.rows[len(before.rows) :]
    changed = [
        row
        for seen, row in zip(before.rows, old, strict=True)
        if row.entry_id == arrived or _look(seen, was) != _look(row, worth)
    ]
    if len(changed) > MOST_PARTS:
        return {}
    draw = cast("Draw", context["row_markup"])
    parts = [PARTIAL.format(f"row-{row.entry_id}", MORPH, draw(row, arrived)) for row in changed]
    if new:
        parts.append(PARTIAL.format(LIST, ADD, Markup().join(draw(row, arrived) for row in new)))
    return {"rows": Markup().join(parts)}


def _is_same_list(before: SheetView, now: SheetView, actor: Actor) -> bool:
    """Say whether all that was shown around the rows still is, and the rows stand where they did."""
    was = [row.entry_id for row in before.rows]
    stands = bool(was) and was == [row.entry_id for row in now.rows[: len(was)]]
    return stands and _frame(before, actor) == _frame(now, actor)


def _frame(sheet: SheetView, actor: Actor) -> tuple[object, ...]:
    return sheet.seats, sheet.options_plain, may_correct(sheet, actor), takes_deals(sheet)


def _look(row: Row, worth: Worth) -> tuple[Row, Outcome | None]:
    return row, row.outcome or worth.get(row.entry_id)
