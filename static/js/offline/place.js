// Where the app lies on its server: the worker is at its root.
export const worker = document.querySelector("meta[name=worker]").content;
export const root = new URL(worker, location.href).pathname.replace(/\/[^/]*$/, "");
