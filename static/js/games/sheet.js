// The twin of scorekeeper/services/standings: folds a sheet's rows, with people who come and go, rows behind the end,
// a last round and an ending that the table agreed on. A sheet is what services/snapshot.py holds, as JSON:
// {options, first_dealer, close, last_round, spells: [{seat, player_id, after}], rows: [{id, payload, dealer, removed}]}.

import { contradictions, loadEntry, outcomeOf, passesDeal, Problems, Rotation, seatsOf, standingsOf } from "./core.js";

// Runs `check`; what is wrong is told of this row.
const about = (row, check) => {
  try {
    return check();
  } catch (error) {
    if (error instanceof Problems) error.row = row.id;
    throw error;
  }
};

export const seatsAt = ({ spells }) => new Set(spells.map(({ seat }) => seat)).size;

export const placesOf = ({ rows }) => new Map([[null, 0], ...rows.map(({ id }, index) => [id, index + 1])]);

// Which seats are empty at a position; the first row has 1, and what begins with the game begins behind 0.
export const vacantAt = ({ spells }, places, position) => {
  const now = new Map();
  for (const { seat, player_id, after } of spells) if (places.get(after) < position) now.set(seat, player_id);
  return [...now.keys()].filter((seat) => now.get(seat) === null).sort();
};

// The same by the index of a live row, and of the one that comes next.
export const vacancyOf = (sheet) => {
  const places = placesOf(sheet);
  const positions = sheet.rows.filter(({ removed }) => !removed).map(({ id }) => places.get(id));
  return [...positions, sheet.rows.length + 1].map((position) => vacantAt(sheet, places, position));
};

const agreed = (game, standings, how) => ({ ...standings, ending: game.close(standings, how), state: "over" });

// What is left of a last round: `ends` counts after how many live rows the sheet may be over.
const lastRoundOf = ({ last_round: announced }, places, live, entries, dealers) => {
  if (!announced) return null;
  const { after, deals, until } = announced;
  const begun = (index) => places.get(live[index].id) > places.get(after);
  const counted = seatsOf(live.length).filter((index) => begun(index) && passesDeal(entries[index]));
  const dealt = counted.findIndex((index) => dealers[index] === until);
  const ends = (deals === null ? counted.slice(dealt < 0 ? counted.length : dealt) : counted.slice(deals - 1))
    .map((index) => index + 1);
  return { deals: deals === null ? null : Math.max(0, deals - counted.length), until, ends, tied: ends.length > 0 };
};

// Throws Problems, with `row` where a row is the cause. `outcomes`, `dealers` and `entries` have one item a live row;
// `standings` stop with the row that ended the sheet, at index `end`.
export const foldSheet = (game, sheet) => {
  const options = game.loadOptions(sheet.options);
  const seats = seatsAt(sheet);
  const places = placesOf(sheet);
  const live = sheet.rows.filter(({ removed }) => !removed);
  const entries = live.map((row) => about(row, () => loadEntry(game, row.payload, options, seats)));
  const vacant = vacancyOf(sheet);
  const byHand = Object.fromEntries(live.map(({ dealer }, index) => [index, dealer]).filter(([, dealer]) => dealer !== null));
  const rotation = new Rotation(seats, sheet.first_dealer, byHand, vacant);
  const dealers = [rotation.first];
  for (const [index, entry] of entries.entries()) dealers.push(rotation.after(index, dealers[index], entry));
  dealers.pop(); // who deals next stands in the standings

  // When the last round ends behind `count` rows, who leaves behind them is there.
  const until = (count) =>
    new Rotation(seats, sheet.first_dealer, byHand, Object.fromEntries([...vacant.entries()].filter(([at]) => at < count || !at)));
  const upTo = (count, by = rotation) => {
    try {
      return standingsOf(game, entries.slice(0, count), options, by);
    } catch (error) {
      if (error instanceof Problems) error.row = live[error.problems[0].params.index].id;
      throw error;
    }
  };
  let standings = upTo(entries.length);
  const last = lastRoundOf(sheet, places, live, entries, dealers);
  for (const count of last?.ends ?? []) {
    if (standings.ending && count >= standings.outcomes.length) break;
    try {
      standings = agreed(game, upTo(count, until(count)), { how: sheet.last_round.how });
      break;
    } catch (error) {
      if (!(error instanceof Problems)) throw error; // a tie needs one more deal
    }
  }
  const ended = standings.outcomes.length;
  const rest = entries.slice(ended).map((entry, step) => about(live[ended + step], () => {
    const index = ended + step;
    const wrong = contradictions(game, entry, dealers[index], seats, vacant[index]);
    if (wrong.length) throw new Problems(wrong);
    return outcomeOf(game, entry, options, seats);
  }));
  if (sheet.close && !standings.ending) standings = agreed(game, standings, sheet.close);
  const end = ended && standings.ending ? ended - 1 : null;
  return { live, entries, outcomes: [...standings.outcomes, ...rest], dealers, standings, end, last_round: last };
};

// What an ending is told from others by, as text (services/standings.fingerprint): the reason, the row, who lost, who
// won, what each gets. Null while the game is not over.
export const endingFacts = ({ live, standings, end }, { spells }) => {
  const { ending } = standings;
  if (!ending) return null;
  const payers = payersOf(spells);
  const named = (seats) => seats.map((seat) => payers[seat]).sort();
  const row = end === null ? "None" : live[end].id;
  const stakes = ending.stakes.map((count, seat) => [payers[seat], count]).sort(([one, gets], [other, too]) => (
    one === other ? gets - too : one < other ? -1 : 1));
  return told([ending.reason, row, named(ending.losers), named(ending.winners), stakes]);
};

// Who pays or gets for each seat: the one who was named, or who held it last.
const payersOf = (spells) => {
  const found = new Map();
  for (const { seat, player_id } of spells) if (player_id !== null) found.set(seat, player_id);
  for (const { seat, player_id, pays } of spells) if (pays) found.set(seat, player_id);
  return found.size ? seatsOf(found.size).map((seat) => found.get(seat)) : [];
};

// As Python writes JSON.
const told = (value) => (Array.isArray(value) ? `[${value.map(told).join(", ")}]` : JSON.stringify(value));
