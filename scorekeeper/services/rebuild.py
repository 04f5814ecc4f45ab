"""Work out every kept result anew, say where it differs, and mend it if asked: the check of the books."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import Evening, Group, Sheet
from scorekeeper.models.base import utcnow
from scorekeeper.services import feats, months, results
from scorekeeper.services.book import read_book
from scorekeeper.services.errors import InvalidInputError
from scorekeeper.services.results import SheetResult
from scorekeeper.services.transactions import begin_immediate


class Verdict(StrEnum):
    """Say what was done about a sheet whose results differ."""

    DIFFERS = "differs"
    MENDED = "mended"
    SETTLED = "settled"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Finding:
    """Name a sheet whose kept results are not those of its rows; `what` lists field, kept, and worked out.

    Without a sheet the sums of the group's months are not those of the results.
    """

    group_id: uuid.UUID
    sheet_id: uuid.UUID | None
    verdict: Verdict
    what: tuple[tuple[str, object, object], ...]


def rebuild(session: Session, *, apply: bool, group_id: uuid.UUID | None = None) -> Iterator[Finding | None]:
    """Check each sheet of a group, or of all; give a finding, or None where all is well.

    The sums are checked of groups whose results are right.

    Each sheet has its own transaction. With `apply` the results are written, but never in a settled evening,
    unless it is statistics alone that differ: what was paid by stays as it was.
    """
    query = select(Sheet.group_id, Sheet.id).order_by(Sheet.group_id, Sheet.started_at, Sheet.id)
    if group_id is not None:
        query = query.where(Sheet.group_id == group_id)
    keys = [(group, sheet) for group, sheet in session.execute(query)]
    session.rollback()
    wrong: set[uuid.UUID] = set()
    for key in keys:
        with _transaction(session):
            finding = _check(session, key, apply=apply)
        if finding is not None and finding.verdict != Verdict.MENDED:
            wrong.add(finding.group_id)
        yield finding
    for group in dict.fromkeys(group for group, _sheet in keys if group not in wrong):
        with _transaction(session):
            finding = _check_sums(session, group, apply=apply)
        if finding is not None:
            yield finding


@contextmanager
def _transaction(session: Session) -> Iterator[None]:
    begin_immediate(session)
    try:
        yield
        session.commit()
    except BaseException:
        session.rollback()
        raise


def _check_sums(session: Session, group_id: uuid.UUID, *, apply: bool) -> Finding | None:
    """Hold the sums of a group's months against its results."""
    if session.get(Group, group_id, with_for_update=True) is None or not months.differs(session, group_id):
        return None
    if apply:
        months.keep_all(session, group_id)
    return Finding(group_id, None, Verdict.MENDED if apply else Verdict.DIFFERS, ())


def _check(session: Session, key: tuple[uuid.UUID, uuid.UUID], *, apply: bool) -> Finding | None:
    sheet = session.get(Sheet, key, with_for_update=True)
    if sheet is None:
        return None
    evening = session.get_one(Evening, (sheet.group_id, sheet.evening_id), with_for_update=True)
    try:
        book = read_book(session, sheet, evening)
        right = results.computed(sheet.status, book.snapshot, book.fold)
        feats_right = feats.computed(session, sheet, evening, book.snapshot, book.fold)
    except InvalidInputError as error:
        causes = "; ".join(problem.code for problem in error.problems)
        return Finding(*key, Verdict.UNREADABLE, (("rows", causes, None),))
    what = tuple(_differences(results.stored(sheet, book.seats), right))
    feats_kept = feats.stored(session, sheet)
    if feats_kept != feats_right:
        what = (*what, ("feats", feats_kept, feats_right))
    if not what:
        return None
    if evening.settled_at is not None and not all(_only_counts(field) for field, _kept, _right in what):
        return Finding(*key, Verdict.SETTLED, what)
    if not apply:
        return Finding(*key, Verdict.DIFFERS, what)
    results.store(sheet, book.seats, right, utcnow())
    months.keep(session, sheet.group_id, (evening.local_date,))
    feats.keep(session, sheet, evening, book.snapshot, book.fold)
    sheet.version += 1
    evening.version += 1
    return Finding(*key, Verdict.MENDED, what)


def _only_counts(field: str) -> bool:
    """Say that nobody pays by a field."""
    return field == "feats" or field.endswith(".counts")


def _differences(kept: SheetResult, right: SheetResult) -> Iterator[tuple[str, object, object]]:
    """List what differs, field by field; a seat's fields are named ``seat <number from 0>.<field>``."""
    if kept.status != right.status:
        yield "status", kept.status.value, right.status.value
    if kept.ending != right.ending:
        yield "ending", kept.ending, right.ending
    for seat, (one, other) in enumerate(zip(kept.seats, right.seats, strict=True)):
        for field in fields(one):
            was, now = getattr(one, field.name), getattr(other, field.name)
            if was != now:
                yield f"seat {seat}.{field.name}", was, now
