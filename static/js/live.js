// Another phone's change appears by itself: this asks every few seconds whether there is anything new.
//
// One ask in 3 s for two minutes after a change or a touch, then one in 10 s, none while the page is hidden. An
// error keeps what is shown, says in words since when it may be old, and lets more time pass before each next ask.
// What somebody is typing is never touched. htmx's own polling would need eval to know when to stop.
import { isBlank, isFilled } from "./typed.js";

const LIVELY_MS = 3_000;
const QUIET_MS = 10_000;
const LIVELY_FOR_MS = 120_000;
const SLOWEST_MS = 30_000;
const PATIENCE_MS = 8_000;
const AT_LEAST_MS = 400;
const LEAVING_MS = 8_000;
const MARKED_MS = 8_000;
const TOLD_ROWS = 2;

const box = document.getElementById("live");
const build = document.querySelector("meta[name=build]").content;
const words = box.dataset;
const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

let touchedAt = Date.now();
let freshAt = Number(document.documentElement.dataset.kept) || Date.now();
let failures = 0;
let timer = 0;
let dueAt = 0;
let asking = null;
let sending = 0;
let leavingUntil = 0;
let weighed = "";

// When to ask

const plan = (begunAt) => {
  clearTimeout(timer);
  if (document.hidden) return;
  const lively = Date.now() - touchedAt < LIVELY_FOR_MS;
  const pause = failures ? Math.min(LIVELY_MS * 2 ** (failures - 1), SLOWEST_MS) : lively ? LIVELY_MS : QUIET_MS;
  dueAt = Math.max(begunAt + pause, Date.now() + AT_LEAST_MS);
  timer = setTimeout(ask, dueAt - Date.now());
};

document.addEventListener("live:overtaken", () => {
  asking?.abort();
  asking = null;
  plan(Date.now());
});

const askNow = () => {
  asking?.abort();
  asking = null;
  ask();
};

async function ask() {
  clearTimeout(timer);
  const begunAt = Date.now();
  if (asking || document.hidden) return;
  if (sending || begunAt < leavingUntil) {
    plan(begunAt);
    return;
  }
  const mine = new AbortController();
  asking = mine;
  const patience = setTimeout(() => mine.abort(), PATIENCE_MS);
  try {
    await take(await get(words.live, mine, words.tag && { "If-None-Match": words.tag }), mine);
    if (asking === mine) isFresh(begunAt);
  } catch {
    if (asking === mine) isStale();
  } finally {
    clearTimeout(patience);
    if (asking === mine) {
      asking = null;
      plan(begunAt);
    }
  }
}

const get = (address, { signal }, headers) =>
  fetch(address, { headers: { "HX-Request": "true", "X-Build": build, ...headers }, cache: "no-store", signal });

// What the answer says. An answer that was overtaken, by this phone's own change above all, is dropped.

async function take(answer, mine) {
  if (answer.status === 304) {
    compare(); // the panel may not have come when it was asked for
    return;
  }
  // A game that was started without a network is not there yet.
  if (answer.status === 404 && !find("#news[data-begun]")) {
    leavingUntil = Infinity;
    location.reload();
    return;
  }
  // The server is of another version: the parts that it has do not fit here.
  if (answer.status === 412) document.dispatchEvent(new Event("build:other"));
  const etag = answer.headers.get("ETag");
  if (answer.status !== 200 || !etag) throw new Error(String(answer.status));
  const text = await answer.text();
  if (asking !== mine) return;
  if (words.whole === undefined) await swapParts(text, etag);
  else {
    await swapPage(mine);
    if (asking === mine) words.tag = etag;
  }
  touchedAt = Date.now();
}

// What somebody opened stays open: the answer knows nothing of it.
async function morph(swap) {
  const before = htmx.config.morphIgnore;
  htmx.config.morphIgnore = [...before, "open"];
  try {
    await htmx.swap({ ...swap, sourceElement: box });
  } finally {
    htmx.config.morphIgnore = before;
  }
}

async function swapParts(text, etag) {
  const before = new Map(rows().map((row) => [row.id, row.dataset.key]));
  const base = words.tag;
  words.tag = ""; // while they are put in, the page shows neither what it did nor what it will
  document.dispatchEvent(new Event("live:swap"));
  await morph({ text, target: box, swap: "none", base, seen: etag });
  words.tag ||= etag;
  if (find("#news").dataset.role !== words.role) location.reload();
  pointOut(before);
  compare();
}

async function swapPage(mine) {
  if (all("#content :is(input, select, textarea)").some(isFilled)) {
    find("[data-changed-mark]").hidden = false;
    return;
  }
  const answer = await get(location.href, mine, { "HX-Request": "false" });
  if (answer.redirected) {
    leavingUntil = Infinity;
    location.replace(answer.url);
    return;
  }
  if (!answer.ok) throw new Error(String(answer.status));
  const text = await answer.text();
  if (asking !== mine) return;
  const target = document.getElementById("content");
  await morph({ text, target, select: "#content", swap: "outerMorph" });
  say(words.redrawn);
}

// Old or fresh, in words

const mark = find("[data-stale-mark]");
const say = (text) => { find("[data-say]").textContent = text; };

