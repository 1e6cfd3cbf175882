"""A deal as one viewer may see it: the part that all viewers see, and the part that only the player at a seat sees.

Both hold fields of the viewer's observation, and facts that the rules derive from it.
"""

from __future__ import annotations

from operator import attrgetter

import msgspec
from msgspec.structs import replace

from uka.core.actions import Action, Discard, Give, Play
from uka.core.cards import Card, Suit
from uka.core.observation import Observation
from uka.core.public_deal import Call, Contract, Phase
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult
from uka.core.seats import Partnership, Seat
from uka.core.trick import Trick
from uka.solver import claims

from ..hand_order import as_dealt
from ..table import Table
from .facts import DealFacts, Titles, action_labels, deal_facts, sorted_cards, titles


class PublicDealView(msgspec.Struct, frozen=True, gc=False):
    """The part of a deal that every viewer may see. The fields have the names that ``Observation`` gives them."""

    dealer: Seat
    phase: Phase
    turn: Seat | None
    upcard: Card
    up_suit: Suit | None
    """The suit of the upcard. If the joker is the upcard, it is None until the dealer names a suit."""
    buried: tuple[Card, ...]
    calls: tuple[Call, ...]
    declined: tuple[Seat, ...]
    """The seats that declined in the current phase."""
    went_under: Seat | None
    """The seat that exchanges a farmer's hand: a hand of low cards, where the rules allow it."""
    shown: tuple[Card, ...]
    """The cards that this seat showed for the exchange."""
    contract: Contract | None
    picked_up: Seat | None
    """The seat that took the upcard into its hand."""
    given: bool
    """Whether the loner's partner has passed a card to the loner."""
    leader: Seat | None
    """The seat that led to the trick in progress."""
    trick: tuple[Card, ...]
    """The cards of the trick in progress."""
    tricks: tuple[Trick, ...]
    """The finished tricks."""
    taken: tuple[int, ...]
    """The number of tricks that each partnership has taken."""
    revokes: bool
    """Whether players can revoke: play a card that does not follow suit though they could."""
    revoke_claims: tuple[tuple[Partnership, int], ...]
    """The claims of a revoke, as (partnership that made the claim, number of the trick)."""
    proven: tuple[tuple[Seat, int, Card], ...]
    """The proven revokes, as (seat that revoked, number of the trick, card)."""
    ruled_revokes: tuple[Partnership, ...]
    """The offending side of each revoke that an official found."""
    result: DealResult | None
    score: tuple[int, ...]
    """The points of each partnership in the game."""
    number: int
    """The number of the deal, from 0."""
    bell: bool
    """Whether the bell of a timed round has rung."""
    previous: DealResult | None
    """The result of the previous deal."""
    facts: DealFacts
    """The facts that follow from these fields by the rules."""


class OwnDealView(msgspec.Struct, frozen=True, gc=False):
    """The part of a deal that only the player at one seat may see."""

    seat: Seat
    cards: tuple[Card, ...]
    """The player's cards in the order of ``Card.index``. It is empty while the player may not look at them."""
    legal_actions: tuple[Action, ...]
    """The player's legal actions, even if it is another seat's turn."""
    put_away: tuple[Card, ...]
    """The cards that the player discarded, or gave to a partner who plays alone."""
    received: tuple[Card, ...]
    """The card that the player, who plays alone, got from the partner, if any."""
    kitty_taken: tuple[Card, ...]
    """The cards that the player took in the exchange of a farmer's hand."""
    why_not: tuple[tuple[Card, str], ...]
    """The cards that the player cannot choose now, each with the reason."""
    claim: bool
    """Whether the player may claim the rest of the tricks now."""
    dealt: tuple[Card, ...]
    """The player's cards in the order in which they were dealt."""
    order: tuple[Card, ...]
    """The player's cards in sorted order: trumps first once trump is made, the left bower among them."""
    labels: tuple[str, ...]
    """The words for each legal action of the player, in the order of ``legal_actions``."""
    titles: Titles
    """The player's cards that are bowers or the benny (the joker as the highest trump), each with its title."""
    facts: DealFacts | None
    """The facts as the player knows them, if they differ from the public ones: a dealer may have discarded the upcard.

    Nobody else knows then that the upcard is in no hand.
    """


