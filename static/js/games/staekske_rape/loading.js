// Reads deals and refuses every impossible one (docs/rules/staekske_rape.md §4-§9).

import { between, Reader, whole } from "../core.js";
import { CARD_POINTS } from "./deal.js";
import { fits, MELDS, RUNS } from "./melds.js";

export const EVENTS = ["played", "all_tricks", "no_tricks", "four_jacks_unplayed", "refused"];
export const MOST_BID = 99;
const KEYS = ["v", "declarer", "bid", "event", "card_points", "melds", "without_stock"];
const MOST_MELDS = 7;

export const load = (payload, options, seats) => {
  const reader = new Reader(payload, KEYS);
  reader.version();
  const declarer = readDeclarer(reader, seats);
  const event = readEvent(reader);
  const bid = readBid(reader, event);
  const card_points = readCardPoints(reader, event);
  const melds = readMelds(reader);
  const without_stock = reader.flag("without_stock", false);
  if (event === "refused" && (bid !== null || melds?.length || without_stock)) reader.add("refused_alone", "event");
  if (event === "four_jacks_unplayed") {
    if (!options.four_jacks_unplayed) reader.add("unplayed_not_offered", "event");
    else if (melds && !melds.includes("four_jacks")) reader.add("four_jacks_needed", "melds");
  }
  reader.stopIfProblems();
  return { declarer, bid, event, card_points, melds, without_stock };
};

const readDeclarer = (reader, seats) => {
  if (reader.has("declarer")) return reader.checked(reader.get("declarer"), "declarer", between(0, seats - 1), "declarer_seat");
  reader.add("declarer_missing", "declarer");
  return null;
};

const readEvent = (reader) => {
  const event = reader.get("event", "played");
  if (EVENTS.includes(event)) return event;
  reader.add("choice", "event");
  return null;
};

const readBid = (reader, event) => {
  if (!reader.has("bid")) {
    if (event !== "refused") reader.add("bid_missing", "bid");
    return null;
  }
  const bid = whole(reader.get("bid"));
  if (bid === null) reader.add("bid_whole", "bid");
  else if (bid < 1) reader.add("bid_at_least_1", "bid");
  else if (bid > MOST_BID) reader.add("bid_at_most", "bid", { most: MOST_BID });
  return bid;
};

const readCardPoints = (reader, event) => {
  if (!reader.has("card_points")) {
    if (event === "played") reader.add("card_points_missing", "card_points");
    return null;
  }
  const points = reader.number("card_points", between(0, CARD_POINTS), "card_points_0_146");
  if (event === "played" || event === null) return points;
  if (points || event !== "no_tricks") reader.add("card_points_not_asked", "card_points");
  return null;
};

const readMelds = (reader) => {
  const items = reader.has("melds") ? reader.get("melds") : [];
  if (!Array.isArray(items)) {
    reader.add("melds_list", "melds");
    return null;
  }
  const melds = MELDS.flatMap((meld) => items.filter((item) => item === meld));
  if (melds.length < items.length) reader.add("meld_unknown", "melds");
  else if (melds.some((meld, at) => !(meld in RUNS) && melds.indexOf(meld) !== at)) reader.add("meld_twice", "melds");
  else if (melds.length > MOST_MELDS || !fits(melds)) reader.add("more_than_seven_cards", "melds");
  else return melds;
  return null;
};
