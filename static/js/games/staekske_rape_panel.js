// The entry panel of Staekske Rape: a stepper and a pad that drive the two numbers of the deal's form. Everything else
// is a real box. The server alone says what counts.
"use strict";
(() => {
  const [WHOLE, DIGITS] = [146, 3];
  const [FIRST, LEAST, MOST] = [3, 1, 99];

  class Panel {
    constructor(form, root) {
      this.form = form;
      this.root = root;
      this.words = root.dataset;
      this.find = (selector) => root.querySelector(selector);
      this.bid = form.elements.namedItem("bid");
      this.points = form.elements.namedItem("card_points");
      root.addEventListener("click", (event) => this.click(event));
      root.addEventListener("input", (event) => this.ticked(event.target)); // before the page keeps the draft
      this.show();
    }

    get event() { return this.find('[name="event"]:checked')?.value; }
    get declarer() { return this.find('[name="declarer"]:checked'); }
    get melds() { return [...this.root.querySelectorAll('[name="melds"]:checked')]; }

    click(event) {
      const button = event.target.closest("button[type=button]");
      if (!button) return;
      const { step, digit, act } = button.dataset;
      if (step) this.step(Number(step));
      else if (digit) this.type(digit);
      else if (act) this.erase(act === "clear");
      else return;
      this.tell();
    }

    // The usual first bid is 3; what is lower is blind or forced.
    step(by) {
      const now = Number(this.bid.value) || 0;
      this.bid.value = String(now ? Math.min(MOST, Math.max(LEAST, now + by)) : FIRST);
    }

    type(digit) {
      const value = String(Number(this.points.value + digit));
      if (value.length <= DIGITS && Number(value) <= WHOLE) this.points.value = value;
      this.choose("played");
    }

    erase(all) { this.points.value = all ? "" : this.points.value.slice(0, -1); }

    choose(event) { this.find(`[name="event"][value="${event}"]`).checked = true; }

    // Another way to end takes the number away; who refuses has no bid and no melds.
    ticked(box) {
      if (box.name === "event" && box.value !== "played") this.points.value = "";
      if (box.name === "event" && box.value === "refused") {
        this.bid.value = "";
        for (const each of [...this.melds, this.find('[name="without_stock"]')]) each.checked = false;
      }
      if (box.name === "event" && box.value === "four_jacks_unplayed") this.find('[value="four_jacks"]').checked = true;
      this.show();
    }

    // What is missing before it makes sense to send it, in words; empty if nothing is.
    missing() {
      if (!this.declarer) return this.words.needDeclarer;
      if (this.event !== "refused" && !this.bid.value) return this.words.needBid;
      return this.event === "played" && !this.points.value ? this.words.needPoints : "";
    }

    tell() {
      this.show();
      this.points.dispatchEvent(new Event("input", { bubbles: true }));
    }

    show() {
      if (!this.event) this.choose("played"); // a form that was emptied for the next deal
      const begun = Boolean(this.declarer || this.bid.value || this.points.value || this.melds.length);
      this.form.dataset.missing = this.missing();
      if (begun) delete this.form.dataset.empty;
      else this.form.dataset.empty = "yes";
      if (this.points.value.length === 1) this.form.dataset.unfinished = "yes";
      else delete this.form.dataset.unfinished;
      if (this.find(".rest.folds")) document.body.classList.toggle("pad-open", begun);
      this.root.classList.toggle("unasked", this.event !== "played");
      this.showBid();
      const shown = this.find('[name="event"][value="played"]').nextElementSibling;
      shown.textContent = this.points.value ? `${this.points.value} ${this.words.points}` : this.words.points;
      const melds = this.melds.reduce((sum, box) => sum + Number(box.dataset.worth), 0);
      const said = this.find("[data-melds]");
      said.dataset.none ??= said.textContent;
      said.textContent = melds || said.dataset.none;
    }

    showBid() {
      const said = this.find("[data-bid]");
      said.dataset.none ??= said.textContent;
      const worth = document.createElement("small");
      worth.textContent = String(100 + 10 * Number(this.bid.value));
      said.replaceChildren(this.bid.value || said.dataset.none, ...(this.bid.value ? [worth] : []));
      this.find('[data-step="-1"]').disabled = Number(this.bid.value) === LEAST;
    }

    key(event) {
      if (/^[0-9]$/.test(event.key)) this.type(event.key);
      else if (event.key === "+" || event.key === "-") this.step(event.key === "+" ? 1 : -1);
      else if (event.key === "Backspace") this.erase(false);
      else return false;
      this.tell();
      return true;
    }
  }

  let panel = null;
  document.addEventListener("entry:ready", ({ target }) => {
    const root = target.querySelector('[data-panel="staekske_rape"]');
    if (root) panel = new Panel(target, root);
  });
  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea, summary");
    const busy = event.ctrlKey || event.metaKey || event.altKey || field;
    if (!busy && panel?.form.isConnected && panel.declarer && panel.key(event)) event.preventDefault();
  });
})();
