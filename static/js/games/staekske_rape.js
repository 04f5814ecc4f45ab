// The twin of scorekeeper/games/staekske_rape: what a deal gives its declarer, who has won, what the open deal needs.
// The rules and their sources are in docs/rules/staekske_rape.md; the shapes are those of core.js.

import { between, problem, Reader, seatsOf } from "./core.js";
import { score } from "./staekske_rape/deal.js";
import { close, judge } from "./staekske_rape/endings.js";
import { readForm, writeForm } from "./staekske_rape/form.js";
import { load } from "./staekske_rape/loading.js";
import { closeness, outlook } from "./staekske_rape/outlook.js";
import { words } from "./staekske_rape/words.js";

const PLAYERS = 4;
const TARGET = 100;
const FLAGS = { double_losses: true, double_no_tricks: true, four_jacks_unplayed: true, winner_paid: false };

// house rules (§20-§25)

const loadOptions = (data) => {
  const reader = new Reader(data, ["target", "five_rounds", ...Object.keys(FLAGS)]);
  const options = { target: reader.number("target", between(10, 10_000), "target_range", TARGET) };
  options.five_rounds = reader.get("five_rounds", "down");
  if (!["down", "up"].includes(options.five_rounds)) reader.add("choice", "five_rounds");
  for (const [name, usual] of Object.entries(FLAGS)) options[name] = reader.flag(name, usual);
  reader.stopIfProblems();
  return options;
};

// who does not play (§3)

const sitsOut = (dealer, seats, vacant = []) => (seats === PLAYERS ? null : vacant[0] ?? dealer);

const dealerProblems = ({ declarer }, dealer, seats, vacant) => {
  const plays = declarer !== sitsOut(dealer, seats, vacant) && !vacant.includes(declarer);
  return plays ? [] : [problem("declarer_sits_out", "declarer", { seat: declarer })];
};

export default {
  key: "staekske_rape",
  lowWins: false,
  keepsMarks: false,
  pressing: ["near"],
  unfinished: ["declarer_missing", "bid_missing", "card_points_missing", "four_jacks_needed"],
  inTens: false,
  belowNought: true,
  playsClockwise: true,
  loadOptions, load, score, sitsOut, dealerProblems, close, closeness, words, writeForm,
  judge: (totals, _marks, dealer, options, vacant) => judge(totals, dealer, options, vacant),
  problemKey: ({ code }) => code,
  readForm: (fields, { seats, dealer, vacant }) => {
    const out = sitsOut(dealer, seats, vacant);
    return readForm(fields, seatsOf(seats).filter((seat) => seat !== out && !vacant.includes(seat)));
  },
  outlook: (standings, payload, options, seats) => {
    const out = sitsOut(standings.dealer, seats, standings.vacant);
    return outlook(standings, payload, options, seatsOf(seats).filter((seat) => seat !== out));
  },
};
