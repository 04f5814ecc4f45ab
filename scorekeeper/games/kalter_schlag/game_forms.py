"""What Kalter Schlag shows: its name, its forms, its templates, its script."""

from __future__ import annotations

from types import MappingProxyType

from flask_babel import lazy_gettext as _

from scorekeeper.forms.game_forms import GameForms, Grid, Preset
from scorekeeper.games.kalter_schlag.feats import FeatCode
from scorekeeper.games.kalter_schlag.form import DealForm
from scorekeeper.games.kalter_schlag.grid_form import WAYS, GridRow
from scorekeeper.games.kalter_schlag.help import HELP
from scorekeeper.games.kalter_schlag.options_form import OptionsForm
from scorekeeper.games.kalter_schlag.ruling_form import UsualRulingForm
from scorekeeper.games.kalter_schlag.sentences import SENTENCES, sentence

FORMS = GameForms(
    name=_("Kalter Schlag"),
    deal=DealForm,
    options=OptionsForm,
    fields="games/kalter_schlag/fields.html",
    explain="games/kalter_schlag/explain.html",
    records="games/kalter_schlag/records.html",
    help=HELP,
    panel="js/games/kalter_schlag_panel.js",
    sentence=sentence,
    sentences=SENTENCES,
    unfinished=frozenset({"no_total", "paper_empty"}),
    hint=_("Tap who has the most card points, type the number, save."),
    endings=MappingProxyType({"limit": _("limit reached"), "five_marks": _("fifth mark")}),
    agreements=MappingProxyType({"highest": _("The highest total pays as at the limit")}),
    chronicle=_(
        "A Kalter Schlag comes in here by itself: one deal that takes somebody from under half the limit past it. "
        "So do other rare feats."
    ),
    kinds=MappingProxyType({"paper": _("Copy a row from paper")}),
    moments=frozenset({FeatCode.KALTER_SCHLAG}),
    presets=(
        Preset(
            "no_marks",
            _("As in the Ukrainian and the Russian text: no mark wins the game"),
            MappingProxyType({"marks_to_win": None}),
        ),
    ),
    ruling=UsualRulingForm,
    grid=Grid(GridRow, WAYS, "games/kalter_schlag/grid.html"),
)
