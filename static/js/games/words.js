// Words for what the twins find, in the device's language: plain text, every name kept in its own direction.
//
// The server hands over one table a game (web/twin_words.py): `messages` by their English, where they differ from it;
// `plurals` by plural category; `problems` by code; how numbers are grouped. The sentences below and those of the games
// are the ones of templates/games/<game>/explain.html; tests/twin holds them to it.

const [ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"];
const MINUS = "\u2212";
const SEATS = ["seat", "dealer", "empty"];

const fill = (text, values) =>
  text.replace(/%(?:%|\((\w+)\)s)/g, (_all, name) => (name === undefined ? "%" : String(values[name])));

// The two ways to say something by a table.
export const gettexts = (table) => {
  const _ = (message, values = {}) => fill(table.messages[message] ?? message, values);
  const cardinal = new Intl.PluralRules(table.lang);
  const ngettext = (one, other, num) => {
    const forms = table.plurals[one] ?? {};
    return fill(forms[cardinal.select(num)] ?? forms.other ?? (num === 1 ? one : other), { num });
  };
  return { _, ngettext };
};

export const speak = (game, table) => {
  const { _, ngettext } = gettexts(table);
  const ordinals = new Intl.PluralRules(table.lang, { type: "ordinal" });

  // Groups of thousands, as the server writes them: the last one of `primary` digits, the others of `secondary`.
  const number = (value) => {
    const { separator, primary, secondary } = table.grouping;
    const digits = String(Math.abs(value));
    const groups = [];
    for (let end = digits.length, size = primary; end > 0; end -= size, size = groups.length ? secondary : primary) {
      groups.unshift(digits.slice(Math.max(0, end - size), end));
    }
    return (value < 0 ? MINUS : "") + groups.join(separator);
  };

  const ordinal = (value) => ({
    one: () => _("%(number)sst", { number: value }),
    two: () => _("%(number)snd", { number: value }),
    few: () => _("%(number)srd", { number: value }),
  }[ordinals.select(value)] ?? (() => _("%(number)sth", { number: value })))();

  const isolated = (text) => ISOLATE + text + POP_ISOLATE;
  const name = (names, seat) => isolated(names[seat]);
  const listed = (parts) => parts.reduce((first, last) => _("%(first)s, %(last)s", { first, last }));
  const pair = (seats, names) => ({ first: listed(seats.slice(0, -1).map((seat) => name(names, seat))), last: name(names, seats.at(-1)) });
  const people = (names, seats) => (
    seats.length === 1 ? name(names, seats[0]) : _("%(first)s and %(last)s", pair(seats, names)));
  const anyOf = (names, seats) => (
    seats.length === 1 ? name(names, seats[0]) : _("%(first)s or %(last)s", pair(seats, names)));

  const marks = (count) => (count ? ngettext("%(num)s mark", "%(num)s marks", count) : _("no mark"));

  const voided = ({ note, passes_deal }) => {
    const sentence = passes_deal ? _("Void deal, the next player deals") : _("Void deal, dealt again");
    return note ? _("%(sentence)s: %(note)s", { sentence, note: isolated(note) }) : sentence;
  };

  const ruled = ({ seats, params }, names) => listed(seats.map((seat, at) => {
    const values = { points: number(params.points[at]), name: name(names, seat) };
    if (game.keepsMarks && !params.marks[at]) return _("%(points)s for %(name)s without a mark", values);
    return params.points[at] || !game.keepsMarks ? _("%(points)s for %(name)s", values) : _("a mark for %(name)s", values);
  }));

  const ruling = (line, names) => {
    const sentence = line.seats.length ? _("Ruling of the table: %(points)s", { points: ruled(line, names) })
      : _("Ruling of the table: no points");
    const { note } = line.params;
    return note ? _("%(sentence)s (%(note)s)", { sentence, note: isolated(note) }) : sentence;
  };

  const shown = (key, value, names) => {
    if (Array.isArray(value)) return value.map((seat) => name(names, seat)).join(", ");
    return SEATS.includes(key) && value !== null ? name(names, value) : value;
  };

  // The sentence about a problem; `names` has one name a seat.
  const problem = ({ code, where, params }, names) => {
    const values = Object.entries(params).map(([key, value]) => [key, shown(key, value, names)]);
    return fill(table.problems[game.problemKey({ code, params })], { where, ...Object.fromEntries(values) });
  };

  // What the header says while the table plays on over a tie, or a last round; empty otherwise.
  const state = (standings) => (standings.state === "play_on_tie" ? _("Tied over the limit: play on") : "");
  const lastRound = ({ deals, until, tied }, names) => {
    if (tied) return _("Last round: tied, one more deal");
    if (until !== null) return _("Last round: until %(name)s has dealt", { name: name(names, until) });
    return ngettext("Last round: %(num)s deal to go", "Last round: %(num)s deals to go", deals);
  };

  // An ending by agreement that any game may have; undefined for what is none. `amount` replaces the number of stakes.
  const agreed = ({ code, seats, params }, names, amount = null) => ({
    agreed_nobody: () => _("Ended by agreement: nobody pays"),
    agreed_by_hand: () => _("Ended by agreement: the table set who pays"),
    pays_by_hand: () => _("%(payer)s pays %(payee)s %(sum)s, as agreed",
      { payer: name(names, seats[0]), payee: name(names, seats[1]), sum: amount ?? number(params.stakes) }),
  })[code]?.();

  const common = {
    _, ngettext, number, ordinal, name, listed, people, anyOf, marks, void: voided, ruling, agreed, problem, state,
    lastRound,
  };
  return { ...common, ...game.words(common) };
};
