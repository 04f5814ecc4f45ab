// The sheet without a network: what is entered and corrected goes to the outbox, and the twin says what it comes to.
import * as bar from "./bar.js";
import { deliver } from "./delivery.js";
import { drawEnding, drawOutlook, drawScores, drawSum } from "./drawing.js";
import { wishOf } from "./intents.js";
import { makeItem, valueOf } from "./items.js";
import { newKey } from "./ids.js";
import * as next from "./next.js";
import { correct, correction, currentForm, fits, renew, stop } from "./panel.js";
import * as panels from "./panels.js";
import { outboxWords, Reckoning, twinOf } from "./reckoning.js";
import * as rows from "./rows.js";
import * as store from "./store.js";

const PATH = location.pathname;
const SERVER_IS_AWAY = [502, 503, 504];
// What the server says otherwise than the twin.
const SERVERS_OWN = ["dealer_empty"];

const root = document.documentElement;
let twin = null;
let saying = null;
let stored = [];
let sent = [];
let reckoning = null;
const takenBack = new Set();
let isDrawn = false;
let afterSwap = false;

// What the server said last, and what it comes to by itself: both take a while on a slow phone.
let read = { text: "null", state: null, plain: null };
const readState = () => {
  const text = document.querySelector("#news")?.dataset.twin ?? "null";
  if (text !== read.text) read = { text, state: JSON.parse(text), plain: null };
  return read.state;
};
const plainly = () => (read.plain ??= new Reckoning(twin, readState(), []));
const fieldsOf = (body) => [...body].filter(([name, value]) => name !== "csrf_token" && typeof value === "string");
const isOffline = () => !navigator.onLine || "kept" in root.dataset
  || document.querySelector("[data-stale-mark]:not([hidden])") !== null;
const isWaiting = () => stored.some(({ parked }) => !parked);
const isHere = () => isOffline() || isWaiting();

const isKnown = (state) => {
  const keys = new Set([...state.keys, ...state.sheet.rows.map(({ base }) => base)]);
  const there = new Set(state.sheet.rows.map(({ id }) => id));
  return ({ key, edit }) => keys.has(key) || (edit.op === "add" && there.has(edit.id));
};

// What stands on the sheet and is not the server's yet. What was just delivered stays until the server's row is there.
const refresh = async () => {
  const before = [...sent, ...stored].filter(({ key, parked }) => !parked && !takenBack.has(key));
  stored = (await store.items()).filter(({ sheet }) => sheet === PATH);
  const still = new Set(stored.map(({ key }) => key));
  sent = afterSwap ? [] : before.filter((item) => !still.has(item.key));
  afterSwap = false;
  if (sent.length && !stored.length) document.dispatchEvent(new Event("live:ask"));
  draw();
};

const draw = () => {
  const state = readState();
  reckoning = null;
  if (!state || !twin) return;
  bar.remember();
  const known = isKnown(state);
  // What was refused is no part of the score: the box says what can be done about it.
  const items = [...sent, ...stored].filter((item) => !item.parked && !known(item));
  try {
    reckoning = items.length ? new Reckoning(twin, state, items) : plainly();
  } catch {
    return; // what waits fits no longer to what the server has: it will say so
  }
  drawSheet(items);
  if (!correction()) drawPanel(state);
};

const drawSheet = (items) => {
  if (items.length) {
    const open = new Set(stored.map(({ key }) => key));
    const last = stored.filter(({ parked }) => !parked).at(-1);
    rows.drawRows(reckoning, plainly(), saying, {
      waits: (row) => (open.has(reckoning.waits.get(row)?.key) ? saying._("waiting") : null),
      takeBack: (row) => (last && !last.tried && last.edit.op === "add" && last.edit.id === row ? last.id : null),
    });
    bar.drawSteps(reckoning, saying);
  } else {
    rows.undraw();
    bar.undraw();
  }
  if (items.length || isDrawn) drawScores(reckoning, saying);
  isDrawn = items.length > 0;
};

