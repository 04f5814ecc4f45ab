// What a form on the sheet asks for, as an edit (games/edits.js); a new row has the id "new" until it is kept.
import { valueOf } from "./items.js";

// Null where the twin cannot read what the fields hold.
export const wishOf = (reckoning, form, fields) => {
  const { edit: op = "add", row = null } = form.dataset;
  const dealer = Number(valueOf(fields, "dealer"));
  const payload = reckoning.read(fields, dealer, row);
  if (payload === null) return null;
  const byHand = valueOf(fields, "by_hand") === "1" ? dealer : null;
  if (op === "amend") return { op, id: row, payload, dealer: byHand ?? undefined };
  return { op, id: "new", payload, dealer: byHand, ...(op === "insert" ? { before: row } : {}) };
};
