"""Stores what this client observed of each pack of a game, and checks it against the secret of the shuffle."""

from __future__ import annotations

from dataclasses import dataclass, field

from uka.core.cards import Card, Hand
from uka.core.deal import Deal
from uka.core.draw import Draw
from uka.core.events import HandDealt, UpcardTurned
from uka.core.ruleset import PACKET_PATTERNS, Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.records.fair import (
    Shares,
    UnfairDeal,
    check_seen,
    commitment,
    deal_key,
    key_cut,
    key_packet_pattern,
    require,
)
from uka.table.events import PackDealt


@dataclass
class PackObservation:
    """What this client observed of one pack. A share is a seat's random input to the shuffle.

    ``fixed`` holds the commitments to shares, as they were just before the first share was revealed. ``used`` holds the
    shares with which the pack was shuffled. ``mine`` is this client's seat and its share in hexadecimal. ``shown``
    lists the events that showed cards to this client.
    """

    fixed: Shares | None = None
    used: Shares | None = None
    mine: tuple[Seat, str] | None = None
    dealt: PackDealt | None = None
    shown: list[HandDealt | UpcardTurned] = field(default_factory=list[HandDealt | UpcardTurned])


@dataclass
class DrawObservation:
    """The draw for first dealer as this client observed it. It exists only if this client missed no part of it.

    ``number`` is the number of the pack. ``places`` are the indexes of the cards that were taken, in the order in which
    they were taken. ``cards`` are these cards, each with the seat that took it.
    """

    number: int
    captain: Seat
    places: list[int] = field(default_factory=list[int])
    cards: list[tuple[Seat, Card]] = field(default_factory=list[tuple[Seat, Card]])

    def follows_from(self, rules: Ruleset, order: tuple[Card, ...]) -> bool:
        """Return whether a draw from a pack in the order ``order`` shows the observed cards."""
        draw = Draw.start(rules, order, self.captain)
        for place in self.places:
            draw = draw.take(place)
        return list(draw.shown) == self.cards


class ObservedPacks:
    """The observed packs of one game, by number. ``draw`` is None if this client missed a part of the draw."""

    def __init__(self) -> None:
        self.draw: DrawObservation | None = None
        self._packs: dict[int, PackObservation] = {}

    def __getitem__(self, number: int) -> PackObservation:
        return self._packs.setdefault(number, PackObservation())

    @property
    def fixed_shares(self) -> tuple[Shares, ...]:
        """For each pack, in order, the commitments to shares, as they were just before the first share was revealed."""
        fixed = (pack.fixed for _, pack in sorted(self._packs.items()))
        return tuple(shares for shares in fixed if shares is not None)

    @property
    def last_opened(self) -> int:
        """The number of the last pack for which this client revealed its share, or -1 if there is no such pack."""
        return max((number for number, pack in self._packs.items() if pack.mine), default=-1)

    def check(self, rules: Ruleset, number: int, committed: str, secret: str) -> None:
        """Raise ``UnfairDeal`` if what was observed of a pack does not follow from the server's secret.

        ``number`` is the number of the pack. ``committed`` is the server's earlier commitment to the secret.
        """
        key_material, pack = _bytes(secret), self[number]
        require(
            commitment(key_material) == committed,
            f"the secret of pack {number} is not the one committed to",
        )
        used = pack.used
        if used is None:
            return
        if pack.fixed is not None:
            check_seen(pack.fixed, used)
        require(
            pack.mine is None or used.share(pack.mine[0]) == pack.mine[1],
            f"the share of this seat was left out of pack {number}",
        )
        key = deal_key(key_material, number, used.values(key_material))
        order = shuffled(rules, key)
        require(
            self._draw_follows(rules, number, order) and _deal_follows(rules, order, pack),
            f"the cards of pack {number} don't match its secret and the shares",
        )
        if pack.dealt is not None:
            self._check_hands(rules, pack.dealt, used, key)

    def _draw_follows(self, rules: Ruleset, number: int, order: tuple[Card, ...]) -> bool:
        return self.draw is None or self.draw.number != number or self.draw.follows_from(rules, order)

    def _check_hands(self, rules: Ruleset, dealt: PackDealt, used: Shares, key: bytes) -> None:
        cut = key_cut(rules, key) if used.cut is None else used.cut
        require(dealt.cut == cut, f"the cut of pack {dealt.number} doesn't match its secret and the shares")
        pattern = self._packet_pattern(rules, dealt, key) if used.packet_pattern is None else used.packet_pattern
        require(
            dealt.packet_pattern == pattern,
            f"the packets of pack {dealt.number} don't match its secret and the shares",
        )

    def _packet_pattern(self, rules: Ruleset, dealt: PackDealt, key: bytes) -> str | None:
        """Return the packet pattern that a deal must have if nobody chose a pattern.

        Some rules bind a dealer to a pattern that the dealer used before. If no pattern is binding, the pattern follows
        from the key of the shuffle.
        """
        if rules.packets in PACKET_PATTERNS:
            return None
        packs = (pack.dealt for number, pack in sorted(self._packs.items()) if number < dealt.number)
        bound = [p.packet_pattern for p in packs if p and p.dealer is dealt.dealer and _binds(rules, p, dealt)]
        return bound[0] if bound else key_packet_pattern(rules, key)


def _binds(rules: Ruleset, earlier: PackDealt, dealt: PackDealt) -> bool:
    """Return whether the rules bind a dealer to the packet pattern that the dealer used in an earlier deal.

    ``earlier`` is the earlier deal, and ``dealt`` is the later deal by the same dealer.
    """
    return rules.packets_kept and (rules.packets == "kept" or earlier.game == dealt.game)


def _deal_follows(rules: Ruleset, order: tuple[Card, ...], pack: PackObservation) -> bool:
    if pack.dealt is None:
        return True
    deal = Deal.start(rules, pack.dealt.dealer, order, cut=pack.dealt.cut, packet_pattern=pack.dealt.packet_pattern)
    return all(_fits(event, deal) for event in pack.shown)


def _fits(event: HandDealt | UpcardTurned, deal: Deal) -> bool:
    if isinstance(event, UpcardTurned):
        return event.card in (*deal.buried, deal.upcard)
    return event.cards is None or Hand(event.cards) == deal.hand(event.seat)


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise UnfairDeal("what the server says about a pack is not a hexadecimal number") from None
