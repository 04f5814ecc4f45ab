// The sheet without a network: what is saved goes to the outbox, and the twin says what it comes to.
import { deliver } from "./delivery.js";
import { drawEnding, drawRows, drawScores, drawSum } from "./drawing.js";
import { currentForm, fits, renew } from "./panel.js";
import { outboxWords, Reckoning, twinOf } from "./reckoning.js";
import * as store from "./store.js";

const PATH = location.pathname;
const SERVER_IS_AWAY = [502, 503, 504];
const UNSENT = ["csrf_token"];
const UNFINISHED = ["no_total", "paper_empty"];

const root = document.documentElement;
let twin = null;
let saying = null;
let stored = [];
let sent = [];
let reckoning = null;
const takenBack = new Set();
let isDrawn = false;
let afterSwap = false;

const readState = () => JSON.parse(document.querySelector("#news")?.dataset.twin ?? "null");
const isThere = ({ key }) => document.querySelector(`#rows li:not(.waiting)[data-key="${CSS.escape(key)}"]`) !== null;
const fieldsOf = (body) => [...body].filter(([name, value]) => !UNSENT.includes(name) && typeof value === "string");
const isOffline = () => !navigator.onLine || "kept" in root.dataset
  || document.querySelector("[data-stale-mark]:not([hidden])") !== null;

// What stands on the sheet and is not the server's yet. What was just delivered stays until the server's row is there.
const refresh = async () => {
  const before = [...sent, ...stored].filter(({ key, parked }) => !parked && !takenBack.has(key));
  stored = (await store.items()).filter(({ sheet }) => sheet === PATH);
  const still = new Set(stored.map(({ key }) => key));
  sent = afterSwap ? [] : before.filter((item) => !still.has(item.key) && !isThere(item));
  afterSwap = false;
  if (sent.length && !stored.length) document.dispatchEvent(new Event("live:ask"));
  draw();
};

const draw = () => {
  const state = readState();
  reckoning = null;
  if (!state || !twin) return;
  // What was refused is no part of the score: the box says what can be done about it.
  const items = [...sent, ...stored].filter((item) => !item.parked && !isThere(item));
  try {
    reckoning = new Reckoning(twin, state, items);
  } catch {
    return; // what waits fits no longer to what the server has: it will say so
  }
  if (items.length || isDrawn) {
    drawScores(reckoning, saying);
    drawRows(reckoning, saying, new Set(sent.map(({ key }) => key)));
    drawEnding(reckoning, saying);
  }
  isDrawn = items.length > 0;
  const form = currentForm();
  if (!form) return;
  form.hidden = reckoning.isOver;
  // A page that was kept may have a form from before its rows.
  if (!reckoning.isOver && (isDrawn || isOffline()) && !fits(form, reckoning)) renew(form, reckoning, saying, "taken" in form.dataset);
};

// Entering

const canKeep = () => reckoning !== null && !reckoning.isOver;

const keep = async (form, fields, next, tried) => {
  if (form.dataset.keeping) return;
  form.dataset.keeping = "yes";
  const value = (name) => fields.find(([each]) => each === name)?.[1];
  const outcome = next.reckoning.rows().at(-1);
  try {
    await store.add({
      key: value("key"), group: PATH.match(/\/g\/([^/]+)\//)[1], sheet: PATH, to: new URL(form.action).pathname, fields,
      game: reckoning.state.game, payload: next.payload, number: reckoning.number, text: outcome.text, at: Date.now(), tried,
    });
  } catch {
    delete form.dataset.keeping;
    form.dispatchEvent(new CustomEvent("entry:lost", { bubbles: true }));
    return;
  }
  form.dataset.taken = "";
  form.dispatchEvent(new CustomEvent("entry:kept", { bubbles: true }));
  await refresh();
  say(outcome);
  deliver();
};

const say = ({ number, text }) => {
  const line = document.getElementById("say");
  if (line) line.textContent = saying._("Kept on this phone: deal %(number)s, %(what)s", { number, what: text });
};

// On the way out: while the network is away, and behind what waits already.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form !== currentForm() || event.submitter?.hasAttribute("data-any-state")) return;
  if (!canKeep() || !(isOffline() || stored.some(({ parked }) => !parked))) return;
  const fields = fieldsOf(new FormData(form));
  const next = reckoning.next(fields);
  if (!next) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (next.problems.length) drawSum(form, next, saying, false);
  else keep(form, fields, next, false);
}, true);

// A form that was sent and got no answer may have been saved: it goes on under its key.
document.addEventListener("entry:unsent", (event) => {
  const { ctx } = event.detail;
  const form = event.target;
  const { status } = ctx.response ?? {};
  if (form !== currentForm() || !canKeep() || (status && !SERVER_IS_AWAY.includes(status))) return;
  const fields = fieldsOf(ctx.request.body);
  const next = reckoning.next(fields);
  if (!next || next.problems.length) return;
  event.preventDefault();
  setTimeout(keep, 0, form, fields, next, true);
});

// What is typed is weighed here while the server cannot.
document.addEventListener("entry:weigh", (event) => {
  const form = event.target;
  if (form !== currentForm() || !canKeep() || !(isOffline() || stored.some(({ parked }) => !parked))) return;
  const next = reckoning.next(fieldsOf(new FormData(form)));
  if (!next) return;
  event.preventDefault();
  const begun = next.codes.length && next.codes.every((code) => UNFINISHED.includes(code));
  if (begun) form.querySelector("[data-sum]").replaceChildren();
  else drawSum(form, next, saying, true);
});

document.addEventListener("click", async (event) => {
  const id = event.target.closest?.("[data-take-back]")?.dataset.takeBack;
  const item = stored.find((each) => each.id === Number(id));
  if (!item) return;
  takenBack.add(item.key);
  await store.takeBack(item.id);
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.matches("[data-preview]")) return;
  afterSwap = true;
  refresh().catch(() => {});
});
store.onChange(() => refresh().catch(() => {}));

// Loads what is needed as long as there is a network: later there may be none.
export const begin = async () => {
  const state = readState();
  if (!state) return;
  [twin, saying] = await Promise.all([twinOf(state.game), outboxWords()]);
  await refresh();
};
