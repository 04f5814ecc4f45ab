// Draws what a sheet comes to with the rows that wait: the same elements that templates/sheets makes, in place.
import { hidden, make, worded } from "./make.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_STROKES = 10;
const A_BUNDLE = 5;
const HOT = 3 / 4;

const drawn = (name, attributes, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [each, value] of Object.entries(attributes)) element.setAttribute(each, value);
  element.append(...children);
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
  const closeness = game.closeness(standings, options, reckoning.seats);
  document.querySelectorAll("#scores > ol > li").forEach((place, seat) => {
    const total = standings.totals[seat];
    const find = (selector) => place.querySelector(selector);
    find(".total").textContent = words.number(total);
    const told = make("span", { className: "sr", textContent: words.marks(standings.marks[seat]) });
    find(".tally")?.replaceChildren(strokes(standings.marks[seat], state.marks_to_win), told);
    find(".meter rect")?.setAttribute("width", String(100 * Math.max(0, Math.min(total, state.target)) / state.target));
    const hot = Boolean(state.target) && game.lowWins && total >= state.target * HOT;
    find(".meter")?.classList.toggle("hot", hot);
    const [who, close] = place.querySelectorAll(".who p");
    const points = words.number(total);
    who.textContent = game.keepsMarks ? saying._("%(points)s points, %(marks)s", { points, marks: words.marks(standings.marks[seat]) })
      : saying._("Total: %(points)s", { points });
    if (standings.vacant.includes(seat)) return;
    const deals = !standings.ending && standings.dealer === seat;
    const near = words.closeness(closeness[seat]);
    close.textContent = deals ? `${near} · ${saying._("deals")}` : near;
    find(".close").textContent = near;
    find(".close").classList.toggle("hot", hot || game.pressing.includes(closeness[seat].code));
    drawDealer(place, deals, saying);
  });
  drawState(reckoning);
};

// That the table plays on over a tie, or what is left of a last round.
const drawState = ({ standings, fold, words, names }) => {
  const scores = document.getElementById("scores");
  scores.querySelectorAll("p.state").forEach((each) => each.remove());
  if (standings.ending) return;
  const said = [words.state(standings), fold.last_round ? words.lastRound(fold.last_round, names) : ""].filter(Boolean);
  scores.querySelector("ol").after(...said.map((textContent) => make("p", { className: "state", textContent })));
};

const drawDealer = (place, deals, { _ }) => {
  place.querySelector(".deals-next")?.remove();
  place.querySelector(".score > .name + .sr").textContent = deals ? _("deals") : "";
  if (deals) place.querySelector(".score > .name").prepend(hidden(make("span", { className: "deals-next", textContent: "◆ " })));
};

// How the game ends with what waits, in place of the form and of the ending that the server knows; `isAny` says that
// something waits.
export const drawEnding = ({ standings, words, names }, { _ }, isAny) => {
  const panel = document.querySelector("#deal_form");
  panel.querySelector(".ending.waits")?.remove();
  panel.querySelectorAll(":scope > .ending").forEach((each) => { each.hidden = isAny; });
  const { ending } = standings;
  if (!ending || !isAny) return;
  const next = make("button", { className: "btn primary", type: "button", textContent: _("Next game") });
  next.dataset.next = "";
  panel.append(make("div", { className: "ending waits" },
    make("h2", { textContent: words.ending(ending, names) }),
    make("ul", { className: "list note" }, ...ending.lines.slice(1).map((line) => make("li", { textContent: words.endingReason(line, names) }))),
    make("p", { className: "actions" }, next)));
  document.body.classList.remove("pad-open");
};

// What stands there already is not read out again.
const put = (form, ...parts) => {
  const sum = form.querySelector("[data-sum]");
  sum.classList.remove("stale");
  const drawing = make("div", {}, ...parts);
  if (sum.innerHTML !== drawing.innerHTML) sum.replaceChildren(...drawing.childNodes);
};
const told = (name, className, text) => make(name, className ? { className } : {}, ...worded(text));

// What the open deal may decide, by what is known of it: the longer part behind a fold.
export const drawOutlook = (form, { game, words, names, standings, options, seats }, payload) => {
  const lines = game.outlook(standings, payload, options, seats);
  const shown = lines[0]?.seats.length ? 2 : 3;
  const said = (some) => words.outlook(some, names);
  if (!lines.length) put(form);
  else if (lines.length <= shown) put(form, told("p", "threat", said(lines)));
  else {
    put(form, make("details", { className: "threat" }, told("summary", "", `${said(lines.slice(0, shown))} …`), told("p", "", said(lines.slice(shown)))));
  }
};

// Points that only add count as a gain where the most wins.
const isGain = ({ lowWins }, points) => !lowWins && Math.max(...points) > 0 && Math.min(...points) >= 0;

// What an entry would come to, as in templates/sheets/_sum.html.
export const drawSum = (form, next, before, saying) => {
  if (!next.reckoning) {
    put(form, ...next.problems.map((text) => told("p", "error", text)));
    return;
  }
  const { standings, fold, words, names, game } = next.reckoning;
  const at = fold.live.findIndex(({ id }) => id === next.edit.id);
  const outcome = fold.outcomes[at];
  const [totals, marks] = [standings.running_totals[at] ?? standings.totals, standings.running_marks[at] ?? standings.marks];
  const parts = [told("p", "", words.reason(outcome, names)),
    told("strong", isGain(game, outcome.points) ? "gain" : "", words.consequence(outcome, totals, marks, names))];
  const isMoved = next.reckoning.endingFacts !== before.endingFacts;
  if (isMoved) parts.push(told("p", "threat", standings.ending ? words.ending(standings.ending, names) : saying._("With this the game is not over.")));
  put(form, ...parts);
  const label = form.querySelector("[data-plain]");
  label.replaceChildren(isMoved && standings.ending ? told("span", "ends", endsWords(standings.ending, next.reckoning, saying)) : label.dataset.plain);
};

// What saving does when it ends the game, as in templates/sheets/_save.html.
const endsWords = ({ losers, winners }, { words, names }, { _ }) => {
  if (losers.length === 1) return _("Save: %(name)s loses the game", { name: words.name(names, losers[0]) });
  return winners.length === 1 ? _("Save: %(name)s wins the game", { name: words.name(names, winners[0]) }) : _("Save: the game ends");
};