const drawPanel = (state) => {
  const isMoved = isDrawn || document.querySelector("#deal_form .ending.waits") !== null;
  if (isMoved) drawEnding(reckoning, saying, isDrawn);
  const form = currentForm();
  if (form) form.hidden = reckoning.isOver;
  // What was taken is nothing that somebody is typing: the panel may be drawn anew.
  if (form && reckoning.isOver && "taken" in form.dataset) form.dataset.empty = "yes";
  if (reckoning.isOver || !(isDrawn || isOffline())) return;
  // A page that was kept may have a form from before its rows; one of a game that was over has none.
  if (!form || !fits(form, reckoning)) {
    renew(form, reckoning, saying, { taken: form !== null && "taken" in form.dataset });
  }
};

// Entering and correcting

// One after the other: each is planned on what the one before it came to.
let turn = Promise.resolve();
const keep = (wish, how) => {
  if (how.form?.dataset.keeping) return turn;
  if (how.form) how.form.dataset.keeping = "yes";
  turn = turn.then(() => keepOne(wish, how)).catch(() => {});
  return turn;
};

const keepOne = async (wish, { key, fields = [], tried = false, form = null }) => {
  let made;
  try {
    made = await makeItem(reckoning, wish, { sheet: PATH, key, fields }, saying);
    await store.add({ ...made.item, tried });
  } catch {
    if (form) delete form.dataset.keeping;
    form?.dispatchEvent(new CustomEvent("entry:lost", { bubbles: true }));
    return;
  }
  if (form) {
    form.dataset.taken = "";
    form.dispatchEvent(new CustomEvent("entry:kept", { bubbles: true }));
    if (form.dataset.edit) leave();
  }
  await refresh();
  document.getElementById(`row-${made.item.edit.id}`)?.scrollIntoView({ block: "nearest" });
  say(saying._("Kept on this phone: %(what)s", { what: made.item.text }));
  deliver();
};

const say = (text) => {
  const line = document.getElementById("say");
  if (line) line.textContent = text;
};

// Where something needs the network, in one line beside what was tapped.
const refuse = (text) => {
  const line = document.getElementById("messages");
  const said = document.createElement("p");
  said.className = "message warning";
  said.textContent = text;
  line.replaceChildren(said);
  line.scrollIntoView({ block: "nearest" });
};

const canKeep = (form) => reckoning !== null && (form.dataset.edit || !reckoning.isOver);
const isOurs = (form) => (form === currentForm() || form === correction());

// What a form comes to as an edit: null where the twin cannot read it.
const planOf = (form, fields) => {
  const wish = wishOf(reckoning, form, fields);
  return wish && reckoning.with(wish);
};

const problemsOf = ({ problems, row }) => (row
  ? [saying._("This would make deal %(number)s impossible. Correct that one first.", { number: reckoning.numberOf(row) })] : problems);

// On the way out: while the network is away, and behind what waits already. A correction that was begun here ends here.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !isOurs(form) || event.submitter?.hasAttribute("data-any-state")) return;
  if (!canKeep(form) || !(form.dataset.edit || isHere())) return;
  const fields = fieldsOf(new FormData(form));
  const next = planOf(form, fields);
  if (!next) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!next.reckoning) drawSum(form, { ...next, problems: problemsOf(next) }, reckoning, saying);
  else if (form.dataset.edit === "amend" && next.edit.dealer === undefined && reckoning.isSame(next.edit.payload, form.dataset.row)) leave();
  else keep(next.edit, { key: valueOf(fields, "key"), fields, form });
}, true);

