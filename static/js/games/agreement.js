// The twin of scorekeeper/core/agreement: endings by agreement that any game may have.

import { between, line, Reader, seatsOf, sum } from "./core.js";

const MOST_STAKES = 10_000;

export const ending = (reason, losers, winners, stakes, pairs, next_dealer, next_dealer_chosen_by, lines) =>
  ({ reason, losers, winners, stakes, pairs, next_dealer, next_dealer_chosen_by, lines });

export const stakesOf = (pairs, seats) => seatsOf(seats).map((seat) => sum(pairs.map(([payer, payee, stakes]) => (
  payee === seat ? stakes : payer === seat ? -stakes : 0))));

// `ways` are the game's own ones: each takes the reader and the standings and gives an ending.
export const agreed = (standings, how, ways) => {
  const reader = new Reader(how, ["how", "stakes"]);
  const word = reader.get("how");
  const own = typeof word === "string" && Object.hasOwn(ways, word) ? ways[word] : null;
  if (!own && !["nobody", "by_hand"].includes(word)) reader.add("close_how", "how");
  if (word !== "by_hand" && reader.has("stakes")) reader.add("stakes_not_asked", "stakes");
  if (standings.ending) reader.add("already_over");
  const found = own ? own(reader, standings) : byHand(reader, standings, word === "by_hand");
  reader.stopIfProblems();
  return found;
};

const byHand = (reader, { totals, vacant, dealer }, asked) => {
  let stakes = totals.map(() => 0);
  const row = asked ? reader.row("stakes", totals.length, "one_item_a_seat") : null;
  if (row) {
    const allowed = between(-MOST_STAKES, MOST_STAKES);
    stakes = row.map((item, seat) => reader.checked(item, `stakes.${seat}`, allowed, "stakes_range") ?? 0);
    for (const seat of vacant) if (stakes[seat]) reader.add("stakes_empty_seat", `stakes.${seat}`, { seat });
    const left = sum(stakes);
    if (left && !reader.problems.length) reader.add("stakes_sum_0", "stakes", { sum: left });
  }
  const pairs = matched(stakes);
  const lines = pairs.map(([payer, payee, each]) => line("pays_by_hand", [payer, payee], { stakes: each }));
  const first = line(asked ? "agreed_by_hand" : "agreed_nobody");
  return ending("agreed", [], [], stakes, pairs, dealer, null, [first, ...lines]);
};

// Pairs who pays with who gets, in seat order; the stakes sum to 0.
export const matched = (stakes) => {
  const left = [...stakes];
  const pairs = [];
  for (const payer of left.keys()) {
    for (const payee of left.keys()) {
      const amount = Math.min(-left[payer], left[payee]);
      if (amount <= 0) continue;
      pairs.push([payer, payee, amount]);
      left[payer] += amount;
      left[payee] -= amount;
    }
  }
  return pairs;
};
