"""What the screens show: frozen values, each page read with a fixed, small number of queries."""

from __future__ import annotations

from scorekeeper.services.briefs import SheetBrief
from scorekeeper.services.pages import EveningBrief, EveningPage, GroupPage, evening_page, group_page
from scorekeeper.services.shapes import Person, Row, SheetView, UndoView
from scorekeeper.services.sheet_log import LogLine, entry_log, sheet_log
from scorekeeper.services.sheet_view import sheet_page

__all__ = [
    "EveningBrief",
    "EveningPage",
    "GroupPage",
    "LogLine",
    "Person",
    "Row",
    "SheetBrief",
    "SheetView",
    "UndoView",
    "entry_log",
    "evening_page",
    "group_page",
    "sheet_log",
    "sheet_page",
]
