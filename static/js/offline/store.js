// The outbox in IndexedDB: what was entered and is not known to be saved by the server, in the order of entering.
//
// An item is {id, key, change, group, sheet, to, fields, game, edit, number, text, at, tried, parked}. Once it was tried
// nothing changes but `parked`, unless the server refused it. Other tabs of this phone hear of every change.
const NAME = "scorekeeper";
const STORE = "outbox";

const channel = new BroadcastChannel(STORE);
const changed = new EventTarget();
channel.addEventListener("message", () => changed.dispatchEvent(new Event("change")));

export const onChange = (act) => changed.addEventListener("change", act);
const tell = () => {
  channel.postMessage("");
  changed.dispatchEvent(new Event("change"));
};

let opening = null;
const open = () => {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true }).createIndex("key", "key", { unique: true });
    });
    request.addEventListener("success", () => {
      // A page of a newer version must not wait for this one to be closed.
      request.result.addEventListener("versionchange", () => {
        request.result.close();
        opening = null;
      });
      resolve(request.result);
    });
    request.addEventListener("error", () => reject(request.error));
    request.addEventListener("blocked", () => reject(new Error("blocked")));
  });
  opening.catch(() => { opening = null; });
  return opening;
};

// Does something within one transaction and gives its result when it is written to the disk.
const within = async (mode, act) => {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: "strict" });
    const request = act(transaction.objectStore(STORE));
    transaction.addEventListener("complete", () => resolve(request?.result));
    transaction.addEventListener("abort", () => reject(transaction.error));
  });
};

export const items = () => within("readonly", (store) => store.getAll());

const change = async (act) => {
  await within("readwrite", act);
  tell();
};

// Adds an item; one with a key that is there already stays as it is.
export const add = (item) => change((store) => {
  const asked = store.index("key").getKey(item.key);
  asked.addEventListener("success", () => {
    if (asked.result === undefined) store.add({ tried: false, parked: null, ...item });
  });
});

export const remove = (ids) => change((store) => { for (const id of ids) store.delete(id); });

// Takes an item back unless the server may have seen it; a tab that is just delivering it was faster then.
export const takeBack = (id) => change((store) => {
  const asked = store.get(id);
  asked.addEventListener("success", () => { if (asked.result && !asked.result.tried) store.delete(id); });
});

const set = (ids, values) => (store) => {
  for (const id of ids) {
    const asked = store.get(id);
    asked.addEventListener("success", () => { if (asked.result) store.put({ ...asked.result, ...values }); });
  }
};

// Says that the server may see an item from now on; gives false if it was taken back meanwhile.
export const markTried = async (id) => {
  const found = await within("readwrite", (store) => {
    set([id], { tried: true })(store);
    return store.get(id);
  });
  return found !== undefined;
};

export const park = (ids, parked) => change(set(ids, { parked }));

// Deletes some items, and puts others in the place of those with the same ids: what the server refused, and what was
// parked behind it before it was tried.
export const rewrite = (gone, items) => change((store) => {
  for (const id of gone) store.delete(id);
  for (const item of items) store.put(item);
});

// Says that an item was refused and is not on its way `again`, as what was decided on another screen is.
export const isStopped = ({ parked }) => Boolean(parked && !parked.again);

// Replaces items that were refused by new ones under new keys, in the same order; another tap or tab may have been faster.
export const replace = (ids, made) => change((store) => {
  const asked = store.get(ids[0]);
  asked.addEventListener("success", () => {
    if (!asked.result) return;
    for (const id of ids) store.delete(id);
    for (const item of made) store.add({ ...item, tried: false, parked: null });
  });
});