class DealView(PublicDealView, frozen=True):
    """A deal as one viewer may see it.

    It holds the fields of the viewer's ``Observation``, except the ruleset, and facts that follow from the rules. For a
    spectator, the fields that begin with ``seat`` are empty.
    """

    seat: Seat | None = None
    """The viewer's seat, or None for a spectator."""
    cards: tuple[Card, ...] = ()
    """The viewer's cards in the order of ``Card.index``. It is empty while the viewer may not look at them."""
    legal_actions: tuple[Action, ...] = ()
    """The viewer's legal actions, even if it is another seat's turn."""
    put_away: tuple[Card, ...] = ()
    """The cards that the viewer discarded, or gave to a partner who plays alone."""
    received: tuple[Card, ...] = ()
    """The card that the viewer, who plays alone, got from the partner, if any."""
    kitty_taken: tuple[Card, ...] = ()
    """The cards that the viewer took in the exchange of a farmer's hand."""
    why_not: tuple[tuple[Card, str], ...] = ()
    """The cards that the viewer cannot choose now, each with the reason."""
    claim: bool = False
    """Whether the viewer may claim the rest of the tricks now."""
    dealt: tuple[Card, ...] = ()
    """The viewer's cards in the order in which they were dealt."""
    order: tuple[Card, ...] = ()
    """The viewer's cards in sorted order: trumps first once trump is made, the left bower among them."""
    labels: tuple[str, ...] = ()
    """The words for each legal action of the viewer, in the order of ``legal_actions``."""

    def observation(self, rules: Ruleset) -> Observation:
        """Return the observation from which this view was made. ``rules`` is the table's ruleset."""
        return Observation(rules=rules, **dict(zip(_OBSERVED, _observed(self), strict=True)))


_PUBLIC = tuple(name for name in PublicDealView.__struct_fields__ if name != "facts")
_OWN = ("seat", "cards", "legal_actions", "put_away", "received", "kitty_taken")
_OBSERVED = (*_PUBLIC, *_OWN)
_public, _own, _observed = attrgetter(*_PUBLIC), attrgetter(*_OWN), attrgetter(*_OBSERVED)
_OWN_SHOWN = tuple(name for name in OwnDealView.__struct_fields__ if name not in ("titles", "facts"))
_own_shown = attrgetter(*_OWN_SHOWN)


def public_deal_view(seen: Observation, before: PublicDealView | None = None) -> PublicDealView:
    """Return what every viewer may see of a deal, from ``seen``, the observation of a spectator.

    If ``seen`` is the observation of a seat, the facts are as that seat knows them. ``before`` is an earlier view:
    the facts about its calls and finished tricks are used again if these are still the same.
    """
    said = before.facts.said if before and before.calls is seen.calls else None
    done = before.facts.plays[: len(seen.tricks)] if before and before.tricks is seen.tricks else None
    return PublicDealView(*_public(seen), facts=deal_facts(seen, said, done))


def own_deal_view(seen: Observation, dealt: tuple[Card, ...]) -> OwnDealView:
    """Return the part of a deal that only one player may see, from ``seen``, the observation of the player's seat.

    ``dealt`` holds the player's cards in the order in which they were dealt.
    """
    return OwnDealView(
        *_own(seen),
        why_not=refusals(seen),
        claim=claims.why_not(seen) is None,
        dealt=dealt,
        order=sorted_cards(seen),
        labels=action_labels(seen),
        titles=titles(seen.cards, seen.trump),
        facts=deal_facts(seen) if seen.upcard in seen.put_away else None,
    )


def combined_view(public: PublicDealView, own: OwnDealView | None) -> DealView:
    """Return a deal as one viewer may see it, from its two parts. ``own`` is None for a spectator."""
    if own is None:
        return DealView(*_public(public), facts=public.facts)
    facts = own.facts or public.facts
    both = *facts.titles, *[titled for titled in own.titles if titled not in facts.titles]
    shown = dict(zip(_OWN_SHOWN, _own_shown(own), strict=True))
    return DealView(*_public(public), facts=replace(facts, titles=both), **shown)


def deal_view(table: Table, viewer: Seat | None) -> DealView | None:
    """Return the deal as ``viewer`` may see it, or None before the first deal. ``viewer`` is None for a spectator."""
    seen = table.observe(viewer)
    return view_of_deal(seen, cards_as_dealt(table, seen)) if seen else None


def view_of_deal(seen: Observation, dealt: tuple[Card, ...] = ()) -> DealView:
    """Return the view of a deal that follows from ``seen``, the observation of a seat or of a spectator.

    ``dealt`` holds the viewer's cards in the order in which they were dealt.
    """
    return combined_view(public_deal_view(seen), own_deal_view(seen, dealt) if seen.seat else None)


def cards_as_dealt(table: Table, seen: Observation) -> tuple[Card, ...]:
    """Return the cards that the viewer of the observation ``seen`` holds, in the order in which they were dealt."""
    return as_dealt(seen.cards, table.dealt[seen.seat.index]) if seen.seat and seen.cards else ()


_CARD_CHOICES: dict[Phase, type[Play | Discard | Give]] = {
    Phase.PLAYING: Play,
    Phase.DISCARDING: Discard,
    Phase.SHOWING: Discard,
    Phase.GIVING: Give,
}


def refusals(seen: Observation) -> tuple[tuple[Card, str], ...]:
    """Return the cards that the viewer of ``seen`` holds and cannot choose now, each as (card, reason in a sentence).

    Return an empty tuple if it is not the viewer's turn to choose a card.
    """
    choice = _CARD_CHOICES.get(seen.phase)
    if choice is None or not seen.my_turn:
        return ()
    allowed = {action.card for action in seen.legal_actions if isinstance(action, choice)}
    barred = [(card, seen.why_not(choice(card))) for card in seen.cards if card not in allowed]
    return tuple([(card, why) for card, why in barred if why])
