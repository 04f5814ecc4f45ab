"""Ask for the house rules of Staekske Rape in plain words (docs/rules/staekske_rape.md §20-§25)."""

from __future__ import annotations

from typing import Self

from wtforms import BooleanField
from wtforms.validators import ValidationError

from scorekeeper.core.problems import Problem
from scorekeeper.forms.fields import ChoiceField, WholeNumberField, _
from scorekeeper.forms.game_form import RulesForm
from scorekeeper.games.staekske_rape.options import DEFAULTS, FLAGS, FiveRounds, Options
from scorekeeper.games.staekske_rape.sentences import sentence


class OptionsForm(RulesForm):
    """Ask for the target, and what counts where the sources leave it open."""

    target = WholeNumberField(_("Who reaches this total wins"), default=str(DEFAULTS.target))
    five_rounds = ChoiceField(
        _("Card points that end in 5"),
        choices=lambda: {
            FiveRounds.DOWN.value: str(_("go down: 115 makes 11")),
            FiveRounds.UP.value: str(_("go up: 115 makes 12")),
        },
        default=DEFAULTS.five_rounds.value,
    )
    double_losses = BooleanField(_("Without the stock a loss is doubled too"), default=DEFAULTS.double_losses)
    double_no_tricks = BooleanField(
        _("Without the stock the −50 for no trick is doubled too"), default=DEFAULTS.double_no_tricks
    )
    four_jacks_unplayed = BooleanField(
        _("Four jacks may be shown instead of playing"), default=DEFAULTS.four_jacks_unplayed
    )
    winner_paid = BooleanField(_("Each other player pays the winner one stake"), default=DEFAULTS.winner_paid)

    @classmethod
    def from_options(cls, options: Options) -> Self:
        """Make the form that shows the house rules of a sheet."""
        flags = {name: getattr(options, name) for name in FLAGS}
        return cls(None, data={"target": str(options.target), "five_rounds": options.five_rounds.value, **flags})

    def validate_target(self, field: WholeNumberField) -> None:
        """Ask for the target if it is blank."""
        if not field.errors and field.number is None:
            raise ValidationError(_("Type the total that wins, such as 100."))

    def to_mapping(self) -> dict[str, object]:
        """Return the house rules as plain data; a wrong number is null."""
        flags = {name: bool(self[name].data) for name in FLAGS}
        return {"target": self.target.number, "five_rounds": self.five_rounds.data, **flags}

    def worded(self, problem: Problem) -> str:
        """Return a sentence about a problem."""
        return sentence(problem, ())
