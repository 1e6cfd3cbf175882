"""The completion of a deal that a file records only in part. Missing cards are filled in so that every action is legal.

A file can write a card as ``Xx``, or omit the hand of a seat that sat out, the kitty or a discard. The reader fills
these positions with cards that make every recorded action legal, and marks the cards as unknown. The other hands follow
from the plays. The rules in ``uka.core`` decide who takes the upcard, who leads, who sits out, which card takes a trick
and which plays are legal. At the end, the deal is replayed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

import msgspec

from uka.core.actions import Action
from uka.core.cards import Card, Suit
from uka.core.deal import Deal, arranged_pack
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat

from ..errors import InvalidRecord
from .constraints import SHOWN, DealConstraints
from .parsed_deal import interpretations, parse_deal
from .placement import CardPlacement, placements
from .play_search import PlayedCard, PlaySearch, SearchBudget
from .schema import EgnDeal

MAX_COMPLETIONS = 40
"""The maximum number of completions of a deal that are compared, to see whether the unknown cards change the result."""


class CompleteDeal(NamedTuple):
    """A deal whose missing cards are filled in, so that it can be replayed."""

    pack: tuple[Card, ...]
    """The pack, top card first, from which the rules deal ``hands``."""
    hands: dict[Seat, tuple[Card, ...]]
    """The hands as dealt."""
    actions: list[tuple[Seat, Action]]
    """The actions in order, each with the seat that acts."""
    unknown: tuple[Card, ...]
    """The cards whose location does not follow from the file."""
    end: Deal
    """The deal after its last action."""
    uncertain: bool = False
    """Whether the result could be a different one if the unknown cards lay elsewhere."""


def complete_deal(rules: Ruleset, form: EgnDeal, number: int, fits: Callable[[Deal], bool]) -> CompleteDeal:
    """Fill in the missing cards of ``form``, a deal of a file, so that the deal can be replayed.

    ``number`` is the index of the deal in the file, for error messages. ``fits`` returns whether a deal, after its last
    action, agrees with the rest of the file. Among several completions, the first for which ``fits`` is true is chosen.
    Raise ``InvalidRecord`` if the deal breaks the rules, or if it cannot be completed.
    """
    parsed, budget = parse_deal(form, number), SearchBudget()
    by_trump, refusals = dict[Suit | None, CompleteDeal](), list[InvalidRecord]()
    for upcard, recorded in interpretations(rules, parsed):
        try:
            deal = _completed(PlaySearch(DealConstraints(rules, parsed, upcard, recorded), budget), fits)
        except InvalidRecord as error:
            refusals.append(error)
        else:
            by_trump.setdefault(deal.end.trump, deal)
    if len(by_trump) > 1:
        trumps = " or ".join(str(trump) for trump in by_trump)
        raise parsed.fault(f"the record doesn't say what is trump, and the cards played would fit {trumps}")
    if not by_trump:
        raise refusals[0] if refusals else parsed.fault("the turn-up is none of the cards that it could be")
    return next(iter(by_trump.values()))


def _completed(plays: PlaySearch, fits: Callable[[Deal], bool]) -> CompleteDeal:
    """Return a deal that agrees with the file, one that ``fits`` accepts if there is one."""
    if plays.all_known:
        plays.check()
    possible = (deal for played in plays.sequences() if (deal := _completed_with(plays, played)))
    completions = list(islice(possible, 1 if plays.all_known else MAX_COMPLETIONS))
    if not completions:
        raise plays.constraints.parsed.fault(_why_impossible(plays))
    best = next((deal for deal in completions if fits(deal.end)), completions[0])
    differ = any(deal.end.taken != best.end.taken for deal in completions)
    return best._replace(uncertain=differ or len(completions) == MAX_COMPLETIONS)


def _completed_with(plays: PlaySearch, played: tuple[PlayedCard, ...]) -> CompleteDeal | None:
    """Return the deal with ``played`` as its plays and all other cards filled in, or None if none can be replayed.

    If the file names all cards played and the replay raises ``InvalidRecord``, that exception is raised.
    """
    for cards in placements(plays, played):
        try:
            if deal := _replayed(plays.constraints, cards):
                return deal
        except InvalidRecord:
            if plays.all_known:
                raise
    return None


def _replayed(constraints: DealConstraints, cards: CardPlacement) -> CompleteDeal | None:
    """Return the deal replayed with its cards placed as in ``cards``, or None if these contradict the file."""
    hands = cards.dealt_hands()
    if hands is None or len(cards.taken) != len(constraints.taken):
        return None
    rules, parsed = constraints.rules, constraints.parsed
    pack = arranged_pack(rules, parsed.dealer, hands, constraints.upcard, cards.kitty)
    recorded = msgspec.structs.replace(
        constraints.recorded,
        shown=cards.cards_at(SHOWN),
        discards=tuple(cards.cards_at(where)[0] for where in constraints.discards),
        gift=cards.gift,
        plays=tuple(play.card for play in cards.played),
    )
    deal, actions = recorded.run(Deal.start(rules, parsed.dealer, pack), parsed.number)
    return CompleteDeal(pack, hands, actions, cards.unknown(), deal)


def _why_impossible(plays: PlaySearch) -> str:
    if plays.budget.left < 0:
        return "the record says too little of the deal to replay it"
    why = "the cards given don't fit together: under the rules no deal has them"
    return why if plays.all_known else f"{why}, whatever the unknown ones are"
