// The panel: the form of the next deal, set up anew for the deal after those that wait, or the form of a correction.
import { make, named } from "./make.js";
import { formFor } from "./panels.js";

const PARTS = ["begun", "note", "digest", "told", "heard", "sent", "keeping", "taken", "answer", "ui", "empty", "touched", "unfinished", "missing", "weighed"];
const field = (form, name) => form.elements.namedItem(name);

export const panel = () => document.getElementById("deal_form");
export const currentForm = () => panel()?.querySelector(":scope > form[data-entry]:is([data-note], [data-waits])") ?? null;
export const correction = () => panel()?.querySelector(":scope > form[data-edit]") ?? null;

// Whether the form is about the deal that comes next.
export const fits = (form, reckoning) => Number(field(form, "position").value) === reckoning.position;

const put = (form, name, value) => {
  const found = field(form, name);
  if (found) found.value = value;
  else form.append(make("input", { type: "hidden", name, value }));
};

// An empty form for a deal that `out` sits out, made by the server, or a copy of one that is there.
const empty = (out, form) => {
  const fresh = formFor(out) ?? (form && out === null ? form.cloneNode(true) : null);
  if (!fresh) return null;
  for (const each of fresh.elements) {
    if (["checkbox", "radio"].includes(each.type)) each.checked = false;
    else if (each.matches("input:not([type=hidden]), select")) each.value = "";
  }
  for (const name of PARTS) delete fresh.dataset[name];
  fresh.removeAttribute("aria-busy");
  fresh.querySelector(".clash")?.remove();
  fresh.querySelectorAll(".save").forEach((button) => {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  });
  fresh.querySelector("[data-sum]").replaceChildren();
  const label = fresh.querySelector("[data-plain]");
  label.textContent = label.dataset.plain;
  return fresh;
};

const fill = (form, fields) => {
  for (const [name, value] of fields) {
    const box = form.querySelector(`input[type=checkbox][name="${name}"][value="${value}"]`);
    if (box) box.checked = true;
    else put(form, name, value);
  }
};

const begin = (fresh) => {
  htmx.process(fresh);
  document.dispatchEvent(new Event("entry:start"));
};

// Puts a form for the next deal in the place of `form`, if there is one: empty if that was `taken`, else with what is
// typed in it. `dealer` is one chosen by hand, null for the rotation. Gives null where no form can be made.
export const renew = (form, reckoning, saying, { taken = false, dealer = null } = {}) => {
  const deals = dealer ?? reckoning.standings.dealer;
  const fresh = empty(reckoning.out(deals), form);
  if (!fresh) return null;
  if (form && !taken) fill(fresh, typed(form));
  // Nobody else is told of a deal that others would take for the one that waits here.
  fresh.dataset.waits = "";
  put(fresh, "position", reckoning.position);
  put(fresh, "dealer", deals);
  if (dealer === null) field(fresh, "by_hand")?.remove();
  else put(fresh, "by_hand", "1");
  head(fresh, reckoning, saying, { number: reckoning.number, deals, order: reckoning.order(deals) });
  offerDealers(fresh, reckoning, saying, deals);
  if (form) form.replaceWith(fresh);
  else panel().append(fresh);
  begin(fresh);
  return fresh;
};

const typed = (form) => [...new FormData(form)].filter(([name]) => field(form, name)?.type !== "hidden");

// Who deals, who leads, at which position.
const head = (form, { words, names }, { _ }, { number, deals, order }) => {
  form.querySelector(".ask > p").replaceChildren(
    make("b", { textContent: _("Deal %(number)s", { number }) }),
    ` · ${_("%(name)s deals", { name: words.name(names, deals) })} · ${_("%(name)s leads", { name: words.name(names, order[0]) })}`,
  );
  const root = form.querySelector("[data-panel]");
  if (root) root.dataset.order = order.join(" ");
};

// Any other who is there may have dealt.
const offerDealers = (form, reckoning, { _ }, deals) => {
  const links = [...form.querySelectorAll("#otherwise a[href*='dealer=']")].filter(({ search }) => /^\?dealer=\d$/.test(search));
  const [first] = links;
  if (!first) return;
  const names = [...document.querySelectorAll("#scores .score .name bdi")].map((each) => each.textContent);
  const vacant = reckoning.vacantAt(null);
  form.querySelector("#otherwise strong").textContent = _("Who dealt deal %(number)s?", { number: reckoning.number });
  const others = names.map((name, seat) => [name, seat]).filter(([, seat]) => seat !== deals && !vacant.includes(seat));
  const fresh = others.map(([name, seat]) => (
    make("a", { className: "btn", href: `${location.pathname}?dealer=${seat}` }, named(name))));
  first.before(...fresh);
  links.forEach((link) => link.remove());
};

// Correcting

let aside = null;

// Whether the form holds a deal again: what it does not offer, such as by a house rule of before, would be lost in it.
const gives = (form, reckoning, { id, dealer }) => {
  const payload = reckoning.read([...new FormData(form)].filter(([name]) => name !== "csrf_token"), dealer, id);
  try {
    return payload !== null && reckoning.isSame(payload, id);
  } catch {
    return false;
  }
};

// Puts a form in the panel that corrects a row (`op` "amend") or puts a deal before it ("insert"). Gives null where
// that cannot be done here.
export const correct = (reckoning, saying, op, row) => {
  const { _ } = saying;
  const found = reckoning.rows().find(({ id }) => id === row);
  const { payload } = reckoning.row(row);
  const fields = op === "insert" ? [] : reckoning.game.writeForm?.(payload, { seats: reckoning.seats, dealer: found.dealer });
  const form = currentForm();
  const fresh = fields && empty(reckoning.out(found.dealer, row), form);
  if (!fresh) return null;
  fill(fresh, fields);
  if (op === "amend" && !gives(fresh, reckoning, found)) return null;
  stop();
  for (const name of ["action", "hx-post", "hx-disable"]) fresh.removeAttribute(name);
  fresh.querySelector("[data-preview]").removeAttribute("hx-post");
  Object.assign(fresh.dataset, { edit: op, row, draft: `${op}-${row}-${found.base}` });
  fresh.querySelectorAll(".ask > button, #otherwise").forEach((each) => each.remove());
  field(fresh, "position")?.remove();
  field(fresh, "by_hand")?.remove();
  put(fresh, "dealer", found.dealer);
  head(fresh, reckoning, saying, { number: found.number, deals: found.dealer, order: reckoning.order(found.dealer, row) });
  fresh.querySelector(".ask > p > b").textContent = op === "insert"
    ? _("A forgotten deal before deal %(number)s", { number: found.number }) : _("Correct deal %(number)s", { number: found.number });
  const leave = make("button", { className: "btn quiet", type: "button", textContent: "×", ariaLabel: _("Leave it as it is") });
  leave.dataset.leave = "";
  document.querySelectorAll("#rows details[open]").forEach((each) => { each.open = false; });
  fresh.querySelector(".ask").append(leave);
  panel().classList.add("correcting");
  if (form) {
    aside = form;
    form.replaceWith(fresh);
  } else panel().append(fresh);
  begin(fresh);
  fresh.scrollIntoView({ block: "nearest" });
  panel().focus({ preventScroll: true });
  return fresh;
};

// Puts back what was there before a correction.
export const stop = () => {
  const form = correction();
  panel()?.classList.remove("correcting");
  if (form && aside) form.replaceWith(aside);
  else form?.remove();
  aside = null;
  document.body.classList.remove("pad-open");
};
