// Reads the fields of the deal's form: the twin of games/staekske_rape/form.py, without its words.

import { EVENTS } from "./loading.js";
import { MELDS } from "./melds.js";

const MOST_DIGITS = 6;
const AGAIN = "_again"; // a box can be ticked only once
const BOXES = ["run3", `run3${AGAIN}`, ...MELDS.filter((meld) => meld !== "run3")];

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
    melds: BOXES.filter((box) => values("melds").includes(box)).map((box) => box.replace(AGAIN, "")),
    without_stock: !["", "false"].includes(one("without_stock")),
  };
  return wrong ? null : payload;
};

// The fields of the panel that give a payload again; null for a row of the table.
export const writeForm = (payload) => {
  if (Object.hasOwn(payload, "entry")) return null;
  const { declarer, bid = null, event = "played", card_points = null, melds = [], without_stock = false } = payload;
  const boxes = melds.map((meld, at) => (melds.indexOf(meld) === at ? meld : meld + AGAIN));
  return [
    ["declarer", String(declarer)],
    ...(bid === null ? [] : [["bid", String(bid)]]),
    ["event", event],
    ...(card_points === null ? [] : [["card_points", String(card_points)]]),
    ...boxes.map((box) => ["melds", box]),
    ...(without_stock ? [["without_stock", "y"]] : []),
  ];
};
