// Who has won, and who pays the winner (docs/rules/staekske_rape.md §10-§13).

import { agreed, ending, stakesOf } from "../agreement.js";
import { line, seatsOf } from "../core.js";

const topOf = (totals, vacant) => {
  const there = seatsOf(totals.length).filter((seat) => !vacant.includes(seat));
  const points = Math.max(...there.map((seat) => totals[seat]));
  return { points, top: there.filter((seat) => totals[seat] === points) };
};

export const judge = (totals, dealer, { target, winner_paid }, vacant) => {
  const { points, top } = topOf(totals, vacant);
  if (points < target) return "running";
  const following = seatsOf(totals.length).map((step) => (dealer + 1 + step) % totals.length).find((seat) => !vacant.includes(seat));
  return won("target", top, totals.length, vacant, line("won_target", top, { points, target }), following, winner_paid);
};

export const close = (standings, how) => agreed(standings, how, {
  highest: (reader, at) => highestWins(reader, at, false),
  highest_paid: (reader, at) => highestWins(reader, at, true),
});

const highestWins = (reader, { totals, vacant, dealer }, paid) => {
  const { points, top } = topOf(totals, vacant);
  if (top.length > 1) reader.add("highest_tied", "how", { seats: top, points });
  const winners = top.slice(0, 1);
  return won("agreed", winners, totals.length, vacant, line("agreed_highest", winners, { points }), dealer, paid);
};

const won = (reason, winners, seats, vacant, first, dealer, paid) => {
  const payers = seatsOf(seats).filter((seat) => !winners.includes(seat) && !vacant.includes(seat));
  const pairs = paid ? payers.flatMap((payer) => winners.map((winner) => [payer, winner, 1])) : [];
  const lines = [first, ...pairs.map(([payer, winner, stakes]) => line("pays_winner", [payer, winner], { stakes }))];
  return ending(reason, [], winners, stakesOf(pairs, seats), pairs, dealer, null, lines);
};
