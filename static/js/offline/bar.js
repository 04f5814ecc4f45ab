// The buttons of undo and redo, for what waits.
import { stepWords } from "./items.js";
import { stepButton } from "./panels.js";

const STEPS = ["undo", "redo"];
const SERVERS = "button[form=row-action]";

let drawn = null; // as the server drew them
const bar = () => document.getElementById("bar_actions");

export const remember = () => {
  if (bar() && bar().dataset.drawn === undefined) drawn = bar().cloneNode(true);
};

export const drawSteps = (reckoning, saying) => {
  if (!bar()) return;
  const buttons = STEPS.filter((op) => reckoning.step(op)).map((op) => [op, stepButton(op)]).filter(([, button]) => button);
  for (const [op, button] of buttons) button.querySelector(".sr").textContent = stepWords(reckoning, reckoning.step(op), op, saying);
  bar().querySelectorAll(`${SERVERS}, [data-undoing]`).forEach((each) => each.remove());
  bar().prepend(...buttons.map(([, button]) => button));
  bar().dataset.drawn = "";
};

export const undraw = () => {
  if (!drawn || bar()?.dataset.drawn === undefined) return;
  bar().replaceChildren(...drawn.cloneNode(true).children);
  htmx.process(bar());
  delete bar().dataset.drawn;
};
