// The service worker: keeps the files of the app and the pages of each group, and shows them when no network is there.
//
// /sw.js hands it SETTINGS: version, build, root, statics, files, page and words. What may be kept is for the server to say
// (web/kept_pages.py); docs/adr/0017 has the whole of it. Posted forms, fragments and tokens are never kept.
"use strict";
const { version, build, root, statics, files, page, words } = self.SETTINGS;
const SHELL = `shell-${version}`;
// A kept page names the files of its own version: some shells before this one stay.
const SHELLS = 3;
const PATIENCE_MS = 3500;
const WORDS = words.map((address) => address.split("?")[0]);
const ADDRESS = new RegExp(`^${root}/g/([0-9a-f-]{36})/`);
const DOWN = [502, 503, 504];
// What is kept is this phone's own, in its language: whatever else an answer varies by is the same here.
const ANYHOW = { ignoreVary: true };

const groupOf = (url) => url.pathname.match(ADDRESS)?.[1];
const nameOf = (group) => `group-${group}`;

self.addEventListener("install", (event) => {
  // Without cookies: the shell is the same for everybody, and no message meant for a page is used up by it.
  const shell = [...files, page, ...words].map((address) => new Request(address, { credentials: "omit" }));
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(shell)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const shells = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== SHELL);
    await Promise.all(shells.slice(0, Math.max(0, shells.length + 1 - SHELLS)).map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

// A new version waits until all pages of the old one are closed, or somebody asks for it. The old one may be ended while
// it answers then, which leaves a page without any answer: from now on it lets pages and files come from the network by
// themselves. Leaving a group, and what a page says while it is left, it sees to as before.
let isReplaced = false;
self.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data === "use") self.skipWaiting();
  else if (data === "build") ports[0].postMessage(build);
  else if (data === "replaced") isReplaced = true;
  else if (data === "claim") event.waitUntil(self.clients.claim());
});

// What a page says while it is left is lost with it, unless the worker sends it.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  const isPage = request.mode === "navigate" && request.method === "GET";
  const isFile = request.method === "GET" && (url.pathname.startsWith(`${root}/static/`) || WORDS.includes(url.pathname));
  if ((isPage || isFile) && isReplaced && navigator.onLine) return;
  if (isPage) event.respondWith(show(event, url));
  else if (isFile) event.respondWith(file(request));
  else if (request.mode === "navigate" && url.pathname.endsWith("/leave")) event.respondWith(leave(request, url));
  else if (request.keepalive && request.method === "POST") event.respondWith(fetch(request));
  else if (request.method === "GET" && request.headers.get("X-Keep") === "again") event.respondWith(keepAgain(url));
});

// Files

// A page waits for its scripts: where what is kept cannot be read soon, the network is asked as well.
const file = async (request) => {
  const kept = keptFile(request);
  const found = await Promise.race([kept, tooLong()]).catch(() => undefined);
  return found ?? fetch(request).catch(async (error) => await kept ?? Promise.reject(error));
};
const keptFile = async (request) =>
  await (await caches.open(SHELL)).match(request, ANYHOW) ?? caches.match(request, ANYHOW);

// Pages: from the network, or after a while, or where there is none, as they were kept

const show = async (event, url) => {
  const askedAt = Date.now();
  const answering = fetch(event.request);
  event.waitUntil(answering.then((answer) => learn(url, answer.clone(), askedAt)).catch(() => {}));
  const usable = answering.then(async (answer) => {
    const isMissing = answer.status === 404 && await waits(url) && await isMember(groupOf(url));
    if (isMissing || DOWN.includes(answer.status)) throw new Error(String(answer.status));
    return answer;
  });
  usable.catch(() => {});
  const kept = () => keptPage(url).then((found) => found ?? Promise.reject(new Error("not kept")));
  try {
    return await Promise.race([usable, tooLong()]);
  } catch (error) {
    return Promise.any(error === LATE ? [kept(), usable] : [kept()]).catch(() => instead(answering));
  }
};

const LATE = new Error("late");
const tooLong = () => new Promise((_resolve, reject) => { setTimeout(reject, PATIENCE_MS, LATE); });
// What a proxy says is better than nothing, but worse than words about what to do.
const instead = async (answering) => await caches.match(page, ANYHOW) ?? answering;

// The page as it was kept, which says so in its first tag.
const keptPage = async (url) => {
  const group = groupOf(url);
  if (!group || !await caches.has(nameOf(group))) return null;
  const kept = await (await caches.open(nameOf(group))).match(url.pathname, ANYHOW);
  if (!kept) return null;
  const since = Date.parse(kept.headers.get("Date")) || 0;
  const html = (await kept.text()).replace("<html", `<html data-kept="${since}"`);
  const headers = new Headers(kept.headers);
  for (const name of ["Content-Length", "Content-Encoding"]) headers.delete(name);
  return new Response(html, { status: 200, headers });
};

// What an answer says about what is kept. A question asked before the group was left counts no more.

const left = new Map();

const forget = async (group) => {
  left.set(group, Date.now());
  await caches.delete(nameOf(group));
};

// A game that was started without a network has a page here before the server knows of it.
const waits = async (url) => {
  const group = groupOf(url);
  if (!group || !await caches.has(nameOf(group))) return false;
  const kept = await (await caches.open(nameOf(group))).match(url.pathname, ANYHOW);
  return kept?.headers.has("X-Waits") ?? false;
};
const isMember = async (group) => (await fetch(`${root}/g/${group}/token`, { cache: "no-store" })).status !== 404;

const learn = async (url, answer, askedAt) => {
  const group = groupOf(url);
  if (!group) return;
  if (answer.status === 404) {
    if (!await waits(url) || !await isMember(group)) await forget(group);
    return;
  }
  if (url.search || answer.redirected || !answer.ok || askedAt <= (left.get(group) ?? 0)) return;
  if (answer.headers.get("X-Keep") === group) await (await caches.open(nameOf(group))).put(url.pathname, answer);
  else if (await caches.has(nameOf(group))) await (await caches.open(nameOf(group))).delete(url.pathname);
};

const keepAgain = async (url) => {
  const askedAt = Date.now();
  const answer = await fetch(url.pathname, { cache: "no-store" });
  await learn(new URL(url.pathname, url), answer.clone(), askedAt);
  return new Response(null, { status: 204 }); // a page that answers a form is none to be kept, and no error
};

const leave = async (request, url) => {
  const answer = await fetch(request);
  const group = groupOf(url);
  if (group && answer.type === "opaqueredirect") await forget(group);
  return answer;
};
