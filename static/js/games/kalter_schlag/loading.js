// Reads deals, refusing every impossible one (docs/rules/kalter_schlag.md §7-§9).

import { between, Reader, seatsOf, sum } from "../core.js";
import { CALLS, CARD_POINTS, durchmarschPenalty, LOSING, losingTotals, penalty, PLAYERS } from "./deal.js";

const PLAYED_KEYS = ["v", "points", "jungfrauen", "durchmarsch", "calls", "jungfrau_seats", "callers", "sits_out"];
const PAPER_KEYS = ["v", "penalties", "sits_out"];
const MOST_PENALTY = CARD_POINTS << 6;

// A deal is {points, jungfrauen, …} or, copied from paper, {penalties, sits_out}.
export const load = (payload, options, seats) => {
  const has = (key) => Object.hasOwn(Object(payload), key) && !Array.isArray(payload);
  return has("penalties") && !has("points") ? loadPaper(payload, options, seats) : loadPlayed(payload, seats);
};

const readSitsOut = (reader, seats) => {
  if (seats === PLAYERS) {
    if (reader.has("sits_out")) reader.add("sits_out_four", "sits_out");
    return null;
  }
  if (reader.has("sits_out")) return reader.number("sits_out", between(0, seats - 1), "sits_out_seat");
  reader.add("sits_out_missing", "sits_out");
  return null;
};

const loadPaper = (payload, options, seats) => {
  const reader = new Reader(payload, PAPER_KEYS);
  reader.version();
  const sits_out = readSitsOut(reader, seats);
  const row = reader.row("penalties", seats, "one_total_a_seat") ?? [];
  const penalties = row.map((item, seat) => (
    item === null && seat === sits_out ? 0
      : reader.checked(item, `penalties.${seat}`, between(0, MOST_PENALTY), "paper_range") ?? 0));
  if (!reader.problems.length) checkRow(reader, penalties, sits_out, options);
  reader.stopIfProblems();
  return { penalties, sits_out };
};

const checkRow = (reader, penalties, out, options) => {
  const losers = seatsOf(penalties.length).filter((seat) => penalties[seat]);
  const points = penalties[losers[0]];
  if (losers.includes(out)) reader.add("sits_out_points", `penalties.${out}`, { seat: out });
  else if (losers.some((seat) => penalties[seat] !== points)) reader.add("paper_unequal", "penalties", { seats: losers });
  else if (options.four_way === "none_scores" && [0, PLAYERS].includes(losers.length)) {
    if (losers.length) reader.add("paper_four", "penalties");
  } else if (!losers.length) reader.add("paper_empty", "penalties");
  else if (!canGet(points, losers.length)) reader.add("paper_value", `penalties.${losers[0]}`, { points, seats: losers });
};

// Whether so many players can get this penalty together in one deal (§8).
const canGet = (points, losers) =>
  CALLS.some((calls) => (losers === PLAYERS - 1 && durchmarschPenalty(calls) === points)
    || LOSING.some(({ jungfrauen, size, totals }) => size === losers
      && totals.some((total) => penalty(total, calls, jungfrauen) === points)));

const loadPlayed = (payload, seats) => {
  const reader = new Reader(payload, PLAYED_KEYS);
  reader.version();
  const sits_out = readSitsOut(reader, seats);
  const playing = seatsOf(seats).filter((seat) => seat !== sits_out);
  const [calls, callers] = readCalls(reader, playing);
  let [jungfrauen, named] = readJungfrauen(reader, playing);
  let totals = readTotals(reader, seats, sits_out);
  let march = null;
  if (reader.has("durchmarsch")) {
    march = reader.checked(reader.get("durchmarsch"), "durchmarsch", (seat) => playing.includes(seat), "durchmarsch_seat");
    if (march !== null) {
      const said = reader.has("jungfrauen") ? jungfrauen : null;
      totals = checkDurchmarsch(reader, seats, playing, march, totals, said, named);
      [jungfrauen, named] = [PLAYERS - 1, playing.filter((seat) => seat !== march)];
    }
  } else if (totals && playing.length === PLAYERS) {
    checkTotals(reader, playing, totals, jungfrauen);
    for (const seat of named ?? []) {
      if (totals[seat]) reader.add("jungfrau_with_points", "jungfrau_seats", { seat, points: totals[seat] });
    }
    named ??= knownJungfrauen(playing, totals, jungfrauen);
  }
  reader.stopIfProblems();
  return { points: totals, jungfrauen, durchmarsch: march, calls, jungfrau_seats: named, callers, sits_out };
};

