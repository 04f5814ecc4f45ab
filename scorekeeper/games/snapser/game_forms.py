"""What Šnapser shows: its name, its forms, its templates, its script."""

from __future__ import annotations

from types import MappingProxyType

from flask_babel import lazy_gettext as _

from scorekeeper.forms.game_forms import GameForms, Preset
from scorekeeper.games.snapser.feats import FeatCode
from scorekeeper.games.snapser.form import DealForm
from scorekeeper.games.snapser.help import HELP
from scorekeeper.games.snapser.options_form import OptionsForm
from scorekeeper.games.snapser.sentences import SENTENCES, sentence

FORMS = GameForms(
    name=_("Šnapser"),
    deal=DealForm,
    options=OptionsForm,
    fields="games/snapser/fields.html",
    explain="games/snapser/explain.html",
    records="games/snapser/records.html",
    help=HELP,
    panel="js/games/snapser_panel.js",
    style="css/games/snapser.css",
    sentence=sentence,
    sentences=SENTENCES,
    unfinished=frozenset({"winner", "outcome", "ended", "ended_by", "integer"}),
    hint=_("The chooser follows from the dealer. Tap who won and how, save."),
    seats_notes=MappingProxyType(
        {4: _("Four at the table is a house rule: the chooser names a partner, or plays alone.")}
    ),
    endings=MappingProxyType({}),
    chronicle=_(
        "A Durch that was made, all tricks unannounced, and a deal with all four raises come in here by themselves."
    ),
    moments=frozenset({FeatCode.DURCH}),
    presets=(
        Preset(
            "letter",
            _("The Slovak text to the letter: marriages do not count towards the 33"),
            MappingProxyType({"marriages_33": False}),
        ),
    ),
)
