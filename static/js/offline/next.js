// The next game with the same people, started without a network: its page is made of the page of this one, its id
// follows from the key that it will be started with.
import { namedId, newKey } from "./ids.js";
import { make, named } from "./make.js";
import { nextForm } from "./panels.js";
import * as store from "./store.js";

const ANYHOW = { ignoreVary: true };
const ID = 36;

// Who deals first by the rule: a seat, or all seats if somebody chooses among them.
const dealersOf = ({ standings, seats }) => {
  const { next_dealer: dealer, next_dealer_chosen_by: chooser } = standings.ending;
  if (chooser !== null) return [...Array(seats).keys()];
  return [dealer ?? standings.dealer];
};

const ruleOf = ({ standings, words, names }, { _ }) => {
  const { next_dealer: dealer, next_dealer_chosen_by: chooser, winners } = standings.ending;
  if (chooser !== null) return _("%(name)s lost and chooses who deals first.", { name: words.name(names, chooser) });
  const name = words.name(names, dealer ?? standings.dealer);
  if (!winners.includes(dealer)) return _("The deal passes on to %(name)s.", { name });
  return winners.length === 1 ? _("%(name)s won by marks and deals first.", { name }) : _("%(name)s, the first of the winners, deals first.", { name });
};

// Asks who deals first; a tap starts the game. Null where that needs the network.
export const askWhoDeals = (reckoning, saying) => {
  if (!nextForm() || reckoning.standings.vacant.length) return null;
  const { _ } = saying;
  const buttons = dealersOf(reckoning).map((seat) => {
    const name = named(reckoning.names[seat]);
    const button = make("button", { type: "button", className: "btn primary" }, name, " ", make("small", { textContent: _("deals") }));
    button.dataset.firstDealer = seat;
    return button;
  });
  const legend = make("p", { textContent: `${ruleOf(reckoning, saying)} ${_("A tap starts the game.")}` });
  const part = make("div", { className: "next-game" }, legend, make("p", { className: "actions" }, ...buttons));
  part.setAttribute("role", "group");
  return part;
};

// Gives the path of the new game. Throws where this phone has no page to make it of.
export const start = async (reckoning, path, seat, saying) => {
  const form = nextForm();
  const group = path.match(/\/g\/([^/]+)\//)[1];
  const key = newKey();
  const sheet = path.slice(0, -ID) + await namedId(form.dataset.evening, key);
  const fields = [...new FormData(form)];
  const dealer = fields.find(([name]) => name === `player_ids-${seat}`)[1];
  const number = Number(form.dataset.number);
  const name = reckoning.words.name(reckoning.names, seat);
  await putPages(reckoning, path, sheet, { group, seat, number }, saying);
  await store.add({
    key, change: await namedId(group, key), group, sheet, after: path, to: form.getAttribute("action"),
    fields: [["key", key], ...fields, ["first_dealer", dealer]], game: reckoning.state.game, edit: { op: "start" },
    number: null, text: saying._("Game %(number)s: %(name)s deals first", { number, name }), at: Date.now(),
  });
  return sheet;
};

// A game that the server will not have leaves no page behind.
export const forgetPages = async (group, sheet) => {
  const cache = await caches.open(`group-${group}`);
  await Promise.all([sheet, `${sheet}/panels`].map((address) => cache.delete(address, ANYHOW)));
};

const putPages = async (reckoning, path, sheet, about, saying) => {
  const cache = await caches.open(`group-${about.group}`);
  const renamed = async (address) => {
    const kept = await cache.match(address, ANYHOW);
    return [kept.headers, (await kept.text()).replaceAll(path.slice(-ID), sheet.slice(-ID))];
  };
  const put = (address, headers, html) => {
    const now = new Headers(headers);
    now.set("Date", new Date().toUTCString());
    now.set("X-Waits", "start");
    return cache.put(address, new Response(html, { headers: now }));
  };
  const [headers, html] = await renamed(path);
  await put(sheet, headers, pageOf(html, reckoning, about, saying));
  const [other, forms] = await renamed(`${path}/panels`);
  await put(`${sheet}/panels`, other, forms.replace(/data-number="\d+"/, `data-number="${about.number + 1}"`));
};

// The page of a game without a deal.
const pageOf = (html, reckoning, { seat, number }, { _ }) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const find = (selector) => page.querySelector(selector);
  const { state, sheet } = reckoning;
  const here = new Map(sheet.spells.map((spell) => [spell.seat, { ...spell, after: null, pays: false }]));
  const begun = { ...sheet, first_dealer: seat, close: null, last_round: null, spells: [...here.values()], rows: [] };
  const twin = { ...state, sheet: begun, takes: true, keys: [], undo: null, redo: null, names: {} };
  Object.assign(find("#news").dataset, { twin: JSON.stringify(twin), begun: "", position: "1", number: "1" });
  find("#rows ol")?.replaceWith(make("p", { className: "deals-empty", textContent: _("No deal yet.") }));
  find("#deal_form").replaceChildren();
  find("#deal_form").setAttribute("aria-label", _("Enter deal %(number)s", { number: 1 }));
  find("h1").firstChild.textContent = _("Game %(number)s", { number });
  page.title = _("Game %(number)s", { number });
  page.querySelectorAll("#bar_actions button").forEach((button) => button.remove());
  find("#open").replaceChildren();
  find("#scores").dataset.open = "";
  find("#live").dataset.tag = "";
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
};
