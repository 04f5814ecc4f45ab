// Two phones began the next game: what was entered here goes to the game of the other one, or both games are kept.
import { stateOf } from "./again.js";
import { decide } from "./deciding.js";
import { namedId } from "./ids.js";
import { valueOf } from "./items.js";
import { forgetPages } from "./next.js";
import { isNewRow } from "./reckoning.js";
import * as store from "./store.js";

const ID = 36;

// The path of the game that others began; null if that is not why this one was refused.
export const beganOf = ([{ edit, parked }]) => (edit.op === "start" && parked?.began) || null;

// Starts it beside the other one, under the key that it was refused with.
export const keepBoth = ([start, ...later]) => store.rewrite([], [
  { ...start, fields: [...start.fields, ["apart", "yes"]] }, ...later].map((item) => ({ ...item, parked: null })));

const dealerOf = ({ fields }) => {
  const dealer = valueOf(fields, "first_dealer");
  return Number(fields.find(([name, value]) => name.startsWith("player_ids-") && value === dealer)[0].split("-")[1]);
};

const isSeatedAlike = ({ fields }, { spells }) => spells.filter(({ after }) => after === null)
  .every(({ seat, player_id }) => valueOf(fields, `player_ids-${seat}`) === player_id);

// Rows are named by their place (ids.js), so in another game they have other ids.
const renaming = async (items, from, to) => {
  const rows = items.filter(({ edit }) => isNewRow(edit));
  const pairs = await Promise.all(rows.map(async ({ edit }, at) => [edit.id, await namedId(to, String(at + 1))]));
  return [[from, to], ...pairs];
};

const renamed = (item, pairs) => JSON.parse(pairs.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(item)));

// Who really dealt the first deal here, where the other game began with somebody else.
const byHand = (items, dealer) => {
  const first = items.find(({ edit }) => edit.op === "add");
  return items.map((item) => (item === first && valueOf(item.fields, "by_hand") !== "1"
    ? { ...item, edit: { ...item.edit, dealer }, fields: [...item.fields, ["by_hand", "1"]] } : item));
};

// Points what was entered at the other one's game; where something stands there already, both are decided together.
// Gives false where the seats there are others, and throws without a network.
export const join = async (game) => {
  const [start, ...later] = game;
  const path = beganOf(game);
  const state = await stateOf(path);
  if (!state || !isSeatedAlike(start, state.sheet)) return false;
  const [from, to] = [start.sheet, path].map((each) => each.slice(-ID));
  const isBegun = state.sheet.rows.length > 0;
  const pairs = isBegun ? [[from, to]] : await renaming(later, from, to);
  const moved = later.map((item) => ({ ...renamed(item, pairs), parked: null }));
  const dealt = dealerOf(start);
  const there = dealt === state.sheet.first_dealer ? moved : byHand(moved, dealt);
  // What was started after this game goes on after that one.
  const after = (await store.items()).filter((item) => item.after === start.sheet).map((item) => renamed(item, [[from, to]]));
  await store.rewrite([start.id], [...there, ...after]);
  await forgetPages(start.group, start.sheet);
  if (isBegun && there.length) {
    if (!await decide(there)) throw new Error("no network");
    return true;
  }
  if (location.pathname === start.sheet) location.replace(path);
  return true;
};
