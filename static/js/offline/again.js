// Makes new items of those that were refused: the same deals, after what stands on the server's sheet now.
import { token } from "./delivery.js";
import { Reckoning, twinOf } from "./reckoning.js";
import * as store from "./store.js";

const KEY_LENGTH = 22;
const newKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, KEY_LENGTH);
};

const stateOf = async (sheet) => {
  const answer = await fetch(sheet, { cache: "no-store" });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.documentElement.dataset.kept ? null : JSON.parse(page.querySelector("#news")?.dataset.twin ?? "null");
};

const moved = (fields, changes) => [
  ...fields.filter(([name]) => !(name in changes) && name !== "by_hand"),
  ...Object.entries(changes).map(([name, value]) => [name, String(value)]),
];

// Leaves them as they are, with a reason, where the game takes no deals now. Throws nothing.
export const sendAgain = async (items, { _ }) => {
  const ids = items.map(({ id }) => id);
  const refuse = (words, status = 409) => store.park(ids, { status, words });
  const [first] = items;
  let state = null;
  try {
    if (await token(first.group) === null) return;
    state = await stateOf(first.sheet);
  } catch {
    await refuse(_("No answer came. Try again when the network is back."));
    return;
  }
  if (!state) {
    await refuse(_("This game takes no more deals just now. Look at it, then try again or copy yours."));
    return;
  }
  const twin = await twinOf(state.game);
  const made = [];
  for (const { id: _id, ...item } of items) {
    const reckoning = new Reckoning(twin, state, made);
    const changes = { key: newKey(), position: reckoning.position, dealer: reckoning.standings.dealer };
    made.push({ ...item, key: changes.key, number: reckoning.number, fields: moved(item.fields, changes) });
  }
  await store.replace(ids, made);
};
