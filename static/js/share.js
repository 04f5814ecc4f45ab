// Copying and sharing an address or a text. Phones on a local network have no secure context and so neither clipboard nor
// share sheet: there the old command copies, and only what works is shown.
"use strict";
for (const box of document.querySelectorAll("[data-share]")) {
  const field = box.querySelector("input, textarea");
  const [copy, share] = ["copy", "share"].map((name) => box.querySelector(`[data-do="${name}"]`));
  field.addEventListener("focus", () => field.select());
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const before = copy.textContent;
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.focus();
      field.select();
      if (!document.execCommand("copy")) return;
    }
    copy.textContent = copy.dataset.done;
    setTimeout(() => { copy.textContent = before; }, 2000);
  });
  if (navigator.share) {
    const what = field.localName === "textarea" ? "text" : "url";
    share.hidden = false;
    share.addEventListener("click", () => navigator.share({ title: field.dataset.title, [what]: field.value }).catch(() => {}));
  }
}