const isFresh = (begunAt) => {
  freshAt = begunAt;
  failures = 0;
  delete document.documentElement.dataset.kept;
  if (mark.hidden) return;
  say(words.again);
  mark.hidden = true;
  document.dispatchEvent(new Event("live:fresh"));
};

const isStale = () => {
  failures += 1;
  const how = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: words.zone };
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, how);
  mark.textContent = words.stale.replace("{time}", clock.format(freshAt));
  mark.hidden = false;
};

// What is new: read out, and marked in words for a moment

const rows = () => all("#rows li.deal");
const told = (row) => [...row.querySelectorAll("summary .sr, summary b, summary .why")]
  .map((each) => each.textContent.trim()).join(" ").replace(/\s+/g, " ");

const pointOut = (before) => {
  // What waited here before has another row now, but is nothing new.
  const own = new Set([...before].filter(([id, key]) => id === `row-${key}`).map(([, key]) => key));
  const changed = rows().filter((row) => before.get(row.id) !== row.dataset.key && !own.has(row.dataset.key));
  say(changed.slice(-TOLD_ROWS).map((row) =>
    (before.has(row.id) ? words.changed : words.new).replace("{what}", told(row))).join(" "));
  for (const row of changed) {
    const flag = document.createElement("span");
    flag.className = "flag fresh";
    flag.textContent = before.has(row.id) ? words.flagChanged : words.flagNew;
    row.querySelector(".why").append(" ", flag);
    row.classList.add("new");
    setTimeout(() => {
      flag.remove();
      row.classList.remove("new");
    }, MARKED_MS);
  }
};

// The panel: drawn anew while nothing is typed in it, else it is told what came in between

const typing = () => {
  const form = find("#deal_form form");
  if (!form) return null;
  if (!form.matches("[data-entry]")) return form.matches("[role=alertdialog]") ? form : null;
  return isBlank(form) && !location.search ? null : form;
};

// Whether another phone told more of the open deal than stands in a panel that nobody has touched here.
const heardMore = () => {
  const [form, told] = [find("#deal_form form[data-note]"), find("#open")];
  return form && told && !form.dataset.touched && form.dataset.digest !== told.dataset.digest;
};

function compare() {
  const [news, panel, form] = [find("#news"), find("#deal_form"), typing()];
  if (!news || !panel) return;
  const isOld = panel.dataset.version !== news.dataset.version;
  if (!form) {
    if ((isOld || heardMore()) && !sending) htmx.trigger(find("[data-refresh]"), "refresh");
    return;
  }
  tellMeanwhile(news, form);
  if (isOld && weighed !== news.dataset.version) {
    weighed = news.dataset.version;
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

// "Clara 60, Dieter 60"; nothing for a row that counts no more or gives nobody anything.
const points = (row) => (row.classList.contains("removed") ? [] : [...row.querySelectorAll("summary .cell")])
  .filter((cell) => cell.querySelector("b"))
  .map((cell) => [cell.querySelector(".sr"), cell.querySelector("b")].map((each) => each.textContent.trim()).join(" "))
  .join(", ");

const tellMeanwhile = (news, form) => {
  const notice = find("[data-meanwhile]");
  const expected = Number(form.elements.namedItem("position")?.value);
  if (!notice || !expected) return;
  const { position } = news.dataset;
  notice.hidden = position !== "" && Number(position) <= expected;
  if (notice.hidden) return;
  const came = rows().filter((row) => Number(row.dataset.position) >= expected && points(row)).slice(-TOLD_ROWS);
  const sentences = came.map((row) => notice.dataset.entered
    .replace("{number}", row.querySelector(".why .n").textContent).replace("{what}", points(row)));
  if (!came.length) sentences.push(notice.dataset.changed);
  sentences.push(position ? notice.dataset.kept.replace("{number}", news.dataset.number) : notice.dataset.over);
  const line = notice.querySelector("[data-words]");
  if (line.textContent !== sentences.join(" ")) line.textContent = sentences.join(" ");
};
// What happens on the page

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.matches("[data-preview], [data-refresh]")) return;
  sending += 1;
  asking?.abort();
  asking = null;
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.matches("[data-preview], [data-refresh]")) return;
  sending = Math.max(0, sending - 1);
  plan(Date.now());
});
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (words.whole === undefined) ctx.request.headers["X-Seen"] = words.tag ?? "";
});
document.addEventListener("htmx:before:swap", (event) => {
  const fetched = event.detail.ctx.sourceElement.matches("[data-refresh]");
  if (fetched && (sending || typing())) {
    event.preventDefault();
    compare();
  }
});
document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) leavingUntil = Date.now() + LEAVING_MS;
});
document.addEventListener("input", () => setTimeout(compare));
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(touch, () => {
    touchedAt = Date.now();
    if (!asking && !failures && dueAt - touchedAt > LIVELY_MS) plan(touchedAt);
  }, { capture: true, passive: true });
}
document.addEventListener("visibilitychange", () => {
  if (document.hidden) clearTimeout(timer);
  else askNow();
});
addEventListener("pageshow", ({ persisted }) => {
  leavingUntil = 0;
  if (persisted) askNow();
});
addEventListener("online", askNow);
document.addEventListener("live:ask", askNow);

compare();
// A page from the cache says at once how old it is.
if (document.documentElement.dataset.kept) isStale();
// A page that the browser kept may be older than the moment at which it is shown.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") ask();
else plan(Date.now());
