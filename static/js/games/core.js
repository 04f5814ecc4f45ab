// The twin of scorekeeper/core: reading plain data with all its problems, the table's own rows, and the fold.
//
// With the network gone a phone sees the score by this; the server has the last word. The Python is the original,
// tests/twin holds this to it. Everything is plain data in the shape that the Python has as JSON: `null` is None,
// a list "per seat" has one item a seat, `vacant` lists the empty seats in their order.

const SHOWN_KEY_LENGTH = 40;
const NOTE_LENGTH = 200;
const MOST_POINTS = 1_000_000;
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const SPACES_AROUND = /^\p{Zs}+|\p{Zs}+$/gu;
// From here on JSON writes a number so that the server reads no whole number.
const TOO_LONG = 1e21;

export class Problems extends Error {
  constructor(problems) {
    super(problems.map(({ code, where }) => `${code} at ${where}`).join(", "));
    this.problems = problems;
  }
}

export const problem = (code, where = "", params = {}) => ({ code, where, params });
export const line = (code, seats = [], params = {}) => ({ code, seats, params });
export const seatsOf = (count) => [...Array(count).keys()];
export const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
export const between = (least, most) => (number) => number >= least && number <= most;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const whole = (value) => (Number.isInteger(value) && Math.abs(value) < TOO_LONG ? value + 0 : null);

// Walks over one object. Each method gives a value of the right type, or null after noting what is wrong.
export class Reader {
  constructor(data, known) {
    this.problems = [];
    this.data = isObject(data) ? data : {};
    if (this.data !== data) this.add("not_an_object");
    for (const key of Object.keys(this.data)) {
      if (!known.includes(key)) this.add("unknown_key", [...key].slice(0, SHOWN_KEY_LENGTH).join(""));
    }
  }

  add(code, where, params) { this.problems.push(problem(code, where, params)); }
  stopIfProblems() { if (this.problems.length) throw new Problems(this.problems); }

  says(key) { return Object.hasOwn(this.data, key); }
  get(key, missing = null) { return this.says(key) ? this.data[key] : missing; }
  has(key) { return this.get(key) !== null; }

  version() { if (whole(this.get("v", 1)) !== 1) this.add("version", "v"); }

  number(key, allowed, code, missing = 0) { return this.checked(this.get(key, missing), key, allowed, code); }

  checked(value, where, allowed, code) {
    const number = whole(value);
    if (number === null) this.add("integer", where);
    else if (!allowed(number)) this.add(code, where);
    else return number;
    return null;
  }

  flag(key, missing) {
    const value = this.get(key, missing);
    if (typeof value === "boolean") return value;
    this.add("boolean", key);
    return null;
  }

  row(key, length, code) {
    const value = this.get(key);
    if (Array.isArray(value) && value.length === length) return value;
    this.add(code, key, { seats: length });
    return null;
  }

  // The named seats in the order given: each one that plays, none twice.
  seats(key, playing, code) {
    const value = this.get(key);
    if (value === null) return null;
    if (!Array.isArray(value)) {
      this.add("list", key);
      return null;
    }
    const before = this.problems.length;
    const plays = (seat) => playing.includes(seat);
    const found = value.slice(0, 9).map((item, at) => this.checked(item, `${key}.${at}`, plays, code));
    if (this.problems.length === before && new Set(found).size < value.length) this.add("seat_twice", key);
    return this.problems.length === before ? found : null;
  }
}

// the table's own rows: {entry: "void" | "ruling", …}

export const isOfTable = (entry) => Object.hasOwn(entry, "entry");

export const loadEntry = (game, payload, options, seats) => {
  const kind = isObject(payload) && Object.hasOwn(payload, "entry") ? payload.entry : null;
  if (kind === null) return game.load(payload, options, seats);
  if (kind === "void") return loadVoid(payload);
  if (kind === "ruling") return loadRuling(game, payload, seats);
  throw new Problems([problem("entry_kind", "entry")]);
};

const loadVoid = (payload) => {
  const reader = new Reader(payload, ["entry", "v", "note", "passes_deal"]);
  reader.version();
  const entry = { entry: "void", note: readNote(reader), passes_deal: reader.flag("passes_deal", false) };
  reader.stopIfProblems();
  return entry;
};

