// The sentences of Šnapser: those of templates/games/snapser/explain.html, as plain text.

// Under which key of the words' table the sentence about a problem stands.
export const problemKey = ({ code }) => code;

export const words = (common) => {
  const names = gameWords(common);
  return { ...dealWords(common, names), ...worthWords(common, names), ...endingWords(common) };
};

const gameWords = ({ _, listed }) => {
  const RAISES = [_("Kontra"), _("Re"), _("Tuti"), _("Boty")];
  const OUTCOMES = {
    s_vodou: _("with water"),
    bez_vody: _("without water"),
    za6: _("for 6"),
    za12: _("for 12"),
    tichy_durch: _("silent Durch"),
    durch: _("Durch"),
    nehram: _("gave up"),
  };
  return {
    game: (declared) => ({ hram: _("I play"), za12: _("for 12"), durch: _("Durch"), nehram: _("I do not play") })[declared],
    outcome: (declared, outcome) => (
      declared === "durch" && outcome === "tichy_durch" ? _("Durch lost without a trick") : OUTCOMES[outcome]),
    raised: (raises) => listed(RAISES.slice(0, raises)),
  };
};

const dealWords = ({ _, number, name, people, ...common }, { game, outcome, raised }) => {
  // "4", or "2 × 4 (Kontra, Re) + 4" where only what was declared is doubled
  const doubled = (params) => {
    const times = params.raises ? ` × ${2 ** params.raises} (${raised(params.raises)})` : "";
    if (params.part < params.game && params.raises) return `${number(params.part)}${times} + ${number(params.game - params.part)}`;
    return number(params.game) + times;
  };

  // "5 × 2 (red) × 4 × 4 (Kontra, Re) = 160", and "4" where nothing multiplies
  const reckoning = (params) => {
    const several = params.base > 1 || params.red_doubles;
    const bracket = several && params.part < params.game && params.raises;
    return [
      params.base > 1 ? `${number(params.base)} × ` : "",
      params.red_doubles ? `2 (${_("red")}) × ` : "",
      bracket ? `(${doubled(params)})` : doubled(params),
      several || params.raises ? ` = ${number(params.value)}` : "",
    ].join("");
  };

  const nothingMore = (params) => {
    const [own, other] = params.counted ?? [];
    return notDoubled(params) + (params.counted ? ` · ${_("%(points)s to %(other)s", { points: own, other })}` : "");
  };

  const notDoubled = ({ outcome: reached, red, raises }) => {
    if (reached === "nehram") return red ? "" : ` · ${_("not red")}`;
    if (!red && !raises) return ` · ${_("not red, not raised")}`;
    if (!red) return ` · ${_("not red")}`;
    return raises ? "" : ` · ${_("not raised")}`;
  };

  const result = (params, names) => {
    const values = { name: name(names, params.chooser), outcome: outcome(params.declared, params.outcome), sum: reckoning(params) };
    if (params.outcome === "nehram") return _("%(name)s gave up: %(sum)s", values);
    if (params.partner !== null) {
      values.partner = name(names, params.partner);
      return params.chooser_won ? _("%(name)s chose, with %(partner)s, and won, %(outcome)s: %(sum)s", values)
        : _("%(name)s chose, with %(partner)s, and lost, %(outcome)s: %(sum)s", values);
    }
    return params.chooser_won ? _("%(name)s chose and won, %(outcome)s: %(sum)s", values)
      : _("%(name)s chose and lost, %(outcome)s: %(sum)s", values);
  };

  const also = (sentence, { declared: said }) => (
    said === "hram" ? sentence : _("%(sentence)s, declared: %(game)s", { sentence, game: game(said) }));

  const declared = ({ params, seats }, names) => {
    const who = name(names, seats[0]);
    if (params.declared === "nehram") return _("%(name)s chose the trumps and did not play", { name: who });
    if (seats.length > 1) {
      return also(_("%(name)s chose the trumps, with %(partner)s as the partner", { name: who, partner: name(names, seats[1]) }), params);
    }
    return also(params.alone ? _("%(name)s chose the trumps and plays alone", { name: who }) : _("%(name)s chose the trumps", { name: who }), params);
  };

  const reached = ({ params, seats }, names) => {
    const values = { name: people(names, seats), names: people(names, seats), outcome: outcome(params.declared, params.outcome), game: number(params.game) };
    return seats.length === 1 ? _("%(name)s wins: %(outcome)s, worth %(game)s", values)
      : _("%(names)s win: %(outcome)s, worth %(game)s", values);
  };

  const value = ({ params, seats }, names) => {
    const values = { sum: reckoning(params), losers: people(names, params.losers), winners: people(names, seats) };
    if (params.losers.length === 1) {
      return seats.length === 1 ? _("%(sum)s, which %(losers)s pays to %(winners)s", values)
        : _("%(sum)s, which %(losers)s pays to each: %(winners)s", values);
    }
    return seats.length === 1 ? _("%(sum)s, which each pays to %(winners)s: %(losers)s", values)
      : _("%(sum)s, which each loser pays to one winner: %(losers)s to %(winners)s", values);
  };

  const counted = ({ params, seats }, names) => {
    const values = { names: people(names, seats), points: params.points, other: params.other_points };
    if (params.ended === "last_trick") {
      return params.trickless ? _("%(names)s: all tricks", values) : _("%(names)s: the last trick, with %(points)s to %(other)s", values);
    }
    if (!params.enough) return _("%(names)s: “dosť” with %(points)s to %(other)s, fewer than 66", values);
    return params.trickless ? _("%(names)s: “dosť” with %(points)s, the other side without a trick", values)
      : _("%(names)s: “dosť” with %(points)s to %(other)s", values);
  };

  const lines = {
    declared,
    counted,
    reached,
    red: () => _("Hearts are trumps: × 2"),
    not_red: () => _("Hearts are not trumps"),
    red_not_nehram: () => _("Hearts are trumps, but by the house rule that does not double a game given up"),
    raises: ({ params: { raises, factor } }) => (
      _("Raised: %(raises)s. That doubles to × %(factor)s", { raises: raised(raises), factor })),
    raises_declared: ({ params: { raises, factor, part, rest } }) => (
      _("Raised: %(raises)s. By the house rule only the %(part)s that was declared goes × %(factor)s, %(rest)s more counts once",
        { raises: raised(raises), factor, part: number(part), rest: number(rest) })),
    no_raise: () => _("Nobody raised"),
    nehram_unraised: () => _("A game given up is not raised"),
    value,
    void: ({ params }) => common.void(params),
    ruling: common.ruling,
  };

  // One sentence of the detail.
  const line = (each, names) => lines[each.code](each, names);

  // The one line of a row.
  const reason = ({ lines: all }, names) => {
    const last = all.at(-1);
    return last.code === "value" ? result(last.params, names) + nothingMore(last.params) : line(last, names);
  };

  // "Anna 12, Bernd −6": how each stands after the deal.
  const consequence = ({ points }, totals, _marks, names) => [...points.keys()].filter((seat) => points[seat])
    .map((seat) => _("%(name)s %(total)s", { name: name(names, seat), total: number(totals[seat]) })).join("; ");

  return { line, reason, consequence };
};

