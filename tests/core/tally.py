"""A second implementation of the scoring of a deal, from its events alone.

It is written apart from the rules on purpose. It works on the texts of cards, in the words of the rule sources, and
shares no code with ``uka.core`` but the types of the events. It sees all cards, and tracks the hands by the events.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from uka.core import events as ev
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat

SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d", "n": "?"}
NORTH_SOUTH = ("north", "south")


@dataclass
class Tally:
    """The result of a deal, computed from its events. ``points`` and ``tricks`` are north-south's, then east-west's."""

    rules: Ruleset
    hands: dict[str, set[str]] = field(default_factory=dict)
    trump: str = ""
    maker: str = ""
    alone: set[str] = field(default_factory=set)
    trick: list[tuple[str, str]] = field(default_factory=list)
    takers: list[str] = field(default_factory=list)
    revokes: list[tuple[str, int, str]] = field(default_factory=list)
    outcome: str = ""
    points: tuple[int, int] = (0, 0)
    fined: list[int] = field(default_factory=list)

    def add(self, events: Iterable[ev.Event]) -> Tally:
        for event in events:
            getattr(self, "_" + type(event).__name__.lower(), self._nothing)(event)
        return self

    def _nothing(self, event: ev.Event) -> None: ...

    # Hands

    def _handdealt(self, event: ev.HandDealt) -> None:
        if event.cards is not None:
            self.hands[event.seat.value] = {card.value for card in event.cards}

    def _cardshown(self, event: ev.CardShown) -> None:
        self.hands[event.seat.value].remove(event.card.value)

    def _kittytaken(self, event: ev.KittyTaken) -> None:
        assert event.cards is not None
        self.hands[event.seat.value] |= {card.value for card in event.cards}

    def _pickedup(self, event: ev.PickedUp) -> None:
        self.hands[event.seat.value].add(event.card.value)

    def _discarded(self, event: ev.Discarded) -> None:
        assert event.card is not None
        self.hands[event.seat.value].remove(event.card.value)

    def _cardgiven(self, event: ev.CardGiven) -> None:
        assert event.card is not None
        self.hands[event.seat.value].remove(event.card.value)
        self.hands[_across(event.seat)].add(event.card.value)

    # The contract

    def _redealclaimed(self, event: ev.RedealClaimed) -> None:
        self.outcome = "redeal"

    def _trumpmade(self, event: ev.TrumpMade) -> None:
        self.trump, self.maker = event.suit.value, event.seat.value
        if event.alone:
            self.alone.add(self.maker)

    def _wentalone(self, event: ev.WentAlone) -> None:
        self.alone.add(event.seat.value)

    # The play

    def _cardplayed(self, event: ev.CardPlayed) -> None:
        seat, card = event.seat.value, event.card.value
        if self._revoked(self.hands[seat], card):
            self.revokes.append((seat, len(self.takers), card))
        self.hands[seat].remove(card)
        self.trick.append((seat, card))

    def _tricktaken(self, event: ev.TrickTaken) -> None:
        assert event.trick == len(self.takers)
        led = self.suit(self.trick[0][1])
        best = max(self.trick, key=lambda play: self.rank(play[1], led))
        self.takers.append(best[0])
        self.trick = []

    def _revokeproven(self, event: ev.RevokeProven) -> None:
        assert (event.offender.value, event.trick, event.card.value) in self.revokes
        assert _side(event.seat.value) != _side(event.offender.value)
        self.fined.append(_side(event.offender.value))
        if self.rules.revoke_then == "ends_deal":
            self.outcome = "revoked"
            self.points = self._to(_side(event.seat.value), self.rules.revoke_penalty)

    def _revokerefuted(self, event: ev.RevokeRefuted) -> None:
        by_others = [seat for seat, trick, _ in self.revokes if trick == event.trick and not _same(seat, event.seat)]
        assert not by_others

    def _dealscored(self, event: ev.DealScored) -> None:
        if not self.maker and not self.outcome:
            self.outcome = "thrown_in"
        if self.maker and self.outcome not in ("revoked", "redeal"):
            self._score()
            self._fine()

    def _score(self) -> None:
        makers = _side(self.maker)
        loner = any(_side(seat) == makers for seat in self.alone)
        defended = any(_side(seat) != makers for seat in self.alone)
        took = self.tricks[makers]
        made = took == 5 if loner and self.rules.lone_must_march else took >= 3
        if not made:
            self.outcome = "defended_alone" if defended else "lone_euchred" if loner else "euchred"
        else:
            self.outcome = ("lone_" if loner else "") + ("march" if took == 5 else "made")
        self.points = self._to(makers if made else 1 - makers, getattr(self.rules.scoring, self.outcome))

    def _fine(self) -> None:
        """Apply the penalties: a side that revoked scores nothing, and the other side scores points for each revoke."""
        each, fined = self.rules.revoke_penalty, self.fined
        self.points = tuple(
            (0 if side in fined else self.points[side]) + each * fined.count(1 - side) for side in (0, 1)
        )  # type: ignore[assignment]

    @property
    def tricks(self) -> tuple[int, int]:
        return tuple(sum(_side(seat) == side for seat in self.takers) for side in (0, 1))  # type: ignore[return-value]

    def _to(self, side: int, points: int) -> tuple[int, int]:
        return (points, 0) if side == 0 else (0, points)

    # Cards

    def suit(self, card: str) -> str:
        """Return the suit that a card counts as. The benny and the left bower are trumps."""
        if card == "B" or card == "J" + SAME_COLOUR[self.trump]:
            return self.trump
        return card[1]

    def rank(self, card: str, led: str) -> int:
        """Return the strength of a card in a trick. A card below 0 never takes the trick."""
        t = self.trump
        order = [f"{rank}{led}" for rank in "789TJQKA"]
        if t != "n":
            order += [f"{rank}{t}" for rank in "789TQKA"] + ["J" + SAME_COLOUR[t], "J" + t, "B"]
        return max((i for i, name in enumerate(order) if name == card), default=-1)

    def _revoked(self, hand: set[str], card: str) -> bool:
        if not self.trick:
            leads_trump = self.suit(card) == self.trump
            other = any(self.suit(held) != self.trump for held in hand)
            return not self.rules.first_lead_trump and not self.takers and leads_trump and other
        led = self.suit(self.trick[0][1])
        following = [held for held in hand if self.suit(held) == led]
        if following and card not in following:
            return True
        best = max(self.rank(played, led) for _, played in self.trick)
        can_head = any(self.rank(held, led) > best for held in following)
        return self.rules.must_head and can_head and self.rank(card, led) < best


def _side(seat: str) -> int:
    return 0 if seat in NORTH_SOUTH else 1


def _same(seat: str, other: Seat) -> bool:
    return _side(seat) == _side(other.value)


def _across(seat: Seat) -> str:
    return {"north": "south", "south": "north", "east": "west", "west": "east"}[seat.value]
