// The sentences of Staekske Rape: those of templates/games/staekske_rape/explain.html, as plain text.

export const words = (common) => {
  const signed = (points) => (points > 0 ? "+" : "") + common.number(points);
  const all = { ...common, signed };
  return { ...dealWords(all), ...openWords(all), ...endingWords(all) };
};

const MELD_NAMES = (_) => ({
  run3: _("run of three"), run4: _("run of four"), run5: _("run of five"), stoek: _("stoek"),
  four_jacks: _("four jacks"), four_nines: _("four nines"), four_aces: _("four aces"), four_kings: _("four kings"),
  four_queens: _("four queens"), four_tens: _("four tens"),
});

const dealWords = ({ _, number, signed, name, listed, ...common }) => {
  const meldNames = (melds) => listed(melds.map((meld) => MELD_NAMES(_)[meld]));

  const bidding = (who, { bid, melds, meld_points: points }) => (melds.length
    ? _("%(name)s, bid %(bid)s, melds %(points)s (%(melds)s)", { name: who, bid, points, melds: meldNames(melds) })
    : _("%(name)s, bid %(bid)s, no melds", { name: who, bid }));

  const made = (params) => {
    if (params.event === "all_tricks") return _("all tricks make %(made)s", params);
    if (params.event === "four_jacks_unplayed") return _("four jacks, not played: 100 points make %(made)s", params);
    return _("%(points)s points make %(made)s", { points: params.card_points, made: params.made });
  };

  const difference = ({ difference: by, result }) => {
    const values = { num: Math.abs(by), points: signed(result) };
    if (by > 0) return _("%(num)s over: %(points)s", values);
    return by < 0 ? _("%(num)s short: −(2 × %(num)s + 10) = %(points)s", values) : _("exactly: 0");
  };

  const withStock = (sentence, { points, result, without_stock }) => {
    if (points !== result) return _("%(sentence)s, × 2 without the stock = %(points)s", { sentence, points: signed(points) });
    return without_stock ? _("%(sentence)s, without the stock", { sentence }) : _("%(sentence)s, stock taken", { sentence });
  };

  const lines = {
    needed: ({ params }, who) => _("%(bidding)s: needs 10 + %(bid)s − %(melds)s = %(needed)s", {
      bidding: bidding(who, params), bid: params.bid, melds: params.meld_points / 10, needed: number(params.needed) }),
    made: ({ params }, who) => _("%(name)s: %(made)s", { name: who, made: made(params) }),
    beyond_reach: ({ params }, who) => (
      _("%(name)s could not make this bid: it needs %(needed)s, all tricks make %(most)s", { name: who, ...params })),
    result: ({ params }, who) => _("%(name)s: %(result)s", { name: who, result: withStock(difference(params), params) }),
    no_tricks: ({ params }, who) => withStock(
      _("%(name)s, bid %(bid)s, took no trick: %(points)s", { name: who, bid: params.bid, points: signed(params.result) }), params),
    refused: ({ params }, who) => (
      _("All passed and %(name)s refuses to play: %(points)s", { name: who, points: signed(params.points) })),
  };

  // One sentence of the detail.
  const line = (each, names) => {
    if (each.code === "void") return common.void(each.params);
    if (each.code === "ruling") return common.ruling(each, names);
    return lines[each.code](each, name(names, each.seats[0]));
  };

  // The one line of a row.
  const reason = (outcome, names) => {
    const last = outcome.lines.at(-1);
    const { code, seats, params } = last;
    if (code !== "result") return line(last, names);
    const needs = _("%(bidding)s: needs %(needed)s", { bidding: bidding(name(names, seats[0]), params), needed: number(params.needed) });
    const result = withStock(difference(params), params);
    return _("%(needs)s; %(made)s; %(result)s", { needs, made: made(params), result });
  };

  // "+16: Bernd 84": what the declarer would stand at.
  const consequence = ({ points }, totals, _marks, names) => {
    const hit = [...points.keys()].filter((seat) => points[seat]).map((seat) => (
      _("%(points)s: %(name)s %(total)s", { points: signed(points[seat]), name: name(names, seat), total: number(totals[seat]) })));
    return hit.length ? hit.join("; ") : _("Nobody scores");
  };

  return { line, reason, consequence };
};

const openWords = ({ _, number, name }) => {
  const closeness = ({ code, params }) => ({
    to_go: () => _("%(points)s to go", { points: number(params.points) }),
    near: () => _("%(points)s to go", { points: number(params.points) }),
    wins: () => _("wins"),
    pays: () => _("pays %(stakes)s", { stakes: number(params.stakes) }),
    gets: () => _("gets %(stakes)s", { stakes: number(params.stakes) }),
    over: () => _("pays nothing"),
    left: () => _("left"),
  })[code]();

  const threat = ({ code, seats, params }, names) => {
    const values = { name: name(names, seats[0]), ...params };
    return ({
      needs: () => _("%(name)s needs %(points)s card points for bid %(bid)s", values),
      made_already: () => _("%(name)s has made bid %(bid)s with the melds alone", values),
      only_all_tricks: () => _("%(name)s needs all tricks for bid %(bid)s", values),
      beyond_reach: () => _("%(name)s cannot make bid %(bid)s, not even with all tricks", values),
      wins_from: () => _("%(name)s wins the game with %(points)s or more", values),
      wins_with_all_tricks: () => _("%(name)s wins the game with all tricks", values),
    })[code]();
  };

  const outlook = (lines, names) => (lines.length
    ? lines.map((each) => threat(each, names)).reduce((first, last) => _("%(first)s; %(last)s", { first, last })) : "");

  return { closeness, outlook };
};

const endingWords = ({ _, number, name, people, agreed }) => {
  // Who won by which rule, or who pays whom and why; `amount` replaces the number of stakes by money.
  const endingReason = (line, names, amount = null) => {
    const { code, seats, params } = line;
    const values = () => ({ name: people(names, seats), names: people(names, seats), points: number(params.points) });
    return agreed(line, names, amount) ?? ({
      won_target: () => {
        const told = { ...values(), target: number(params.target) };
        return seats.length === 1 ? _("%(name)s wins the game with %(points)s: first at %(target)s", told)
          : _("%(names)s win the game together with %(points)s: first at %(target)s", told);
      },
      agreed_highest: () => _("Ended by agreement: %(name)s has the highest total, %(points)s, and wins", values()),
      pays_winner: () => _("%(payer)s pays %(payee)s %(sum)s, as the winner",
        { payer: name(names, seats[0]), payee: name(names, seats[1]), sum: amount ?? number(params.stakes) }),
    })[code]();
  };

  return { endingReason, ending: ({ lines }, names) => endingReason(lines[0], names) };
};
