"""Read plain data field by field and collect every problem, so that a form can show them all at once."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from enum import StrEnum
from typing import TypeVar

from scorekeeper.core.problems import CommonCode, Param, Problem, ProblemsError

SHOWN_KEY_LENGTH = 40
WordT = TypeVar("WordT", bound=StrEnum)


def whole(value: object) -> int | None:
    """Return the value if it is a whole number; True, 55.0 and "55" are none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


class Reader:
    """Walk over one plain mapping.

    Each method returns a value of the right type, or None after noting what is wrong with the field.
    """

    def __init__(self, data: object, known: Collection[str]) -> None:
        """Take the data; anything but a mapping, and each key not `known`, is a problem."""
        self.problems: list[Problem] = []
        self._data: Mapping[object, object] = data if isinstance(data, Mapping) else {}
        if not isinstance(data, Mapping):
            self.add(CommonCode.NOT_AN_OBJECT)
        for key in self._data:
            if key not in known:
                self.add(CommonCode.UNKNOWN_KEY, str(key)[:SHOWN_KEY_LENGTH])

    def add(self, code: str, where: str = "", **params: Param) -> None:
        """Note a problem."""
        self.problems.append(Problem(code, where, params))

    def stop_if_problems(self, error: type[ProblemsError]) -> None:
        """Raise `error` with all problems noted so far, if there are any."""
        if self.problems:
            raise error(self.problems)

    def has(self, key: str) -> bool:
        """Say whether the field is there and not null."""
        return self._data.get(key) is not None

    def says(self, key: str) -> bool:
        """Say whether the field is there, null or not."""
        return key in self._data

    def get(self, key: str) -> object:
        """Return the raw value, None if it is missing."""
        return self._data.get(key)

    def version(self, newest: int = 1) -> None:
        """Refuse a format that is not known yet; a missing `v` means 1."""
        found = whole(self._data.get("v", 1))
        if found is None or not 1 <= found <= newest:
            self.add(CommonCode.VERSION, "v")

    def number(self, key: str, allowed: Container[int], code: str, default: int = 0) -> int | None:
        """Return a whole number in `allowed`; a missing one is the default."""
        return self.checked(self._data.get(key, default), key, allowed, code)

    def checked(self, value: object, where: str, allowed: Container[int], code: str) -> int | None:
        """Return `value` if it is a whole number in `allowed`."""
        number = whole(value)
        if number is None:
            self.add(CommonCode.INTEGER, where)
        elif number not in allowed:
            self.add(code, where)
            return None
        return number

    def flag(self, key: str, default: bool) -> bool | None:
        """Return true or false."""
        value = self._data.get(key, default)
        if isinstance(value, bool):
            return value
        self.add(CommonCode.BOOLEAN, key)
        return None

    def word(self, key: str, default: WordT) -> WordT:
        """Return one of the words of the default's kind; a missing or wrong one is the default."""
        found = self.one_of(key, type(default), CommonCode.CHOICE) if self.says(key) else None
        return default if found is None else found

    def one_of(self, key: str, words: type[WordT], code: str) -> WordT | None:
        """Return one of `words`."""
        value = self._data.get(key)
        for word in words:
            if word.value == value:
                return word
        self.add(code, key)
        return None

    def row(self, key: str, length: int, code: str) -> tuple[object, ...] | None:
        """Return a list of exactly `length` items."""
        value = self._data.get(key)
        if isinstance(value, list | tuple) and len(value) == length:
            return tuple(value)
        self.add(code, key, seats=length)
        return None

    def seats(self, key: str, playing: Collection[int], code: str) -> tuple[int, ...] | None:
        """Return the named seats in the order given: each one of `playing`, none twice. Missing is None."""
        value = self._data.get(key)
        if value is None:
            return None
        if not isinstance(value, list | tuple):
            self.add(CommonCode.LIST, key)
            return None
        before = len(self.problems)
        found = [self.checked(item, f"{key}.{at}", playing, code) for at, item in enumerate(value[:9])]
        if len(set(found)) < len(value) and len(self.problems) == before:
            self.add(CommonCode.SEAT_TWICE, key)
        return tuple(seat for seat in found if seat is not None) if len(self.problems) == before else None

    def seat(self, key: str, playing: Collection[int], code: str) -> int | None:
        """Return one seat of `playing`."""
        return self.checked(self._data.get(key), key, playing, code)
