// What this phone does at the table beside showing the page: it stays awake while a game is open, buzzes shortly when a
// deal is saved, and takes a moment away. The first two can be switched off, for this phone alone, and exist not
// everywhere: the screen is only kept on over https.
const BUZZ_MS = 40;
const NEEDS = { awake: "wakeLock", buzz: "vibrate" };
const can = (name) => NEEDS[name] in navigator;
const place = (name) => `table:${name}`;
const isOn = (name) => {
  try {
    return localStorage.getItem(place(name)) !== "off";
  } catch {
    return true;
  }
};
const turn = (name, on) => {
  try {
    if (on) localStorage.removeItem(place(name));
    else localStorage.setItem(place(name), "off");
  } catch { /* nothing to keep it in: it holds for this page */ }
};

// The browser lets go of the screen whenever the page is hidden, so it is asked again on return.
let lock = null;
const keepAwake = async () => {
  const wanted = isOn("awake") && !document.hidden && document.querySelector("[data-open]");
  if (!wanted) {
    await lock?.release();
    return;
  }
  if (lock || !can("awake")) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch { /* refused, because the battery is low for one */ }
};
document.addEventListener("visibilitychange", keepAwake);
document.addEventListener("htmx:after:swap", keepAwake);

const buzz = () => { if (can("buzz") && isOn("buzz")) navigator.vibrate(BUZZ_MS); };
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const saved = ctx.response.status === 200 && ctx.sourceElement.matches("form[data-entry]");
  if (saved && !ctx.request.submitter?.matches("[data-fills]")) buzz();
});
document.addEventListener("entry:kept", buzz);

const card = document.querySelector("[data-phone]");
for (const box of card?.querySelectorAll("[data-switch]") ?? []) {
  const name = box.dataset.switch;
  box.closest("label").hidden = !can(name);
  box.checked = isOn(name);
  box.addEventListener("change", () => turn(name, box.checked));
}
if (card) {
  card.hidden = isSecureContext && !Object.keys(NEEDS).some(can);
}

// The moment of a rare feat is gone after two seconds, by a tap anywhere or by a key. It lies over the page and takes
// no tap from it, so the next entry never waits for it.
const MOMENT_MS = 2000;
const moment = () => document.querySelector("[data-moment]");
document.addEventListener("htmx:after:swap", () => setTimeout((shown) => shown?.remove(), MOMENT_MS, moment()));
for (const skip of ["pointerdown", "keydown"]) document.addEventListener(skip, () => moment()?.remove(), true);

keepAwake();
