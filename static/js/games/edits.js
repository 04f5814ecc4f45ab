// The twin of scorekeeper/services/{deals,rows,dealers,fragments}: what a correction makes of a sheet.
//
// An edit is {op, id, …}: "add" or "insert" {payload, dealer, before} a row, "amend" {payload, dealer} one (undefined: its
// dealer stays), "remove" or "restore" it, or "put" {rows}: values by the ids of rows, as undo and redo do it. A row's
// `base` is the key of the last change to it.

import { loadEntry, Rotation } from "./core.js";
import { foldSheet, seatsAt, vacancyOf } from "./sheet.js";

const FIELDS = ["payload", "dealer", "removed"];

const makes = {
  add: (rows, { id, payload, dealer }) => [...rows, { id, payload, dealer, removed: false }],
  insert: (rows, { id, payload, dealer, before }) => rows.flatMap((row) => (
    row.id === before ? [{ id, payload, dealer, removed: false }, row] : [row])),
  amend: (rows, { id, payload, dealer }) => changed(rows, id, (row) => ({ payload, dealer: dealer === undefined ? row.dealer : dealer })),
  remove: (rows, { id }) => changed(rows, id, () => ({ removed: true })),
  restore: (rows, { id }) => changed(rows, id, () => ({ removed: false })),
  put: (rows, edit) => rows.map((row) => ({ ...row, ...edit.rows[row.id] })),
};

const changed = (rows, id, values) => rows.map((row) => (row.id === id ? { ...row, ...values(row) } : row));

// Gives the sheet after an edit, and as `back` what takes the edit back: an edit of its own.
export const edited = (game, sheet, edit, key) => {
  let after = { ...sheet, rows: makes[edit.op](sheet.rows, edit) };
  if (edit.op !== "put") after = keepDealers(game, sheet, after, edit.id);
  const back = wayBack(game, sheet, after);
  const rows = after.rows.map((row) => (row.id in back.rows ? { ...row, base: key } : row));
  return { sheet: { ...after, rows }, back };
};

const isFive = (game, sheet) => game.sitsOut(0, seatsAt(sheet)) !== null;

const dealersOf = (game, sheet) => {
  const { live, dealers } = foldSheet(game, sheet);
  return new Map(live.map(({ id }, at) => [id, dealers[at]]));
};

// Where the dealer sits out, each other row keeps the one it had.
const keepDealers = (game, old, sheet, own) => {
  if (!isFive(game, sheet)) return sheet;
  const seats = seatsAt(sheet);
  const options = game.loadOptions(sheet.options);
  const known = dealersOf(game, old);
  const rotation = new Rotation(seats, sheet.first_dealer, {}, vacancyOf(sheet));
  let [index, following] = [0, rotation.first];
  const rows = sheet.rows.map((row) => {
    const dealer = known.get(row.id);
    if (row.removed) return dealer !== undefined && row.dealer === null ? { ...row, dealer } : row;
    const given = row.dealer ?? following;
    const keeps = dealer !== undefined && row.id !== own && given !== dealer;
    following = rotation.after(index, keeps ? dealer : given, loadEntry(game, row.payload, options, seats));
    index += 1;
    return keeps ? { ...row, dealer } : row;
  });
  return { ...sheet, rows };
};

// A new row's way back is to be there, taken out, with its dealer where he sat out.
const wayBack = (game, old, sheet) => {
  const known = new Map(old.rows.map((row) => [row.id, row]));
  const rows = {};
  for (const row of sheet.rows) {
    const was = known.get(row.id);
    const touched = was ? FIELDS.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(row[name])) : [];
    if (!was) {
      const dealer = isFive(game, sheet) ? dealersOf(game, sheet).get(row.id) : row.dealer;
      rows[row.id] = { payload: row.payload, dealer, removed: true };
    } else if (touched.length) rows[row.id] = Object.fromEntries(touched.map((name) => [name, was[name]]));
  }
  return { op: "put", rows };
};
