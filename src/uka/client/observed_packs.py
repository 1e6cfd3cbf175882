"""Stores what this client observed of each pack of a game, and checks it once the server opens the pack's secret."""

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
    """What this client observed of one pack. A share is a seat's random input to the shuffle of the pack."""

    fixed: Shares | None = None
    """The commitments to shares, as they were just before the first share was opened."""
    used: Shares | None = None
    """The shares with which the pack was shuffled."""
    mine: tuple[Seat, str] | None = None
    """This client's seat, and its share in hexadecimal, if it has opened one."""
    dealt: PackDealt | None = None
    """The event by which the pack was dealt, unless it was used for the draw for first dealer."""
    shown: list[HandDealt | UpcardTurned] = field(default_factory=list[HandDealt | UpcardTurned])
    """The events that showed cards of the pack to this client."""


@dataclass
class DrawObservation:
    """A draw for first dealer of which this client observed every step."""

    number: int
    """The number of the pack."""
    captain: Seat
    """The seat that drew first."""
    places: list[int] = field(default_factory=list[int])
    """For each card that was drawn, in order, its index among the cards that were left."""
    cards: list[tuple[Seat, Card]] = field(default_factory=list[tuple[Seat, Card]])
    """The cards that were drawn, in order, each with the seat that drew it."""

    def follows_from(self, rules: Ruleset, order: tuple[Card, ...]) -> bool:
        """Return whether the observed draw fits a pack in the order ``order``.

        It fits if the same choices from such a pack give the observed cards.
        """
        draw = Draw.start(rules, order, self.captain)
        for place in self.places:
            draw = draw.take(place)
        return list(draw.shown) == self.cards


class ObservedPacks:
    """What this client observed of the packs of one game. Each pack is found by its number."""

    def __init__(self) -> None:
        self.draw: DrawObservation | None = None
        """The draw for first dealer, or None if this client missed a part of it."""
        self._packs: dict[int, PackObservation] = {}

    def __getitem__(self, number: int) -> PackObservation:
        return self._packs.setdefault(number, PackObservation())

    @property
    def fixed_shares(self) -> tuple[Shares, ...]:
        """For each pack, in order, the commitments to shares as they were just before the first share was opened."""
        fixed = (pack.fixed for _, pack in sorted(self._packs.items()))
        return tuple(shares for shares in fixed if shares is not None)

    @property
    def last_opened(self) -> int:
        """The number of the last pack for which this client has opened its share, or -1 if there is none."""
        return max((number for number, pack in self._packs.items() if pack.mine), default=-1)

    def check(self, rules: Ruleset, number: int, committed: str, secret: str) -> None:
        """Raise ``UnfairDeal`` if what was observed of pack ``number`` does not follow from the server's secret.

        ``secret`` is the secret in hexadecimal, and ``committed`` is the server's earlier commitment to it.
        """
        secret_bytes, pack = _from_hex(secret), self[number]
        require(
            commitment(secret_bytes) == committed,
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
        key = deal_key(secret_bytes, number, used.values(secret_bytes))
        order = shuffled(rules, key)
        require(
            self._draw_follows(rules, number, order) and _deal_follows(rules, order, pack),
            f"the cards of pack {number} don't match its secret and the shares",
        )
        if pack.dealt is not None:
            self._check_hands(rules, pack.dealt, used, key)

    def _draw_follows(self, rules: Ruleset, number: int, order: tuple[Card, ...]) -> bool:
        """Return whether the cards seen in the draw, if pack ``number`` was used for it, agree with this order."""
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
        """Return the packet pattern (how many cards each seat gets at a time) of ``dealt`` if nobody chose a pattern.

        Some rules bind a dealer to the pattern that the dealer used before. Otherwise the pattern follows from ``key``,
        the key of the shuffle. Return None if the rules allow only one pattern.
        """
        if rules.packets in PACKET_PATTERNS:
            return None
        packs = (pack.dealt for number, pack in sorted(self._packs.items()) if number < dealt.number)
        earlier = (
            pack
            for pack in packs
            if pack and pack.dealer is dealt.dealer and _must_keep_packet_pattern(rules, pack, dealt)
        )
        binding = next(earlier, None)
        return binding.packet_pattern if binding else key_packet_pattern(rules, key)


def _must_keep_packet_pattern(rules: Ruleset, earlier: PackDealt, dealt: PackDealt) -> bool:
    """Return whether the rules bind the dealer of ``dealt`` to the packet pattern of ``earlier``.

    ``earlier`` is an earlier deal by the same dealer.
    """
    return rules.packet_pattern_kept and (rules.packets == "kept" or earlier.game == dealt.game)


def _deal_follows(rules: Ruleset, order: tuple[Card, ...], pack: PackObservation) -> bool:
    """Return whether the cards seen in the deal, if ``pack`` was used for one, agree with this order."""
    if pack.dealt is None:
        return True
    deal = Deal.start(rules, pack.dealt.dealer, order, cut=pack.dealt.cut, packet_pattern=pack.dealt.packet_pattern)
    return all(_fits(event, deal) for event in pack.shown)


def _fits(event: HandDealt | UpcardTurned, deal: Deal) -> bool:
    """Return whether the cards that ``event`` showed are in the same places in ``deal``."""
    if isinstance(event, UpcardTurned):
        return event.card in (*deal.buried, deal.upcard)
    return event.cards is None or Hand(event.cards) == deal.hand(event.seat)


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise UnfairDeal("what the server says about a pack is not a hexadecimal number") from None
