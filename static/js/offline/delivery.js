// Delivers the outbox: in order, exactly once by the items' keys, from one tab of this phone at a time.
//
// The same forms go to the same routes as ever, with a fresh token. No answer: later. A refusal parks the item and the
// later ones of its game, which were entered on top of it; other games go on.
import { root } from "./place.js";
import * as store from "./store.js";

const ANSWER_WITHIN_MS = 20_000;
const SOONEST_MS = 2_000;
const SLOWEST_MS = 60_000;
const AGAIN_LATER = [408, 425, 429];
const EXPIRED = 400;
const GONE = 404;
// What takes such a form no longer: the item is older than the server.
const UNKNOWN = 410;
const MOST_WORDS = 600;

class NoAnswer extends Error {
  constructor(isServer = false) {
    super("no answer");
    this.isServer = isServer;
  }
}

let timer = 0;
let pause = SOONEST_MS;
let queued = false;
const progress = new EventTarget();

export const onProgress = (act) => progress.addEventListener("progress", ({ detail }) => act(detail));
const report = (detail) => progress.dispatchEvent(new CustomEvent("progress", { detail }));

// Delivers as much as can be; asked again while it waits for its turn it does nothing more.
export const deliver = async () => {
  clearTimeout(timer);
  if (queued) return;
  queued = true;
  await navigator.locks.request("outbox", async () => {
    queued = false;
    try {
      await deliverAll();
    } catch (error) {
      // Whatever it was, no network or no storage, it is tried again.
      if (error instanceof NoAnswer) report("no answer");
      if (!navigator.onLine) wakeLater();
      timer = setTimeout(deliver, pause);
      pause = Math.min(pause * 2, SLOWEST_MS);
    }
  }).catch(() => { queued = false; });
};

// Lets the browser wake the worker when a network is back, also when no page is open (worker_outbox.js). Most browsers
// know no such thing.
const wakeLater = async () => {
  const { sync } = await navigator.serviceWorker.ready;
  await sync?.register("outbox").catch(() => { /* not allowed: the next page delivers */ });
};

// Tries at once, however long the last pauses were.
export const deliverNow = () => {
  pause = SOONEST_MS;
  return deliver();
};

export const gamesOf = (items) => Map.groupBy(items, ({ sheet }) => sheet);

// A game whose item the server cannot take just now waits, the others go on.
const deliverAll = async () => {
  const tokens = new Map();
  const waits = new Set();
  const next = async () => (await firstOfEach()).find(({ sheet }) => !waits.has(sheet));
  for (let item = await next(); item; item = await next()) {
    report("sending");
    try {
      tokens.set(item.group, tokens.get(item.group) ?? await token(item.group));
      await deliverOne(item, tokens.get(item.group));
    } catch (error) {
      if (!(error instanceof NoAnswer && error.isServer)) throw error;
      waits.add(item.sheet);
    }
  }
  if (waits.size) throw new NoAnswer();
};

// The first item of each game that goes on. A game that was started here waits for the one before it.
const firstOfEach = async () => {
  const games = gamesOf(await store.items());
  return [...games.values()]
    .filter((game) => !game.some(store.isStopped))
    .map(([first]) => first)
    .filter(({ after }) => !games.has(after));
};

const deliverOne = async (item, csrf) => {
  if (csrf === null) {
    await parkGroup(item.group);
    return;
  }
  if (!await store.markTried(item.id)) return;
  let answer = await post(item, csrf);
  if (answer.status === EXPIRED) answer = await post(item, await token(item.group));
  const text = await answer.text().catch(() => { throw new NoAnswer(); });
  if (answer.status === GONE && await token(item.group) === null) await parkGroup(item.group);
  else if (answer.ok && (answer.headers.has("HX-Redirect") || text.includes("<hx-partial"))) {
    // What the server was asked before it had this must not be shown after it.
    document.dispatchEvent(new Event("live:overtaken"));
    await store.remove([item.id]);
    pause = SOONEST_MS;
    report("delivered");
  } else if (answer.ok) throw new NoAnswer();
  else await parkGame(item, { status: answer.status === GONE ? UNKNOWN : answer.status, ...refusalOf(text) });
};

const parkGame = async ({ id, sheet }, parked) => {
  const later = (await store.items()).filter((each) => each.sheet === sheet && each.id >= id);
  await store.park(later.map((each) => each.id), parked);
};

// This phone is no longer in the group: what it did not send stays to be copied, and nothing else of the group.
export const parkGroup = async (group) => {
  const all = (await store.items()).filter((each) => each.group === group);
  await store.park(all.map((each) => each.id), { status: GONE, words: "" });
  await caches.delete(`group-${group}`);
};

const ask = async (address, options = {}) => {
  let answer;
  try {
    answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN_MS), ...options });
  } catch {
    throw new NoAnswer();
  }
  if (answer.status >= 500 || AGAIN_LATER.includes(answer.status)) throw new NoAnswer(true);
  return answer;
};

// A fresh token for the group's forms; null when this phone is not in the group.
export const token = async (group) => {
  const answer = await ask(`${root}/g/${group}/token`);
  if (answer.status === GONE) return null;
  try {
    return (await answer.json()).csrf_token;
  } catch {
    throw new NoAnswer(); // something in between answered
  }
};

const post = (item, csrf) => {
  const body = new URLSearchParams(item.fields);
  body.set("csrf_token", csrf);
  body.set("twice", "yes"); // when they were entered, not when they arrive, says whether two are one
  return ask(item.to, { method: "POST", body, headers: { "HX-Request": "true" } });
};

// What the server said to the refused form, as text; and the game that others `began`, if that is the reason.
const refusalOf = (html) => {
  const page = new DOMParser().parseFromString(html.replaceAll("hx-partial", "div"), "text/html");
  const began = page.querySelector("[data-began]");
  const said = [...(began ?? page).querySelectorAll("[role=alert] p, p[role=alert], .sum .error")]
    .filter((each) => !each.closest("[hidden], .actions, [data-here]") && !each.matches(".actions"));
  const words = said.map((each) => each.textContent.trim().replace(/\s+/g, " ")).join(" ").slice(0, MOST_WORDS);
  return { words, ...(began ? { began: began.dataset.began } : {}) };
};

addEventListener("online", deliverNow);
addEventListener("pageshow", deliverNow);
document.addEventListener("visibilitychange", async () => {
  if (!document.hidden) deliverNow();
  else if ((await store.items().catch(() => [])).some((item) => !store.isStopped(item))) wakeLater();
});
document.addEventListener("live:fresh", deliverNow);
