"""A deal that its file tells in part: the missing cards are filled in so that every action is legal.

The hands are gathered from the plays. What is left open (a card ``Xx``, a hand that sat out, the kitty, a discard) is
filled with any cards under which every action told is legal, and named as unknown. The core judges: it says who takes
the turn-up, who leads and who sits out, which card takes a trick and which may be played; then it plays the deal.
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
from .placement import CardPlacement, placements
from .play_search import PlayedCard, PlaySearch, SearchBudget
from .readings import parse_deal, readings
from .schema import EgnDeal

MAX_FILLINGS = 40
"""Fillings looked at, to see whether the unknown cards leave the result open."""


class CompleteDeal(NamedTuple):
    """A deal that can be replayed; ``open`` if other cards in the unknown places may give another result."""

    pack: tuple[Card, ...]
    hands: dict[Seat, tuple[Card, ...]]
    actions: list[tuple[Seat, Action]]
    unknown: tuple[Card, ...]
    end: Deal
    open: bool = False


def complete_deal(rules: Ruleset, form: EgnDeal, number: int, fits: Callable[[Deal], bool]) -> CompleteDeal:
    """A deal made whole. ``InvalidRecord`` says where and why a deal breaks the rules or cannot be replayed.

    ``fits`` is what the rest of the file says of the deal's end; it chooses where unknown cards leave a choice.
    """
    told, steps = parse_deal(form, number), SearchBudget()
    found, refusals = dict[Suit | None, CompleteDeal](), list[InvalidRecord]()
    for upcard, script in readings(rules, told):
        try:
            deal = _solved(PlaySearch(DealConstraints(rules, told, upcard, script), steps), fits)
        except InvalidRecord as error:
            refusals.append(error)
        else:
            found.setdefault(deal.end.trump, deal)
    if len(found) > 1:
        trumps = " or ".join(str(trump) for trump in found)
        raise told.wrong(f"trump is not told, and the cards played would fit {trumps}")
    if not found:
        raise refusals[0] if refusals else told.wrong("the turn-up is none of the cards that it could be")
    return next(iter(found.values()))


def _solved(plays: PlaySearch, fits: Callable[[Deal], bool]) -> CompleteDeal:
    if plays.sure:
        plays.check()
    fills = (deal for played in plays.all() if (deal := _filled(plays, played)))
    looked = list(islice(fills, 1 if plays.sure else MAX_FILLINGS))
    if not looked:
        raise plays.facts.told.wrong(_why_none(plays))
    best = next((deal for deal in looked if fits(deal.end)), looked[0])
    unsure = len(looked) == MAX_FILLINGS or any(deal.end.taken != best.end.taken for deal in looked)
    return best._replace(open=unsure)


def _filled(plays: PlaySearch, played: tuple[PlayedCard, ...]) -> CompleteDeal | None:
    """The deal under these plays, if there is one; where all plays are known, the core's refusal if it has any."""
    for cards in placements(plays, played):
        try:
            if done := _replayed(plays.facts, cards):
                return done
        except InvalidRecord:
            if plays.sure:
                raise
    return None


def _replayed(facts: DealConstraints, cards: CardPlacement) -> CompleteDeal | None:
    hands = cards.dealt()
    if hands is None or len(cards.taken) != len(facts.taken):
        return None
    rules, told = facts.rules, facts.told
    pack = arranged_pack(rules, told.dealer, hands, facts.upcard, cards.kitty)
    script = msgspec.structs.replace(
        facts.script,
        shown=cards.of(SHOWN),
        discards=tuple(cards.of(where)[0] for where in facts.discards),
        gift=cards.gift,
        plays=tuple(play.card for play in cards.played),
    )
    deal, actions = script.run(Deal.start(rules, told.dealer, pack), told.number)
    return CompleteDeal(pack, hands, actions, cards.unknown(), deal)


def _why_none(plays: PlaySearch) -> str:
    if plays.steps.left < 0:
        return "too little of the deal is known to replay it"
    what = "under the rules no deal has them" + ("" if plays.sure else ", whatever the unknown ones are")
    return f"the cards told do not fit together: {what}"
