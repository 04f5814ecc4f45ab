// Keeps this page for later, by the service worker: what changed since it was loaded did not pass it as a page.
const SOON_MS = 300;
const CHANGES = "[data-preview], [data-refresh]";

let timer = 0;
const path = location.pathname;
const isFresh = () => !("kept" in document.documentElement.dataset);

const keepAgain = () => fetch(path, { headers: { "X-Keep": "again" }, cache: "no-store" }).catch(() => {});
const keepSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(keepAgain, SOON_MS);
};

const groupsKept = async () => (await caches.keys()).filter((name) => name.startsWith("group-")).map((name) => name.slice(6));

// A group that this phone is no longer in leaves nothing behind; the answer to this says so to the worker.
const checkGroups = async (tokenOf) => {
  for (const group of await groupsKept()) {
    if (path.includes(`/g/${group}/`)) continue;
    const token = await tokenOf(group).catch(() => undefined);
    if (token === null) await caches.delete(`group-${group}`);
  }
};

export const begin = async (tokenOf) => {
  await navigator.serviceWorker.register(document.querySelector("meta[name=worker]").content);
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => { navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }); });
  }
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (!ctx.sourceElement.matches(CHANGES)) keepSoon();
  });
  if (!isFresh()) return;
  if (path.includes("/g/") && !await caches.match(path)) keepSoon();
  await checkGroups(tokenOf);
};
