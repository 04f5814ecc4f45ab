"""The whole database as one file, row by row, and into an empty one elsewhere. docs/deploy.md says when.

Each line is JSON: the head, then each table's name and columns before its rows, and the end with the counts::

    {"format": "scorekeeper-database", "version": 1, "migration": "0003", …}
    {"table": "group", "columns": ["id", "name", …]}
    ["b5…", "Thursday table", …]
    {"end": {"group": 1, …}, "sha256": "…"}
"""

from scorekeeper.services.moving.read import import_all
from scorekeeper.services.moving.shape import Counts, MoveError
from scorekeeper.services.moving.write import export_all

__all__ = ["Counts", "MoveError", "export_all", "import_all"]
