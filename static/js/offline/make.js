// Makes elements.
export const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
export const hidden = (element) => {
  element.setAttribute("aria-hidden", "true");
  return element;
};

// The nodes of a sentence of the twin: each name that keeps its direction by isolates is an element that does so.
const NAMES = /\u2068([^\u2069]*)\u2069/;
export const worded = (text) => text.split(NAMES).map((part, at) => (at % 2 ? make("bdi", { textContent: part }) : part)).filter((part) => part !== "");
