"""Who dealt what, where that decides who plays: with five at the table the dealer sits out.

A row of such a sheet says by itself who sat out, so its dealer is a fact and not a display. A forgotten
deal that is put in, a row that is moved or taken out, another first dealer: none of them changes who sat
out of the other deals. So each other row keeps the dealer it had; where the rotation would no longer
give that dealer, he is set by hand on that row, and the rotation goes on from there. A row that is taken
out keeps its dealer as well, so that it can be put back. Where everybody plays every deal the dealers
are only shown, and follow the rotation.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.core.fold import Rotation
from scorekeeper.registry import GAMES
from scorekeeper.services.snapshot import Row, Snapshot
from scorekeeper.services.standings import Fold, load_options, load_row, passes_deal


def keep_dealers(old: Fold, new: Snapshot, edited: uuid.UUID | None, order: Sequence[int] | None = None) -> Snapshot:
    """Set dealers by hand where rows would lose theirs.

    `edited` names the row whose dealer the edit itself decides; `order` says from which old seat each
    seat's person comes, if they changed places.
    """
    game = GAMES[new.game]
    if game.sits_out(0, new.seats) is None:
        return new
    seat_now = {was: now for now, was in enumerate(order or range(new.seats))}
    known = {row.id: seat_now[dealer] for row, dealer in zip(old.live, old.dealers, strict=True)}
    options = load_options(game, new.options)
    kept: dict[uuid.UUID, Row] = {}
    by_hand: dict[int, int] = {}
    rotation = Rotation(new.seats, new.first_dealer, by_hand, new.vacancy())
    index, following = 0, rotation.first()
    for row in new.rows:
        dealer = known.get(row.id)
        if row.removed:
            if dealer is not None and row.dealer is None:
                kept[row.id] = replace(row, dealer=dealer)
            continue
        given = following if row.dealer is None else row.dealer
        if dealer is not None and row.id != edited and given != dealer:
            kept[row.id] = replace(row, dealer=dealer)
            given = dealer
        following = rotation.after(index, given, passes_deal(load_row(game, options, new, row)))
        index += 1
    return new.with_rows(kept)
