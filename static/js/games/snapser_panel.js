// The entry panel of Šnapser: names the two sides, lets a raise take those below it along, and clears what does not
// belong to what was declared. The boxes are the form's own; the server alone says what counts.
"use strict";
(() => {
  const RESULTS = {
    hram: ["s_vodou", "bez_vody", "za6", "tichy_durch"],
    za12: ["za12", "tichy_durch"],
    durch: ["durch"],
    nehram: [],
  };

  class Panel {
    constructor(form, root) {
      this.form = form;
      this.root = root;
      this.names = JSON.parse(root.dataset.names);
      this.order = root.dataset.order.split(" ").map(Number);
      this.all = (selector) => [...root.querySelectorAll(selector)];
      root.addEventListener("input", ({ target }) => this.changed(target)); // before the page keeps the draft
      root.addEventListener("click", ({ target }) => this.again(target));
      this.show();
      if (this.typed || this.chooser !== this.order[0]) root.querySelector(".more").open = true;
    }

    box(name) { return this.root.querySelector(`[name="${name}"]:checked`); }
    value(name) { return this.box(name)?.value ?? ""; }
    get declared() { return this.value("declared") || "hram"; }
    get chooser() { return Number(this.value("chooser") || this.order[0]); }
    get typed() {
      const fields = this.all('[name="ended"], [name^="count_"], [name="marriages"]');
      return fields.some(({ value }) => value !== "") || Boolean(this.box("trickless"));
    }

    changed(box) {
      if (box.name === "raises") {
        for (const each of this.all('[name="raises"]')) {
          if (box.checked ? each.value < box.value : each.value > box.value) each.checked = box.checked;
        }
      }
      if (box.name === "declared") this.clear();
      this.show();
    }

    // A second tap takes a result back, of which no browser tells by itself.
    again(box) {
      if (box.name !== "result" || box.value !== this.result) return;
      box.checked = false;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }

    // What was tapped for another game than the one that is declared now.
    clear() {
      const result = this.box("result");
      const [, outcome] = (result?.value ?? "").split("-");
      const extra = this.declared === "durch" && result?.closest(".durch-too");
      if (result && !RESULTS[this.declared].includes(outcome) && !extra) result.checked = false;
      if (this.declared === "nehram") this.all('[name="raises"]').forEach((each) => { each.checked = false; });
      if (["durch", "nehram"].includes(this.declared)) this.alone();
    }

    alone() {
      const box = this.root.querySelector('[name="partner"][value=""]');
      if (box) box.checked = true;
    }

    get isEmpty() {
      return this.declared === "hram" && this.chooser === this.order[0] && !this.typed && !this.value("partner")
        && !this.box("result") && !this.box("red") && !this.box("raises");
    }

    show() {
      const { form, chooser } = this;
      if (!this.box("chooser")) this.root.querySelector(`[name="chooser"][value="${chooser}"]`).checked = true;
      if (!this.box("declared")) this.root.querySelector('[name="declared"][value="hram"]').checked = true;
      if (this.value("partner") === String(chooser)) this.alone();
      for (const each of this.all('[name="partner"]:not([value=""])')) {
        each.closest(".key").classList.toggle("hidden", Number(each.value) === chooser);
      }
      this.sides();
      this.result = this.value("result");
      if ("folds" in this.root.dataset) document.body.classList.toggle("pad-open", !this.isEmpty);
      if (this.isEmpty) form.dataset.empty = "yes";
      else delete form.dataset.empty;
      const told = this.declared === "nehram" || this.box("result") || this.typed;
      form.dataset.missing = told ? "" : this.root.dataset.needResult;
    }

    // As the choice of the chooser has it: with its script.
    named(seat) {
      return this.root.querySelector(`[name=chooser][value="${seat}"] + span bdi`).cloneNode(true);
    }

    sides() {
      const partner = this.value("partner");
      const own = [this.chooser, ...(partner === "" ? [] : [Number(partner)])];
      const seats = [...this.order].sort((one, other) => one - other);
      const sides = { chooser: own, opponents: seats.filter((seat) => !own.includes(seat)) };
      for (const [side, people] of Object.entries(sides)) {
        const parts = people.flatMap((seat, at) => [...(at ? [", "] : []), this.named(seat)]);
        this.root.querySelector(`[data-side="${side}"]`).replaceChildren(...parts);
      }
    }
  }

  document.addEventListener("entry:ready", ({ target }) => {
    const root = target.querySelector('[data-panel="snapser"]');
    if (root) new Panel(target, root);
  });
})();
