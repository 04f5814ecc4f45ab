// Reads deals, refusing every impossible one (docs/rules/snapser.md §3-§9).

import { between, Reader, seatsOf } from "../core.js";
import { DECLARED, MOST_RAISES, outcomes, SIDES } from "./deal.js";
import { countProblems, ENDED, MARRIAGES, MOST, reached, STEP } from "./reaching.js";

const COUNT_KEYS = ["ended", "ended_by", "points", "trickless", "marriages"];
const KEYS = [...COUNT_KEYS, "v", "chooser", "partner", "declared", "winner", "outcome", "red", "raises", "sits_out"];
const ALONE = ["durch", "nehram"];

export const load = (payload, options, seats) => {
  const reader = new Reader(payload, KEYS);
  reader.version();
  const sits_out = [...reader.seats("sits_out", seatsOf(seats), "sits_out_seat") ?? []].sort((one, other) => one - other);
  const playing = seatsOf(seats).filter((seat) => !sits_out.includes(seat));
  if (playing.length < 2 || playing.length > 4) reader.add("players_2_4", sits_out.length ? "sits_out" : "", { seats });
  const declared = word(reader, "declared", DECLARED, "declared");
  const plays = (seat) => playing.includes(seat);
  const chooser = reader.checked(reader.get("chooser"), "chooser", plays, "chooser_seat");
  const partner = readPartner(reader, playing, chooser, declared);
  const count = readCount(reader, declared, playing.length);
  const [winner, outcome] = readResult(reader, declared, count, options);
  const red = reader.flag("red", false);
  const raises = reader.number("raises", between(0, MOST_RAISES), "raises_0_4");
  if (declared === "nehram" && raises) reader.add("nehram_no_raise", "raises");
  reader.stopIfProblems();
  return { seats, chooser, declared, winner, outcome, red, raises, partner, sits_out, count };
};

const tells = (reader) => COUNT_KEYS.some((key) => reader.has(key));

// The points of both sides, if they were said and can be (§10, §11).
const readCount = (reader, declared, players) => {
  if (!tells(reader)) return null;
  const before = reader.problems.length;
  if (declared === "nehram") {
    reader.add("count_not_asked", "ended");
    return null;
  }
  const ended = word(reader, "ended", ENDED, "ended");
  const side = word(reader, "ended_by", SIDES, "ended_by");
  const row = reader.row("points", 2, "count_two") ?? [];
  const points = row.map((each, at) => reader.checked(each, `points.${at}`, between(0, MOST), "count_range"));
  const trickless = reader.flag("trickless", false);
  const fits = (number) => number >= 0 && number <= MARRIAGES && number % STEP === 0;
  const other_marriages = reader.number("marriages", fits, "count_marriages");
  if (reader.problems.length > before) return null;
  const [own, other] = side === "chooser" ? points : [...points].reverse();
  const count = { ended, side, points: own, other_points: other, other_tricks: !trickless, other_marriages };
  const found = countProblems(count, players);
  reader.problems.push(...found);
  return found.length ? null : count;
};

// Who won and how: as said, or by the points; where both are there they must agree.
const readResult = (reader, declared, count, options) => {
  const told = reader.has("winner") || reader.has("outcome");
  if (declared !== null && count) {
    const [winner, outcome] = reached(declared, count, options);
    if (told && (reader.get("winner") !== winner || reader.get("outcome") !== outcome)) {
      reader.add("count_differs", "outcome", { winner, declared, outcome });
    }
    return [winner, outcome];
  }
  if (!told && tells(reader)) return [null, null]; // what is wrong with the points is told already
  const winner = readWinner(reader, declared);
  return [winner, readOutcome(reader, declared, winner, options)];
};

const word = (reader, key, words, code) => {
  const value = reader.get(key);
  if (words.includes(value)) return value;
  reader.add(code, key);
  return null;
};

const readPartner = (reader, playing, chooser, declared) => {
  if (!reader.has("partner")) return null;
  const partner = reader.checked(reader.get("partner"), "partner", (seat) => playing.includes(seat), "partner");
  if (partner !== null && (playing.length < 4 || partner === chooser || ALONE.includes(declared))) reader.add("partner", "partner");
  return partner;
};

const readWinner = (reader, declared) => {
  if (declared === "nehram" && !reader.has("winner")) return "opponents";
  const winner = word(reader, "winner", SIDES, "winner");
  if (declared === "nehram" && winner === "chooser") reader.add("nehram_always_lost", "winner");
  return winner;
};

const readOutcome = (reader, declared, winner, options) => {
  if (declared === null) return null;
  const allowed = outcomes(declared, winner, options);
  if (!reader.has("outcome")) {
    if (declared === "hram") reader.add("outcome", "outcome");
    return allowed[0];
  }
  const value = reader.get("outcome");
  if (allowed.includes(value)) return value;
  reader.add("outcome_not_of_declaration", "outcome", { declared });
  return null;
};
