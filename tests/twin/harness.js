// Runs the twin of a game on cases, each a JSON text, and gives back what a phone would say of them, as JSON.
// `sent` is the case as the phone would send it to the server. Where a case `tells` nothing, its sentences are empty.

import { loadEntry, outcomeOf, Problems, Rotation, standingsOf } from "/static/js/games/core.js";
import { edited } from "/static/js/games/edits.js";
import { endingFacts, foldSheet } from "/static/js/games/sheet.js";
import { speak } from "/static/js/games/words.js";

const attempt = (make, words, names) => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    const sentences = error.problems.map((each) => words.problem(each, names));
    return { problems: error.problems, sentences, ...(error.row ? { row: error.row } : {}) };
  }
};

// Whether the panel, filled with a possible deal that was read, holds the same deal.
const comesBack = (game, payload, given) => {
  const load = (each) => JSON.stringify(game.load(each, game.loadOptions({}), given.seats));
  let deal = null;
  try {
    deal = load(payload);
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return true;
  }
  const fields = game.writeForm(payload, given);
  return fields === null || load(game.readForm(fields, given)) === deal;
};

const kinds = {
  options: (game, words, { data, names }) => attempt(() => ({ options: game.loadOptions(data) }), words, names),

  entry: (game, words, { data, options, seats, names }) => attempt(() => {
    const rules = game.loadOptions(options);
    const entry = loadEntry(game, data, rules, seats);
    const outcome = outcomeOf(game, entry, rules, seats);
    const sentences = [words.reason(outcome, names), ...outcome.lines.map((each) => words.line(each, names))];
    return { entry, outcome, sentences };
  }, words, names),

  form: (game, _words, given) => {
    const payload = game.readForm(given.fields, given);
    return { payload, again: payload === null || comesBack(game, payload, given) };
  },

  game: (game, words, { options, seats, first_dealer, dealers, vacant, entries, open, closings, names }) => attempt(() => {
    const rules = game.loadOptions(options);
    const loaded = entries.map((each) => loadEntry(game, each, rules, seats));
    const standings = standingsOf(game, loaded, rules, new Rotation(seats, first_dealer, dealers, vacant));
    const told = (ending) => ({ ending, sentences: [words.ending(ending, names), ...ending.lines.map((each) => words.endingReason(each, names))] });
    const close = game.closeness(standings, rules, seats);
    const outlook = game.outlook(standings, open, rules, seats);
    const last = standings.outcomes.at(-1);
    const sentences = [...close.map((each) => words.closeness(each)), words.outlook(outlook, names)];
    sentences.push(...standings.marks.map((each) => words.marks(each)));
    if (last) sentences.push(words.consequence(last, standings.totals, standings.marks, names));
    const ended = standings.ending && told(standings.ending);
    const closed = closings.map((how) => attempt(() => told(game.close(standings, how)), words, names));
    return { standings, close, outlook, sentences, ended, closed };
  }, words, names),
};

kinds.sheet = (game, words, { sheet, names }) => attempt(() => {
  const { live, entries, ...fold } = foldSheet(game, sheet);
  const sentences = [words.state(fold.standings), fold.last_round ? words.lastRound(fold.last_round, names) : ""];
  const facts = endingFacts({ live, ...fold }, sheet);
  return { ...fold, facts, live: live.map(({ id }) => id), entries: entries.length, sentences };
}, words, names);

kinds.edit = (game, _words, { sheet, edit }) => {
  const rowsOf = ({ rows }) => rows.map(({ base: _base, ...row }) => row);
  try {
    const { sheet: after, back } = edited(game, sheet, edit, "a key");
    foldSheet(game, after);
    return { rows: rowsOf(after), back: back.rows, undone: rowsOf(edited(game, after, back, "another key").sheet) };
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return { refused: true };
  }
};

export const run = async (key, table, cases) => {
  const { default: game } = await import(`/static/js/games/${key}.js`);
  const speaking = speak(game, table);
  const silent = Object.fromEntries(Object.keys(speaking).map((name) => [name, () => ""]));
  silent.problem = speaking.problem;
  return cases.map((text) => {
    const given = JSON.parse(text);
    const sent = JSON.stringify(given);
    const words = given.tells === false ? silent : speaking;
    try {
      return JSON.stringify([sent, kinds[given.kind](game, words, given)]);
    } catch (error) {
      return JSON.stringify([sent, { broke: error.stack }]);
    }
  });
};
window.run = run;
document.documentElement.dataset.ready = "";
