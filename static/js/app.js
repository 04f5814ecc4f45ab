// What every page does with JavaScript. Where it stands in the head nothing is drawn before it ran, so nothing is drawn twice.
//
// Forms marked data-entry are drafts: what is typed survives reload, rotation and a killed tab, under the key
// that makes it happen once. The key is made here when an entry begins, never read from a page that may be old.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  root.classList.toggle("insecure", !isSecureContext);
  // A script that did not arrive must not leave a page whose buttons do nothing: fall back to the plain form.
  addEventListener("error", (event) => {
    if (event.target instanceof HTMLScriptElement) root.classList.remove("js");
  }, true);

  // htmx hears nothing before it has gone through the page, which it does some time after the page is shown.
  let htmxIsReady = false;
  const waiting = [];
  document.addEventListener("htmx:after:process", () => {
    htmxIsReady = true;
    waiting.splice(0).forEach(([element, name]) => htmx.trigger(element, name));
  });
  const trigger = (element, name) => {
    if (htmxIsReady) htmx.trigger(element, name);
    else waiting.push([element, name]);
  };

  const newKey = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
  };
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const entries = () => all("form[data-entry]");
  const field = (form, name) => form.elements.namedItem(name);

  // Storage may be full, forbidden or cleared; the page works without it.
  const PLACES = ["sessionStorage", "localStorage"];
  const AN_EVENING = 12 * 60 * 60 * 1000;
  const stored = (name) => {
    for (const place of PLACES) {
      try {
        const draft = JSON.parse(window[place].getItem(name));
        if (draft && Date.now() - draft.at < AN_EVENING) return draft;
      } catch { /* unreadable: as if nothing were kept */ }
    }
    return null;
  };
  const store = (name, value) => {
    for (const place of PLACES) {
      try {
        if (value) window[place].setItem(name, JSON.stringify(value));
        else window[place].removeItem(name);
      } catch { /* nothing to keep it in */ }
    }
  };

  // Hidden fields are the page's own, never typed.
  const hidden = (element) => !element.name || element.type === "hidden" || element.type === "submit";
  const typed = (form) => {
    const own = new Set([...form.elements].filter(hidden).map((element) => element.name));
    return [...new FormData(form)].filter(([name]) => !own.has(name));
  };
  const draftName = (form) => `draft:${form.dataset.draft}`;

  const keep = (form) => {
    const draft = { key: field(form, "key").value, fields: typed(form), ui: form.dataset.ui || "", at: Date.now() };
    for (const name of ["position", "base"]) draft[name] = field(form, name)?.value;
    store(draftName(form), form.dataset.empty ? null : draft);
  };
  const forget = (form) => store(draftName(form), null);

  // The open deal is everybody's: a moment after a tap the server hears what is known of it, and again until it has.
  // Nothing is sent twice, and nothing that this phone was told itself.
  const TOLD_AFTER_MS = 400;
  const TOLD_AGAIN_MS = 5000;
  let telling = 0;
  const known = (form) => JSON.stringify([typed(form), form.dataset.ui || "", field(form, "by_hand")?.value]);
  const tell = async (form) => {
    clearTimeout(telling);
    const { note, heard } = form.dataset;
    const now = known(form);
    if (!note || !form.isConnected || now === heard) return;
    form.dataset.heard = now;
    const body = new URLSearchParams(new FormData(form));
    body.set("panel", form.dataset.ui || "");
    const answer = await fetch(note, { method: "POST", body, keepalive: true }).catch(() => null);
    if (answer && answer.status < 500) return;
    form.dataset.heard = "";
    telling = setTimeout(tell, TOLD_AGAIN_MS, form);
  };
  const tellSoon = (form) => {
    clearTimeout(telling);
    telling = setTimeout(tell, TOLD_AFTER_MS, form);
  };

  const fill = (form, draft) => {
    const values = new Map();
    for (const [name, value] of draft.fields) values.set(name, [...(values.get(name) || []), value]);
    for (const element of form.elements) {
      if (hidden(element)) continue;
      const given = values.get(element.name) || [];
      if (element.type === "checkbox" || element.type === "radio") element.checked = given.includes(element.value);
      else element.value = given[0] ?? "";
    }
    form.dataset.ui = draft.ui;
  };

  // `fresh` says that the form came with an answer to this device, so that key and position in it are its own.
  const begin = (form, fresh) => {
    if (form.dataset.begun) return;
    form.dataset.begun = "yes";
    const draft = form.dataset.answer ? null : stored(draftName(form));
    const saved = draft && document.querySelector(`[data-key="${CSS.escape(draft.key)}"]`);
    if (saved) forget(form);
    if (draft && !saved && (!draft.base || draft.base === field(form, "base").value)) {
      fill(form, draft);
      field(form, "key").value = draft.key;
      if (!fresh && draft.position && field(form, "position")) field(form, "position").value = draft.position;
    } else if (!form.dataset.answer && form.dataset.told === undefined) field(form, "key").value = newKey();
    form.dispatchEvent(new CustomEvent("entry:ready", { bubbles: true }));
    // A dealer who was just chosen by hand is told; all else was, or is told with the next tap.
    if (!new URLSearchParams(location.search).has("dealer")) form.dataset.heard = known(form);
    else tellSoon(form);
    if (draft || form.dataset.answer) changed(form);
    else if (form.dataset.told !== undefined) weigh(form);
  };

  // What stands there belongs to the input before: it pales until the answer comes, and the button promises nothing.
  const changed = (form) => {
    form.dataset.touched = "yes";
    keep(form);
    weigh(form);
  };
  const weigh = (form) => {
    const [sum, label] = ["[data-sum]", "[data-plain]"].map((part) => form.querySelector(part));
    if (!form.querySelector("[data-preview]")) return;
    if (label.textContent !== label.dataset.plain) label.textContent = label.dataset.plain;
    if (form.dataset.unfinished) {
      if (sum.querySelector("strong")) sum.replaceChildren();
      sum.classList.remove("stale");
      return;
    }
    sum.classList.add("stale");
    if (!toWeigh.size) afterPaint(weighAll);
    toWeigh.add(form);
  };
  // What was tapped is shown first; to weigh it takes longer than a frame on a slow phone.
  const toWeigh = new Set();
  const weighAll = () => {
    const forms = [...toWeigh].filter((form) => form.isConnected && !form.dataset.unfinished);
    toWeigh.clear();
    for (const form of forms.filter((each) => told(each, "entry:weigh"))) {
      form.querySelector("[data-sum]").classList.add("stale");
      trigger(form.querySelector("[data-preview]"), "preview");
    }
  };
  const afterPaint = (act) => (document.hidden ? setTimeout(act) : requestAnimationFrame(() => setTimeout(act)));
  // Tells the parts that work without a network; false if they see to it.
  const told = (form, name, detail) => form.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail }));
  document.addEventListener("entry:kept", ({ target }) => forget(target));
  document.addEventListener("entry:lost", ({ target }) => trouble(target, "network"));
  document.addEventListener("entry:start", () => start(true));

  const start = (fresh) => {
    document.body.classList.remove("pad-open");
    entries().forEach((form) => begin(form, fresh));
  };

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-entry]");
    if (!form) return;
    changed(form);
    tellSoon(form);
  });
  // A phone that is put away at once has no moment left; not every browser calls a page that is left hidden.
  const tellNow = () => entries().forEach(tell);
  document.addEventListener("visibilitychange", () => { if (document.hidden) tellNow(); });
  addEventListener("pagehide", tellNow);

  // The buttons of the rows are many and seldom used: htmx hears of one when it is tapped.
  const PARTS_ALONE = [["hx-swap", "none"], ["hx-sync", "#rows:drop"], ["hx-disable", "this"]];
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("#rows button[data-once]:not([hx-post])");
    if (!button || !htmxIsReady) return;
    for (const [name, value] of [...PARTS_ALONE, ["hx-post", button.formAction]]) button.setAttribute(name, value);
    htmx.process(button);
  }, true);

  // One key a thing asked: the same button again is the same request again, another button is another one.
  const asked = new Map();
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (!ctx.sourceElement.matches("[data-once]")) return;
    const thing = `${ctx.request.action} ${ctx.sourceElement.value || ""}`;
    if (!asked.has(thing)) asked.set(thing, newKey());
    ctx.request.body.set("key", asked.get(thing));
  });

  // What went wrong stands in words beside what was typed, with a way to try again.
  let failed = null;
  const AGAIN_AFTER_MS = 4000;
  const AGAIN_AT_MOST_MS = 30000;
  const trouble = (source, when) => {
    const box = document.querySelector("[data-trouble]");
    if (!box || source.matches("[data-preview], [data-refresh]")) return;
    const shown = all("[data-when]", box);
    const fits = shown.find((each) => each.dataset.when.split(" ").includes(when)) || shown.at(-1);
    shown.forEach((each) => { each.hidden = each !== fits; });
    box.hidden = false;
    const tries = failed?.source === source ? failed.tries + 1 : 0;
    clearTimeout(failed?.timer);
    failed = { source, when, tries, said: saidBy(source) };
    if (/^(network|5..)$/.test(when)) failed.timer = setTimeout(again, Math.min(AGAIN_AFTER_MS * 2 ** tries, AGAIN_AT_MOST_MS));
    if (!tries) box.scrollIntoView({ block: "nearest" });
  };
  // What had no answer is sent again by itself, under its key, unless somebody has changed it since.
  const saidBy = (source) => (source.matches("form[data-entry]") ? known(source) : "");
  const again = () => {
    if (!failed?.timer || !failed.source.isConnected || saidBy(failed.source) !== failed.said) return;
    failed.isAgain = true;
    ask(failed.source);
  };
  addEventListener("online", again);
  document.addEventListener("live:fresh", again);
  const calm = () => {
    const box = document.querySelector("[data-trouble]");
    if (box) box.hidden = true;
    clearTimeout(failed?.timer);
    failed = null;
  };
  const ask = (source) => {
    if (source.form !== undefined) source.click();
    else source.requestSubmit();
  };
  // A refused token may be too old: take the one of a page fetched now, the form stays as it is.
  const renewToken = async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const token = page.querySelector("input[name=csrf_token]")?.value;
    if (token) all("input[name=csrf_token]").forEach((input) => { input.value = token; });
  };
  document.addEventListener("click", async (event) => {
    if (!event.target.closest("[data-retry]") || !failed) return;
    const { source, when } = failed;
    calm();
    if (when === "400") await renewToken().catch(() => {});
    if (source.isConnected) ask(source);
  });

  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.matches("[data-preview]")) return;
    if (ctx.sourceElement.matches("form[data-entry]")) {
      clearTimeout(telling);
      fold(ctx.sourceElement);
    }
    if (failed?.source !== ctx.sourceElement || !failed.isAgain) calm();
    ctx.sourceElement.setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    ctx.sourceElement.removeAttribute("aria-busy");
    if (folded === ctx.sourceElement && folded.isConnected) document.body.classList.add("pad-open");
    folded = null;
  });
  // The pad folds with the tap on Save and not when the answer comes, under a thumb that is elsewhere by then; not before
  // the tap itself shows, for the whole page is laid out anew. Without an answer it opens again.
  let folded = null;
  const fold = (form) => {
    if (!document.body.classList.contains("pad-open")) return;
    folded = form;
    afterPaint(() => { if (folded === form) document.body.classList.remove("pad-open"); });
  };
  const unanswered = (ctx, when) => {
    if (told(ctx.sourceElement, "entry:unsent", { ctx })) trouble(ctx.sourceElement, when);
  };
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => { if (ctx) unanswered(ctx, "network"); });
  document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
    if (![409, 422].includes(ctx.response.status) || !ctx.text.includes("<hx-partial")) {
      unanswered(ctx, String(ctx.response.status));
    }
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (failed?.source === ctx.sourceElement && ctx.response.status < 500) calm();
    if (ctx.response.status !== 200) return;
    // A button that only fills the form in saves nothing, but its answer goes before what was typed.
    const fills = ctx.request.submitter?.matches("[data-fills]");
    if (fills) forget(ctx.sourceElement);
    else if (ctx.sourceElement.matches("form[data-entry]")) {
      forget(ctx.sourceElement);
      if (location.search) history.replaceState(history.state, "", location.pathname);
    }
    if (ctx.sourceElement.matches("[data-once]")) asked.clear();
  });
  // A server of another version gives this page no parts, for they might not fit. What was to be saved goes as a plain
  // form under the same key: the answer is a page of the new version, with the input if it was refused.
  const build = document.querySelector("meta[name=build]").content;
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => { ctx.request.headers["X-Build"] = build; });
  document.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    if (ctx.response.status !== 412) return;
    event.preventDefault();
    root.dataset.newer = "";
    document.dispatchEvent(new Event("build:other"));
    if (ctx.sourceElement.matches("[data-preview]")) document.querySelector("[data-sum]")?.replaceChildren();
    else if (ctx.request.method === "POST") sendPlainly(ctx.request);
  });
  const sendPlainly = ({ action, body }) => {
    const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
    for (const [name, value] of body) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    document.body.append(form);
    form.submit();
  };
  // What this page shows of the rows, as its answers say it; the server sends what changed since. Where an answer does not
  // say what was seen with it, all is asked for.
  const see = ({ response, text }) => {
    const live = document.getElementById("live");
    const seen = response?.headers?.get("X-Seen");
    if (live && (seen || (response && text?.includes('hx-target="#row')))) live.dataset.tag = seen ?? "";
  };
  let hadFocus = true;
  document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
    hadFocus = !ctx.sourceElement.matches("[data-refresh]") || document.activeElement !== document.body;
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    see(ctx);
    if (ctx.sourceElement.matches("[data-preview]")) {
      document.querySelector("[data-sum]")?.classList.remove("stale");
      return;
    }
    // The parts that are watched leave the panel alone.
    if (ctx.sourceElement.matches("[data-live]")) return;
    start(!ctx.sourceElement.matches("[data-refresh]"));
    document.querySelector("[data-arrived]")?.scrollIntoView({ block: "nearest" });
    // What had the focus is gone: whoever works by keyboard goes on at the panel.
    if (hadFocus && document.activeElement === document.body) document.getElementById("deal_form")?.focus({ preventScroll: true });
    pause(document.querySelector("[data-clash]")?.closest("form"));
  });
  // A hurried second tap must not save what the first one only asked about.
  const pause = (form) => {
    const button = form?.querySelector(".save");
    if (!button) return;
    button.disabled = true;
    setTimeout(() => { button.disabled = false; }, 1200);
  };

  // Say at once what a game's panel finds missing instead of asking the server; it checks everything again.
  document.addEventListener("submit", (event) => {
    const { missing } = event.target.dataset;
    if (!missing || event.submitter?.hasAttribute("data-any-state")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const line = event.target.querySelector("[data-sum]");
    if (line) line.textContent = missing;
  }, true);

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-discard]")) entries().forEach(forget);
  });

  // Whoever does not want a second phone tonight is not asked again before tomorrow.
  const reminded = () => root.classList.toggle("reminded", stored("reminded") !== null);
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-later]")) return;
    store("reminded", { at: Date.now() });
    reminded();
  });
  reminded();

  // A plain form goes once: its button says that it is on its way, and a second tap waits for the answer.
  const ready = (form) => {
    delete form.dataset.sent;
    all("[aria-busy]", form).forEach((button) => button.removeAttribute("aria-busy"));
  };
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    const form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
    event.submitter?.setAttribute("aria-busy", "true");
    setTimeout(ready, 8000, form);
  });
  addEventListener("pageshow", () => all("form[data-sent]").forEach(ready));

  document.addEventListener("DOMContentLoaded", () => {
    start(false);
  });
  // What a page needs besides its use is fetched when it can be used.
  addEventListener("load", () => {
    if (document.querySelector("[data-open], [data-phone]")) import("./table.js");
    if (document.getElementById("rows")) import("./rows.js");
    if (document.getElementById("live")) import("./live.js");
    import("./update.js");
    if (isSecureContext && "serviceWorker" in navigator && "locks" in navigator) import("./offline/start.js");
  });
})();
