// The form of the next deal, set up anew for the deal after those that wait.
import { make } from "./drawing.js";

const field = (form, name) => form.elements.namedItem(name);

export const currentForm = () => document.querySelector("#deal_form > form[data-entry][data-note], #deal_form > form[data-entry][data-waits]");

// Whether the form is about the deal that comes next.
export const fits = (form, reckoning) => Number(field(form, "position").value) === reckoning.position;

// Puts a copy of the form in its place: empty if it was `taken`, else with what is typed. What drives the panel begins
// anew with the copy, by the event that the page starts entries with.
export const renew = (form, reckoning, saying, taken) => {
  const fresh = form.cloneNode(true);
  for (const select of fresh.querySelectorAll("select")) select.value = taken ? "" : field(form, select.name).value;
  if (taken) empty(fresh);
  // Nobody else is told of a deal that others would take for the one that waits here.
  for (const name of ["begun", "note", "digest", "told", "heard", "sent", "keeping", "taken", "answer"]) delete fresh.dataset[name];
  fresh.dataset.waits = "";
  fresh.removeAttribute("aria-busy");
  fresh.querySelector(".clash")?.remove();
  fresh.querySelectorAll(".save").forEach((button) => {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  });
  set(fresh, reckoning, saying);
  form.replaceWith(fresh);
  htmx.process(fresh);
  document.dispatchEvent(new Event("entry:start"));
  return fresh;
};

const empty = (form) => {
  for (const each of form.elements) {
    if (["checkbox", "radio"].includes(each.type)) each.checked = false;
    else if (each.matches("input:not([type=hidden])")) each.value = "";
  }
  for (const name of ["ui", "empty", "touched", "unfinished", "missing"]) delete form.dataset[name];
  form.querySelector("[data-sum]").replaceChildren();
  const label = form.querySelector("[data-plain]");
  label.textContent = label.dataset.plain;
};

// Who deals, who leads, at which position: unless somebody chose the dealer of this very deal by hand.
const set = (form, reckoning, { _ }) => {
  const isOther = !fits(form, reckoning);
  field(form, "position").value = reckoning.position;
  if (isOther) {
    field(form, "by_hand")?.remove();
    field(form, "dealer").value = reckoning.standings.dealer;
  }
  const dealer = Number(field(form, "dealer").value);
  const order = reckoning.order(dealer);
  const { words, names, number } = reckoning;
  form.querySelector(".ask > p").replaceChildren(
    make("b", { textContent: _("Deal %(number)s", { number }) }),
    ` · ${_("%(name)s deals", { name: words.name(names, dealer) })} · ${_("%(name)s leads", { name: words.name(names, order[0]) })}`,
  );
  const root = form.querySelector("[data-panel]");
  if (root) root.dataset.order = order.join(" ");
};
