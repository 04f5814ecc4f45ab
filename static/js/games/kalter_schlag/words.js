// The sentences of Kalter Schlag: those of templates/games/kalter_schlag/explain.html, as plain text.

const CALL_NAMES = (_) => [_("Kontra"), _("Re"), _("Bock"), _("Hirsch")];

// Under which key of the words' table the sentence about a problem stands.
export const problemKey = ({ code, params }) => {
  const several = params.seats?.length > 1;
  if (code === "impossible_total") {
    if (several) return params.least === params.most ? "impossible_total.tied_two" : "impossible_total.tied";
    return params.jungfrauen ? "impossible_total.jungfrauen" : code;
  }
  if (code === "jungfrau_with_points" && "seat" in params) return "jungfrau_with_points.seat";
  return code === "paper_value" && several ? "paper_value.several" : code;
};

export const words = (common) => ({ ...dealWords(common), ...threatWords(common), ...endingWords(common) });

const dealWords = ({ _, number, ordinal, name, listed, people, ...common }) => {
  // "Kontra: Anna, Re: Clara", or "Kontra, Re" if nobody said who
  const called = (calls, callers, names) => listed(CALL_NAMES(_).slice(0, calls).map((call, at) => (
    callers?.length ? _("%(call)s: %(name)s", { call, name: name(names, callers[at]) }) : call)));

  const withoutTrick = (count, seats, names) => {
    if (seats?.length) return _("%(names)s without a trick", { names: people(names, seats) });
    return count === 1 ? _("one without a trick") : _("two without a trick");
  };

  // "66 × 2 (Kontra: Anna) × 2 (Clara without a trick)"
  const factors = ({ points, calls, callers, jungfrauen, jungfrau_seats }, names) => [
    number(points),
    calls ? ` × ${1 << calls} (${called(calls, callers, names)})` : "",
    jungfrauen ? ` × ${1 << jungfrauen} (${withoutTrick(jungfrauen, jungfrau_seats, names)})` : "",
  ].join("");

  // "… = 264 → 260"; without factors "48 → 50", and "40" where nothing is rounded
  const reckoning = (params, names) => [
    factors(params, names),
    params.factor > 1 ? ` = ${number(params.raw)}` : "",
    params.rounded === "not" ? "" : ` → ${number(params.penalty)}`,
  ].join("");

  const nothingMore = ({ calls, jungfrauen }) => {
    if (!calls && !jungfrauen) return ` · ${_("all took tricks, nobody called")}`;
    if (!jungfrauen) return ` · ${_("all took tricks")}`;
    return calls ? "" : ` · ${_("nobody called")}`;
  };

  const penalty = ({ params, seats }, names) => {
    const values = { sum: factors(params, names), points: number(params.penalty), names: people(names, seats) };
    if (params.factor > 1) values.sum = _("%(factors)s = %(product)s", { factors: values.sum, product: number(params.raw) });
    if (params.rounded === "up") return _("%(sum)s, rounded up to %(points)s for %(names)s", values);
    if (params.rounded === "down") return _("%(sum)s, rounded down to %(points)s for %(names)s", values);
    return _("%(sum)s for %(names)s, nothing to round", values);
  };

  const durchmarsch = ({ params, seats }, names) => {
    const values = { name: name(names, seats[0]), sum: factors(params, names), names: people(names, params.payers) };
    values.penalty = number(params.penalty);
    return params.calls ? _("%(name)s took all tricks: %(sum)s = %(penalty)s each for %(names)s", values)
      : _("%(name)s took all tricks: %(sum)s each for %(names)s", values);
  };

  const paper = ({ params, seats }, names) => {
    if (!seats.length) return _("Copied from paper: nobody scores");
    const values = { penalty: number(params.points), name: people(names, seats), names: people(names, seats) };
    return seats.length === 1 ? _("Copied from paper: %(penalty)s for %(name)s", values)
      : _("Copied from paper: %(penalty)s each for %(names)s", values);
  };

  const most = ({ params, seats }, names) => {
    const values = { name: people(names, seats), names: people(names, seats), points: params.points };
    return seats.length === 1 ? _("%(name)s has the most card points: %(points)s", values)
      : _("%(names)s are tied with the most card points: %(points)s each", values);
  };

  const lines = {
    most,
    calls: ({ params: { calls, factor }, seats }, names) => (
      _("Called: %(calls)s. That doubles to × %(factor)s", { calls: called(calls, seats, names), factor })),
    nobody_called: () => _("Nobody called"),
    jungfrauen: ({ params: { jungfrauen, factor }, seats }, names) => (
      _("%(without)s: × %(factor)s", { without: withoutTrick(jungfrauen, seats, names), factor })),
    all_took_tricks: () => _("All took tricks"),
    penalty,
    durchmarsch,
    nobody_scores: ({ params }) => _("All four have %(points)s: by the house rule nobody scores", params),
    paper,
    void: ({ params }) => common.void(params),
    ruling: common.ruling,
  };

  // One sentence of the detail.
  const line = (each, names) => lines[each.code](each, names);

  // The one line of a row.
  const reason = (outcome, names) => {
    const last = outcome.lines.at(-1);
    const { code, seats, params } = last;
    if (code === "penalty") {
      const sum = reckoning(params, names);
      const sentence = seats.length === 1 ? _("%(name)s %(sum)s", { name: name(names, seats[0]), sum })
        : _("%(names)s tied on %(sum)s each", { names: people(names, seats), sum });
      return sentence + nothingMore(params);
    }
    return line(last, names) + (code === "durchmarsch" && !params.calls ? ` · ${_("nobody called")}` : "");
  };

  // "260 penalty: Bernd 1,900, 4th mark": what each would stand at, by the totals and marks after the deal.
  const consequence = ({ points }, totals, marks, names) => {
    const hit = [...points.keys()].filter((seat) => points[seat]);
    if (!hit.length) return _("No penalty");
    const who = hit.map((seat) => (
      _("%(name)s %(total)s, %(nth)s mark", { name: name(names, seat), total: number(totals[seat]), nth: ordinal(marks[seat]) })));
    return _("%(points)s penalty: %(who)s", { points: number(points[hit[0]]), who: who.join("; ") });
  };

  return { line, reason, consequence };
};