// The totals after Save stand there before the answer, marked as not saved yet; then they are what it says.
let foretold = null;
const totals = () => [...document.querySelectorAll("#scores > ol > li .total")];
const foretell = (form, body) => {
  if (foretold !== form || !form.isConnected) return;
  const next = planOf(form, fieldsOf(body));
  if (!next?.reckoning) return;
  const { words, standings } = next.reckoning;
  totals().forEach((each, seat) => {
    const now = words.number(standings.totals[seat]);
    if (each.textContent === now) return;
    each.dataset.saved = each.textContent;
    each.textContent = now;
  });
  document.getElementById("scores").dataset.unsaved = "";
};
document.addEventListener("htmx:before:request", ({ detail: { ctx: { sourceElement: form, request } } }) => {
  if (form !== currentForm() || !canKeep(form) || !request.submitter?.matches(".save")) return;
  foretold = form;
  requestAnimationFrame(() => setTimeout(foretell, 0, form, request.body));
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (foretold !== ctx.sourceElement) return;
  foretold = null;
  const scores = document.getElementById("scores");
  if (!("unsaved" in scores.dataset)) return;
  delete scores.dataset.unsaved;
  for (const each of document.querySelectorAll("#scores [data-saved]")) {
    each.textContent = each.dataset.saved;
    delete each.dataset.saved;
  }
});

// A form that was sent and got no answer may have been saved: it goes on under its key.
document.addEventListener("entry:unsent", (event) => {
  const { ctx } = event.detail;
  const form = event.target;
  const { status } = ctx.response ?? {};
  if (form !== currentForm() || !canKeep(form) || (status && !SERVER_IS_AWAY.includes(status))) return;
  const fields = fieldsOf(ctx.request.body);
  const next = planOf(form, fields);
  if (!next?.reckoning) return;
  event.preventDefault();
  setTimeout(keep, 0, next.edit, { key: valueOf(fields, "key"), fields, tried: true, form });
});

// What is typed is weighed here, at no round trip; the server has the last word when it is saved. With a network it is
// asked what it would say otherwise than the twin, and whenever it is of another build.
const isBegun = ({ codes }) => codes.length > 0 && codes.every((code) => twin.game.unfinished.includes(code));
const isPlain = (next) => next.reckoning !== null || isBegun(next)
  || (!next.row && next.problems.length === 1 && !next.codes.some((code) => SERVERS_OWN.includes(code)));

document.addEventListener("entry:weigh", (event) => {
  const form = event.target;
  delete form.dataset.weighed;
  const isAlone = Boolean(form.dataset.edit) || isHere();
  if (!isOurs(form) || !canKeep(form) || !(isAlone || !("newer" in root.dataset))) return;
  const next = planOf(form, fieldsOf(new FormData(form)));
  if (!next || !(isAlone || isPlain(next))) return;
  event.preventDefault();
  form.dataset.weighed = "";
  if (isBegun(next)) drawOutlook(form, reckoning, next.edit.payload);
  else drawSum(form, { ...next, problems: problemsOf(next) }, reckoning, saying);
});

// What the server was asked before has no news any more.
document.addEventListener("htmx:before:response", (event) => {
  const { sourceElement } = event.detail.ctx;
  if (sourceElement.matches("[data-preview]") && sourceElement.closest("form[data-weighed]")) event.preventDefault();
});

// What is tapped

const leave = () => {
  stop();
  const form = currentForm();
  if (!form && !reckoning?.isOver) draw();
  else if (form && isHere()) renew(form, reckoning, saying, {});
  else if (form) htmx.trigger(document.querySelector("[data-refresh]"), "refresh");
  else draw();
};

const open = (op, row) => {
  if (!correct(reckoning, saying, op, row)) refuse(saying._("This row can be corrected only with the network."));
};

// One tap, or two where the ending moves. A second tap on the same, before the first is kept, is none.
let isChanging = false;
const once = async (act) => {
  if (isChanging) return;
  isChanging = true;
  try {
    await act();
  } finally {
    isChanging = false;
  }
};

const change = (wish, button) => {
  if (isChanging) return;
  const next = reckoning.with(wish);
  if (!next.reckoning) {
    refuse(problemsOf(next).join(" "));
    return;
  }
  if (!wish.of && next.reckoning.endingFacts !== reckoning.endingFacts && !button.dataset.sure) {
    button.dataset.sure = "yes";
    button.textContent = saying._("This changes how the game ends. Really?");
    return;
  }
  once(() => keep(wish, { key: newKey() }));
};

