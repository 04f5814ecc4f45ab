// Makes new items of those that were refused: the same entries, after what stands on the server's sheet now.
import { isNewRow, Reckoning, twinOf } from "./reckoning.js";
import { parkGroup, token } from "./delivery.js";
import { newKey } from "./ids.js";
import { makeItem } from "./items.js";
import * as store from "./store.js";

const ANSWER_WITHIN_MS = 20_000;

// What the server has of a sheet now; null where it says nothing of it.
export const stateOf = async (sheet) => {
  const answer = await fetch(sheet, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.documentElement.dataset.kept ? null : JSON.parse(page.querySelector("#news")?.dataset.twin ?? "null");
};

// The entries as they are meant now: about the new rows and changes instead of those that were refused. What takes
// back or brings back is left out where that is no longer the next step.
const made = async (items, state, saying) => {
  const twin = await twinOf(state.game);
  const now = new Map();
  let reckoning = new Reckoning(twin, state, []);
  const found = [];
  for (const { id: _id, ...item } of items) {
    const { edit } = item;
    const wish = { ...edit, ...renamed(edit, now) };
    if (wish.of && reckoning.step(wish.op)?.id !== wish.of) continue;
    const { item: fresh, next } = await makeItem(reckoning, wish, { sheet: item.sheet, key: newKey(), fields: item.fields }, saying);
    if (isNewRow(edit)) now.set(edit.id, fresh.edit.id);
    now.set(item.change, fresh.change);
    found.push({ ...fresh, at: item.at });
    reckoning = next;
  }
  return found;
};

const renamed = (edit, now) => Object.fromEntries(["id", "before", "of"].filter((name) => now.has(edit[name])).map((name) => [name, now.get(edit[name])]));

// Leaves them as they are, with a reason, where the game takes no such entries now. Throws nothing.
export const sendAgain = async (items, saying) => {
  const { _ } = saying;
  const ids = items.map(({ id }) => id);
  const refuse = (words, status = 409) => store.park(ids, { status, words });
  const [first] = items;
  if (first.edit.op === "start") {
    await store.park(ids, null); // as it was asked: by now the people may be free
    return;
  }
  let state = null;
  try {
    if (await token(first.group) === null) {
      await parkGroup(first.group);
      return;
    }
    state = await stateOf(first.sheet);
  } catch {
    await refuse(_("No answer came. Try again when the network is back."));
    return;
  }
  const refused = _("This game takes no such entry just now. Look at it, then try again or copy yours.");
  if (!state) {
    await refuse(refused);
    return;
  }
  try {
    await store.replace(ids, await made(items, state, saying));
  } catch {
    await refuse(refused);
  }
};
