"""Who is asking: made once a request, frozen, and handed to every use case."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from scorekeeper.models.people import Role
from scorekeeper.services.errors import ForbiddenError


@dataclass(frozen=True, slots=True)
class Actor:
    """Name the group, the device, its role and the player it says it is (or None)."""

    group_id: uuid.UUID
    device_id: uuid.UUID
    role: Role
    player_id: uuid.UUID | None = None

    def need(self, least: Role) -> None:
        """Refuse with ForbiddenError unless the role reaches `least`."""
        if not self.role.reaches(least):
            raise ForbiddenError("role", least=least.value)
