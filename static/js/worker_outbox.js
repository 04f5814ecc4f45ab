// Delivers the outbox from the service worker, where the browser wakes it because a network is back (background sync),
// also when no page is open. The rules are those of js/offline/delivery.js, under the same lock.
//
// No words can be read here: what is refused stays as it is, its game waits, and the next page asks again under the same
// key and says why. docs/adr/0017 has the whole of it.
"use strict";
(() => {
  const OUTBOX = "outbox";
  const ANSWER_WITHIN_MS = 20_000;

  const open = () => new Promise((resolve, reject) => {
    const request = indexedDB.open("scorekeeper");
    request.addEventListener("upgradeneeded", () => request.transaction.abort()); // nothing was ever entered here
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

  // Does something within one transaction and gives its result when it is written to the disk.
  const within = async (mode, act) => {
    const database = await open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(OUTBOX, mode, { durability: "strict" });
        const request = act(transaction.objectStore(OUTBOX));
        transaction.addEventListener("complete", () => resolve(request.result));
        transaction.addEventListener("abort", () => reject(transaction.error));
      });
    } finally {
      database.close();
    }
  };
  const items = () => within("readonly", (store) => store.getAll());
  const tell = () => {
    const channel = new BroadcastChannel(OUTBOX);
    channel.postMessage("");
    channel.close();
  };
  // False if it was taken back meanwhile.
  const markTried = async (id) => await within("readwrite", (store) => {
    const asked = store.get(id);
    asked.addEventListener("success", () => { if (asked.result) store.put({ ...asked.result, tried: true }); });
    return asked;
  }) !== undefined;
  const remove = async (id) => {
    await within("readwrite", (store) => store.delete(id));
    tell();
  };

  const ask = (address, options = {}) => fetch(address, { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN_MS), ...options });

  const isDelivered = async (item) => {
    const asked = await ask(`${self.SETTINGS.root}/g/${item.group}/token`);
    if (!asked.ok) return false;
    const body = new URLSearchParams(item.fields);
    body.set("csrf_token", (await asked.json()).csrf_token);
    body.set("twice", "yes");
    if (!await markTried(item.id)) return true;
    const answer = await ask(item.to, { method: "POST", body, headers: { "HX-Request": "true" } });
    const text = await answer.text();
    return answer.ok && (answer.headers.has("HX-Redirect") || text.includes("<hx-partial"));
  };

  const isStopped = ({ parked }) => Boolean(parked && !parked.again);

  const nextOf = (all, waits) => {
    const games = Map.groupBy(all, ({ sheet }) => sheet);
    const [first] = [...games.values()].filter((game) => !game.some(isStopped)).map(([item]) => item)
      .filter(({ sheet, after }) => !waits.has(sheet) && !games.has(after));
    return first;
  };

  const deliver = async () => {
    const waits = new Set();
    for (let item = nextOf(await items(), waits); item; item = nextOf(await items(), waits)) {
      if (await isDelivered(item)) await remove(item.id);
      else waits.add(item.sheet);
    }
  };

  // Without an answer this fails, and the browser tries again later.
  self.addEventListener("sync", (event) => {
    if (event.tag === OUTBOX) event.waitUntil(navigator.locks.request(OUTBOX, deliver));
  });
})();
