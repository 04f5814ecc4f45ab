// What a sheet comes to with what waits for the network, by the twin of its rules.
//
// `state` is what the server gives of a sheet (web/twin_state.py), `items` are those of the outbox, in their order.
import { loadEntry, outcomeOf, Problems, Rotation, standingsOf } from "../games/core.js";
import { gettexts, speak } from "../games/words.js";
import { inWords, root } from "./place.js";

const valueOf = (fields, name) => fields.find(([each]) => each === name)?.[1] ?? "";
const numberOf = (fields, name) => Number(valueOf(fields, name));

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
    Object.assign(this, { game, words, state, items });
    this.options = game.loadOptions(state.options);
    const first = state.entries.length;
    const byHand = items.flatMap(({ fields }, at) => (
      valueOf(fields, "by_hand") === "1" ? [[first + at, numberOf(fields, "dealer")]] : []));
    const dealers = { ...state.dealers, ...Object.fromEntries(byHand) };
    this.rotation = new Rotation(state.seats, state.first_dealer, dealers, state.vacant);
    this.standings = this.fold([...state.entries, ...items.map(({ payload }) => payload)]);
  }

  fold(payloads) {
    const entries = payloads.map((payload) => loadEntry(this.game, payload, this.options, this.state.seats));
    return standingsOf(this.game, entries, this.options, this.rotation);
  }

  get names() { return this.state.short; }
  get number() { return this.state.entries.length + this.items.length + 1; }
  get position() { return this.state.position + this.items.length; }
  get isOver() { return this.standings.ending !== null; }

  // Who plays the next deal, from the one who leads.
  order(dealer = this.standings.dealer) {
    const { seats } = this.state;
    const { vacant } = this.standings;
    const out = this.game.sitsOut(dealer, seats, vacant);
    return [...Array(seats).keys()].map((step) => (dealer + (this.game.playsClockwise ? 1 + step : 2 * seats - 1 - step)) % seats)
      .filter((seat) => seat !== out && !vacant.includes(seat));
  }

  // What the fields of a form come to as the next row: null if the twin cannot read them, else {payload, problems,
  // reckoning} with the sentences of what is wrong, or what stands then.
  next(fields) {
    const { seats } = this.state;
    const table = { seats, dealer: numberOf(fields, "dealer"), vacant: this.standings.vacant };
    const payload = this.game.readForm(fields, table);
    if (payload === null) return null;
    try {
      loadEntry(this.game, payload, this.options, seats);
      const items = [...this.items, { fields, payload }];
      return { payload, problems: [], codes: [], reckoning: new Reckoning(this, this.state, items) };
    } catch (error) {
      if (!(error instanceof Problems)) throw error;
      const problems = error.problems.map((each) => this.words.problem(each, this.names));
      return { payload, problems: [...new Set(problems)], codes: error.problems.map(({ code }) => code), reckoning: null };
    }
  }

  // The last rows: what each is worth, who dealt it and what it says.
  rows() {
    const first = this.state.entries.length;
    return this.items.map((item, at) => {
      const outcome = this.standings.outcomes[first + at]
        ?? outcomeOf(this.game, loadEntry(this.game, item.payload, this.options, this.state.seats), this.options, this.state.seats);
      return { item, outcome, number: first + at + 1, dealer: this.standings.dealers[first + at], text: this.words.reason(outcome, this.names) };
    });
  }
}
