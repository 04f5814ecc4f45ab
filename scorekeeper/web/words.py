"""Sentences for what services find wrong with names and settings; each says what to do."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.problems import Problem
from scorekeeper.web.formatting import isolate


def people_words(problem: Problem) -> str:
    """Word a problem of a name, a zone or a currency."""
    name = isolate(str(problem.params.get("name", "")))
    sentences = {
        "name_missing": _("Type a name."),
        "name_characters": _("This contains a character that cannot be shown. Type it without."),
        "name_too_long": _(
            "This has %(length)s characters. Up to %(longest)s are possible.",
            length=problem.params.get("length", 0),
            longest=problem.params.get("longest", 0),
        ),
        "name_twice": _("%(name)s stands here twice. Add something that tells them apart.", name=name),
        "name_here": _("%(name)s is already here. Add something that tells them apart.", name=name),
        "name_retired": _("%(name)s is already here, but retired.", name=name),
        "zone_unknown": _("Choose a time zone from the list."),
        "currency_unknown": _("Choose a currency from the list."),
        "key": _("This page was out of date. Send it again."),
    }
    if problem.code == "too_few_names":
        fewest = int(str(problem.params.get("fewest", 2)))
        return ngettext("Type at least %(num)s name.", "Type at least %(num)s names.", fewest)
    if problem.code == "too_many_names":
        most = int(str(problem.params.get("most", 0)))
        return ngettext(
            "Start with up to %(num)s name; more can be added later.",
            "Start with up to %(num)s names; more can be added later.",
            most,
        )
    return sentences.get(problem.code, _("This cannot be saved. Check it and send it again."))
