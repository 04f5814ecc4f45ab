// Where the app lies on its server: the worker is at its root. And what its words must fit: the build and the language.
export const worker = document.querySelector("meta[name=worker]").content;
export const root = new URL(worker, location.href).pathname.replace(/\/[^/]*$/, "");
const build = document.querySelector("meta[name=build]").content;
export const inWords = `?build=${build}&language=${document.documentElement.lang}`;
