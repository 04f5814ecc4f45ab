// What melds are worth, and whether seven cards can hold them (docs/rules/staekske_rape.md §6, §7).

import { seatsOf, sum } from "../core.js";

const HAND = 7;
const MOST_RUNS = 2;
const [SUITS, RANKS] = [4, 8];
const [KING, QUEEN] = [1, 2];

export const WORTH = {
  run3: 20, run4: 50, run5: 100, stoek: 20, four_jacks: 200, four_nines: 140, four_aces: 100, four_kings: 100,
  four_queens: 100, four_tens: 100,
};
export const MELDS = Object.keys(WORTH);
export const RUNS = { run3: 3, run4: 4, run5: 5 };
const FOURS = { four_aces: 0, four_kings: 1, four_queens: 2, four_jacks: 3, four_tens: 4, four_nines: 5 };

export const meldPoints = (melds) => sum(melds.map((meld) => WORTH[meld]));

// A card is suit × 8 + rank; ranks count from the ace down, suit 0 is trumps.
const fixed = (meld) => (meld === "stoek" ? [KING, QUEEN] : seatsOf(SUITS).map((suit) => suit * RANKS + FOURS[meld]));

const runsOf = (length) => seatsOf(SUITS).flatMap((suit) => seatsOf(RANKS - length + 1).map((highest) => (
  seatsOf(length).map((step) => suit * RANKS + highest + step))));

// Every way in which runs of these lengths lie in the suits without sharing a card.
const placed = ([first, ...rest]) => {
  if (first === undefined) return [[]];
  return placed(rest).flatMap((cards) => runsOf(first).filter((run) => !run.some((card) => cards.includes(card)))
    .map((run) => [...cards, ...run]));
};

// Runs share no card with one another, other melds may.
export const fits = (melds) => {
  const runs = melds.filter((meld) => meld in RUNS).map((meld) => RUNS[meld]);
  if (runs.length > MOST_RUNS) return false;
  const others = melds.filter((meld) => !(meld in RUNS)).flatMap(fixed);
  return placed(runs).some((cards) => new Set([...others, ...cards]).size <= HAND);
};
