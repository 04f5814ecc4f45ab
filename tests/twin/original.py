"""What the Python says of a case, in the shape in which the twin's harness gives it back."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

from flask import current_app
from werkzeug.datastructures import MultiDict

from scorekeeper.core.entry import Ruling, Void, load_entry
from scorekeeper.core.fold import outcome_of_table
from scorekeeper.core.game import AnyGame
from scorekeeper.core.problems import Problem, ProblemsError
from scorekeeper.core.standings import DealAfterEndError, Ending
from scorekeeper.forms.game_forms import GameForms
from scorekeeper.registry import GAMES
from scorekeeper.services.dealers import keep_dealers
from scorekeeper.services.errors import InvalidInputError, InvalidRowError
from scorekeeper.services.fragments import applied, difference, part
from scorekeeper.services.rows import put_before
from scorekeeper.services.snapshot import Row, Snapshot
from scorekeeper.services.standings import ending_facts, fold
from scorekeeper.web.formatting import ISOLATE, POP_ISOLATE
from scorekeeper.web.game_forms import forms_of
from tests.twin.cases import Plain, snapshot_of

BDI = re.compile(r"<bdi[^>]*>")


class Original:
    """Answer cases of one game in the language of the request; everything it gives is plain data."""

    def __init__(self, key: str) -> None:
        """Take the game and its words."""
        self.game: AnyGame = GAMES[key]
        self.forms: GameForms = forms_of(key)
        self.explain: Any = self._macros(self.forms.explain)
        self.fields: Any = self._macros(self.forms.fields)
        self.parts: Any = self._macros("sheets/_parts.html")
        self._tells = True
        self._known: dict[tuple[str, str], str] = {}

    def answer(self, case: Plain) -> object:
        """Say what stands in the case."""
        names = tuple(case["names"])
        self._tells = case.get("tells", True)
        try:
            found = getattr(self, f"_{case['kind']}")(case, names)
        except ProblemsError as error:
            found = self._refused(error, names)
        return json.loads(json.dumps(found, default=shape))

    def _macros(self, template: str) -> object:
        context: dict[str, object] = {}
        current_app.update_template_context(context)
        return current_app.jinja_env.get_template(template).make_module(context)

    def _refused(self, error: ProblemsError, names: tuple[str, ...]) -> Plain:
        sentences = [self.forms.sentence(problem, names) for problem in error.problems]
        return {"problems": [_problem(each) for each in error.problems], "sentences": sentences}

    def _options(self, case: Plain, names: tuple[str, ...]) -> Plain:
        return {"options": self.game.dump_options(self.game.load_options(case["data"]))}

    def _entry(self, case: Plain, names: tuple[str, ...]) -> Plain:
        options, seats = self.game.load_options(case["options"]), case["seats"]
        entry = load_entry(self.game, case["data"], options, seats)
        of_table = isinstance(entry, Void | Ruling)
        outcome = outcome_of_table(entry, seats) if of_table else self.game.score(entry, options, seats)
        explain = self.explain
        said = [self._say(explain.reason, outcome, names)]
        said += [self._say(explain.line, line, names) for line in outcome.lines]
        kind = {"entry": type(entry).__name__.lower()} if of_table else {}
        return {"entry": {**kind, **_fields(entry)}, "outcome": outcome, "sentences": said}

    def _form(self, case: Plain, names: tuple[str, ...]) -> Plain:
        form = self.forms.deal.bind(
            MultiDict(case["fields"]),
            seats=case["seats"],
            dealer=case["dealer"],
            options=self.game.load_options({}),
            names=names,
            vacant=frozenset(case["vacant"]),
        )
        return {"payload": form.to_payload() if form.validate() else None, "again": True}

    def _game(self, case: Plain, names: tuple[str, ...]) -> Plain:
        game, seats = self.game, case["seats"]
        options = game.load_options(case["options"])
        entries = [load_entry(game, payload, options, seats) for payload in case["entries"]]
        by_hand = {int(at): seat for at, seat in case["dealers"].items()}
        vacant = {int(at): frozenset(empty) for at, empty in case["vacant"].items()}
        try:
            standings = game.standings(entries, options, seats, case["first_dealer"], by_hand, vacant)
        except DealAfterEndError as late:
            standings = late.standings
        close = game.closeness(standings, options, seats)
        outlook = game.outlook(standings, case["open"], options, seats)
        said = [self._say(self.explain.closeness, line) for line in close]
        said.append(self._say(self.explain.outlook, outlook, names) if outlook else "")
        said += [self._say(self.parts.marks_words, marks) for marks in standings.marks]
        if standings.outcomes:
            check = SimpleNamespace(outcome=standings.outcomes[-1], totals=standings.totals, marks=standings.marks)
            said.append(self._say(self.fields.consequence, check, names))

        def closed(how: Mapping[str, object]) -> Plain:
            try:
                return self._told(game.close(standings, how), names)
            except ProblemsError as error:
                return self._refused(error, names)

        return {
            "standings": standings,
            "close": close,
            "outlook": outlook,
            "sentences": said,
            "ended": None if standings.ending is None else self._told(standings.ending, names),
            "closed": [closed(how) for how in case["closings"]],
        }

    def _sheet(self, case: Plain, names: tuple[str, ...]) -> Plain:
        try:
            found = fold(snapshot_of(self.game.key, case["sheet"]))
        except InvalidRowError as error:
            return {**self._refused(ProblemsError(error.causes), names), "row": str(error.entry_id)}
        except InvalidInputError as error:
            return self._refused(ProblemsError(error.problems), names)
        last = found.last_round
        payers = snapshot_of(self.game.key, case["sheet"]).payers
        said = [self._say(self.parts.state_words, found.standings)]
        said.append("" if last is None else self._say(self.parts.last_round_words, last, names))
        return {
            "live": [str(row.id) for row in found.live],
            "entries": len(found.entries),
            "outcomes": found.outcomes,
            "dealers": found.dealers,
            "standings": found.standings,
            "end": found.end,
            "facts": ending_facts(found.ending, None if found.end is None else found.live[found.end].id, payers),
            "last_round": last and {"deals": last.deals, "until": last.until, "ends": last.ends, "tied": last.tied},
            "sentences": said,
        }

    def _edit(self, case: Plain, names: tuple[str, ...]) -> Plain:
        edit, old = case["edit"], snapshot_of(self.game.key, case["sheet"])
        try:
            before = fold(old)
            new = keep_dealers(before, _corrected(old, edit), UUID(edit["id"]))
            after = fold(new)
        except (InvalidInputError, ProblemsError):
            return {"refused": True}
        dealers = dict(zip([row.id for row in after.live], after.dealers, strict=True))
        where = {} if self.game.sits_out(0, new.seats) is None else dealers
        back = difference(old, new, None, where)[0]
        rows = part(back, "entries")
        for was in rows.values():
            cast("Plain", was).pop("other", None)
        return {"rows": _rows(new), "back": rows, "undone": _rows(applied(new, back))}

    def _told(self, ending: Ending, names: tuple[str, ...]) -> Plain:
        said = [self._say(self.explain.ending, ending, names)]
        said += [self._say(self.explain.ending_reason, line, names) for line in ending.lines]
        return {"ending": ending, "sentences": said}

    def _say(self, macro: Any, *about: object) -> str:
        """Give what a page shows as plain text: a name keeps its direction by isolates instead of ``bdi``."""
        if not self._tells:
            return ""
        key = (macro.name, repr(about))
        if key not in self._known:
            text = BDI.sub(ISOLATE, str(macro(*about))).replace("</bdi>", POP_ISOLATE)
            self._known[key] = html.unescape(text)
        return self._known[key]


def _corrected(old: Snapshot, edit: Plain) -> Snapshot:
    """Make the correction as the services do, before dealers are kept."""
    entry_id = UUID(edit["id"])
    if edit["op"] in ("add", "insert"):
        row = Row(entry_id, edit["payload"], edit["dealer"])
        return old.appended(row) if edit["op"] == "add" else put_before(old, row, UUID(edit["before"]))
    row = old.row(entry_id)
    if edit["op"] == "amend":
        return old.with_row(replace(row, payload=edit["payload"], dealer=edit["dealer"]))
    return old.with_row(replace(row, removed=edit["op"] == "remove"))


def _rows(snapshot: Snapshot) -> list[Plain]:
    return [
        {"id": str(row.id), "payload": row.payload, "dealer": row.dealer, "removed": row.removed}
        for row in snapshot.rows
    ]


def shape(value: object) -> object:
    """Give to JSON what it does not know by itself: a dataclass as an object, a set as a list in order."""
    return sorted(value) if isinstance(value, frozenset) else _fields(value)


def _fields(value: Any) -> Plain:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _problem(problem: Problem) -> Plain:
    return {"code": problem.code, "where": problem.where, "params": dict(problem.params)}
