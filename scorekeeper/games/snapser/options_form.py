"""Ask for the house rules of Šnapser in plain words (docs/rules/snapser.md §15-§21)."""

from __future__ import annotations

from typing import Self

from wtforms.validators import ValidationError

from scorekeeper.core.problems import Problem
from scorekeeper.forms.fields import ChoiceField, WholeNumberField, _
from scorekeeper.forms.game_form import RulesForm
from scorekeeper.games.snapser.options import (
    DEFAULTS,
    DurchLostAll,
    FalseDost,
    Options,
    RaisesApplyTo,
    Za12AllTricks,
    dump_options,
)
from scorekeeper.games.snapser.sentences import sentence

YES, NO = "yes", "no"
FLAGS = frozenset({"nehram_red_doubles", "marriages_33"})


class OptionsForm(RulesForm):
    """Ask for the base, and what counts where the sources leave a question."""

    base = WholeNumberField(_("Base: every deal is worth so many times as much"), default=str(DEFAULTS.base))
    nehram_red_doubles = ChoiceField(
        _("A game given up with red trumps"),
        choices=lambda: {YES: str(_("counts double: 12")), NO: str(_("counts once: 6"))},
        default=YES,
    )
    za12_all_tricks = ChoiceField(
        _("“For 12” declared, and one side takes all tricks"),
        choices=lambda: {
            Za12AllTricks.TICHY_DURCH.value: str(_("silent Durch: 18")),
            Za12AllTricks.ZA12.value: str(_("only for 12")),
        },
        default=DEFAULTS.za12_all_tricks.value,
    )
    false_dost_value = ChoiceField(
        _("“Dosť” with fewer than 66: the others win"),
        choices=lambda: {
            FalseDost.BY_POINTS.value: str(_("by the points of who said it: from 33 with water")),
            FalseDost.S_VODOU.value: str(_("always with water: 2")),
            FalseDost.BEZ_VODY.value: str(_("always without water: 4")),
        },
        default=DEFAULTS.false_dost_value.value,
    )
    durch_lost_all = ChoiceField(
        _("Durch announced, and the opponents take all tricks"),
        choices=lambda: {
            DurchLostAll.DURCH.value: str(_("Durch lost: 36")),
            DurchLostAll.BOTH.value: str(_("and a silent Durch besides: 54")),
        },
        default=DEFAULTS.durch_lost_all.value,
    )
    marriages_33 = ChoiceField(
        _("Marriages count towards the loser’s 33"),
        choices=lambda: {YES: str(_("yes, with a trick")), NO: str(_("no, only cards in tricks"))},
        default=YES,
    )
    raises_apply_to = ChoiceField(
        _("What raises double"),
        choices=lambda: {
            RaisesApplyTo.REACHED.value: str(_("the deal as it came out")),
            RaisesApplyTo.DECLARED.value: str(_("only what was declared")),
        },
        default=DEFAULTS.raises_apply_to.value,
    )

    @classmethod
    def from_options(cls, options: Options) -> Self:
        """Make the form that shows the house rules of a sheet."""
        data = dump_options(options)
        return cls(None, data={name: _shown(value) for name, value in data.items()})

    def validate_base(self, field: WholeNumberField) -> None:
        """Ask for the base if it is blank."""
        if not field.errors and field.number is None:
            raise ValidationError(_("Type the base, such as 1."))

    def to_mapping(self) -> dict[str, object]:
        """Return the house rules as plain data; a wrong number is null."""
        said = {field.name: field.data == YES if field.name in FLAGS else field.data for field in self}
        return {**said, "base": self.base.number}

    def worded(self, problem: Problem) -> str:
        """Return a sentence about a problem."""
        return sentence(problem, ())


def _shown(value: object) -> str:
    """Return the value of a field that stands for a rule."""
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)
