// Seats by tapping names in the order people sit. The selects of the plain form hold the truth: this hides
// them and writes into them, so what is posted is the same with and without it.

for (const root of document.querySelectorAll("[data-seating]")) start(root);

function start(root) {
  const selects = [...root.querySelectorAll("[data-seat]")];
  const names = [...root.querySelectorAll("[data-person]")];
  const least = Number(root.dataset.least);
  root.querySelector("[data-plain]").hidden = true;
  root.querySelector("[data-tapping]").hidden = false;

  for (const name of names) {
    name.addEventListener("click", () => {
      toggle(selects, name.dataset.person);
      show();
    });
  }
  const clear = root.querySelector("[data-clear]");
  clear.hidden = false;
  clear.addEventListener("click", () => {
    for (const select of selects) select.value = "";
    show();
  });
  // A browser that comes back to the page fills the selects after this script ran.
  window.addEventListener("pageshow", show);
  show();

  function show() {
    const seated = selects.map((select) => select.value);
    const taken = seated.filter(Boolean);
    const complete = taken.length >= least;
    for (const name of names) {
      const seat = (complete ? taken : seated).indexOf(name.dataset.person);
      name.setAttribute("aria-pressed", String(seat >= 0));
      name.querySelector("[data-number]").textContent = seat >= 0 ? seat + 1 : "";
      name.querySelector("[data-seat-words]").textContent =
        seat >= 0 ? `, ${root.dataset.words.replace("#", seat + 1)}` : "";
    }
    const state = taken.length === selects.length ? "full" : complete ? "complete" : "open";
    for (const hint of root.querySelectorAll("[data-when]")) hint.hidden = hint.dataset.when !== state;
    for (const next of root.querySelectorAll("[data-next]")) next.textContent = seated.indexOf("") + 1;
    showDealers(root.closest("form"), taken);
  }
}

// A tap on a seated name frees the seat, a tap on another takes the first free one.
function toggle(selects, person) {
  const own = selects.find((select) => select.value === person);
  const free = selects.find((select) => !select.value);
  if (own) own.value = "";
  else if (free) free.value = person;
}

// Only who sits can deal, in the order of sitting: the others leave the choice, and with them a choice that fell
// on one of them.
function showDealers(form, taken) {
  const dealers = [...form.querySelectorAll("[data-dealer]")];
  const place = (dealer) => (taken.indexOf(dealer.dataset.dealer) + dealers.length + 1) % (dealers.length + 1);
  for (const dealer of dealers.sort((one, other) => place(one) - place(other))) {
    dealer.parentElement.append(dealer);
    const sits = taken.includes(dealer.dataset.dealer);
    dealer.hidden = !sits;
    const radio = dealer.querySelector("input");
    if (!radio) continue;
    radio.disabled = !sits;
    if (!sits && radio.checked) {
      radio.checked = false;
      const lot = form.querySelector("[data-lot]");
      if (lot) lot.checked = true;
    }
  }
}