const loadRuling = (game, payload, seats) => {
  const reader = new Reader(payload, ["entry", "v", "points", "marks", "note", "passes_deal"]);
  reader.version();
  const points = (reader.row("points", seats, "one_item_a_seat") ?? []).map((item, seat) => {
    const number = whole(item);
    const where = `points.${seat}`;
    if (number === null) reader.add("integer", where);
    else if (number < 0 && !game.belowNought) reader.add("negative", where);
    else if (Math.abs(number) > MOST_POINTS) reader.add("too_large", where, { most: MOST_POINTS });
    else if (game.inTens && number % 10) reader.add("multiple_of_ten", where);
    return number;
  });
  const marks = reader.row("marks", seats, "one_item_a_seat") ?? [];
  marks.forEach((mark, seat) => { if (typeof mark !== "boolean") reader.add("boolean", `marks.${seat}`); });
  const entry = { entry: "ruling", points, marks, note: readNote(reader), passes_deal: reader.flag("passes_deal", true) };
  if (!reader.problems.length) reader.problems.push(...game.rulingProblems?.(points) ?? []);
  reader.stopIfProblems();
  return entry;
};

const readNote = (reader) => {
  const note = reader.has("note") ? reader.get("note") : "";
  if (typeof note !== "string") reader.add("text", "note");
  else if ([...note].length > NOTE_LENGTH) reader.add("note_length", "note", { most: NOTE_LENGTH });
  else if (UNPRINTABLE.test(note)) reader.add("note_characters", "note");
  else return note.replace(SPACES_AROUND, "");
  return "";
};

const outcomeOfTable = ({ entry, points, marks, note, passes_deal }, seats) => {
  if (entry === "void") {
    const none = seatsOf(seats);
    return { points: none.map(() => 0), marks: none.map(() => false), lines: [line("void", [], { note, passes_deal })] };
  }
  const concerned = seatsOf(seats).filter((seat) => points[seat] || marks[seat]);
  const params = { points: concerned.map((seat) => points[seat]), marks: concerned.map((seat) => Number(marks[seat])), note };
  return { points, marks, lines: [line("ruling", concerned, params)] };
};

export const outcomeOf = (game, entry, options, seats) =>
  (isOfTable(entry) ? outcomeOfTable(entry, seats) : game.score(entry, options, seats));

export const passesDeal = (entry) => (isOfTable(entry) ? entry.passes_deal : true);

// Who deals: `first`, then clockwise. `byHand` maps an entry's index to another dealer, from whom the rotation goes
// on; `vacant` to the seats that are empty from there on, which are passed over.
export class Rotation {
  constructor(seats, first, byHand = {}, vacant = {}) {
    Object.assign(this, { seats, byHand, vacant });
    this.first = byHand[0] ?? this.taken(first, 0);
  }

  empty(index) {
    const begun = Object.keys(this.vacant).map(Number).filter((at) => at <= index);
    return begun.length ? this.vacant[Math.max(...begun)] : [];
  }

  after(index, dealer, entry) {
    const following = passesDeal(entry) ? (dealer + 1) % this.seats : dealer;
    return this.byHand[index + 1] ?? this.taken(following, index + 1);
  }

  taken(seat, index) {
    const empty = this.empty(index);
    return seatsOf(this.seats).map((step) => (seat + step) % this.seats).find((at) => !empty.includes(at));
  }
}

export const contradictions = (game, entry, dealer, seats, vacant) => [
  ...(vacant.includes(dealer) ? [problem("dealer_empty", "dealer", { dealer })] : []),
  ...(isOfTable(entry) ? [] : game.dealerProblems(entry, dealer, seats, vacant)),
];

const added = (numbers, others) => numbers.map((number, seat) => number + Number(others[seat]));

// Folds entries until one of them ends the sheet; what stands behind that one is left out. Throws Problems if a deal
// contradicts its dealer or the empty seats; each problem's params name the `index`.
export const standingsOf = (game, entries, options, rotation) => {
  const none = seatsOf(rotation.seats).map(() => 0);
  const standings = {
    outcomes: [], dealers: [], running_totals: [], running_marks: [], totals: none, marks: none,
    dealer: rotation.first, vacant: rotation.empty(0), state: "running", ending: null,
  };
  for (const [index, entry] of entries.entries()) {
    if (standings.ending) break;
    const { dealer, vacant } = standings;
    const wrong = contradictions(game, entry, dealer, rotation.seats, vacant);
    if (wrong.length) throw new Problems(wrong.map((each) => ({ ...each, params: { ...each.params, index } })));
    const outcome = outcomeOf(game, entry, options, rotation.seats);
    standings.totals = added(standings.totals, outcome.points);
    standings.marks = added(standings.marks, outcome.marks);
    standings.outcomes.push(outcome);
    standings.dealers.push(dealer);
    standings.running_totals.push(standings.totals);
    standings.running_marks.push(standings.marks);
    standings.dealer = rotation.after(index, dealer, entry);
    const verdict = game.judge(standings.totals, standings.marks, dealer, options, vacant);
    standings.state = typeof verdict === "string" ? verdict : "over";
    standings.ending = typeof verdict === "string" ? null : verdict;
    standings.vacant = standings.ending ? vacant : rotation.empty(index + 1);
  }
  return standings;
};