const worthWords = ({ _, number, listed }, { outcome }) => {
  const closeness = ({ code, params }) => ({
    chooses: () => _("chooses"),
    deals: () => _("deals"),
    plays: () => _("plays"),
    account_pays: () => _("pays %(stakes)s", { stakes: number(params.stakes) }),
    account_gets: () => _("gets %(stakes)s", { stakes: number(params.stakes) }),
    account_even: () => _("pays nothing"),
    left: () => _("left"),
  })[code]();

  const outlook = ([worth]) => {
    if (!worth) return "";
    const { declared, outcomes, amounts } = worth.params;
    const parts = outcomes.map((each, at) => (
      _("%(outcome)s %(value)s", { outcome: outcome(declared, each), value: number(amounts[at]) })));
    return _("Worth now: %(values)s", { values: listed(parts) });
  };

  return { closeness, outlook };
};

const endingWords = ({ _, number, name, listed, agreed }) => {
  const gets = ({ seats, params }, names) => listed(seats.map((seat, at) => (
    _("%(name)s gets %(points)s", { name: name(names, seat), points: number(params.points[at]) }))));

  // How the account was ended, or who pays whom; `amount` replaces the number of stakes by money.
  const endingReason = (line, names, amount = null) => agreed(line, names, amount) ?? ({
    closed: () => _("The account is closed: %(gets)s", { gets: gets(line, names) }),
    closed_even: () => _("The account is closed: nobody owes anything"),
    pays: () => _("%(payer)s pays %(payee)s %(sum)s",
      { payer: name(names, line.seats[0]), payee: name(names, line.seats[1]), sum: amount ?? number(line.params.stakes) }),
  })[line.code]();
  const ending = ({ lines: [first] }, names) => endingReason(first, names);

  return { ending, endingReason };
};