const undo = (op) => {
  const step = reckoning.step(op);
  if (step) change({ op, of: step.id }, null);
  else refuse(saying._("This can be undone only with the network."));
};

const edits = {
  amend: (row) => open("amend", row),
  insert: (row) => open("insert", row),
  remove: (row, button) => change({ op: "remove", id: row }, button),
  restore: (row, button) => change({ op: "restore", id: row }, button),
};

const askNext = () => {
  const asked = next.askWhoDeals(reckoning, saying);
  if (!asked) refuse(saying._("The next game can be started only with the network."));
  else {
    document.querySelector("#deal_form .next-game")?.remove();
    document.querySelector("#deal_form").append(asked);
    asked.scrollIntoView({ block: "nearest" });
    asked.querySelector("button").focus();
  }
};

const startNext = (seat) => once(async () => {
  try {
    location.assign(await next.start(reckoning, PATH, Number(seat), saying));
  } catch {
    refuse(saying._("The next game can be started only with the network."));
  }
});

// What a link or a button of the server's page asks for, as far as it can be done here.
const LINKS = [
  [/\/entries\/([0-9a-f-]{36})$/, (row, button) => edits.amend(row, button)],
  [/\/entries\/([0-9a-f-]{36})\/(insert|remove|restore)$/, (row, button, op) => edits[op](row, button)],
  [/\/(undo|redo)$/, (op) => undo(op)],
  [/\?dealer=(\d)$/, (seat) => renew(currentForm(), reckoning, saying, { dealer: Number(seat) })],
  [/\?dealer=rotation$/, () => renew(currentForm(), reckoning, saying, {})],
];

const followed = (element, address) => {
  const { pathname, search, hash } = new URL(address, location.href);
  if (!pathname.startsWith(PATH)) return false;
  const asked = pathname.slice(PATH.length) + search + hash;
  for (const [pattern, act] of LINKS) {
    const found = asked.match(pattern);
    if (found) {
      act(found[1], element, found[2]);
      return true;
    }
  }
  if (!pathname.slice(PATH.length) && !search) return false;
  refuse(saying._("This needs the network. Deals can be entered and corrected without it."));
  return true;
};

document.addEventListener("click", (event) => {
  if (!reckoning || event.defaultPrevented) return;
  const element = event.target.closest?.("#rows .actions :is(a, button), #bar_actions :is(a, button), #otherwise a, #deal_form :is([data-leave], .saved button, .ending a, .ending button, .next-game button)");
  if (!element) return;
  const { edit, row, undoing, leave: leaves, takeBack, firstDealer, next: isNext } = element.dataset;
  const address = element.formAction && element.hasAttribute("formaction") ? element.formAction : element.href;
  let isDone = true;
  if (leaves !== undefined) leave();
  else if (edit) edits[edit](row, element);
  else if (undoing) undo(undoing);
  else if (takeBack) take(takeBack);
  else if (firstDealer) startNext(firstDealer);
  else if (isNext !== undefined || (isHere() && /\/games\/new$/.test(element.pathname ?? ""))) askNext();
  else isDone = isHere() && Boolean(address) && followed(element, address);
  if (!isDone) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.querySelector("#otherwise:popover-open")?.hidePopover();
}, true);

const take = async (id) => {
  const item = stored.find((each) => each.id === Number(id));
  if (!item) return;
  takenBack.add(item.key);
  await store.takeBack(item.id);
};

// Single rows that come are for the list as the server drew it, which must stand there before their places are looked for.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.text?.includes('hx-target="#row')) rows.undraw();
});
document.addEventListener("live:swap", () => rows.undraw());
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
  const group = PATH.match(/\/g\/([^/]+)\//)[1];
  await panels.load(document.querySelector("#news").dataset.panels, group);
  draw();
};
