// Reads the fields of the deal's form: the twin of games/snapser/form.py, without its words.

import { seatsOf } from "../core.js";
import { DECLARED, SIDES, usualChooser } from "./deal.js";

const MOST_DIGITS = 6;
const REACHED = ["s_vodou", "bez_vody", "za6", "za12", "tichy_durch", "durch"];
const RESULTS = SIDES.flatMap((side) => REACHED.map((outcome) => `${side}-${outcome}`));
const ENDS = ["dost", "last_trick"].flatMap((ended) => SIDES.map((side) => `${ended}-${side}`));
const RAISES = ["1", "2", "3", "4"];

// The payload of what was entered, or null if a field holds what no page sends. `fields` are [name, value].
export const readForm = (fields, { seats, dealer, vacant }) => {
  const reader = new FormReader(fields, seats, vacant);
  const payload = { v: 1, chooser: reader.seat("chooser") ?? usualChooser(dealer, seats, vacant), declared: reader.word("declared", DECLARED, "hram") };
  Object.assign(payload, { red: reader.flag("red"), raises: reader.raises() });
  const partner = reader.players.length === 4 ? reader.seat("partner") : null;
  if (partner !== null) payload.partner = partner;
  if (vacant.length) payload.sits_out = vacant;
  const result = reader.word("result", ["", ...RESULTS], "");
  if (result) [payload.winner, payload.outcome] = result.split("-");
  Object.assign(payload, reader.count());
  return reader.wrong ? null : payload;
};

// The fields of the panel that give a payload again; null for a row of the table.
export const writeForm = (payload) => {
  if (Object.hasOwn(payload, "entry")) return null;
  const { chooser, partner = null, declared, red = false, raises = 0, winner = null, outcome = null } = payload;
  const result = `${winner}-${outcome}`;
  return [
    ["chooser", String(chooser)],
    ["declared", declared],
    ...(partner === null ? [] : [["partner", String(partner)]]),
    ...(red ? [["red", "y"]] : []),
    ...seatsOf(raises ?? 0).map((raise) => ["raises", String(raise + 1)]),
    ...(RESULTS.includes(result) ? [["result", result]] : []),
    ...writeCount(payload),
  ];
};

const writeCount = ({ ended = null, ended_by = null, points = null, trickless = false, marriages = null }) => [
  ...(ended === null ? [] : [["ended", `${ended}-${ended_by}`]]),
  ...["count_chooser", "count_opponents"].map((name, at) => [name, points?.[at] ?? null]).concat([["marriages", marriages]])
    .filter(([, number]) => number !== null).map(([name, number]) => [name, String(number)]),
  ...(trickless ? [["trickless", "y"]] : []),
];

class FormReader {
  constructor(fields, seats, vacant) {
    Object.assign(this, { fields, wrong: false, players: seatsOf(seats).filter((seat) => !vacant.includes(seat)) });
  }

  values(name) { return this.fields.filter(([each]) => each === name).map(([, value]) => value); }
  check(fine) { this.wrong ||= !fine; }

  word(name, words, missing) {
    const [value = missing] = this.values(name);
    this.check(words.includes(value));
    return value;
  }

  seat(name) {
    const [value = ""] = this.values(name);
    if (value === "") return null;
    const found = this.players.find((seat) => String(seat) === value);
    this.check(found !== undefined);
    return found ?? null;
  }

  flag(name) {
    const [value = ""] = this.values(name);
    return !["", "false"].includes(value);
  }

  raises() {
    const values = this.values("raises");
    values.forEach((value) => this.check(RAISES.includes(value)));
    return Math.max(0, ...values.filter((value) => RAISES.includes(value)).map(Number));
  }

  number(name) {
    const text = (this.values(name)[0] ?? "").trim();
    if (text === "") return null;
    this.check(/^[0-9]+$/.test(text) && text.length <= MOST_DIGITS);
    return Number(text);
  }

  count() {
    const end = this.word("ended", ["", ...ENDS], "");
    const points = [this.number("count_chooser"), this.number("count_opponents")];
    const trickless = this.flag("trickless");
    const marriages = this.number("marriages");
    if (!end && !trickless && [...points, marriages].every((each) => each === null)) return {};
    const [ended, ended_by] = end ? end.split("-") : [null, null];
    return { ended, ended_by, points, trickless, ...(marriages === null ? {} : { marriages }) };
  }
}
