"""What Staekske Rape shows: its name, its forms, its templates, its script."""

from __future__ import annotations

from types import MappingProxyType

from flask_babel import lazy_gettext as _

from scorekeeper.forms.game_forms import GameForms, Preset
from scorekeeper.games.staekske_rape.codes import Code
from scorekeeper.games.staekske_rape.endings import TARGET
from scorekeeper.games.staekske_rape.form import DealForm
from scorekeeper.games.staekske_rape.help import HELP
from scorekeeper.games.staekske_rape.options_form import OptionsForm
from scorekeeper.games.staekske_rape.sentences import SENTENCES, sentence

FORMS = GameForms(
    name=_("Staekske Rape"),
    deal=DealForm,
    options=OptionsForm,
    fields="games/staekske_rape/fields.html",
    explain="games/staekske_rape/explain.html",
    records="games/staekske_rape/records.html",
    help=HELP,
    panel="js/games/staekske_rape_panel.js",
    style="css/games/staekske_rape.css",
    sentence=sentence,
    sentences=SENTENCES,
    unfinished=frozenset({Code.DECLARER_MISSING, Code.BID_MISSING, Code.CARD_POINTS_MISSING, Code.FOUR_JACKS_NEEDED}),
    hint=_("Tap who declares, set the bid, type the card points, save."),
    endings=MappingProxyType({TARGET: _("target reached")}),
    agreements=MappingProxyType(
        {
            "highest": _("The highest total wins, nobody pays"),
            "highest_paid": _("The highest total wins, each other player pays one stake"),
        }
    ),
    presets=(
        Preset(
            "gains",
            _("As in the example of the Russian text: without the stock only gains are doubled"),
            MappingProxyType({"double_losses": False, "double_no_tricks": False}),
        ),
        Preset("paid", _("Each other player pays the winner one stake"), MappingProxyType({"winner_paid": True})),
    ),
    chronicle=_("In Staekske Rape: all tricks without the stock, four jacks, and a declarer without a trick."),
)