const threatWords = ({ _, name, people, anyOf, number }) => {
  const closeness = ({ code, params }) => ({
    to_go: () => _("%(points)s to go", { points: number(params.points) }),
    next_mark_wins: () => _("next mark wins"),
    over_limit: () => _("over the limit"),
    paid_double: () => _("paid double"),
    pays: () => _("pays %(stakes)s", { stakes: number(params.stakes) }),
    gets: () => _("gets %(stakes)s", { stakes: number(params.stakes) }),
    even: () => _("pays nothing"),
    left: () => _("left"),
  })[code]();

  const losesFrom = ({ points, points_one: one, points_two: two }, who) => {
    if (!points && !one) return _("%(name)s loses with %(points)s or more if two take no trick", { name: who, points: two });
    let sentence;
    if (points) {
      sentence = _("%(name)s loses with %(points)s or more", { name: who, points });
      if (one) sentence = _("%(sentence)s, %(points)s if one takes no trick", { sentence, points: one });
      return two ? _("%(sentence)s, %(points)s if two take no trick", { sentence, points: two }) : sentence;
    }
    sentence = _("%(name)s loses with %(points)s or more if one takes no trick", { name: who, points: one });
    return two ? _("%(sentence)s, %(points)s if two do", { sentence, points: two }) : sentence;
  };

  // 120 stands for any total, 0 for none
  const winsUpTo = ({ points, points_one: one, points_two: two }, who) => {
    let sentence = points === 120 ? _("%(name)s wins with any mark", { name: who })
      : _("%(name)s wins with up to %(points)s", { name: who, points });
    if (one === 0) sentence = _("%(sentence)s, not if one takes no trick", { sentence });
    else if (one) sentence = _("%(sentence)s, up to %(points)s if one takes no trick", { sentence, points: one });
    if (two === 0) sentence = _("%(sentence)s, not if two take no trick", { sentence });
    else if (two) sentence = _("%(sentence)s, up to %(points)s if two take no trick", { sentence, points: two });
    return sentence;
  };

  const unlessTied = (sentence, { unless_tied: seats }, names) => (
    seats ? _("%(sentence)s (not always if tied with %(names)s)", { sentence, names: anyOf(names, seats) }) : sentence);

  const withJungfrauen = (sentence, { jungfrauen }) => {
    if (jungfrauen === 1) return _("%(sentence)s and one takes no trick", { sentence });
    return jungfrauen === 2 ? _("%(sentence)s and two take no trick", { sentence }) : sentence;
  };

  const threat = ({ code, seats, params }, names) => {
    const who = name(names, seats[0]);
    const makers = params.makers && anyOf(names, params.makers);
    const tied = () => ({ name: who, names: people(names, seats.slice(1)), points: params.points });
    return ({
      loses_with_any_mark: () => _("%(name)s loses with any mark", { name: who }),
      wins_with_any_mark: () => _("%(name)s wins with any mark", { name: who }),
      loses_from: () => unlessTied(losesFrom(params, who), params, names),
      wins_up_to: () => unlessTied(winsUpTo(params, who), params, names),
      durchmarsch_loses: () => _("%(name)s loses if %(makers)s takes all tricks", { name: who, makers }),
      durchmarsch_wins: () => (seats.length === 1 ? _("%(name)s wins if %(makers)s takes all tricks", { name: who, makers })
        : _("%(names)s win if %(makers)s takes all tricks", { names: people(names, seats), makers })),
      tie_loses: () => withJungfrauen(_("%(name)s loses if tied with %(names)s at %(points)s", tied()), params),
      tie_wins: () => withJungfrauen(_("%(name)s wins if tied with %(names)s at %(points)s", tied()), params),
    })[code]();
  };

  // The threat line.
  const outlook = (lines, names) => {
    const [first, ...rest] = lines;
    const isFactor = first?.code === "factor";
    const each = (isFactor ? rest : lines).map((line) => threat(line, names));
    const sentences = each.length ? each.reduce((before, last) => _("%(first)s; %(last)s", { first: before, last })) : "";
    return isFactor ? _("×%(factor)s: %(sentences)s", { factor: first.params.factor, sentences }) : sentences;
  };

  return { closeness, outlook };
};

