// Decides after each entry whether the game is over, and who pays whom (docs/rules/kalter_schlag.md §10-§17).

import { agreed, ending, stakesOf } from "../agreement.js";
import { line, seatsOf } from "../core.js";

const [SINGLE, DOUBLE] = [1, 2];

export const decide = (totals, marks, options, vacant) => {
  const there = seatsOf(totals.length).filter((seat) => !vacant.includes(seat));
  const highest = Math.max(...there.map((seat) => totals[seat]));
  const top = there.filter((seat) => totals[seat] === highest);
  const over = highest >= options.limit;
  const alone = over && top.length === 1;
  const need = options.marks_to_win;
  if (need !== null && !(alone && options.fifth_vs_limit === "limit_first")) {
    let winners = there.filter((seat) => marks[seat] >= need && totals[seat] < options.limit);
    if (options.joint_five === "lowest_wins") {
      const lowest = Math.min(...winners.map((seat) => totals[seat]));
      winners = winners.filter((seat) => totals[seat] === lowest);
    }
    if (winners.length) return { winners, loser: null, tied: false };
  }
  return { winners: [], loser: alone ? top[0] : null, tied: over && !alone };
};

export const judge = (totals, marks, dealer, options, vacant) => {
  const { winners, loser, tied } = decide(totals, marks, options, vacant);
  if (winners.length) return won(winners, totals.length, dealer, options, vacant);
  if (loser === null) return tied ? "play_on_tie" : "running";
  const first = line("lost_limit", [loser], { points: totals[loser], limit: options.limit });
  return lost("limit", loser, { totals, marks, vacant }, first, null);
};

const won = (winners, seats, dealer, options, vacant) => {
  const payers = seatsOf(seats).filter((seat) => !winners.includes(seat) && !vacant.includes(seat));
  const pairs = payers.flatMap((payer) => winners.map((winner) => [payer, winner, DOUBLE]));
  const lines = [
    line("won_marks", winners, { marks: options.marks_to_win, limit: options.limit }),
    ...pairs.map(([payer, winner, stakes]) => line("pays_winner", [payer, winner], { stakes })),
    ...(pairs.length ? [] : [line("nobody_pays", winners)]),
  ];
  const first = seatsOf(seats).map((step) => (dealer + 1 + step) % seats).find((seat) => winners.includes(seat));
  return ending("five_marks", [], winners, stakesOf(pairs, seats), pairs, first, null, lines);
};

// The loser pays everyone one stake, two to a player with a clean column (§12).
const lost = (reason, loser, { totals, marks, vacant }, first, nextDealer) => {
  const payees = seatsOf(totals.length).filter((seat) => seat !== loser && !vacant.includes(seat));
  const clean = (seat) => totals[seat] === 0 && marks[seat] === 0;
  const pairs = payees.map((seat) => [loser, seat, clean(seat) ? DOUBLE : SINGLE]);
  const lines = pairs.map(([, seat, stakes]) => (
    line(clean(seat) ? "pays_double" : "pays_single", [loser, seat], { stakes, points: totals[seat] })));
  const chooser = nextDealer === null ? loser : null;
  return ending(reason, [loser], [], stakesOf(pairs, totals.length), pairs, nextDealer, chooser, [first, ...lines]);
};

export const close = (standings, how) => agreed(standings, how, { highest: highestPays });

const highestPays = (reader, standings) => {
  const { totals, vacant, dealer } = standings;
  const there = seatsOf(totals.length).filter((seat) => !vacant.includes(seat));
  const points = Math.max(...there.map((seat) => totals[seat]));
  const top = there.filter((seat) => totals[seat] === points);
  if (top.length > 1) reader.add("highest_tied", "how", { seats: top, points });
  return lost("agreed", top[0], standings, line("agreed_highest", [top[0]], { points }), dealer);
};
