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

// A name that keeps its direction, and its script where the page's own drawing of it says one.
export const named = (name, properties = {}) => {
  const drawn = [...document.querySelectorAll("bdi[lang]")].find((each) => each.textContent === name);
  return make("bdi", { textContent: name, ...(drawn && { lang: drawn.lang }), ...properties });
};

// The nodes of a sentence of the twin: each name that keeps its direction by isolates is an element that does so.
const NAMES = /\u2068([^\u2069]*)\u2069/;
export const worded = (text) => text.split(NAMES).map((part, at) => (at % 2 ? named(part) : part)).filter((part) => part !== "");
