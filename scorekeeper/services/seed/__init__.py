"""Groups that never were, but played by the rules: to look at, to test with, to measure by."""

from scorekeeper.services.seed.copies import copy_group
from scorekeeper.services.seed.group import Seeded, Wish, seed_group

__all__ = ["Seeded", "Wish", "copy_group", "seed_group"]
