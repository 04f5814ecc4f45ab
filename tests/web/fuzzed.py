"""A world that is sent anything: after each request it is whole, and the other group is as it was."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from sqlalchemy import MetaData, select, update
from sqlalchemy.orm import Session
from werkzeug.routing import Rule

from scorekeeper.models import Base, Group, Player, Role
from scorekeeper.services.rebuild import rebuild
from tests.services.factories import new_key
from tests.web.fuzz import FOREIGN, NOBODY, OWN, VALID, Wanted, body, changed_fields
from tests.web.world import World

MARK = "Zzyzx"
TOKEN = "csrf_token"
VARIABLE = re.compile(r"<(?:[^<>]*:)?(\w+)>")
# These sign the asking phone out, or take the group away.
OWN_PHONE = frozenset({"access.leave", "access.remove", "invites.replace", "erasure.delete"})
REFRESHED_EVERY = 1_400
ROLES = (Role.OWNER, Role.OWNER, Role.OWNER, Role.MEMBER, Role.VIEWER, None)


@dataclass
class PageForm:
    """A form as a page shows it."""

    action: str
    fields: list[tuple[str, str]]


@dataclass
class Fuzzed:
    """A world, the routes of its app, and what was heard so far."""

    world: World
    statuses: Counter[int] = field(default_factory=Counter)
    met: set[str] = field(default_factory=set)
    _key: str = ""
    _forms: list[PageForm] = field(default_factory=list)
    _phones: dict[Role | None, tuple[FlaskClient, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Give the other group names that stand nowhere else, and remember it as it is."""
        rules = self.world.app.url_map.iter_rules()
        self.rules: list[Rule] = sorted(rules, key=lambda rule: (rule.rule, rule.endpoint))
        self._abroad = uuid.UUID(self.world.abroad["group_id"])
        with Session(self.world.engine) as session:
            session.execute(update(Group).where(Group.id == self._abroad).values(name=f"{MARK} table"))
            for number, player in enumerate(session.scalars(select(Player).where(Player.group_id == self._abroad))):
                player.name, player.folded = f"{MARK} {number}", f"{MARK} {number}".casefold()
            session.commit()
        self.before = self.fingerprint()
        self._watch = sqlite3.connect(str(self.world.engine.url.database))

    def close(self) -> None:
        """Leave the database."""
        self._watch.close()

    def send(self, wanted: Wanted) -> None:
        """Send a request and look whether all is well."""
        if sum(self.statuses.values()) % REFRESHED_EVERY == 0:
            self._read_forms()
        role = ROLES[wanted.form % len(ROLES)]
        rule = self.rules[wanted.route % len(self.rules)]
        client, token = self._phone(role, fresh=rule.endpoint in OWN_PHONE)
        path, fields, method = self._aimed(wanted, rule)
        fields = [(name, token if name == TOKEN and wanted.has_token else value) for name, value in fields]
        fields = self._keyed(fields, again=wanted.form % 7 == 0)
        data, kind = body(wanted.kind, fields, wanted.size)
        if wanted.query:
            path += "?" + quote(f"a={wanted.query}".encode("utf-8", "surrogatepass"), safe="=&")
        if method == "GET":
            data, kind = b"", None
        version = self._version()
        with client.open(path, method=method, headers=wanted.headers, data=data, content_type=kind) as answer:
            status, text = answer.status_code, answer.get_data()
        self.statuses[status] += 1
        assert status < 500, f"{method} {path} {fields}"
        assert MARK.encode() not in text, f"another group's data: {method} {path}"
        # Somebody new becomes a player first, which is kept (and logged) when what the form asks beside it is refused.
        has_newcomer = any(name == "newcomer" and value.strip() for name, value in fields)
        if method == "GET" or (status >= 400 and not has_newcomer):
            assert self._version() == version, f"{status}, but something was written: {method} {path} {fields}"

    def check(self) -> None:
        """Look whether every row is whole and the other group untouched."""
        assert self.fingerprint() == self.before
        assert self._watch.execute("PRAGMA foreign_key_check").fetchall() == []
        assert self._watch.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        with Session(self.world.engine) as session:
            assert [finding for finding in rebuild(session, apply=False) if finding is not None] == []

    def groups(self) -> int:
        """Count the groups."""
        return int(self._watch.execute('SELECT count(*) FROM "group"').fetchone()[0])

    def pages_of(self, group: str) -> Iterator[str]:
        """Give the addresses of pages that show everything that a group has played, of each kind the first two."""
        yield from (f"{group}{each}" for each in ("", "history", "records", "settle"))
        key = uuid.UUID(group.split("/")[2]).hex
        for kind, shown in (("evening", ("", "/settle")), ("sheet", ("", "/log", "/chart", "/print"))):
            query = f"SELECT id FROM {kind} WHERE group_id = ? ORDER BY id LIMIT 2"
            for (found,) in self._watch.execute(query, (key,)):
                yield from (f"{group}{kind}s/{uuid.UUID(found)}{each}" for each in shown)

    def fingerprint(self) -> str:
        """Stand for every row of the other group."""
        digest = hashlib.sha256()
        tables: MetaData = Base.metadata
        with Session(self.world.engine) as session:
            for table in tables.sorted_tables:
                key = table.c.id if table.name == "group" else table.c.group_id
                rows = session.execute(select(table).where(key == self._abroad).order_by(*table.primary_key))
                digest.update(repr([table.name, *rows]).encode())
        return digest.hexdigest()

    def _keyed(self, fields: list[tuple[str, str]], *, again: bool) -> list[tuple[str, str]]:
        """Keep the key of a request, or put that of an earlier one, of whatever kind, in its place."""
        if again and self._key:
            return [(name, self._key if name == "key" else value) for name, value in fields]
        self._key = next((value for name, value in fields if name == "key"), self._key)
        return fields

    def _version(self) -> int:
        """Give a number that every commit of anybody changes."""
        return int(self._watch.execute("PRAGMA data_version").fetchone()[0])

    def _phone(self, role: Role | None, *, fresh: bool) -> tuple[FlaskClient, str]:
        if fresh or role not in self._phones:
            client = self.world.phone(self.world.here["group_id"], role) if role else self.world.phone()
            self._phones[role] = client, self.world.token(client)
        return self._phones[role]

    def _aimed(self, wanted: Wanted, rule: Rule) -> tuple[str, list[tuple[str, str]], str]:
        """Give the path, the fields and the method of a request."""
        ids: Mapping[str, Sequence[str]] = {
            OWN: list(self.world.here.values()),
            FOREIGN: list(self.world.abroad.values()),
        }
        if wanted.is_page_s and self._forms:
            form = self._forms[wanted.form % len(self._forms)]
            return form.action, changed_fields(form.fields, wanted.changed, ids), "POST"
        self.met.add(rule.rule)
        method = "POST" if "POST" in (rule.methods or ()) else "GET"
        form = self._forms[wanted.form % len(self._forms)] if self._forms else PageForm("", [])
        blank = [(TOKEN, ""), ("key", new_key()), *form.fields[:6]]
        return self._path(rule, wanted), changed_fields(blank, wanted.changed, ids), method

    def _path(self, rule: Rule, wanted: Wanted) -> str:
        """Fill in a route's variable parts, with what belongs there or with anything else."""
        parts = iter(wanted.parts)

        def fill(part: re.Match[str]) -> str:
            name, wish = part[1], next(parts, VALID)
            # In another group nothing is found: what is looked for elsewhere stands behind this group's id.
            values = {VALID: self.world.here, FOREIGN: self.world.here if name == "group_id" else self.world.abroad}
            if wish == NOBODY:
                return str(uuid.uuid4())
            value = values[wish].get(name, "secret") if wish in values else wish
            return quote(value.encode("utf-8", "surrogatepass"), safe="")

        return VARIABLE.sub(fill, rule.rule)

    def _read_forms(self) -> None:
        """Read the forms of every page that the owner sees."""
        client, _ = self._phone(Role.OWNER, fresh=True)
        found: dict[str, PageForm] = {}
        for rule in self.rules:
            if "GET" not in (rule.methods or ()) or "secret" in rule.arguments:
                continue
            built = rule.build({name: self.world.here[name] for name in rule.arguments})
            assert built is not None
            with client.get(built[1]) as answer:
                if answer.mimetype == "text/html" and answer.status_code == 200:
                    for form in forms_in(answer.get_data(as_text=True)):
                        found.setdefault(form.action, form)
        self._forms = [form for form in found.values() if not form.action.endswith(("/leave", "/delete"))]


def forms_in(html: str) -> list[PageForm]:
    """Give the forms of a page that post, each also under the addresses that its buttons send it to."""
    made = []
    for tag in BeautifulSoup(html, "html.parser").select("form[method=post]"):
        fields = [
            (str(each["name"]), str(each.get("value", "")) if each.name != "textarea" else each.get_text())
            for each in tag.select("input[name], select[name], textarea[name]")
        ]
        actions = [tag.get("action"), *(each.get("formaction") for each in tag.select("button[formaction]"))]
        made += [PageForm(str(action), fields) for action in actions if action]
    return made
