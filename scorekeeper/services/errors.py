"""One tree of what a use case may refuse; `web/errors.py` alone maps it to a status."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from scorekeeper.core.problems import Param, Problem


class ServiceError(Exception):
    """Refuse a use case. `code` is a stable word; `params` are what a sentence about it needs."""

    code = "service"

    def __init__(self, code: str | None = None, **params: Param) -> None:
        """Keep the code (the class's own by default) and the parameters."""
        self.code = code or self.code
        self.params: Mapping[str, Param] = params
        super().__init__(self.code)


class InvalidInputError(ServiceError):
    """Say that the input is no possible entry, name, date or amount: `problems` holds all of it (422)."""

    code = "invalid"

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems; each names its field."""
        self.problems = tuple(problems)
        super().__init__("invalid")


class InvalidRowError(InvalidInputError):
    """Say that a correction would make another row impossible; `number` is the one it would show.

    Its one problem is ``row``; `causes` say what would be wrong with that row.
    """

    def __init__(self, causes: Iterable[Problem], entry_id: uuid.UUID, number: int) -> None:
        """Keep what is wrong, and the row it is wrong with."""
        super().__init__([Problem("row", "", {"number": number})])
        self.causes = tuple(causes)
        self.entry_id = entry_id
        self.number = number


class EndingMovedError(ServiceError):
    """Ask: this correction moves the ending. `fingerprint` confirms the new one (422)."""

    code = "ending_moved"

    def __init__(self, fingerprint: str) -> None:
        """Keep the fingerprint of the ending that would stand."""
        self.fingerprint = fingerprint
        super().__init__("ending_moved")


class ConflictError(ServiceError):
    """Say that what the device saw is no longer so; nothing was written (409)."""

    code = "conflict"


class StaleError(ConflictError):
    """Say that the row was changed since the device saw it."""

    code = "stale"


class TakenError(ConflictError):
    """Say that another entry already stands at the expected position."""

    code = "taken"


class TwiceError(ConflictError):
    """Ask: the same was entered a moment ago. It may be entered twice."""

    code = "twice"


class KeyReusedError(ConflictError):
    """Say that the key was used for something else before."""

    code = "key_reused"


class ClosedError(ConflictError):
    """Say that the sheet or evening takes no such change any more."""

    code = "closed"


class NotFoundError(ServiceError):
    """Say that this does not exist for this actor (404)."""

    code = "not_found"


class ForbiddenError(ServiceError):
    """Say that the device's role does not reach (403)."""

    code = "forbidden"


class TooManyError(ServiceError):
    """Say that this was tried too often (429)."""

    code = "too_many"
