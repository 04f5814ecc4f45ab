// What the deal being played may do to the game: the threat line (docs/rules/kalter_schlag.md §30).
//
// The larger a penalty, the likelier a loss at the limit and the unlikelier a win by marks, never the other way
// round. So a threshold is found from one end, and a whole range holds if its worst end does.

import { line, whole } from "../core.js";
import { CARD_POINTS, durchmarschPenalty, LOSING, losingTotals, penalty, PLAYERS } from "./deal.js";
import { decide } from "./endings.js";

// Names of the numbers that hold with no, one and two players without a trick.
const THRESHOLDS = ["points", "points_one", "points_two"];

const combinations = (items, size) => (size === 0 ? [[]] : items.flatMap((item, at) => (
  combinations(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]))));

// `wins` asks for a win of the seat, otherwise for its loss.
const decides = (decision, seat, wins) => (wins ? decision.winners.includes(seat) : decision.loser === seat);

// What is known of the deal, and what it may bring.
class OpenDeal {
  constructor(standings, payload, options, playing) {
    const data = Object(payload);
    const known = (key) => (Object.hasOwn(data, key) ? data[key] : null);
    const named = (key) => {
      const seats = Array.isArray(known(key)) ? known(key).map(whole) : [];
      return playing.filter((seat) => seats.includes(seat));
    };
    const calls = whole(known("calls"));
    const count = whole(known("jungfrauen")) ?? 0;
    const march = whole(known("durchmarsch"));
    Object.assign(this, { standings, options, playing });
    this.calls = calls !== null && calls >= 0 && calls <= PLAYERS ? calls : named("callers").length;
    this.jungfrauen = Math.max(named("jungfrau_seats").length, count < PLAYERS ? count : 0);
    this.march = playing.includes(march) ? march : null;
    // without a Durchmarsch: how many may take no trick, who may have the most, in which ways
    this.levels = this.march === null ? [0, 1, 2].filter((level) => level >= this.jungfrauen) : [];
    this.losers = playing.filter((seat) => !named("jungfrau_seats").includes(seat));
    this.makers = this.march === null ? this.losers : [this.march];
    this.ways = LOSING
      .filter(({ jungfrauen, size }) => this.levels.includes(jungfrauen)
        && (size < PLAYERS || options.four_way === "all_score"))
      .flatMap(({ jungfrauen, size, totals }) => (
        combinations(this.losers, size).map((losers) => ({ jungfrauen, losers, totals }))));
  }

  after(losers, points) {
    const { totals, marks, vacant } = this.standings;
    const more = (numbers, by) => numbers.map((number, seat) => number + (losers.includes(seat) ? by : 0));
    return decide(more(totals, points), more(marks, 1), this.options, vacant);
  }

  tied(losers, total, jungfrauen) { return this.after(losers, penalty(total, this.calls, jungfrauen)); }

  durchmarsch(maker) {
    return this.after(this.playing.filter((seat) => seat !== maker), durchmarschPenalty(this.calls));
  }

  // Whether every deal that gives this seat a mark makes it win (or lose).
  always(seat, wins) {
    return this.ways.every(({ jungfrauen, losers, totals }) => !losers.includes(seat)
        || decides(this.tied(losers, totals.at(wins ? -1 : 0), jungfrauen), seat, wins))
      && this.makers.every((maker) => maker === seat || decides(this.durchmarsch(maker), seat, wins));
  }

  // At which index of the totals that are possible alone winning stops, or losing begins.
  turns(seat, jungfrauen, wins) {
    const totals = losingTotals(jungfrauen, 1);
    const at = totals.findIndex((total) => decides(this.tied([seat], total, jungfrauen), seat, wins) !== wins);
    return at < 0 ? totals.length : at;
  }

  // With whom a tie within the numbers of `alone` may not make the seat win (or lose).
  spoilers(seat, alone, wins) {
    const found = new Set();
    for (const { jungfrauen, losers, totals } of this.ways) {
      if (!losers.includes(seat) || losers.length !== 2 || !alone.has(jungfrauen)) continue;
      const bound = alone.get(jungfrauen);
      const within = totals.filter((total) => (wins ? total <= bound : total >= bound));
      if (within.length && !decides(this.tied(losers, within.at(wins ? -1 : 0), jungfrauen), seat, wins)) {
        losers.forEach((each) => found.add(each));
      }
    }
    const unless_tied = this.playing.filter((each) => each !== seat && found.has(each));
    return unless_tied.length ? { unless_tied } : {};
  }