// Card points by seat, null where none were entered; null altogether if any is no possible total.
const readTotals = (reader, seats, out) => {
  const items = reader.row("points", seats, "one_total_a_seat");
  let wrong = !items;
  const totals = (items ?? []).map((item, seat) => {
    if (item === null) return null;
    const where = `points.${seat}`;
    const total = reader.checked(item, where, between(0, CARD_POINTS), item > 0 ? "over_120" : "negative");
    if (total !== null && seat === out) reader.add("sits_out_points", where, { seat });
    wrong ||= total === null;
    return seat === out ? null : total;
  });
  return wrong ? null : totals;
};

const readJungfrauen = (reader, playing) => {
  const named = reader.seats("jungfrau_seats", playing, "jungfrau_seat");
  const count = reader.number("jungfrauen", between(0, PLAYERS - 1), "jungfrauen_0_3", named?.length ?? 0);
  if (count !== null && named && named.length !== count) {
    reader.add("jungfrau_seats_count", "jungfrau_seats", { count, named: named.length });
    return [count, null];
  }
  return [count, named && [...named].sort((one, other) => one - other)];
};

const readCalls = (reader, playing) => {
  const callers = reader.seats("callers", playing, "caller_seat");
  const calls = reader.number("calls", between(0, PLAYERS), "calls_0_4", callers?.length ?? 0);
  if (calls !== null && callers && callers.length !== calls) {
    reader.add("callers_count", "callers", { count: calls, named: callers.length });
  }
  return [calls, calls === 0 ? [] : callers];
};

// Notes what is impossible about the totals (§7, §9) and fills in the one that is missing.
const checkTotals = (reader, playing, totals, said) => {
  const entered = playing.filter((seat) => totals[seat] !== null);
  let jungfrauen = said;
  if (jungfrauen === PLAYERS - 1) {
    reader.add("three_jungfrauen_is_durchmarsch", "jungfrauen");
    if (!entered.length) return;
    jungfrauen = null;
  }
  if (playing.length - entered.length > 1) {
    checkShort(reader, totals, entered, jungfrauen);
    return;
  }
  const added = sum(entered.map((seat) => totals[seat]));
  if (added > CARD_POINTS || (entered.length === playing.length && added !== CARD_POINTS)) {
    reader.add("sum_120", "points", { sum: added });
    return;
  }
  for (const seat of playing) totals[seat] ??= CARD_POINTS - added;
  checkOnePoint(reader, totals, playing);
  const zeros = playing.filter((seat) => totals[seat] === 0).length;
  if (jungfrauen > zeros) reader.add("jungfrau_with_points", "jungfrauen", { count: jungfrauen, zeros });
};

const checkOnePoint = (reader, totals, seats) => {
  for (const seat of seats) if (totals[seat] === 1) reader.add("one_point", `points.${seat}`, { seat });
};

const checkShort = (reader, totals, losers, jungfrauen) => {
  const points = totals[losers[0]];
  if (!losers.length) reader.add("no_total", "points");
  else if (losers.some((seat) => totals[seat] !== points)) reader.add("short_form_unequal", "points", { seats: losers });
  else {
    checkOnePoint(reader, totals, losers);
    if (jungfrauen === null) return;
    const allowed = losingTotals(jungfrauen, losers.length);
    if (allowed.includes(points)) return;
    const range = { least: allowed[0], most: allowed.at(-1) };
    reader.add("impossible_total", `points.${losers[0]}`, { points, jungfrauen, seats: losers, ...range });
  }
};

// Who took no trick, because only so many have no points; null if not known.
const knownJungfrauen = (playing, totals, jungfrauen) => {
  if (jungfrauen === 0) return [];
  const without = playing.filter((seat) => !totals[seat]);
  return sum(totals) === CARD_POINTS && without.length === jungfrauen ? without : null;
};

// Notes what contradicts a Durchmarsch and gives the totals it makes (§6).
const checkDurchmarsch = (reader, seats, playing, march, totals, jungfrauen, named) => {
  if (![null, PLAYERS - 1].includes(jungfrauen)) reader.add("durchmarsch_three_jungfrauen", "jungfrauen");
  if (named?.includes(march)) reader.add("jungfrau_with_points", "jungfrau_seats", { seat: march, points: CARD_POINTS });
  const due = Array(seats).fill(null);
  for (const seat of playing) {
    due[seat] = seat === march ? CARD_POINTS : 0;
    if ((totals?.[seat] ?? due[seat]) !== due[seat]) {
      reader.add("durchmarsch_points", `points.${seat}`, { seat, points: due[seat] });
    }
  }
  return due;
};
