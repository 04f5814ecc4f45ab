// What each player is close to, and what the open deal needs and may decide (docs/rules/staekske_rape.md §14, §15).

import { line, seatsOf, whole } from "../core.js";
import { ALL_TRICKS, CARD_POINTS, madeOf, needed, score } from "./deal.js";
import { MOST_BID } from "./loading.js";
import { fits, MELDS } from "./melds.js";

const NEAR = 10;

export const closeness = ({ totals, vacant, ending }, { target }) => totals.map((total, seat) => {
  if (vacant.includes(seat)) return line("left", [seat]);
  if (ending) {
    const stakes = ending.stakes[seat];
    if (stakes) return line(stakes < 0 ? "pays" : "gets", [seat], { stakes: Math.abs(stakes) });
    return line(ending.winners.includes(seat) ? "wins" : "over", [seat]);
  }
  const points = target - total;
  return line(points <= NEAR ? "near" : "to_go", [seat], { points });
});

export const outlook = (standings, payload, options, playing) => {
  const deal = standings.ending ? null : openDeal(payload, playing);
  return deal ? [...wins(standings, deal, options), needs(deal, options)] : [];
};

const leastOf = (holds) => seatsOf(CARD_POINTS + 1).find(holds);

const needs = (deal, options) => {
  const { declarer, bid, melds } = deal;
  const need = needed(bid, melds);
  const said = (code, more) => line(code, [declarer], { bid, needed: need, ...more });
  if (need <= 0) return said("made_already");
  if (need > ALL_TRICKS) return said("beyond_reach");
  const points = leastOf((card_points) => madeOf({ ...deal, card_points }, options) >= need);
  return points === undefined ? said("only_all_tricks") : said("needs", { points });
};

const wins = ({ totals }, deal, options) => {
  const { declarer } = deal;
  const reaches = (tried) => (
    totals[declarer] + score(tried, options, totals.length).points[declarer] >= Math.max(options.target, ...totals));
  const points = leastOf((card_points) => reaches({ ...deal, card_points }));
  if (points !== undefined) return [line("wins_from", [declarer], { points })];
  return reaches({ ...deal, event: "all_tricks" }) ? [line("wins_with_all_tricks", [declarer])] : [];
};

// What cannot be read counts as not known.
const openDeal = (payload, playing) => {
  const data = typeof payload === "object" && payload !== null && !Array.isArray(payload) ? payload : {};
  const [declarer, bid] = [whole(data.declarer), whole(data.bid)];
  if (!playing.includes(declarer) || bid === null || bid < 1 || bid > MOST_BID) return null;
  const items = Array.isArray(data.melds) ? data.melds : [];
  const melds = MELDS.flatMap((meld) => items.filter((item) => item === meld));
  const possible = melds.length === items.length && fits(melds);
  const without_stock = data.without_stock === true;
  return { declarer, bid, event: "played", card_points: null, melds: possible ? melds : [], without_stock };
};