  // The numbers of `alone` that say something new, each less than the one before.
  thresholds(alone) {
    const params = {};
    let least = CARD_POINTS + 1;
    for (const [level, total] of alone) {
      if (total < least) params[THRESHOLDS[level > this.jungfrauen ? level : 0]] = least = total;
    }
    return params;
  }
}

const lossOf = (deal, seat) => {
  const alone = new Map();
  for (const level of deal.levels) {
    const total = losingTotals(level, 1)[deal.turns(seat, level, false)];
    if (total) alone.set(level, total);
  }
  if (!alone.size) return [];
  if (deal.always(seat, false)) return [line("loses_with_any_mark", [seat])];
  return [line("loses_from", [seat], { ...deal.thresholds(alone), ...deal.spoilers(seat, alone, false) })];
};

const winOf = (deal, seat) => {
  const need = deal.options.marks_to_win;
  if (need === null || deal.standings.marks[seat] !== need - 1) return [];
  const alone = new Map(deal.levels.map((level) => (
    [level, losingTotals(level, 1)[deal.turns(seat, level, true) - 1] ?? 0])));
  if (![...alone.values()].some(Boolean)) return [];
  if (deal.always(seat, true)) return [line("wins_with_any_mark", [seat])];
  return [line("wins_up_to", [seat], { ...deal.thresholds(alone), ...deal.spoilers(seat, alone, true) })];
};

// Losses that need the fewest further Jungfrauen and the fewest card points come first.
const urgency = ({ params }) => {
  const further = THRESHOLDS.findIndex((name) => name in params);
  return further < 0 ? 0 : further * 1000 + params[THRESHOLDS[further]];
};

// What a Durchmarsch decides, by whom, unless any mark decides it anyway.
const marchesOf = (deal, said) => {
  const [losses, wins] = [new Map(), new Map()];
  const note = (found, seats, maker) => {
    const key = seats.join();
    if (!found.has(key)) found.set(key, { seats, makers: [] });
    found.get(key).makers.push(maker);
  };
  for (const maker of deal.makers) {
    const { loser, winners } = deal.durchmarsch(maker);
    if (loser !== null && !said("loses_with_any_mark", loser)) note(losses, [loser], maker);
    if (winners.some((winner) => !said("wins_with_any_mark", winner))) note(wins, winners, maker);
  }
  const lines = (found, code) => [...found.values()].map(({ seats, makers }) => line(code, seats, { makers }));
  return [...lines(losses, "durchmarsch_loses"), ...lines(wins, "durchmarsch_wins")];
};

// What is decided by those ties whose total nobody can have alone at the top: 30, 40 or 60.
const tiesOf = (deal, said) => deal.ways.flatMap(({ jungfrauen, losers, totals: [points] }) => {
  if (points >= losingTotals(jungfrauen, 1)[0]) return [];
  const { loser, winners } = deal.tied(losers, points, jungfrauen);
  const tie = (code, seat) => (
    line(code, [seat, ...losers.filter((other) => other !== seat)], { points, jungfrauen }));
  return [
    ...(losers.includes(loser) && !said("loses_with_any_mark", loser) ? [tie("tie_loses", loser)] : []),
    ...winners.filter((winner) => !deal.turns(winner, jungfrauen, true)).map((winner) => tie("tie_wins", winner)),
  ];
});

export const outlook = (standings, payload, options, playing) => {
  if (standings.ending) return [];
  const deal = new OpenDeal(standings, payload, options, playing);
  const losses = deal.losers.flatMap((seat) => lossOf(deal, seat)).sort((one, other) => urgency(one) - urgency(other));
  const lines = [...losses, ...deal.losers.flatMap((seat) => winOf(deal, seat))];
  const said = (code, seat) => lines.some((each) => each.code === code && each.seats[0] === seat);
  const all = [...lines, ...marchesOf(deal, said), ...tiesOf(deal, said)];
  const { calls, jungfrauen } = deal;
  const factor = 1 << calls + jungfrauen;
  const prefix = all.length && factor > 1 && deal.levels.length;
  return prefix ? [line("factor", [], { factor, calls, jungfrauen }), ...all] : all;
};
