// Draws what a sheet comes to with the rows that wait: the same elements that templates/sheets makes, in place.
const SVG = "http://www.w3.org/2000/svg";
const MOST_STROKES = 10;
const A_BUNDLE = 5;
const HOT = 3 / 4;

export const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
const drawn = (name, attributes, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [each, value] of Object.entries(attributes)) element.setAttribute(each, value);
  element.append(...children);
  return element;
};
const hidden = (element) => {
  element.setAttribute("aria-hidden", "true");
  return element;
};

// Tally strokes in fives, the fifth across; missing ones stand pale.
const strokes = (marks, needed) => {
  if (marks > MOST_STROKES) return hidden(make("b", { textContent: `${marks} ×` }));
  const shown = Math.max(marks, needed && needed <= MOST_STROKES ? needed : 0);
  const bundles = Math.max(Math.ceil(shown / A_BUNDLE), 1);
  const paths = [...Array(shown).keys()].map((stroke) => {
    const x = 24 * Math.floor(stroke / A_BUNDLE) + 3 + 5 * (stroke % A_BUNDLE);
    const across = stroke % A_BUNDLE === A_BUNDLE - 1;
    const look = stroke >= marks ? { class: "off" } : across ? { class: "cross" } : {};
    return drawn("path", { ...look, d: across ? `M${x - 22} 11.5 ${x - 1} 2.5` : `M${x} 1.5v11` });
  });
  return hidden(drawn("svg", { viewBox: `0 0 ${24 * bundles} 14` }, ...paths));
};

export const drawScores = (reckoning, saying) => {
  const { standings, state, words, game, options } = reckoning;
  const closeness = game.closeness(standings, options, state.seats);
  document.querySelectorAll("#scores > ol > li").forEach((place, seat) => {
    const total = standings.totals[seat];
    const find = (selector) => place.querySelector(selector);
    find(".total").textContent = words.number(total);
    const told = make("span", { className: "sr", textContent: words.marks(standings.marks[seat]) });
    find(".tally")?.replaceChildren(strokes(standings.marks[seat], state.marks_to_win), told);
    find(".meter rect")?.setAttribute("width", String(100 * Math.max(0, Math.min(total, state.target)) / state.target));
    const hot = state.target && total >= state.target * HOT;
    find(".meter")?.classList.toggle("hot", Boolean(hot));
    if (standings.vacant.includes(seat)) return;
    find(".close").textContent = words.closeness(closeness[seat]);
    find(".close").classList.toggle("hot", Boolean(hot) || closeness[seat].code === "next_mark_wins");
    drawDealer(place, !standings.ending && standings.dealer === seat, saying);
  });
};

const drawDealer = (place, deals, { _ }) => {
  place.querySelectorAll(".deals-next, .score > .name + .sr").forEach((each) => each.remove());
  if (!deals) return;
  const name = place.querySelector(".score > .name");
  name.prepend(hidden(make("span", { className: "deals-next", textContent: "◆ " })));
  name.after(make("span", { className: "sr", textContent: _("deals") }));
};

// The rows that wait stand below those that the server knows; `sent` are keys that it has, but this page not yet.
export const drawRows = (reckoning, saying, sent) => {
  document.querySelectorAll("#rows .waiting").forEach((row) => row.remove());
  const rows = reckoning.rows();
  if (!rows.length) return;
  let list = document.querySelector("#rows ol");
  if (!list) {
    list = make("ol");
    document.querySelector("#rows .deals-empty").replaceWith(list);
  }
  const names = [...document.querySelectorAll("#scores .score .name bdi")].map((each) => each.textContent);
  const last = rows.at(-1).item;
  list.append(...rows.map((row) => drawRow(row, names, reckoning.words, saying, sent, row.item === last)));
};

const drawRow = ({ item, outcome, number, dealer, text }, names, words, { _ }, sent, isLast) => {
  const cells = names.map((name, seat) => {
    const cell = make("span", { className: "cell" });
    if (dealer === seat) cell.append(hidden(make("span", { className: "dealt", textContent: "◆" })), " ");
    const points = outcome.points[seat];
    if (points) cell.append(make("span", { className: "sr" }, make("bdi", { textContent: name }), " "), make("b", { textContent: words.number(points) }));
    else if (dealer !== seat) cell.append(hidden(make("span", { textContent: "·" })));
    return cell;
  });
  const why = make("span", { className: "why" }, make("span", { className: "n", textContent: String(number) }), text);
  const detail = make("div", { className: "detail" });
  if (!sent.has(item.key)) {
    why.append(" ", make("span", { className: "flag", textContent: _("waiting") }));
    detail.append(make("p", { className: "note", textContent: _("This deal is kept on this phone until the network is back.") }));
  }
  if (isLast && !item.tried && !sent.has(item.key)) {
    const back = make("button", { className: "btn", type: "button", textContent: _("Take back") });
    back.dataset.takeBack = item.id;
    detail.append(make("p", { className: "actions" }, back));
  }
  const summary = make("summary", {}, make("span", { className: "cols" }, ...cells), why);
  const details = make("details", {}, summary, detail);
  details.setAttribute("name", "deal");
  const row = make("li", { id: `row-${item.key}`, className: "deal waiting" }, details);
  Object.assign(row.dataset, { key: item.key, position: valueOf(item.fields, "position") });
  return row;
};

const valueOf = (fields, name) => fields.find(([each]) => each === name)?.[1] ?? "";

// How the game ends with what waits, in place of the form.
export const drawEnding = ({ standings, words, names }, { _ }) => {
  document.querySelector("#deal_form .ending.waits")?.remove();
  const { ending } = standings;
  if (!ending) return;
  const panel = document.querySelector("#deal_form");
  panel.append(make("div", { className: "ending waits" },
    make("h2", { textContent: words.ending(ending, names) }),
    make("ul", { className: "list note" }, ...ending.lines.slice(1).map((line) => make("li", { textContent: words.endingReason(line, names) }))),
    make("p", { className: "note", textContent: _("The next game starts when the network is back and all deals are saved.") })));
  document.body.classList.remove("pad-open");
};

// What an entry would come to, as in templates/sheets/_sum.html; `gentle` where it is still being typed.
export const drawSum = (form, next, saying, gentle) => {
  const sum = form.querySelector("[data-sum]");
  sum.classList.remove("stale");
  if (next.problems.length) {
    sum.replaceChildren(...next.problems.map((text) => make("p", { className: gentle ? "gentle" : "error", textContent: text })));
    return;
  }
  const { standings, words, names } = next.reckoning;
  const outcome = standings.outcomes.at(-1);
  const parts = [make("p", { textContent: words.reason(outcome, names) }),
    make("strong", { textContent: words.consequence(outcome, standings.totals, standings.marks, names) })];
  if (standings.ending) parts.push(make("p", { className: "threat", textContent: words.ending(standings.ending, names) }));
  sum.replaceChildren(...parts);
};
