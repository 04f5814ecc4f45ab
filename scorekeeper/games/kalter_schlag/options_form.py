"""Ask for the house rules of Kalter Schlag in plain words (docs/rules/kalter_schlag.md §20-§24)."""

from __future__ import annotations

from typing import Self

from wtforms import BooleanField
from wtforms.validators import ValidationError

from scorekeeper.core.problems import Problem
from scorekeeper.forms.fields import ChoiceField, WholeNumberField, _
from scorekeeper.forms.game_form import RulesForm
from scorekeeper.games.kalter_schlag.options import DEFAULTS, FifthVsLimit, FourWay, JointFive, Options
from scorekeeper.games.kalter_schlag.sentences import sentence


class OptionsForm(RulesForm):
    """Ask for the limit, the mark that wins, and what counts in the rare cases."""

    limit = WholeNumberField(_("Who reaches this total loses"), default=str(DEFAULTS.limit))
    marks_on = BooleanField(_("A mark below the limit wins the game"), default=True)
    marks_to_win = WholeNumberField(_("Which mark wins"), default=str(DEFAULTS.marks_to_win))
    fifth_vs_limit = ChoiceField(
        _("One deal makes the winning mark and takes another player to the limit"),
        choices=lambda: {
            FifthVsLimit.FIVE_FIRST.value: str(_("the winning mark counts")),
            FifthVsLimit.LIMIT_FIRST.value: str(_("the limit counts")),
        },
        default=DEFAULTS.fifth_vs_limit.value,
    )
    joint_five = ChoiceField(
        _("Several make the winning mark in one deal"),
        choices=lambda: {
            JointFive.ALL_WIN.value: str(_("all of them win")),
            JointFive.LOWEST_WINS.value: str(_("the lowest total wins")),
        },
        default=DEFAULTS.joint_five.value,
    )
    four_way = ChoiceField(
        _("All four have 30 card points"),
        choices=lambda: {
            FourWay.ALL_SCORE.value: str(_("all four get the penalty")),
            FourWay.NONE_SCORES.value: str(_("nobody gets a penalty")),
        },
        default=DEFAULTS.four_way.value,
    )

    @classmethod
    def from_options(cls, options: Options) -> Self:
        """Make the form that shows the house rules of a sheet."""
        marks = options.marks_to_win
        return cls(
            None,
            data={
                "limit": str(options.limit),
                "marks_on": marks is not None,
                "marks_to_win": str(DEFAULTS.marks_to_win if marks is None else marks),
                "fifth_vs_limit": options.fifth_vs_limit.value,
                "joint_five": options.joint_five.value,
                "four_way": options.four_way.value,
            },
        )

    def validate_limit(self, field: WholeNumberField) -> None:
        """Ask for the limit if it is blank."""
        if not field.errors and field.number is None:
            raise ValidationError(_("Type the total that loses, such as 2000."))

    def validate_marks_to_win(self, field: WholeNumberField) -> None:
        """Ask for the mark if it is blank and wins."""
        if self.marks_on.data and not field.errors and field.number is None:
            raise ValidationError(_("Type which mark wins, such as 5."))

    def to_mapping(self) -> dict[str, object]:
        """Return the house rules as plain data; a wrong number is null."""
        return {
            "limit": self.limit.number,
            "marks_to_win": self.marks_to_win.number if self.marks_on.data else None,
            "fifth_vs_limit": self.fifth_vs_limit.data,
            "joint_five": self.joint_five.data,
            "four_way": self.four_way.data,
        }

    def worded(self, problem: Problem) -> str:
        """Return a sentence about a problem."""
        return sentence(problem, ())
