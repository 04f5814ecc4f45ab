// The twin of scorekeeper/games/kalter_schlag: what a deal is worth, who has lost, what the open deal may decide.
// The rules and their sources are in docs/rules/kalter_schlag.md; the shapes are those of core.js.

import { between, line, problem, Reader, seatsOf } from "./core.js";
import { CARD_POINTS, durchmarschPenalty, losingTotals, penalty, PLAYERS } from "./kalter_schlag/deal.js";
import { close, judge } from "./kalter_schlag/endings.js";
import { readForm, writeForm } from "./kalter_schlag/form.js";
import { load } from "./kalter_schlag/loading.js";
import { outlook } from "./kalter_schlag/outlook.js";
import { problemKey, words } from "./kalter_schlag/words.js";

const DEFAULTS = {
  limit: 2000, marks_to_win: 5, fifth_vs_limit: "five_first", joint_five: "all_win", four_way: "all_score",
};
const CHOICES = {
  fifth_vs_limit: ["five_first", "limit_first"],
  joint_five: ["all_win", "lowest_wins"],
  four_way: ["all_score", "none_scores"],
};

// house rules (§20-§24)

const loadOptions = (data) => {
  const reader = new Reader(data, Object.keys(DEFAULTS));
  const options = { ...DEFAULTS, limit: reader.number("limit", between(100, 100_000), "limit_range", DEFAULTS.limit) };
  if (options.limit % 10) reader.add("multiple_of_ten", "limit");
  const noMarks = reader.says("marks_to_win") && !reader.has("marks_to_win");
  options.marks_to_win = noMarks ? null : reader.number("marks_to_win", between(2, 20), "marks_range", 5);
  for (const [key, allowed] of Object.entries(CHOICES)) {
    options[key] = reader.get(key, DEFAULTS[key]);
    if (!allowed.includes(options[key])) reader.add("choice", key);
  }
  reader.stopIfProblems();
  return options;
};

// what a deal is worth and why (§4-§8, §24)

const score = (deal, options, seats) => {
  if (deal.penalties) {
    const losers = seatsOf(seats).filter((seat) => deal.penalties[seat]);
    const lines = [line("paper", losers, { points: Math.max(...deal.penalties) })];
    return { points: deal.penalties, marks: deal.penalties.map(Boolean), lines };
  }
  return deal.durchmarsch === null ? scoreMost(deal, options, seats) : scoreDurchmarsch(deal, seats);
};

const scoreMost = (deal, options, seats) => {
  const { calls, callers, jungfrauen, jungfrau_seats } = deal;
  const points = Math.max(...deal.points);
  const losers = seatsOf(seats).filter((seat) => deal.points[seat] === points);
  const lines = [line("most", losers, { points }), callsLine(deal), jungfrauenLine(deal)];
  if (losers.length === PLAYERS && options.four_way === "none_scores") {
    return outcome([], 0, seats, [...lines, line("nobody_scores", losers, { points })]);
  }
  const raw = points << calls + jungfrauen;
  const due = penalty(points, calls, jungfrauen);
  const rounded = due > raw ? "up" : due < raw ? "down" : "not";
  const factor = 1 << calls + jungfrauen;
  const params = { points, calls, callers, jungfrauen, jungfrau_seats, factor, raw, penalty: due, rounded };
  return outcome(losers, due, seats, [...lines, line("penalty", losers, params)]);
};

const scoreDurchmarsch = (deal, seats) => {
  const { calls, callers, durchmarsch, sits_out } = deal;
  const due = durchmarschPenalty(calls);
  const payers = seatsOf(seats).filter((seat) => seat !== durchmarsch && seat !== sits_out);
  const params = { points: CARD_POINTS, calls, callers, factor: 1 << calls, penalty: due, payers };
  return outcome(payers, due, seats, [callsLine(deal), line("durchmarsch", [durchmarsch], params)]);
};

// A deal without calls, or in which all took tricks, says so: what is forgotten is the commonest error.
const callsLine = ({ calls, callers }) =>
  (calls ? line("calls", callers ?? [], { calls, factor: 1 << calls }) : line("nobody_called"));
const jungfrauenLine = ({ jungfrauen, jungfrau_seats }) =>
  (jungfrauen ? line("jungfrauen", jungfrau_seats ?? [], { jungfrauen, factor: 1 << jungfrauen }) : line("all_took_tricks"));

const outcome = (losers, points, seats, lines) => ({
  points: seatsOf(seats).map((seat) => (losers.includes(seat) ? points : 0)),
  marks: seatsOf(seats).map((seat) => losers.includes(seat)),
  lines,
});

// who does not play (§18)

const sitsOut = (dealer, seats, vacant = []) => (seats === PLAYERS ? null : vacant[0] ?? dealer);

const dealerProblems = (deal, dealer, seats, vacant) => {
  const seat = deal.sits_out;
  if (seat === sitsOut(dealer, seats, vacant)) return [];
  return [vacant.length ? problem("sits_out_is_empty", "sits_out", { seat, empty: vacant[0] })
    : problem("sits_out_is_dealer", "sits_out", { seat, dealer })];
};

// what each player is close to (§28, §29)

const closeness = (standings, options) => standings.totals.map((total, seat) => {
  if (standings.vacant.includes(seat)) return line("left", [seat]);
  if (standings.ending) {
    const stakes = standings.ending.stakes[seat];
    return line(stakes < 0 ? "pays" : stakes > 0 ? "gets" : "even", [seat], { stakes: Math.abs(stakes) });
  }
  const points = options.limit - total;
  if (points <= 0) return line("over_limit", [seat], { points: 0 - points });
  const lastButOne = options.marks_to_win !== null && standings.marks[seat] === options.marks_to_win - 1;
  // the least penalty must leave the player below the limit, else the next mark cannot win (§13)
  if (lastButOne && points > penalty(losingTotals(0, 1)[0], 0, 0)) return line("next_mark_wins", [seat], { points });
  return line(total === 0 && standings.marks[seat] === 0 ? "paid_double" : "to_go", [seat], { points });
});

export default {
  key: "kalter_schlag",
  lowWins: true,
  keepsMarks: true,
  pressing: ["next_mark_wins"],
  unfinished: ["no_total", "paper_empty"],
  inTens: true,
  playsClockwise: true,
  belowNought: false,
  loadOptions, load, score, sitsOut, dealerProblems, judge, close, closeness, words, problemKey,
  readForm: (fields, { seats, dealer, vacant }) => readForm(fields, { seats, dealer, out: sitsOut(dealer, seats, vacant) }),
  writeForm,
  outlook: (standings, payload, options, seats) => {
    const out = sitsOut(standings.dealer, seats, standings.vacant);
    return outlook(standings, payload, options, seatsOf(seats).filter((seat) => seat !== out));
  },
};
