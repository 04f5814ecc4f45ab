"""What a person typed, kept over an error: shown again, in a form that sends it once more."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import request
from werkzeug.exceptions import HTTPException

TOKEN = "csrf_token"  # noqa: S105  the name of a field
# Sent again as they were, so that an entry is stored once however often it is sent; nobody typed them.
MACHINE_FIELDS = frozenset(
    {
        *(TOKEN, "key", "base", "base_version", "position", "by_hand", "form_kind", "change_id", "fingerprint", "seen"),
        *("confirm", "checked", "asked", "twice", "apart", "tail", "back", "save", "check"),
    }
)


@dataclass(frozen=True, slots=True)
class KeptInput:
    """Hold a posted form: where it was sent, every field but the token, and what a person typed of it."""

    action: str
    fields: tuple[tuple[str, str], ...]

    @property
    def typed(self) -> tuple[str, ...]:
        """Give the values worth showing: what a field is called here is no word of anybody's language."""
        return tuple(value for name, value in self.fields if name not in MACHINE_FIELDS and value)


def kept_input() -> KeptInput | None:
    """Give what this request posted, or None: nothing was posted, it cannot be read, or it comes from elsewhere."""
    if request.method != "POST" or is_foreign():
        return None
    try:
        posted = request.form
    except HTTPException:
        return None
    fields = tuple((name, value) for name, value in posted.items(multi=True) if name != TOKEN)
    return KeptInput(f"{request.script_root}{request.full_path.rstrip('?')}", fields)


def is_foreign() -> bool:
    """Tell whether another site's page sent this.

    Its form must not come back under our name with a fresh token and a button: one careless tap would send it.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in {"same-origin", "none"}:
        return True
    origin = request.headers.get("Origin")
    return origin is not None and urlsplit(origin).netloc != request.host
