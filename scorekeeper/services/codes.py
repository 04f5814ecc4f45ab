"""Secrets: how they are made, written for people, read back, and kept as hashes.

A secret that is shown once is derived from the browser's own token and the key of the request, so that a
repeated request shows the same secret again although the database keeps only its hash.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import uuid

# Crockford's alphabet: no I, L, O, U, so that what is read aloud or off paper is read right.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKALIKES = str.maketrans({"I": "1", "L": "1", "O": "0"})
BITS = 5

# Signs of a code: so many name the group, the rest is secret (12 signs are 60 bit, 16 are 80 bit).
TRANSFER_TAG, TRANSFER_SECRET = 4, 12
RECOVERY_TAG, RECOVERY_SECRET = 8, 16
TRANSFER_LENGTH = TRANSFER_TAG + TRANSFER_SECRET
RECOVERY_LENGTH = RECOVERY_TAG + RECOVERY_SECRET


def new_token() -> str:
    """Make a browser's token: 256 bit."""
    return secrets.token_urlsafe(32)


def new_secret() -> str:
    """Make the secret of a standing link: 132 bit in 22 characters."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """Give the hash under which a secret is stored. It is long and random, so a plain hash hides it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def derived(token: str, purpose: str, group_id: uuid.UUID, key: str) -> bytes:
    """Derive 32 bytes that only this browser's request with this key gives, and gives again."""
    message = f"{purpose}:{group_id.hex}:{key}"
    return hmac.new(token.encode(), message.encode(), hashlib.sha256).digest()


def recovery_code(token: str, group_id: uuid.UUID, key: str) -> str:
    """Give the recovery code of a group, without its hyphens: 8 signs for the group, 80 secret bits."""
    return _code(group_id, RECOVERY_TAG, derived(token, "recovery", group_id, key), RECOVERY_SECRET)


def transfer_secret(token: str, group_id: uuid.UUID, key: str) -> str:
    """Give the secret of a one-use link: 128 bit as 32 hexadecimal digits."""
    return derived(token, "transfer", group_id, key)[:16].hex()


def transfer_code(token: str, group_id: uuid.UUID, key: str) -> str:
    """Give the code that can be typed instead of a one-use link: 4 signs for the group, 60 secret bits."""
    return _code(group_id, TRANSFER_TAG, derived(token, "code", group_id, key), TRANSFER_SECRET)


def written(code: str) -> str:
    """Write a code in groups of four: ``K7QD-2M9F-…``."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def read_code(text: str) -> str | None:
    """Read a code as people type it (small letters, spaces, hyphens, O for 0, I for 1); None if it is none."""
    signs = "".join(char for char in text.upper() if char.isalnum()).translate(LOOKALIKES)
    if len(signs) not in {TRANSFER_LENGTH, RECOVERY_LENGTH} or any(sign not in ALPHABET for sign in signs):
        return None
    return signs


def group_range(code: str) -> tuple[uuid.UUID, uuid.UUID]:
    """Give the first and last id that a group can have whose code begins like this one."""
    signs = code[: TRANSFER_TAG if len(code) == TRANSFER_LENGTH else RECOVERY_TAG]
    number = 0
    for sign in signs:
        number = number << BITS | ALPHABET.index(sign)
    rest = 128 - BITS * len(signs)
    return uuid.UUID(int=number << rest), uuid.UUID(int=((number + 1) << rest) - 1)


def group_tag(group_id: uuid.UUID) -> str:
    """Give the signs with which every code of a group begins."""
    return _signs(group_id.int >> (128 - BITS * TRANSFER_TAG), TRANSFER_TAG)


def _code(group_id: uuid.UUID, tag: int, random: bytes, secret: int) -> str:
    return _signs(group_id.int >> (128 - BITS * tag), tag) + _signs(int.from_bytes(random), secret)


def _signs(number: int, count: int) -> str:
    """Write the lowest bits of a number, `count` signs long."""
    return "".join(ALPHABET[number >> (BITS * place) & 31] for place in reversed(range(count)))
