"""Deals of a sheet: enter the next, look at one, correct, take out, bring back, move, insert; undo and redo."""

from scorekeeper.web.deals import catch_up, disputed, entry, new_row, open_deal, record, rows, steps, tails
from scorekeeper.web.deals.blueprint import bp

__all__ = ["bp", "catch_up", "disputed", "entry", "new_row", "open_deal", "record", "rows", "steps", "tails"]
