// Takes what was refused, because others went on meanwhile, to the screen where both tails are decided together.
//
// The server knows each deal by its key afterwards: delivered once more it is done. So what was on that screen goes on
// its way again with the next page, whatever was decided there.
import { parkGroup, token } from "./delivery.js";
import { valueOf } from "./items.js";
import * as store from "./store.js";

const CONFLICT = 409;
const LOCK = "deciding";
const isHere = () => document.querySelector("[data-deciding]") !== null;

const numberOf = ({ fields }, name) => (valueOf(fields, name) === undefined ? null : Number(valueOf(fields, name)));

const isDeal = ({ to, sheet }) => to === `${sheet}/deals`;

export const isDeciding = ([{ sheet }]) => isHere() && location.pathname === `${sheet}/tails`;
export const canDecide = (game) => isDeal(game[0]) && game[0].parked?.status === CONFLICT;

const toPost = (item) => ({
  key: item.key,
  position: numberOf(item, "position"),
  payload: item.edit.payload,
  dealer: valueOf(item.fields, "by_hand") === "1" ? numberOf(item, "dealer") : null,
  dealt: numberOf(item, "dealer"),
  at: item.at,
});

// Leaves the page, unless the group is gone; false without a network.
export const decide = async (game) => {
  const [{ group, sheet }] = game;
  let csrf;
  try {
    csrf = await token(group);
  } catch {
    return false;
  }
  if (csrf === null) {
    await parkGroup(group);
    return true;
  }
  await new Promise((held) => {
    navigator.locks.request(LOCK, () => {
      held();
      return new Promise(() => {});
    });
  });
  for (const { id, parked } of game) await store.park([id], { ...parked, deciding: true });
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${sheet}/tails`, hidden: true });
  const fields = { csrf_token: csrf, tail: JSON.stringify(game.filter(isDeal).map(toPost)) };
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
  return true;
};

// Lets what was on the screen go on its way again. It is no part of the score here: what counts of it is the server's.
//
// The page on which it is decided holds the lock as long as it is there, so that no other tab lets it go meanwhile.
export const begin = async () => {
  if (isHere()) {
    navigator.locks.request(LOCK, () => new Promise(() => {}));
    return;
  }
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const decided = (await store.items()).filter(({ parked }) => parked?.deciding);
    if (decided.length) await store.park(decided.map(({ id }) => id), { ...decided[0].parked, deciding: false, again: true });
  });
};