const endingWords = ({ _, number, name, people, agreed }) => {
  const won = ({ seats, params }, names) => {
    const values = { marks: params.marks, limit: number(params.limit), name: people(names, seats), names: people(names, seats) };
    if (params.marks === 5) {
      return seats.length === 1 ? _("%(name)s wins the game: fifth mark, below %(limit)s", values)
        : _("%(names)s win the game together: fifth mark, below %(limit)s", values);
    }
    return seats.length === 1 ? _("%(name)s wins the game: %(marks)s marks, below %(limit)s", values)
      : _("%(names)s win the game together: %(marks)s marks, below %(limit)s", values);
  };

  const pays = ({ code, seats, params }, names, amount) => {
    const [payer, payee] = seats.map((seat) => name(names, seat));
    const values = { payer, payee, sum: amount ?? number(params.stakes) };
    if (code === "pays_single") return _("%(payer)s pays %(payee)s %(sum)s: %(payee)s has marks", values);
    if (code === "pays_double") return _("%(payer)s pays %(payee)s %(sum)s, double: %(payee)s has no marks", values);
    return _("%(payer)s pays %(payee)s %(sum)s, double: a win by marks", values);
  };

  // Who lost or won by which rule, or who pays whom and why; `amount` replaces the number of stakes by money.
  const endingReason = (line, names, amount = null) => {
    const { code, seats, params } = line;
    const who = () => ({ name: name(names, seats[0]), points: number(params.points) });
    if (["pays_single", "pays_double", "pays_winner"].includes(code)) return pays(line, names, amount);
    return agreed(line, names, amount) ?? ({
      lost_limit: () => _("%(name)s loses the game with %(points)s: alone at the top, at or over %(limit)s",
        { ...who(), limit: number(params.limit) }),
      won_marks: () => won(line, names),
      agreed_highest: () => _("Ended by agreement: %(name)s has the highest total, %(points)s, and pays", who()),
      nobody_pays: () => _("All win together, so nobody pays"),
    })[code]();
  };

  return { endingReason, ending: ({ lines }, names) => endingReason(lines[0], names) };
};
