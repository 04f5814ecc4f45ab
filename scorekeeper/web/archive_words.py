"""Sentences for what is wrong with a document of a group: where it stands, and what it should be."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.problems import Problem
from scorekeeper.web.formatting import isolate

SHOWN = 8
MIB = 1024 * 1024


def archive_sentences(problems: Sequence[Problem]) -> list[str]:
    """Word the first problems, and say how many more there are."""
    sentences = [_sentence(problem) for problem in problems[:SHOWN]]
    more = len(problems) - SHOWN
    if more > 0:
        sentences.append(ngettext("And %(num)s more.", "And %(num)s more.", more))
    return sentences


def _sentence(problem: Problem) -> str:
    whole = _of_file(problem)
    if whole is not None:
        return whole
    return _("%(place)s: %(what)s", place=isolate(problem.where), what=_what(problem))


def _of_file(problem: Problem) -> str | None:
    """Word what is wrong with the file as a whole."""
    sentences = {
        "file_too_large": _(
            "This file is larger than %(most)s MB. Ask whoever runs the server to restore it from a backup.",
            most=int(str(problem.params.get("most", 0))) // MIB,
        ),
        "file_not_utf8": _("This is no text file. Choose the file whose name ends in .json."),
        "file_not_json": _(
            "This file is damaged near line %(line)s, or it is another kind of file. Download it again.",
            line=problem.params.get("line", 1),
        ),
        "file_no_group": _(
            "This file holds no group of a scorekeeper. Choose the one that “Take your data along” gave."
        ),
        "file_version": _("This file was written by a newer scorekeeper. Update this one first."),
        "file_refused": _("The database refused what this file holds. Download it again."),
        "one_group": _("This file must hold exactly one group."),
        "key": _("This page was out of date. Send it again."),
    }
    return sentences.get(problem.code)


def _what(problem: Problem) -> str:
    cause = problem.params.get("cause", "")
    sentences = {
        "missing": _("is missing."),
        "unknown": _("is not known here."),
        "list": _("must be a list."),
        "object": _("must be an object."),
        "text": _("must be text."),
        "length": _("is too long."),
        "characters": _("holds a character that cannot be stored."),
        "name": _("is no possible name."),
        "integer": _("must be a whole number."),
        "boolean": _("must be true or false."),
        "id": _("must be an id."),
        "time": _("must be a time with its zone."),
        "day": _("must be a day such as 2026-11-30."),
        "choice": _("is none of the possible words."),
        "depth": _("is nested too deeply."),
        "twice": _("is there twice."),
        "foreign_id": _("names something that is not in this file."),
        "circle": _("lets changes undo each other in a circle."),
        "zone_unknown": _("is no time zone."),
        "currency_unknown": _("is no currency."),
        "currency": _("is no currency."),
        "game": _("is a game that is not known here."),
        "seats": _("has seats that do not fit the game."),
        "positions": _("has rows that do not count from 1 without a gap."),
        "amount": _("must be above 0."),
        "stake_range": _("is no possible stake."),
        "row_impossible": _("is no possible row by the rules (%(cause)s).", cause=cause),
        "sheet_impossible": _("is not possible by the rules (%(cause)s).", cause=cause),
        "sheet_unreadable": _("is a game that cannot be reckoned."),
        "fragment": _("is no readable part of the log."),
    }
    return sentences.get(problem.code, _("is not possible."))
