// The entry panel of Kalter Schlag: tiles, keys and a pad that drive the inputs of the deal's form.
//
// Short form: the picked seats are the losers and share one number. Long form ("all four"): each seat has its
// own, the last fills itself. A Durchmarsch has one seat and no numbers. The server alone says what counts.
"use strict";
(() => {
  const WHOLE = 120;
  const DIGITS = 3;
  const OF_A_KIND = 4;

  class Panel {
    constructor(form, root) {
      this.form = form;
      this.root = root;
      this.words = root.dataset;
      this.names = JSON.parse(root.dataset.names);
      this.callNames = JSON.parse(root.dataset.callNames);
      this.order = root.dataset.order.split(" ").map(Number);
      this.seats = [...this.order].sort((a, b) => a - b);
      this.find = (selector) => root.querySelector(selector);
      this.all = (selector) => [...root.querySelectorAll(selector)];
      this.march = form.elements.namedItem("durchmarsch");
      this.piles = this.seats.map(() => []);
      root.addEventListener("click", (event) => this.click(event));
      root.addEventListener("input", (event) => this.ticked(event.target)); // before the page keeps the draft
      this.read();
    }

    number(seat) { return this.form.elements.namedItem(`points-${seat}`); }
    box(name, seat) { return this.find(`input[name="${name}"][value="${seat}"]`); }
    ticks(name) { return this.seats.filter((seat) => this.box(name, seat).checked); }

    // `settled` is the question that was answered with no, so that it is not asked again.
    // What stands in the inputs, after a reload or with an answer that came back, becomes the state again.
    read() {
      const kept = JSON.parse(this.form.dataset.ui || "{}");
      const filled = this.seats.filter((seat) => this.number(seat).value !== "");
      const different = new Set(filled.map((seat) => this.number(seat).value)).size > 1;
      this.mode = this.march.value !== "" ? "march" : different ? "all" : kept.mode || "short";
      this.picked = this.mode === "short" && filled.length ? filled : (kept.picked || []).filter((seat) => this.seats.includes(seat));
      this.tying = false;
      // A deal that was stored, or sent before, has its answer; a draft may still wait for one.
      this.settled = this.form.dataset.ui ? "" : "120";
      this.show();
    }

    click(event) {
      const button = event.target.closest("button[type=button]");
      if (!button) return;
      const { tile, digit, act, mode, card, answer } = button.dataset;
      if (tile) this.pick(Number(tile));
      else if (digit) this.type(digit);
      else if (act === "delete") this.root.classList.contains("counting") ? this.uncount() : this.erase();
      else if (act === "clear") this.clear();
      else if (mode) this.change(mode);
      else if (card) this.count(Number(card));
      else if (answer) this.answer(answer === "yes");
      else return;
      this.tell();
    }

    pick(seat) {
      if (this.mode === "march") {
        this.march.value = String(seat);
        this.picked = [seat];
        return;
      }
      if (this.mode === "all") {
        this.picked = [seat];
        return;
      }
      const held = this.picked.length ? this.number(this.picked[0]).value : "";
      if (this.tying && this.picked.length) {
        const others = this.picked.filter((each) => each !== seat);
        if (others.length) this.picked = this.picked.includes(seat) ? others : [...this.picked, seat];
        this.tying = false;
      } else this.picked = [seat];
      this.share(held);
      this.box("no_trick", seat).checked = false;
    }

    // Give the picked seats one number, the others none.
    share(value) {
      for (const seat of this.seats) this.number(seat).value = this.picked.includes(seat) ? value : "";
      this.settled = "";
    }

    type(digit) {
      if (!this.picked.length || this.mode === "march") return;
      const before = this.number(this.picked[0]).value;
      const value = String(Number(before + digit));
      if (value.length > DIGITS || Number(value) > WHOLE) return;
      this.enter(value);
    }

    enter(value) {
      if (this.mode === "all") {
        const [seat] = this.picked;
        this.number(seat).value = value;
        if (Number(value)) this.box("no_trick", seat).checked = false;
        this.settled = "";
      } else this.share(value);
    }

    erase() {
      if (this.picked.length && this.mode !== "march") this.enter(this.number(this.picked[0]).value.slice(0, -1));
    }

    // The first tap takes the number away, the next one the pick; calls and empty hands stay.
    clear() {
      const some = this.seats.some((seat) => this.number(seat).value !== "");
      this.seats.forEach((seat) => { this.number(seat).value = ""; });
      this.march.value = "";
      this.piles = this.seats.map(() => []);
      this.settled = "";
      if (some && this.mode === "short") return;
      this.picked = [];
      this.mode = "short";
      this.tying = false;
      this.root.classList.remove("counting");
    }

    change(mode) {
      if (mode === "tie") this.tying = this.picked.length ? !this.tying : false;
      else if (mode === "digits" || mode === "count") this.root.classList.toggle("counting", mode === "count" && this.picked.length > 0);
      else if (this.mode === mode) this.leave();
      else if (mode === "all") this.toAll();
      else this.toMarch();
    }

    leave() {
      if (this.mode === "march") this.picked = [];
      this.mode = "short";
      this.march.value = "";
      this.share(this.picked.length ? this.number(this.picked[0]).value : "");
    }

    toAll() {
      this.march.value = "";
      this.mode = "all";
      this.tying = false;
      for (const seat of this.ticks("no_trick")) this.number(seat).value = "0";
      const next = this.order.find((seat) => this.number(seat).value === "");
      this.picked = [this.picked[0] ?? next ?? this.order[0]];
    }

    toMarch(seat) {
      this.mode = "march";
      this.tying = false;
      this.picked = [];
      this.share("");
      this.root.classList.remove("counting");
      for (const each of this.seats) this.box("no_trick", each).checked = false;
      this.march.value = seat === undefined ? "" : String(seat);
      if (seat !== undefined) this.picked = [seat];
    }

    ticked(box) {
      if (!box.matches("input[type=checkbox], select")) return;
      const seat = Number(box.value);
      if (box.name === "no_trick" && this.mode === "all") this.number(seat).value = box.checked ? "0" : "";
      if (box.name === "no_trick") this.settled = "";
      this.show();
    }

    // Cards of a pile, tapped as they are turned up. No pile may hold a fifth ace, nor all piles together.
    pile() { return this.piles[this.seats.indexOf(this.picked[0])]; }

    count(kind) {
      const used = this.piles.flat().filter((each) => each === kind).length;
      if (used >= OF_A_KIND || !this.picked.length) return;
      this.pile().push(kind);
      this.counted();
    }

    uncount() {
      if (!this.picked.length || !this.pile().length) return;
      this.pile().pop();
      this.counted();
    }

    counted() {
      const worth = this.all("[data-card]").map((button) => Number(button.dataset.worth));
      const sum = this.pile().reduce((total, kind) => total + worth[kind], 0);
      this.enter(this.pile().length ? String(sum) : "");
    }

    // 120 may be all eight tricks or not, and three players without a trick leave only one answer.
    question() {
      if (this.mode === "march") return null;
      const empty = this.ticks("no_trick");
      if (empty.length === this.seats.length - 1) {
        return { kind: "three", seat: this.seats.find((seat) => !empty.includes(seat)) };
      }
      const full = this.seats.find((seat) => this.number(seat).value === String(WHOLE));
      return full !== undefined && this.settled !== "120" ? { kind: "120", seat: full } : null;
    }

    answer(yes) {
      const asked = this.question();
      if (!asked) return;
      if (yes) this.toMarch(asked.seat);
      else if (asked.kind === "120") this.settled = "120";
      else this.box("no_trick", this.lastEmpty ?? this.ticks("no_trick").at(-1)).checked = false;
    }

    // What is missing before it makes sense to send it, in words; empty if nothing is.
    missing() {
      if (this.question()) return this.words.needAnswer;
      if (this.mode === "march") return this.march.value === "" ? this.words.needMarch : "";
      const blank = this.seats.filter((seat) => this.number(seat).value === "");
      if (this.mode === "all") return blank.length > 1 ? this.words.needAll : "";
      return this.picked.length && blank.length < this.seats.length ? "" : this.words.needNumber;
    }

    tell() {
      this.show();
      this.number(this.seats[0]).dispatchEvent(new Event("input", { bubbles: true }));
    }

    show() {
      const open = this.mode !== "short" || this.picked.length > 0;
      const empty = this.ticks("no_trick");
      this.form.dataset.ui = JSON.stringify({ mode: this.mode, picked: this.picked });
      if (open || empty.length || this.ticks("called").length) delete this.form.dataset.empty;
      else this.form.dataset.empty = "yes";
      this.form.dataset.missing = this.missing();
      const single = this.mode === "short" && this.picked.some((seat) => this.number(seat).value.length === 1);
      if (single) this.form.dataset.unfinished = "yes";
      else delete this.form.dataset.unfinished;
      if (this.root.querySelector(".pad.folds")) document.body.classList.toggle("pad-open", open);
      this.root.classList.toggle("all-totals", this.mode === "all");
      this.showTiles();
      this.showKeys(empty);
      this.showPad();
      this.showQuestion();
    }

    showTiles() {
      const blank = this.seats.filter((seat) => this.number(seat).value === "");
      const rest = WHOLE - this.seats.reduce((sum, seat) => sum + Number(this.number(seat).value), 0);
    const most = Math.max(blank.length === 1 ? rest : 0, ...this.seats.map((seat) => Number(this.number(seat).value)));
      const penalty = WHOLE * 2 ** this.ticks("called").length;
      for (const seat of this.seats) {
        const tile = this.find(`[data-tile="${seat}"]`);
        const value = this.number(seat).value;
        const given = this.mode === "all" && blank.length === 1 && blank[0] === seat && rest >= 0;
        const marched = this.mode === "march" && this.march.value !== "";
        const made = marched && Number(this.march.value) === seat;
        tile.setAttribute("aria-pressed", String(this.mode === "march" ? made : this.picked.includes(seat)));
        tile.toggleAttribute("data-active", this.mode !== "march" && this.picked.at(-1) === seat);
        tile.toggleAttribute("data-given", given);
        tile.toggleAttribute("data-most", this.mode === "all" && blank.length < 2 && Number(given ? rest : value) === most);
        tile.toggleAttribute("data-march", made);
        const shown = made ? "0" : marched ? penalty.toLocaleString(document.documentElement.lang) : given ? `= ${rest}` : value || "–";
        tile.querySelector("[data-shown]").textContent = shown;
      }
    }

    showKeys(empty) {
      const said = (this.form.elements.namedItem("call_order")?.value || "").split(",").filter(Boolean).map(Number);
    const callers = [...said, ...this.order.filter((seat) => !said.includes(seat))].filter((seat) => this.box("called", seat)?.checked);
      for (const seat of this.seats) {
        const call = callers.indexOf(seat);
        const called = this.box("called", seat);
        const word = call < 0 ? this.words.called : this.callNames[call];
        called.nextElementSibling.textContent = word;
        called.setAttribute("aria-label", call < 0 ? called.dataset.label : `${called.dataset.label}: ${word}`);
        const loses = this.mode === "short" && this.picked.includes(seat);
        this.box("no_trick", seat).disabled = this.mode === "march" || loses;
      }
      const added = empty.filter((seat) => !(this.before || []).includes(seat));
      if (added.length) this.lastEmpty = added.at(-1);
      this.before = empty;
    }

    showPad() {
      const counting = this.root.classList.contains("counting");
      const pressed = { all: this.mode === "all", march: this.mode === "march", tie: this.tying, count: counting };
      for (const [mode, on] of Object.entries(pressed)) {
        this.all(`[data-mode="${mode}"]`).forEach((button) => button.setAttribute("aria-pressed", String(on)));
      }
      this.find('[data-mode="tie"]').disabled = this.mode !== "short" || !this.picked.length;
      this.find('[data-mode="count"]').disabled = this.mode === "march" || !this.picked.length;
      this.all("[data-digit]").forEach((button) => { button.disabled = this.mode === "march"; });
      const pile = this.picked.length ? this.pile() : [];
      this.all("[data-card]").forEach((button, kind) => {
        const here = pile.filter((each) => each === kind).length;
        button.disabled = this.piles.flat().filter((each) => each === kind).length >= OF_A_KIND;
        button.querySelector("[data-count]").textContent = here ? `× ${here}` : button.dataset.worth;
      });
      const name = this.picked.length ? this.names[this.picked[0]] : "";
      this.find("[data-pile]").textContent = name && this.words.pile.replace("%s", name).replace("%n", this.number(this.picked[0]).value || "0");
    }

    showQuestion() {
      const asked = this.question();
      const box = this.find("[data-question]");
      const hint = this.mode === "march" && this.march.value === "" ? this.words.askMarch
        : this.tying ? this.words.askTie : "";
      box.hidden = !asked && !hint;
      box.querySelector(".actions").hidden = !asked;
      if (!asked) {
        box.querySelector("[data-question-text]").textContent = hint;
        return;
      }
      const three = asked.kind === "three";
      box.querySelector("[data-question-text]").textContent = (three ? this.words.askThree : this.words.askFull).replace("%s", this.names[asked.seat]);
      box.querySelector('[data-answer="yes"]').textContent = this.words.yes;
      box.querySelector('[data-answer="no"]').textContent = three ? this.words.noThree : this.words.noFull;
    }

    key(event) {
      if (/^[0-9]$/.test(event.key)) this.type(event.key);
      else if (event.key === "Backspace") this.erase();
      else if (event.key === "Escape") this.clear();
      else if (event.key === "Enter" && !event.target.closest('button:not([data-tile][aria-pressed="true"]), a')) {
        this.form.requestSubmit(this.find(".save"));
        return true;
      } else return false;
      this.tell();
      return true;
    }
  }

  let panel = null;
  document.addEventListener("entry:ready", ({ target }) => {
    const root = target.querySelector('[data-panel="kalter_schlag"]');
    if (root) panel = new Panel(target, root);
  });
  document.addEventListener("keydown", (event) => {
    const busy = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, summary");
    if (!busy && panel?.form.isConnected && panel.picked.length && panel.key(event)) event.preventDefault();
  });
})();
