// What somebody has typed and not saved.
export const isFilled = (field) => {
  if (field.type === "hidden") return false;
  if (field.options) return [...field.options].some((each) => each.selected !== each.defaultSelected);
  return ["checkbox", "radio"].includes(field.type)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
};

// Whether an entry's form is as it came: nothing tapped, nothing given back.
export const isBlank = ({ dataset }) => Boolean(dataset.empty || !dataset.touched) && dataset.answer === undefined;

const FIELDS = "#content form:not([data-entry]) :is(input, select, textarea)";

// Whether the page holds input that is neither saved nor waiting to be.
export const isUnsaved = () => [...document.querySelectorAll("form[data-entry]")].some((form) => !isBlank(form))
  || [...document.querySelectorAll(FIELDS)].some(isFilled);
