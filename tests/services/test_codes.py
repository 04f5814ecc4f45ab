"""Codes: read as people type them, written as they read them, naming their group, derived and not guessable."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services import codes

KEYS = st.text("abcdefghijk0123456789-_", min_size=16, max_size=22)


@given(st.uuids(), KEYS)
def test_codes_name_their_group_and_are_read_back_as_written(group_id: uuid.UUID, key: str) -> None:
    for code in (codes.recovery_code("token", group_id, key), codes.transfer_code("token", group_id, key)):
        first, last = codes.group_range(code)
        assert first <= group_id <= last
        assert codes.read_code(codes.written(code)) == code
        assert codes.read_code(codes.written(code).replace("-", " ").lower()) == code


@given(st.uuids(), st.uuids())
def test_codes_of_groups_with_other_beginnings_do_not_meet(one: uuid.UUID, other: uuid.UUID) -> None:
    code = codes.recovery_code("token", one, "key")
    first, last = codes.group_range(code)
    assert (first <= other <= last) == (one.int >> 88 == other.int >> 88)


def test_codes_depend_on_token_group_key_and_purpose() -> None:
    group, other = uuid.uuid4(), uuid.uuid4()
    made = {
        codes.derived("t", "recovery", group, "k"),
        codes.derived("u", "recovery", group, "k"),
        codes.derived("t", "code", group, "k"),
        codes.derived("t", "recovery", other, "k"),
        codes.derived("t", "recovery", group, "l"),
    }
    assert len(made) == 5
    assert codes.derived("t", "recovery", group, "k") in made


@pytest.mark.parametrize("text", ["", "K7QD", "K7QD-2M9F-8RT4-WXYU", "K7QD-2M9F-8RT4-WXY", "Ⅷ" * 16, "٣" * 24])
def test_read_code_of_anything_else_is_none(text: str) -> None:
    assert codes.read_code(text) is None


def test_tokens_and_secrets_are_long_and_differ() -> None:
    assert len({codes.new_token() for _ in range(100)}) == 100
    assert len({codes.new_secret() for _ in range(100)}) == 100
    assert len(codes.new_token()) * 6 >= 256
    assert len(codes.new_secret()) * 6 >= 128


def test_written_groups_by_four() -> None:
    assert codes.written("ABCDEFGHJKMN") == "ABCD-EFGH-JKMN"
