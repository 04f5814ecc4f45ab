// How a deal came out by the points of both sides: the "dosť" helper (docs/rules/snapser.md §10, §11).

import { problem } from "../core.js";
import { otherSide } from "./deal.js";

const CARD_POINTS = 120;
const [ENOUGH, WATER] = [66, 33];
export const ENDED = ["dost", "last_trick"];
export const MARRIAGES = 100;
export const STEP = 20;
export const MOST = CARD_POINTS + MARRIAGES;

export const isEnough = ({ ended, points }) => ended === "last_trick" || points >= ENOUGH;

export const reached = (declared, count, options) => {
  if (declared === "nehram") return ["opponents", "nehram"];
  const allTricks = count.ended === "last_trick" && !count.other_tricks;
  if (declared === "durch") {
    if (allTricks && count.side === "chooser") return ["chooser", "durch"];
    return ["opponents", allTricks && options.durch_lost_all === "both" ? "tichy_durch" : "durch"];
  }
  if (allTricks) return [count.side, declared === "za12" && options.za12_all_tricks === "za12" ? "za12" : "tichy_durch"];
  return declared === "za12" ? [za12(count), "za12"] : hram(count, options);
};

const za12 = (count) => {
  if (!isEnough(count)) return otherSide(count.side);
  return count.ended === "dost" && count.side === "chooser" && !count.other_tricks ? "chooser" : "opponents";
};

const hram = (count, options) => {
  if (!isEnough(count)) {
    const value = options.false_dost_value === "by_points" ? byWater(count.points) : options.false_dost_value;
    return [otherSide(count.side), value];
  }
  if (!count.other_tricks) return [count.side, "za6"];
  return [count.side, byWater(count.other_points - (options.marriages_33 ? 0 : count.other_marriages))];
};

const byWater = (points) => (points >= WATER ? "s_vodou" : "bez_vody");

// Why no deal can end with these points.
export const countProblems = ({ ended, points, other_points, other_tricks, other_marriages }, players) => {
  const added = points + other_points;
  if (added > MOST) return [problem("count_sum", "points", { sum: added, most: MOST })];
  const found = [];
  // Who leads first may announce a marriage and lose the trick.
  if (!other_tricks && ![0, STEP, 2 * STEP].includes(other_points)) {
    found.push(problem("count_trickless", "trickless", { points: other_points }));
  }
  if (players > 2 && ended === "last_trick" && (added < CARD_POINTS || (added - CARD_POINTS) % STEP)) {
    found.push(problem("count_all", "points", { sum: added }));
  }
  if (other_marriages > other_points) found.push(problem("count_marriages", "marriages", { points: other_points }));
  return found;
};
