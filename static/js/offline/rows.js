// Draws the rows of a sheet with what waits: the elements that templates/sheets/_rows.html makes. Rows that are as the
// server drew them stay so; when nothing waits any more, all are.
import { hidden, make, named } from "./make.js";

let drawn = null; // the rows as the server drew them
const IN_HAND = ["deal", "waiting"];

// `before` reckons without what waits; `waits` tells the flag of a row, null for none; `mayTakeBack` the id of an item.
export const drawRows = (reckoning, before, saying, { waits, takeBack }) => {
  const rows = document.getElementById("rows");
  if (!rows) return;
  // What the server drew is what is begun from, and what is put back.
  if (rows.dataset.drawn === undefined) drawn = rows.cloneNode(true);
  const list = drawn.querySelector("ol")?.cloneNode(true) ?? make("ol");
  const server = new Map([...list.children].map((row) => [row.id, row]));
  const told = new Map(before.rows().map((row) => [row.id, JSON.stringify(row)]));
  const names = [...document.querySelectorAll("#scores .score .name bdi")].map((each) => each.textContent);
  list.replaceChildren(...reckoning.rows().map((row) => {
    const element = server.get(`row-${row.id}`);
    if (element && told.get(row.id) === JSON.stringify(row)) return element;
    const context = { row, names: namesOf(element) ?? names, saying, words: reckoning.words, lowWins: reckoning.game.lowWins, waits: waits(row.id), takeBack: takeBack(row.id) };
    return element ? redrawn(element, context) : newRow(context);
  }));
  swap(rows, list, list.children.length > 0);
  rows.dataset.drawn = "";
};

// Puts back what the server drew.
export const undraw = () => {
  const rows = document.getElementById("rows");
  if (!drawn || rows?.dataset.drawn === undefined) return;
  const list = drawn.querySelector("ol");
  swap(rows, list?.cloneNode(true) ?? make("ol"), list !== null);
  delete rows.dataset.drawn;
};

// What was open, focused or scrolled to stays so.
const swap = (rows, list, isAny) => {
  const open = rows.querySelector("details[open]")?.closest("li").id;
  const focused = rows.contains(document.activeElement) ? document.activeElement.closest("li")?.id : null;
  const last = rows.querySelector("ol, .deals-empty");
  const empty = drawn.querySelector(".deals-empty")?.cloneNode(true);
  last.replaceWith(isAny || !empty ? list : empty);
  htmx.process(list);
  for (const row of list.children) {
    row.classList.remove("new");
    if (row.id === open) row.querySelector("details").open = true;
    if (row.id === focused) row.querySelector("summary").focus({ preventScroll: true });
  }
};

const namesOf = (element) => {
  const told = [...element?.querySelectorAll(".after-it .cell") ?? []].map((cell) => cell.querySelector(".name")?.textContent ?? "");
  return told.length ? told : null;
};

const cellsOf = ({ row: { dealer, outcome, vacant }, names, words, lowWins }) => names.map((name, seat) => {
  const cell = make("span", { className: "cell" });
  if (dealer === seat) cell.append(hidden(make("span", { className: "dealt", textContent: "◆" })), " ");
  const points = outcome?.points[seat];
  const gain = (points > 0) !== lowWins ? { className: "gain" } : {};
  if (points) cell.append(make("span", { className: "sr" }, named(name), " "), make("b", { ...gain, textContent: words.number(points) }));
  else if (dealer !== seat && !vacant.includes(seat)) cell.append(hidden(make("span", { textContent: "·" })));
  return cell;
});

const flagsOf = ({ row, saying: { _ }, waits }) => [
  ...(row.removed ? [_("taken out")] : row.isAfter ? [_("after the end, does not count")] : row.ends ? [_("ends the game")] : []),
  ...(waits ? [waits] : []),
];

const summary = (context) => {
  const { row } = context;
  const why = make("span", { className: "why" }, ...(row.number ? [make("span", { className: "n", textContent: String(row.number) })] : []), row.text);
  for (const flag of flagsOf(context)) why.append(" ", make("span", { className: "flag", textContent: flag }));
  return make("summary", {}, make("span", { className: "cols" }, ...cellsOf(context)), why);
};

const totalsOf = ({ row: { totals, vacant }, names, words }) => make("div", { className: "after-it cols" }, ...names.map((name, seat) => (
  make("span", { className: "cell" }, ...(vacant.includes(seat) ? [] : [named(name, { className: "name" }), words.number(totals[seat])])))));

const actionsOf = ({ row, saying: { _ }, takeBack }) => {
  const button = (op, text) => {
    const made = make("button", { className: "btn", type: "button", textContent: text });
    Object.assign(made.dataset, { edit: op, row: row.id });
    return made;
  };
  const all = row.removed ? [button("restore", _("Bring back"))]
    : [button("amend", _("Correct")), button("insert", _("Insert before")), button("remove", _("Take out"))];
  if (takeBack !== null) {
    const back = make("button", { className: "btn", type: "button", textContent: _("Take back") });
    back.dataset.takeBack = takeBack;
    all.push(back);
  }
  return make("p", { className: "actions" }, ...all);
};

const look = (element, { row, waits }) => {
  element.classList.toggle("removed", row.removed);
  element.classList.toggle("after", row.isAfter);
  element.classList.toggle("waiting", waits !== null);
  element.dataset.key = row.base;
};

const redrawn = (element, context) => {
  element.querySelector("summary").replaceWith(summary(context));
  const detail = element.querySelector(".detail");
  detail.querySelector(".after-it")?.remove();
  if (context.row.totals) detail.querySelector(".note").after(totalsOf(context));
  detail.querySelector(".actions").replaceWith(actionsOf(context));
  look(element, context);
  return element;
};

const newRow = (context) => {
  const { row, saying: { _ }, waits } = context;
  const detail = make("div", { className: "detail" });
  if (waits) detail.append(make("p", { className: "note", textContent: _("This deal is kept on this phone until the network is back.") }));
  if (row.totals) detail.append(totalsOf(context));
  detail.append(actionsOf(context));
  const details = make("details", {}, summary(context), detail);
  details.setAttribute("name", "deal");
  const element = make("li", { id: `row-${row.id}`, className: IN_HAND.join(" ") }, details);
  look(element, context);
  return element;
};
