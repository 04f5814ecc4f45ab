// What a deal of Kalter Schlag is, and which deals are possible (docs/rules/kalter_schlag.md §3-§9).

import { seatsOf } from "../core.js";

export const PLAYERS = 4;
export const CARD_POINTS = 120;
export const CALLS = seatsOf(PLAYERS + 1);

const range = (least, most) => seatsOf(most - least + 1).map((step) => least + step);

// What the losers may have, by the players without a trick and the number of tied losers; others cannot be (§9).
export const LOSING = [
  [0, 1, [...range(31, 118), 120]],
  [0, 2, range(31, 60)],
  [0, 3, range(31, 40)],
  [0, 4, [30]],
  [1, 1, [...range(41, 118), 120]],
  [1, 2, range(41, 60)],
  [1, 3, [40]],
  [2, 1, [...range(61, 118), 120]],
  [2, 2, [60]],
].map(([jungfrauen, size, totals]) => ({ jungfrauen, size, totals }));

export const losingTotals = (jungfrauen, size) =>
  LOSING.find((each) => each.jungfrauen === jungfrauen && each.size === size).totals;

// Doubled first, then rounded once to the nearest ten, 5 up (§5).
export const penalty = (total, calls, jungfrauen) => Math.floor(((total << calls + jungfrauen) + 5) / 10) * 10;
export const durchmarschPenalty = (calls) => CARD_POINTS << calls;
