// Says that a new version is here, and lets it take over when somebody asks for it: never by itself, and not while
// something typed is unsaved. Two things tell of it: a server that gave this page no part of itself (app.js, live.js),
// and a service worker that waits.
import { isUnsaved } from "./typed.js";

const INSTALLED_WITHIN_MS = 8_000;
const TELLS_WITHIN_MS = 2_000;
const TAKES_OVER_WITHIN_MS = 2_000;

const line = document.getElementById("update");
const [frozen, first, use] = ["frozen", "first", "use"].map((name) => line.querySelector(`[data-update="${name}"]`));
const workers = navigator.serviceWorker;

let registration = null;
let isRefused = false;
let isWaiting = false;

const draw = () => {
  line.hidden = !isRefused && !isWaiting;
  if (line.hidden) return;
  first.hidden = !isUnsaved();
  frozen.hidden = !isRefused || !first.hidden;
  use.hidden = !first.hidden;
};

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// Gives the worker of the new version when it has all its files, or null: then the page alone is renewed.
const ready = async () => {
  if (!registration) return null;
  // A server that takes the question and answers nothing must not keep this page.
  await Promise.race([registration.update().catch(() => {}), pause(INSTALLED_WITHIN_MS)]);
  const { installing } = registration;
  if (installing) await Promise.race([settled(installing), pause(INSTALLED_WITHIN_MS)]);
  return registration.waiting;
};
const settled = (worker) => new Promise((resolve) => {
  worker.addEventListener("statechange", () => { if (worker.state !== "installing") resolve(); });
});

const letTakeOver = (worker) => {
  registration.active?.postMessage("replaced");
  worker.postMessage("use");
};

const takeOver = async () => {
  use.setAttribute("aria-busy", "true");
  const worker = await ready();
  let late = null;
  if (worker) {
    const taken = new Promise((resolve) => { workers.addEventListener("controllerchange", () => resolve("taken"), { once: true }); });
    letTakeOver(worker);
    if (await Promise.race([taken, pause(TAKES_OVER_WITHIN_MS)]) !== "taken") late = taken;
  }
  // Somebody may have typed meanwhile.
  if (!isUnsaved()) {
    location.reload();
    // A worker that is replaced while it answers may leave the page without an answer: the new one is asked again.
    late?.then(() => location.reload());
  }
  use.removeAttribute("aria-busy");
  draw();
};
use.addEventListener("click", takeOver);

const refused = () => {
  if (!isRefused) registration?.update().catch(() => {});
  isRefused = true;
  draw();
};
document.addEventListener("build:other", refused);
for (const name of ["input", "click", "entry:ready", "htmx:after:swap"]) document.addEventListener(name, () => setTimeout(draw));

const buildOf = (worker) => {
  const { port1, port2 } = new MessageChannel();
  const told = new Promise((resolve) => { port1.addEventListener("message", ({ data }) => resolve(data)); });
  port1.start();
  worker.postMessage("build", [port2]);
  return Promise.race([told, pause(TELLS_WITHIN_MS)]);
};

// A worker of the same build, in another language, replaces nothing that somebody could miss.
const look = async () => {
  const { waiting, active } = registration;
  const build = waiting && await buildOf(waiting);
  const isSame = build && build === await buildOf(active);
  if (isSame) letTakeOver(waiting);
  isWaiting = Boolean(waiting) && !isSame;
  draw();
};

const watch = async () => {
  registration = await workers.ready;
  registration.addEventListener("updatefound", async () => {
    await settled(registration.installing);
    await look();
  });
  workers.addEventListener("controllerchange", look);
  await look();
};

if (workers) watch();
if ("newer" in document.documentElement.dataset) refused();
