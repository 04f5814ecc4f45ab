// Keeps this page up to date for later: what changed since it was loaded did not pass the service worker as a page.
//
// Parts of a page that came are put into the page that is kept, at once and without asking for anything: the network
// may be gone before the next answer. They are never kept by themselves.
import { worker } from "./place.js";
import * as store from "./store.js";

const SOON_MS = 300;
const PART = "hx-partial";
const ANYHOW = { ignoreVary: true };

let timer = 0;
const path = location.pathname;
const group = path.match(/\/g\/([0-9a-f-]{36})\//)?.[1];
const isFresh = () => !("kept" in document.documentElement.dataset);

const keepAgain = () => fetch(path, { headers: { "X-Keep": "again" }, cache: "no-store" }).catch(() => {});
const keepSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(keepAgain, SOON_MS);
};

// One change after the other; a part whose element the page has not is none of its own.
let turn = Promise.resolve();
const keepParts = (change) => {
  turn = turn.then(() => putParts(change)).catch(() => {});
};

// Parts are what changed from the tag `base` to the tag `seen`: they do for a page that was kept under the first one.
const putParts = async ({ text, base, seen }) => {
  const cache = await caches.open(`group-${group}`);
  const kept = await cache.match(path, ANYHOW);
  if (!kept) {
    keepSoon();
    return;
  }
  const parser = new DOMParser();
  const page = parser.parseFromString(await kept.text(), "text/html");
  const live = page.getElementById("live");
  if (seen && live.dataset.tag !== base && !text.includes('hx-target="#rows"')) {
    keepSoon();
    return;
  }
  for (const part of parser.parseFromString(text, "text/html").querySelectorAll(PART)) {
    const { id } = part.firstElementChild ?? {};
    const target = part.getAttribute("hx-target");
    if (part.getAttribute("hx-swap") === "beforeend") page.querySelector(target)?.append(...part.children);
    else if (id && target === `#${id}`) page.getElementById(id)?.replaceWith(part.firstElementChild);
  }
  if (seen) live.dataset.tag = seen;
  const headers = new Headers(kept.headers);
  headers.set("Date", new Date().toUTCString());
  await cache.put(path, new Response(`<!doctype html>\n${page.documentElement.outerHTML}`, { headers }));
};

const groupsKept = async () => (await caches.keys()).filter((name) => name.startsWith("group-")).map((name) => name.slice(6));

// A group that this phone is no longer in leaves nothing behind but what was not sent.
const checkGroups = async (tokenOf, forget) => {
  const unsent = (await store.items()).filter(store.isStopped).map((item) => item.group);
  for (const other of new Set([...await groupsKept(), ...unsent])) {
    if (other === group) continue;
    const token = await tokenOf(other).catch(() => undefined);
    if (token === null) await forget(other);
  }
};

export const begin = async (tokenOf, forget) => {
  await navigator.serviceWorker.register(worker);
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    const taken = new Promise((resolve) => { navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }); });
    // A page on its way while the worker became active was not among those that it took charge of then.
    active.postMessage("claim");
    await taken;
  }
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (!group || ctx.sourceElement.matches("[data-preview]") || ctx.response?.status >= 400) return;
    const base = ctx.base ?? ctx.request?.headers?.["X-Seen"] ?? "";
    const seen = ctx.seen ?? ctx.response?.headers?.get("X-Seen");
    if (ctx.text?.includes(`<${PART}`)) keepParts({ text: ctx.text, base, seen });
    else keepSoon();
  });
  // The server is newer than this page: what it shows cannot be put into this page, so its own is kept.
  document.addEventListener("build:other", () => { if (group) keepSoon(); });
  if (!isFresh()) return;
  if (group && !await caches.match(path, ANYHOW)) keepSoon();
  await checkGroups(tokenOf, forget);
};
