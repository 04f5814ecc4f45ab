// The twin of scorekeeper/games/snapser: what a deal is worth, what the open one would be, and the end of the account.
// The rules and their sources are in docs/rules/snapser.md; the shapes are those of core.js.

import { agreed, ending, matched } from "./agreement.js";
import { between, line, problem, Reader, sum, whole } from "./core.js";
import { DECLARED, outcomes, usualChooser, valueOf } from "./snapser/deal.js";
import { readForm, writeForm } from "./snapser/form.js";
import { load } from "./snapser/loading.js";
import { score } from "./snapser/scoring.js";
import { problemKey, words } from "./snapser/words.js";

const DEFAULTS = {
  base: 1, nehram_red_doubles: true, za12_all_tricks: "tichy_durch", false_dost_value: "by_points",
  durch_lost_all: "durch", marriages_33: true, raises_apply_to: "reached",
};
const CHOICES = {
  za12_all_tricks: ["tichy_durch", "za12"],
  false_dost_value: ["by_points", "s_vodou", "bez_vody"],
  durch_lost_all: ["durch", "both"],
  raises_apply_to: ["reached", "declared"],
};
const FLAGS = ["nehram_red_doubles", "marriages_33"];

// house rules (§15-§21)

const loadOptions = (data) => {
  const reader = new Reader(data, Object.keys(DEFAULTS));
  const options = { base: reader.number("base", between(1, 1000), "base_range", DEFAULTS.base) };
  for (const key of Object.keys(DEFAULTS).slice(1)) {
    options[key] = FLAGS.includes(key) ? reader.flag(key, DEFAULTS[key]) : reader.get(key, DEFAULTS[key]);
    if (CHOICES[key] && !CHOICES[key].includes(options[key])) reader.add("choice", key);
  }
  reader.stopIfProblems();
  return options;
};

// who does not play (§3)

const sitsOut = (dealer, seats, vacant = []) => vacant[0] ?? null;

const dealerProblems = (deal, dealer, seats, vacant) => (
  String(deal.sits_out) === String(vacant) ? []
    : [problem("sits_out_is_empty", "sits_out", { seats: deal.sits_out, empty_seats: vacant })]);

// the account (§12-§14)

const closed = (reader, { totals, dealer }) => {
  const left = sum(totals);
  if (left) reader.add("account_uneven", "how", { sum: left });
  const pairs = left ? [] : matched(totals);
  const gets = [...totals.keys()].filter((seat) => totals[seat] > 0);
  const first = gets.length ? line("closed", gets, { points: gets.map((seat) => totals[seat]) }) : line("closed_even");
  const lines = pairs.map(([payer, payee, stakes]) => line("pays", [payer, payee], { stakes }));
  const pays = [...totals.keys()].filter((seat) => totals[seat] < 0);
  return ending("closed", pays, gets, totals, pairs, dealer, null, [first, ...lines]);
};

const closeness = (standings, _options, seats) => standings.totals.map((_total, seat) => {
  if (standings.ending) {
    const stakes = standings.ending.stakes[seat];
    return line(stakes < 0 ? "account_pays" : stakes > 0 ? "account_gets" : "account_even", [seat], { stakes: Math.abs(stakes) });
  }
  if (standings.vacant.includes(seat)) return line("left", [seat]);
  if (seat === usualChooser(standings.dealer, seats, standings.vacant)) return line("chooses", [seat]);
  return line(seat === standings.dealer ? "deals" : "plays", [seat]);
});

// What each outcome of the open deal would be worth, once red trumps or raises are known (§22).
const outlook = (_standings, payload, options) => {
  const isObject = typeof payload === "object" && payload !== null && !Array.isArray(payload);
  const data = isObject ? payload : {};
  const found = whole(data.raises);
  const raises = found !== null && between(0, 4)(found) ? found : 0;
  const red = data.red === true;
  const declared = DECLARED.includes(data.declared) ? data.declared : "hram";
  if (declared === "nehram" || !(raises || red || declared !== "hram")) return [];
  const names = outcomes(declared, "opponents", options);
  const amounts = names.map((outcome) => valueOf(declared, outcome, red, raises, options));
  return [line("worth", [], { declared, outcomes: names, amounts })];
};

export default {
  key: "snapser",
  lowWins: false,
  keepsMarks: false,
  pressing: [],
  unfinished: ["winner", "outcome", "ended", "ended_by", "integer"],
  inTens: false,
  belowNought: true,
  playsClockwise: false,
  loadOptions, load, score, sitsOut, dealerProblems, closeness, outlook, readForm, writeForm, words, problemKey,
  judge: () => "running",
  rulingProblems: (points) => (sum(points) ? [problem("ruling_sum_0", "points", { sum: sum(points) })] : []),
  close: (standings, how) => agreed(standings, how, { closed }),
};
