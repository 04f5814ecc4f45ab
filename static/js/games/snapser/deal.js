// What a deal of Šnapser is, and what it is worth (docs/rules/snapser.md §2-§9).

import { seatsOf } from "../core.js";

export const MOST_RAISES = 4;
export const DECLARED = ["hram", "za12", "durch", "nehram"];
export const SIDES = ["chooser", "opponents"];

// What each outcome is worth before anything doubles it (§5).
export const GAME_VALUES = { s_vodou: 2, bez_vody: 4, za6: 6, za12: 12, tichy_durch: 18, durch: 36, nehram: 6 };

const OUTCOMES = {
  hram: ["s_vodou", "bez_vody", "za6", "tichy_durch"],
  za12: ["za12", "tichy_durch"],
  durch: ["durch"],
  nehram: ["nehram"],
};

// How a declared game can come out if this side wins; the first one is what was declared (§5, §19).
export const outcomes = (declared, winner, options) => (
  declared === "durch" && winner === "opponents" && options.durch_lost_all === "both"
    ? [...OUTCOMES.durch, "tichy_durch"] : OUTCOMES[declared]);

export const sideOf = ({ chooser, partner, sits_out }, side, seats) => seatsOf(seats).filter((seat) => (
  !sits_out.includes(seat) && [chooser, partner].includes(seat) === (side === "chooser")));

export const otherSide = (side) => (side === "chooser" ? "opponents" : "chooser");

// Who chooses after `dealer` has dealt: the right-hand neighbour, past the empty seats (§3).
export const usualChooser = (dealer, seats, vacant) => seatsOf(seats)
  .map((step) => (dealer - step - 1 + seats) % seats).find((seat) => !vacant.includes(seat));

export const gameValue = (declared, outcome, options) => {
  if (outcome === "tichy_durch") {
    if (declared === "za12" && options.za12_all_tricks === "za12") return GAME_VALUES.za12;
    if (declared === "durch" && options.durch_lost_all === "both") return GAME_VALUES.durch + GAME_VALUES.tichy_durch;
  }
  return GAME_VALUES[outcome];
};

export const doubles = (declared, red, options) => red && (declared !== "nehram" || options.nehram_red_doubles);

// How much of a game's value the raises double (§21).
export const raisedPart = (declared, game, options) => (
  options.raises_apply_to === "declared" ? Math.min(game, GAME_VALUES[OUTCOMES[declared][0]]) : game);

// What each loser pays to each winner (§5-§8).
export const valueOf = (declared, outcome, red, raises, options) => {
  const game = gameValue(declared, outcome, options);
  const part = raisedPart(declared, game, options);
  return options.base * (doubles(declared, red, options) ? 2 : 1) * (game - part + part * 2 ** raises);
};
