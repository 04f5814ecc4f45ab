// Says in words what waits for the network, what was refused and what can be done about it, on every page.
import { deliverNow, gamesOf, onProgress } from "./delivery.js";
import { make } from "./make.js";
import { sendAgain } from "./again.js";
import { beganOf, join, keepBoth } from "./began.js";
import { canDecide, decide, isDeciding } from "./deciding.js";
import { outboxWords } from "./reckoning.js";
import { forgetPages } from "./next.js";
import * as store from "./store.js";

const GONE = 404;
const UNKNOWN = 410;
const DONE_MS = 4_000;
const box = document.getElementById("outbox");

let saying = null;
let isSending = false;
let saved = 0;

const draw = async () => {
  const items = await store.items();
  if (!items.length && !saved) {
    box.hidden = true;
    box.replaceChildren();
    return;
  }
  saying ??= await outboxWords();
  const games = [...gamesOf(items).values()];
  const waiting = games.filter((game) => !game.some(store.isStopped));
  // Where two tails are decided it is all on the screen.
  const refused = games.filter((game) => game.some(store.isStopped) && !isDeciding(game));
  const parts = [...waiting.map(drawWaiting), ...refused.map(drawRefused)];
  if (!items.length) parts.push(make("p", { className: "line", textContent: saying.ngettext("%(num)s entry saved", "%(num)s entries saved", saved) }));
  // Nothing is read out or loses its focus that is as it was.
  if (box.innerHTML !== parts.map((part) => part.outerHTML).join("")) box.replaceChildren(...parts);
  box.hidden = false;
};

// Without storage there is nothing to tell.
const refresh = () => draw().catch(() => {});

const tooOld = () => saying._("The scorekeeper is of a newer version that takes it only if it is entered anew.");

const isHere = ({ sheet }) => location.pathname === sheet;

const isDeal = ({ edit }) => edit.op === "add" || edit.op === "insert";

// "3 deals", or "2 entries" where corrections are among them.
const waitingWords = (game) => {
  const { ngettext } = saying;
  if (isSending) return ngettext("Sending %(num)s entry…", "Sending %(num)s entries…", game.length);
  return game.every(isDeal) ? ngettext("%(num)s deal waiting for the network", "%(num)s deals waiting for the network", game.length)
    : ngettext("%(num)s entry waiting for the network", "%(num)s entries waiting for the network", game.length);
};

const drawWaiting = (game) => {
  const words = waitingWords(game);
  const line = make("div", { className: "line" }, make("p", { textContent: words }));
  if (!isHere(game[0])) line.append(make("a", { className: "btn", href: game[0].sheet, textContent: saying._("To the game") }));
  return line;
};

const drawRefused = (game) => {
  const { _, ngettext } = saying;
  const [first] = game;
  const stopped = game.find(store.isStopped);
  const { parked: { status, words }, number } = stopped;
  const why = status === UNKNOWN ? tooOld() : words;
  const gone = status === GONE;
  const part = make("div", { className: "refused" });
  part.setAttribute("role", "alert");
  part.append(make("p", { textContent: gone
    ? ngettext("This phone is no longer in the group. %(num)s entry was not sent:", "This phone is no longer in the group. %(num)s entries were not sent:", game.length)
    : stopped.edit.op === "start" ? _("The next game was not started. %(why)s", { why })
      : isDeal(stopped) ? _("Deal %(number)s was not saved. %(why)s", { number, why })
        : _("A correction was not saved. %(why)s", { why }) }));
  if (!gone && game.length > 1) part.append(make("p", { className: "note", textContent: ngettext("%(num)s later entry waits for it.", "%(num)s later entries wait for it.", game.length - 1) }));
  part.append(make("ul", {}, ...game.map(({ text }) => make("li", { textContent: text }))));
  const actions = make("p", { className: "actions" });
  const button = (name, text, kind = "") => {
    const made = make("button", { type: "button", className: `btn ${kind}`, textContent: text });
    Object.assign(made.dataset, { outbox: name, sheet: first.sheet });
    actions.append(made);
  };
  const both = canDecide(game);
  if (beganOf(game)) {
    button("join", _("Put both together"), "primary");
    button("apart", _("Keep both games"));
  } else {
    if (both) button("decide", _("Put both together"), "primary");
    const isAgain = gone || first.edit.op === "start";
    button("again", isAgain ? _("Try again") : _("Enter after what is there now"), both ? "" : "primary");
  }
  button("copy", _("Copy"));
  button("drop", _("Throw away"));
  if (!isHere(first) && !gone) actions.append(make("a", { className: "btn", href: first.sheet, textContent: _("To the game") }));
  part.append(actions);
  return part;
};

// What can be done

const acts = {
  again: async (game) => {
    await sendAgain(game, saying);
    await deliverNow();
  },
  decide: async (game, button) => {
    if (!await decide(game)) button.textContent = saying._("No network. Try again later.");
  },
  join: async (game, button) => {
    const { _ } = saying;
    const isDone = await join(game).catch(() => null);
    if (isDone) await deliverNow();
    else button.textContent = isDone === null ? _("No network. Try again later.") : _("This does not fit into that game: keep both.");
  },
  apart: async (game) => {
    await keepBoth(game);
    await deliverNow();
  },
  copy: async (game, button) => {
    const text = game.map(({ text }) => text).join("\n");
    await navigator.clipboard.writeText(text).then(() => { button.textContent = saying._("Copied"); }, () => {});
  },
  drop: async (game, button) => {
    if (button.dataset.sure) {
      await store.remove(game.map(({ id }) => id));
      const [{ edit, group, sheet }] = game;
      if (edit.op === "start") await forgetPages(group, sheet);
    }
    button.dataset.sure = "yes";
    button.textContent = saying._("Really throw away?");
  },
};

box.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-outbox]");
  if (!button || button.hasAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  try {
    const game = gamesOf(await store.items()).get(button.dataset.sheet);
    if (game) await acts[button.dataset.outbox](game, button);
  } finally {
    button.removeAttribute("aria-busy");
  }
});

onProgress((what) => {
  isSending = what === "sending";
  if (what === "delivered") {
    saved += 1;
    setTimeout(() => {
      saved = 0;
      refresh();
    }, DONE_MS);
  }
  refresh();
});
store.onChange(refresh);

export const begin = refresh;
