// The rows of a sheet under a finger, and as they come.

// A deal opens where it stands: what was tapped stays under the finger.
document.addEventListener("click", (event) => {
  const summary = event.target.closest?.(".deal > details > summary");
  if (!summary) return;
  event.preventDefault();
  const scroller = summary.closest(".deals-scroll");
  const before = summary.getBoundingClientRect().top;
  summary.parentElement.open = !summary.parentElement.open;
  scroller.scrollTop += summary.getBoundingClientRect().top - before;
  summary.nextElementSibling.scrollIntoView({ block: "nearest" });
});

// A row that is opened shows all of itself.
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.closest(".deals")) target.scrollIntoView({ block: "nearest" });
}, true);

// A row that arrived has arrived once others come.
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (!ctx.text?.includes('hx-target="#row')) return;
  for (const row of document.querySelectorAll("[data-arrived]")) {
    delete row.dataset.arrived;
    row.classList.remove("new");
  }
});
