"""What is stored. Every row belongs to a group: primary key ``(group_id, id)``, composite foreign keys."""

from scorekeeper.models.base import Base
from scorekeeper.models.chronicle import Feat
from scorekeeper.models.log import Change
from scorekeeper.models.money import Payment, SettledEvening, Settlement, Transfer
from scorekeeper.models.people import Device, Group, Link, LinkKind, Player, Role
from scorekeeper.models.play import Attendance, Entry, Evening, Mode, Seat, Sheet, SheetStatus
from scorekeeper.models.sums import MonthSum

__all__ = [
    "Attendance",
    "Base",
    "Change",
    "Device",
    "Entry",
    "Evening",
    "Feat",
    "Group",
    "Link",
    "LinkKind",
    "Mode",
    "MonthSum",
    "Payment",
    "Player",
    "Role",
    "Seat",
    "SettledEvening",
    "Settlement",
    "Sheet",
    "SheetStatus",
    "Transfer",
]
