// Reads the fields of the deal's form: the twin of games/staekske_rape/form.py, without its words.

import { EVENTS } from "./loading.js";
import { MELDS } from "./melds.js";

const MOST_DIGITS = 6;
const BOXES = ["run3", "run3_again", ...MELDS.filter((meld) => meld !== "run3")];

// The payload of what was entered, or null if a field holds what no page sends. `fields` are [name, value], `players`
// the seats that play.
export const readForm = (fields, players) => {
  let wrong = false;
  const check = (fine) => { wrong ||= !fine; };
  const values = (name) => fields.filter(([each]) => each === name).map(([, value]) => value);
  const one = (name, missing = "") => values(name)[0] ?? missing;
  const number = (name) => {
    const text = one(name).trim();
    if (text === "") return null;
    check(/^[0-9]+$/.test(text) && text.length <= MOST_DIGITS);
    return Number(text);
  };
  const declarer = players.find((seat) => String(seat) === one("declarer"));
  check(declarer !== undefined || one("declarer") === "");
  const event = one("event", "played");
  check(EVENTS.includes(event));
  const [bid, points] = [number("bid"), number("card_points")];
  const payload = {
    v: 1,
    declarer: declarer ?? null,
    bid,
    event,
    card_points: event === "played" ? points : null,
    melds: BOXES.filter((box) => values("melds").includes(box)).map((box) => box.replace("_again", "")),
    without_stock: !["", "false"].includes(one("without_stock")),
  };
  return wrong ? null : payload;
};
