"""Lines about fair dealing: that packs shuffled from secrets and players' random shares are uniformly distributed."""

from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from math import sqrt

from bench.registry import Figure, line, promise
from uka.core.cards import Card
from uka.core.ruleset import Ruleset
from uka.core.shuffle import shuffled
from uka.records.fair import deal_key

PACKS = 200_000
FAR = 5  # standard deviations above which a test counts as failed


class Counts:
    """Counts of each card at each position, and of each pair of adjacent cards, in packs from fixed seeds."""

    def __init__(self, rules: Ruleset, packs: int, make: Callable[[int], tuple[Card, ...]] | None = None) -> None:
        self.cards, self.packs = rules.cards, packs
        self.places = dict.fromkeys(((c, i) for c in rules.cards for i in range(len(rules.cards))), 0)
        self.pairs = dict.fromkeys(((a, b) for a in rules.cards for b in rules.cards if a is not b), 0)
        for number in range(packs):
            order = make(number) if make else pack_of(rules, number)
            for place, card in enumerate(order):
                self.places[card, place] += 1
            for pair in pairwise(order):
                self.pairs[pair] += 1


def pack_of(rules: Ruleset, number: int) -> tuple[Card, ...]:
    """Return the pack shuffled from the server secret and the players' shares that follow from ``number``."""
    secret = sha256(b"secret %d" % number).digest()
    shares = [sha256(secret + bytes([seat])).digest() for seat in range(4)]
    return shuffled(rules, deal_key(secret, number, shares))


def strays(counts: Counts) -> list[str]:
    """Return which tests the counts fail: chi-square over all counts, and the largest deviation of a single count."""
    n = len(counts.cards)
    found = {"places": counts.places, "pairs": counts.pairs}
    return [
        f"{name}: {what} {value:.1f}"
        for name, cells in found.items()
        for what, value in deviations(list(cells.values()), counts.packs, n).items()
        if abs(value) > FAR
    ]


def deviations(cells: list[int], packs: int, n: int) -> dict[str, float]:
    """Return the deviations of chi-square and of the worst count, in standard deviations.

    ``cells`` are counts of things that each occur in a pack with probability 1/n. A card is at only one position, so
    the sum over the counts is n/(n - 1) times a chi-square. For positions and for pairs it has about (n - 1)² degrees
    of freedom.
    """
    expected, free = packs / n, (n - 1) ** 2
    total = sum((count - expected) ** 2 for count in cells) / expected
    total *= free / (len(cells) * (1 - 1 / n))
    worst = max(abs(count - expected) for count in cells) / sqrt(expected * (1 - 1 / n))
    return {"chi-square": (total - free) / sqrt(2 * free), "worst cell": worst}


@line("3.2 fair: 200,000 packs")
def packs() -> Figure:
    """Count the positions of cards and the pairs of adjacent cards, in packs of 32 cards and the benny (joker)."""
    counts = Counts(Ruleset(pack=32, benny="blind"), PACKS)
    n = len(counts.cards)
    figure = {
        f"{name}, {what}, standard deviations": round(value, 2)
        for name, cells in (("places", counts.places), ("pairs", counts.pairs))
        for what, value in deviations(list(cells.values()), PACKS, n).items()
    }
    return promise(not strays(counts), figure, "; ".join(strays(counts)))
