// What a deal gives to each seat, and why (docs/rules/snapser.md §5-§9).

import { line, seatsOf } from "../core.js";
import { doubles, gameValue, otherSide, raisedPart, sideOf, valueOf } from "./deal.js";
import { isEnough } from "./reaching.js";

export const score = (deal, options, seats) => {
  const { declared, outcome, red, raises, winner } = deal;
  const game = gameValue(declared, outcome, options);
  const part = raisedPart(declared, game, options);
  const value = valueOf(declared, outcome, red, raises, options);
  const winners = sideOf(deal, winner, seats);
  const losers = sideOf(deal, otherSide(winner), seats);
  const points = seatsOf(seats).map((seat) => (
    winners.includes(seat) ? value * dealings(winners, losers)
      : losers.includes(seat) ? -value * dealings(losers, winners) : 0));
  const lines = [
    declaredLine(deal, seats),
    ...countLines(deal, seats),
    line("reached", winners, { declared, outcome, game }),
    redLine(deal, options),
    raisesLine(deal, game, part),
    line("value", winners, {
      declared, outcome, chooser: deal.chooser, partner: deal.partner, chooser_won: winner === "chooser", base: options.base,
      game, part, red, red_doubles: doubles(declared, red, options), raises, value, losers,
      counted: deal.count && sides(deal.count),
    }),
  ];
  return { points, marks: seatsOf(seats).map(() => false), lines };
};

// With how many of the `others` one of the `own` deals: with one if there are two of both (§9).
const dealings = (own, others) => (own.length === 1 ? others.length : 1);

const declaredLine = ({ declared, chooser, partner, sits_out }, seats) => line(
  "declared", partner === null ? [chooser] : [chooser, partner],
  { declared, alone: seats - sits_out.length === 4 && partner === null },
);

// The chooser's points, then the opponents'.
const sides = ({ side, points, other_points }) => (side === "chooser" ? [points, other_points] : [other_points, points]);

const countLines = (deal, seats) => {
  if (!deal.count) return [];
  const { ended, side, points, other_points, other_tricks } = deal.count;
  const params = { ended, points, other_points, trickless: !other_tricks, enough: isEnough(deal.count) };
  return [line("counted", sideOf(deal, side, seats), params)];
};

// A deal without red trumps or raises says so: what is forgotten is the commonest error.
const redLine = ({ declared, red }, options) => (
  line(!red ? "not_red" : doubles(declared, true, options) ? "red" : "red_not_nehram"));

const raisesLine = ({ declared, raises }, game, part) => {
  if (declared === "nehram") return line("nehram_unraised");
  if (!raises) return line("no_raise");
  const params = { raises, factor: 2 ** raises };
  return part < game ? line("raises_declared", [], { ...params, part, rest: game - part }) : line("raises", [], params);
};
