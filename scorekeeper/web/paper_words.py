"""Sentences for what is wrong with a file of old sheets, each with its line and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.problems import Problem
from scorekeeper.games.kalter_schlag.sentences import sentence
from scorekeeper.web.formatting import isolate
from scorekeeper.web.words import people_words

SHOWN = 50
NAME_CODES = frozenset({"name_missing", "name_characters", "name_too_long", "name_twice"})


def paper_sentences(problems: Sequence[Problem]) -> list[str]:
    """Word the first problems, and say how many more there are."""
    sentences = [_placed(problem) for problem in problems[:SHOWN]]
    more = len(problems) - SHOWN
    if more > 0:
        sentences.append(ngettext("And %(num)s more.", "And %(num)s more.", more))
    return sentences


def _placed(problem: Problem) -> str:
    if not problem.where.startswith("line."):
        return _what(problem)
    return _("Line %(line)s: %(what)s", line=problem.where.removeprefix("line."), what=_what(problem))


def _what(problem: Problem) -> str:
    """Say what is wrong: with a row as the game says it, with a name as everywhere."""
    if problem.code in NAME_CODES:
        return people_words(problem)
    if problem.code in {"paper_players", "paper_heading"}:
        return _of_people(problem)
    text = isolate(str(problem.params.get("text", "")))
    sentences = {
        "key": _("This page was out of date. Send it again."),
        "paper_empty_file": _("Choose a file with a heading and at least one row, or paste its lines."),
        "paper_too_large": _("This is too long. Copy up to %(most)s rows at once.", most=problem.params.get("most", 0)),
        "paper_unreadable": _("This cannot be read as CSV. Save the table as CSV again."),
        "paper_day": _("“%(text)s” is no day. Write it as 2019-05-31 or 31.5.2019.", text=text),
        "paper_number": _("“%(text)s” is no penalty. Write a whole number without signs, or nothing.", text=text),
        "paper_columns": _("There are more numbers than names. Give each column its name in the first line."),
        "paper_after_end": _("The game was over by the row before. Give this row the number of the next game."),
        "paper_dealer": _("With five players leave the cell of the one who dealt blank, and write 0 for the others."),
        "paper_empty": _("Nobody has a penalty here. Enter it, or leave the row out."),
    }
    if problem.code in sentences:
        return sentences[problem.code]
    names = problem.params.get("names", ())
    return sentence(problem, tuple(map(str, names)) if isinstance(names, tuple) else ())


def _of_people(problem: Problem) -> str:
    if problem.code == "paper_heading":
        return _(
            "The first line must name the columns: the day, then at least %(fewest)s players.",
            fewest=problem.params.get("fewest", 4),
        )
    count = int(str(problem.params.get("count", 0)))
    return ngettext(
        "%(num)s player has a number from here on, but four or five play. Write 0 for who played without a penalty.",
        "%(num)s players have a number from here on, but four or five play. "
        "Write 0 for who played without a penalty, and number the games.",
        count,
    )
