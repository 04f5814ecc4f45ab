// Makes items of the outbox: what was entered, as the form that the server's page would post.
import { fingerprint, namedId } from "./ids.js";
import { isNewRow } from "./reckoning.js";

// Fields that are the page's own; the others are the deal.
const OWN = ["csrf_token", "key", "position", "dealer", "by_hand", "base", "confirm", "twice"];
const MOVES_ENDING = ["insert", "amend", "remove", "restore"];

export const valueOf = (fields, name) => fields.find(([each]) => each === name)?.[1];
const dealOf = (fields) => fields.filter(([name]) => !OWN.includes(name));

const addresses = {
  add: () => "/deals",
  insert: ({ before }) => `/entries/${before}/insert`,
  amend: ({ id }) => `/entries/${id}`,
  remove: ({ id }) => `/entries/${id}/remove`,
  restore: ({ id }) => `/entries/${id}/restore`,
  undo: () => "/undo",
  redo: () => "/redo",
};

// Names the row that an edit makes, as the server will.
export const named = async (edit, reckoning, sheet) => (
  isNewRow(edit) ? { ...edit, id: await namedId(sheet.slice(-36), String(reckoning.position)) } : edit);

// `sheet` is the path of the sheet, `fields` what its form holds, if it has one; gives the item and what stands then.
// Throws if the twin cannot make it: it was asked before.
export const makeItem = async (reckoning, wish, { sheet, key, fields = [] }, saying) => {
  const group = sheet.match(/\/g\/([^/]+)\//)[1];
  const [edit, change] = await Promise.all([named(wish, reckoning, sheet), namedId(group, key)]);
  const next = reckoning.with(edit, key, change).reckoning;
  const item = {
    key, change, group, sheet, edit,
    to: sheet + addresses[edit.op](edit),
    fields: [["key", key], ...await ownFields(reckoning, next, edit, fields), ...dealOf(fields)],
    game: reckoning.state.game,
    number: numberOf(reckoning, next, edit),
    text: textOf(reckoning, next, edit, saying),
    at: Date.now(),
  };
  return { item, next };
};

const ownFields = async (reckoning, next, edit, fields) => {
  const own = ["dealer", "by_hand"].map((name) => [name, valueOf(fields, name)]).filter(([, value]) => value !== undefined);
  if (edit.op === "add") own.push(["position", String(reckoning.position)]);
  if (["amend", "remove", "restore"].includes(edit.op)) own.push(["base", reckoning.row(edit.id).base]);
  if (edit.of) own.push(["change_id", edit.of]);
  const facts = next.endingFacts;
  if (MOVES_ENDING.includes(edit.op) && facts !== reckoning.endingFacts) own.push(["confirm", await fingerprint(facts)]);
  return own;
};

const numberOf = (reckoning, next, edit) => {
  if (edit.of) return null;
  return edit.op === "remove" ? reckoning.numberOf(edit.id) : next.numberOf(edit.id);
};

const textOf = (reckoning, next, edit, { _ }) => {
  if (edit.of) return stepWords(reckoning, reckoning.step(edit.op), edit.op, { _ });
  const what = { number: numberOf(reckoning, next, edit), what: next.rows().find(({ id }) => id === edit.id).text };
  return {
    add: () => _("Deal %(number)s: %(what)s", what),
    insert: () => _("Forgotten deal %(number)s: %(what)s", what),
    amend: () => _("Deal %(number)s corrected: %(what)s", what),
    remove: () => _("Deal %(number)s taken out: %(what)s", what),
    restore: () => _("Deal %(number)s brought back: %(what)s", what),
  }[edit.op]();
};

// "Undo: deal 8, Bernd 66"
export const stepWords = (reckoning, step, op, { _ }) => {
  const what = changeWords(reckoning, step, { _ });
  return op === "undo" ? _("Undo: %(what)s", { what }) : _("Redo: %(what)s", { what });
};

const changeWords = (reckoning, { kind, row }, { _ }) => {
  if (!row) return _("the last change");
  const found = reckoning.rows().find(({ id }) => id === row);
  const points = found.outcome?.points ?? [];
  const names = reckoning.namesAt(row);
  const hit = [...points.keys()].filter((seat) => points[seat]);
  const who = hit.map((seat) => `${reckoning.words.name(names, seat)} ${reckoning.words.number(points[seat])}`).join(", ");
  const about = { number: reckoning.numberOf(row), who };
  if (!who) return _("deal %(number)s", about);
  if (kind === "amend") return _("correction of deal %(number)s, %(who)s", about);
  if (kind === "remove") return _("taking out deal %(number)s, %(who)s", about);
  if (kind === "restore") return _("bringing back deal %(number)s, %(who)s", about);
  return _("deal %(number)s, %(who)s", about);
};
