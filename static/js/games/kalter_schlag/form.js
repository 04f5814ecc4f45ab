// Reads the fields of the deal's form: the twin of games/kalter_schlag/form.py, without its words.

import { seatsOf } from "../core.js";
import { PLAYERS } from "./deal.js";

const MOST_DIGITS = 6;
const COUNTS = ["1", "2", "3", "4"];

// The payload of what was entered, or null if a field holds what no page sends. `fields` are [name, value], `out` is
// the seat that sits this deal out, or null.
export const readForm = (fields, { seats, dealer, out }) => {
  const reader = new FormReader(fields, seats, dealer, out);
  const [played, paper] = [reader.played(), reader.paper()]; // each field is checked, whatever the form asks for
  const payload = reader.one("form_kind") === "paper" ? paper : played;
  if (out !== null) payload.sits_out = out;
  return reader.wrong ? null : payload;
};

// The fields of the panel that give a payload again; null for what the panel does not show.
export const writeForm = (payload, { seats, dealer }) => {
  if (Object.hasOwn(payload, "entry") || Object.hasOwn(payload, "penalties")) return null;
  const { points, durchmarsch = null, jungfrauen, jungfrau_seats: named = null, calls, callers = null } = payload;
  const turn = (seat) => (seat - dealer - 1 + seats) % seats;
  const byPlay = [...callers ?? []].sort((one, other) => turn(one) - turn(other));
  const isOther = callers?.some((seat, at) => seat !== byPlay[at]);
  return [
    ["durchmarsch", String(durchmarsch ?? "")],
    ...(durchmarsch === null ? named ?? [] : []).map((seat) => ["no_trick", String(seat)]),
    ...(callers ?? []).map((seat) => ["called", String(seat)]),
    ...(isOther ? [["call_order", callers.join(",")]] : []),
    ...(durchmarsch === null && named === null ? [["unnamed_no_trick", String(jungfrauen ?? "")]] : []),
    ...(callers === null ? [["unnamed_calls", String(calls ?? "")]] : []),
    ...(durchmarsch === null ? points : []).map((number, seat) => [`points-${seat}`, number]).filter(([, number]) => number !== null)
      .map(([name, number]) => [name, String(number)]),
  ];
};

class FormReader {
  constructor(fields, seats, dealer, out) {
    Object.assign(this, { fields, out, wrong: false, all: seatsOf(seats) });
    this.order = this.all.map((step) => (dealer + 1 + step) % seats).filter((seat) => seat !== out);
  }

  values(name) { return this.fields.filter(([each]) => each === name).map(([, value]) => value); }
  one(name) { return this.values(name)[0] ?? ""; }
  check(fine) { this.wrong ||= !fine; }

  number(name) {
    const text = this.one(name).trim();
    if (text === "") return null;
    this.check(/^[0-9]+$/.test(text) && text.length <= MOST_DIGITS);
    return Number(text);
  }

  seat(text) {
    const found = this.order.find((seat) => String(seat) === text);
    this.check(found !== undefined);
    return found;
  }

  seats(name) { return [...new Set(this.values(name))].map((text) => this.seat(text)); }
  count(name) { return COUNTS.includes(this.one(name)) ? Number(this.one(name)) : 0; }

  paper() {
    return { v: 1, penalties: this.all.map((seat) => (seat === this.out ? 0 : this.number(`penalties-${seat}`) ?? 0)) };
  }

  played() {
    const points = this.all.map((seat) => (seat === this.out ? null : this.number(`points-${seat}`)));
    return { v: 1, points, ...this.tricks(), ...this.calls() };
  }

  tricks() {
    const named = this.seats("no_trick").sort((one, other) => one - other);
    if (this.one("durchmarsch") !== "") {
      const durchmarsch = this.seat(this.one("durchmarsch"));
      this.check(!named.includes(durchmarsch));
      return { jungfrauen: PLAYERS - 1, durchmarsch };
    }
    const unnamed = this.count("unnamed_no_trick");
    if (unnamed && !named.length) return { jungfrauen: unnamed, durchmarsch: null };
    return { jungfrauen: named.length, durchmarsch: null, jungfrau_seats: named };
  }

  // Who is in no given order speaks after the others, by play order.
  calls() {
    const called = this.seats("called");
    const words = this.one("call_order").split(/[\s,]+/).filter(Boolean);
    const given = [...new Set(words)].map((text) => this.seat(text)).filter((seat) => called.includes(seat));
    const callers = [...given, ...this.order.filter((seat) => called.includes(seat) && !given.includes(seat))];
    const unnamed = this.count("unnamed_calls");
    return unnamed && !callers.length ? { calls: unnamed } : { calls: callers.length, callers };
  }
}
