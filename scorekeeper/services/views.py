"""What the screens show: frozen values, each page read with a fixed, small number of queries."""

from __future__ import annotations

from scorekeeper.services.sheet_view import Person, Row, SheetView, UndoView, sheet_page

__all__ = ["Person", "Row", "SheetView", "UndoView", "sheet_page"]
