// What a sheet comes to with what waits for the network, by the twin of its rules.
//
// `state` is what the server gives of a sheet (web/twin_state.py), `items` are those of the outbox, in their order:
// each with its `key` and its `edit` (games/edits.js), or {op: "undo" | "redo", of} with the id of a change,
// or {op: "start"}, which begins the game.
import { loadEntry, outcomeOf, Problems } from "../games/core.js";
import { edited } from "../games/edits.js";
import { endingFacts, foldSheet, placesOf, seatsAt, vacantAt } from "../games/sheet.js";
import { gettexts, speak } from "../games/words.js";
import { inWords, root } from "./place.js";

const NEW_ROW = ["add", "insert"];
const INVERSE = ["undo", "redo"];

const read = (address) => fetch(address + inWords).then((answer) => answer.json());

// The words for what is said of the outbox.
export const outboxWords = async () => gettexts(await read(`${root}/offline/words`));

// Loads a game's twin with its words, so that all that follows needs no network and no waiting.
export const twinOf = async (key) => {
  const [{ default: game }, table] = await Promise.all([import(`../games/${key}.js`), read(`${root}/words/${key}.json`)]);
  return { game, words: speak(game, table) };
};

export class Reckoning {
  constructor({ game, words }, state, items) {
    Object.assign(this, { game, words, state, items, sheet: state.sheet, waits: new Map() });
    this.options = game.loadOptions(state.sheet.options);
    this.seats = seatsAt(state.sheet);
    // What can be taken back and done again, the newest last; what only the server knows how to is null.
    this.steps = { undo: [state.undo], redo: [state.redo] };
    for (const item of items) this.take(item);
    this.fold = foldSheet(game, this.sheet);
  }

  get standings() { return this.fold.standings; }
  get names() { return this.state.short; }
  get number() { return this.fold.live.length + 1; }
  get position() { return this.sheet.rows.length + 1; }
  get isOver() { return this.standings.ending !== null; }

  take(item) {
    const { edit, key, change } = item;
    if (edit.op === "start") return;
    const inverse = INVERSE.includes(edit.op);
    const step = inverse ? this.stepOf(edit) : null;
    const { sheet, back } = edited(this.game, this.sheet, inverse ? { op: "put", rows: step.rows } : edit, key);
    for (const row of Object.keys(back.rows)) this.waits.set(row, item);
    this.sheet = sheet;
    if (inverse) this.steps[edit.op].pop();
    else this.steps.redo = [];
    const about = { kind: step?.kind ?? edit.op, row: step?.row ?? edit.id, fresh: step?.fresh ?? change, rows: back.rows };
    if (edit.op === "undo") this.steps.redo.push({ ...about, id: change });
    else this.steps.undo.push({ ...about, id: about.fresh });
  }

  // The step that an inverse is about, which must be the next one.
  stepOf({ op, of }) {
    const step = this.steps[op].at(-1);
    if (!step?.rows || step.id !== of) throw new Error("the sheet was changed meanwhile");
    return step;
  }

  row(id) { return this.sheet.rows.find((row) => row.id === id); }
  numberOf(id) { return 1 + this.sheet.rows.slice(0, placesOf(this.sheet).get(id) - 1).filter(({ removed }) => !removed).length; }
  vacantAt(id) { return vacantAt(this.sheet, placesOf(this.sheet), id ? placesOf(this.sheet).get(id) : this.position); }
  namesAt(id) { return this.state.names[id] ?? this.names; }

  // Who plays a deal, from the one who leads; the next deal, or at the place of a row.
  order(dealer = this.standings.dealer, id = null) {
    const vacant = this.vacantAt(id);
    const out = this.game.sitsOut(dealer, this.seats, vacant);
    return [...Array(this.seats).keys()].map((step) => (dealer + (this.game.playsClockwise ? 1 + step : 2 * this.seats - 1 - step)) % this.seats)
      .filter((seat) => seat !== out && !vacant.includes(seat));
  }

  out(dealer, id = null) { return this.game.sitsOut(dealer, this.seats, this.vacantAt(id)); }

  // The payload of a form's fields for the next deal, or at the place of a row; null if the twin cannot read them.
  read(fields, dealer, id = null) { return this.game.readForm(fields, { seats: this.seats, dealer, vacant: this.vacantAt(id) }); }

  isSame(payload, id) {
    const [one, other] = [payload, this.row(id).payload].map((each) => JSON.stringify(loadEntry(this.game, each, this.options, this.seats)));
    return one === other;
  }

  // What one more edit comes to: {problems, codes, reckoning} with the sentences of what is wrong, or what stands then.
  with(edit, key = "", change = "") {
    try {
      const reckoning = new Reckoning(this, this.state, [...this.items, { edit, key, change }]);
      return { edit, problems: [], codes: [], reckoning };
    } catch (error) {
      if (!(error instanceof Problems)) throw error;
      const isOwn = error.row === undefined || error.row === edit.id;
      const problems = isOwn ? error.problems.map((each) => this.words.problem(each, this.names)) : [];
      return { edit, problems: [...new Set(problems)], codes: error.problems.map(({ code }) => code), reckoning: null, row: isOwn ? null : error.row };
    }
  }

  get endingFacts() { return endingFacts(this.fold, this.sheet); }

  // Every row: what it is worth, who dealt it and what it says. `number` is null where it does not count, `totals` where
  // it stands behind the end.
  rows() {
    const { live, outcomes, dealers, standings, end } = this.fold;
    let following = this.state.sheet.first_dealer;
    return this.sheet.rows.map((row) => {
      const at = live.indexOf(row);
      const names = this.namesAt(row.id);
      const outcome = at < 0 ? this.worth(row) : outcomes[at];
      const dealer = at < 0 ? row.dealer ?? following : dealers[at];
      if (at >= 0) following = dealers[at + 1] ?? standings.dealer;
      return {
        id: row.id, base: row.base, removed: row.removed, number: at < 0 ? null : at + 1, dealer, outcome,
        vacant: this.vacantAt(row.id),
        text: outcome ? this.words.reason(outcome, names) : "",
        totals: at < 0 ? null : standings.running_totals[at] ?? null,
        isAfter: at >= standings.outcomes.length, ends: at >= 0 && at === end,
      };
    });
  }

  worth({ payload }) {
    try {
      return outcomeOf(this.game, loadEntry(this.game, payload, this.options, this.seats), this.options, this.seats);
    } catch {
      return null;
    }
  }

  // What can be undone or redone next, in words: null if nothing can.
  step(op) {
    const step = this.steps[op].at(-1);
    return step?.rows ? step : null;
  }
}

export const isNewRow = ({ op }) => NEW_ROW.includes(op);
