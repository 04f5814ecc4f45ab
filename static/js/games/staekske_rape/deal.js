// The steps of the reckoning, and what a deal gives its declarer (docs/rules/staekske_rape.md §5-§9).

import { line, seatsOf } from "../core.js";
import { meldPoints } from "./melds.js";

export const BASE = 10;
export const ALL_TRICKS = 15 + 10;
export const CARD_POINTS = 146;
const UNPLAYED = 10;
const [NO_TRICK, REFUSED] = [-50, -10];
const LOSS = 10;

export const needed = (bid, melds) => BASE + bid - meldPoints(melds) / 10;

export const madeOf = ({ event, card_points }, { five_rounds }) => {
  if (event === "all_tricks") return ALL_TRICKS;
  if (event === "four_jacks_unplayed") return UNPLAYED;
  return Math.floor(((card_points ?? 0) + (five_rounds === "up" ? 5 : 4)) / 10);
};

const resultOf = (difference) => (difference >= 0 ? difference : 2 * difference - LOSS);

const doubles = (result, { event, without_stock }, options) => {
  if (!without_stock) return false;
  return event === "no_tricks" ? options.double_no_tricks : options.double_losses || result > 0;
};

const told = ({ bid, melds, without_stock }) => ({ bid, melds, meld_points: meldPoints(melds), without_stock });

const outcome = (declarer, points, seats, lines) => ({
  points: seatsOf(seats).map((seat) => (seat === declarer ? points : 0)),
  marks: seatsOf(seats).map(() => false),
  lines,
});

export const score = (deal, options, seats) => {
  const { declarer, bid, event, card_points } = deal;
  const who = [declarer];
  if (bid === null) return outcome(declarer, REFUSED, seats, [line("refused", who, { points: REFUSED })]);
  if (event === "no_tricks") {
    const points = NO_TRICK * (doubles(NO_TRICK, deal, options) ? 2 : 1);
    return outcome(declarer, points, seats, [line("no_tricks", who, { ...told(deal), result: NO_TRICK, points })]);
  }
  const [need, made] = [needed(bid, deal.melds), madeOf(deal, options)];
  const result = resultOf(made - need);
  const points = result * (doubles(result, deal, options) ? 2 : 1);
  const sums = { event, card_points, needed: need, made, difference: made - need, result, points };
  return outcome(declarer, points, seats, [
    line("needed", who, { ...told(deal), needed: need }),
    line("made", who, { event, card_points, made }),
    ...(need > ALL_TRICKS ? [line("beyond_reach", who, { needed: need, most: ALL_TRICKS })] : []),
    line("result", who, { ...told(deal), ...sums }),
  ]);
};
