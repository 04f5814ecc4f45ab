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
