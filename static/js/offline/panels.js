// The parts of the sheet that the server rendered beforehand (templates/offline/panels.html): the empty form of a deal
// for each player who may sit it out, the buttons of undo and redo, and the form that starts the next game.
const ANYHOW = { ignoreVary: true };
const PATIENCE_MS = 5_000;

let page = null;

const get = async (address, group) => {
  try {
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok && answer.headers.get("X-Keep") === group) await (await caches.open(`group-${group}`)).put(address, answer.clone());
    if (answer.ok) return answer;
  } catch { /* no network: as it was kept */ }
  return caches.match(address, ANYHOW);
};

// Fetches them while there is a network, and keeps them for when there is none.
export const load = async (address, group) => {
  const answer = await get(address, group);
  if (answer) page = new DOMParser().parseFromString(await answer.text(), "text/html");
};

const made = (selector) => {
  const template = page?.querySelector(selector);
  return template ? document.importNode(template.content, true).firstElementChild : null;
};

// The form of a deal that this seat sits out (null: nobody); null if there is none.
export const formFor = (out) => made(`template[data-out="${out ?? ""}"]`);
// The form that starts the next game with the same people; null if there is none, or they are not all there any more.
export const nextForm = () => made("template[data-next]");
export const stepButton = (op) => made(`template[data-step="${op}"]`);
