"""Balances of money turned into the fewest transfers.

A balance is a signed whole number of minor units: above nought the party gets, below it pays. Who pays is
always somebody who owes, who is paid always somebody who gets.

Of all ways to settle with the fewest transfers the first one is taken, in the order of the parties and,
between the same two, the greatest amount first. Hence booking any one of the transfers and settling anew
leaves the others as they were: a better rest would have made a better whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

EXACT_PARTIES = 12
"""Up to so many parties that are not even the number of transfers is the least possible."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Say that `payer` gives `payee` an amount above nought."""

    payer: str
    payee: str
    amount: int


def settle(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Give transfers after which every balance is 0, ordered by payer and payee.

    Up to EXACT_PARTIES parties it is the least possible number, above that at most one less than there are
    parties. Raises ValueError when the balances do not sum to 0.

    >>> settle({"Anna": 450, "Bernd": -450, "Clara": 300, "Dieter": -300})
    (Transfer(payer='Bernd', payee='Anna', amount=450), Transfer(payer='Dieter', payee='Clara', amount=300))
    """
    if sum(balances.values()):
        raise ValueError(f"balances sum to {sum(balances.values())}, not to 0")
    left = {party: balances[party] for party in sorted(balances) if balances[party]}
    transfers = []
    while left:
        payer = next(party for party, balance in left.items() if balance < 0)
        payee = _payee(left, payer)
        amount = min(-left[payer], left[payee])
        transfers.append(Transfer(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
        left = {party: balance for party, balance in left.items() if balance}
    return tuple(transfers)


def _payee(left: Mapping[str, int], payer: str) -> str:
    """Give the first party that `payer` may pay without a transfer too many.

    A set of n parties whose balances sum to 0 is settled with n - 1 transfers, so the fewest come from the
    most such sets, and whoever shares a set with the payer in one of these divisions will do.
    """
    if len(left) > EXACT_PARTIES:
        return next(party for party, balance in left.items() if balance > 0)
    parties = list(left)
    sums, most = _divisions(list(left.values()))
    everybody = len(sums) - 1
    own = 1 << parties.index(payer)
    together = 0
    for some in range(len(sums)):
        if some & own and not sums[some] and most[some] == 1 and most[everybody ^ some] == most[everybody] - 1:
            together |= some
    return next(party for at, party in enumerate(parties) if together >> at & 1 and left[party] > 0)


def _divisions(balances: list[int]) -> tuple[list[int], list[int]]:
    """Give of each set of places (as bits) the sum, and into how many sets with the sum 0 it can be divided.

    What belongs to no such set counts nothing.
    """
    size = 1 << len(balances)
    sums, most = [0] * size, [0] * size
    for some in range(1, size):
        low = some & -some
        sums[some] = sums[some ^ low] + balances[low.bit_length() - 1]
        best, rest = 0, some
        while rest:
            bit = rest & -rest
            rest ^= bit
            best = max(best, most[some ^ bit])
        most[some] = best + (not sums[some])
    return sums, most
