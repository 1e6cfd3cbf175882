"""The completion of a deal that a file records only in part. Missing cards are filled in so that every action is legal.

The hands follow from the plays. A file can leave out cards: it can write a card as ``Xx``, or omit the hand of a seat
that sat out, the kitty or a discard. The reader fills these positions with cards that make every recorded action legal,
and marks the cards as unknown. The rules in ``uka.core`` decide who takes the turn-up, who leads and who sits out. They
also decide which card takes a trick, and which plays are legal. At the end, the deal is replayed.
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
"""The maximum number of completions of a deal that are compared.

The comparison shows whether the unknown cards can change the result.
"""


class CompleteDeal(NamedTuple):
    """A deal whose missing cards are filled in, so that it can be replayed.

    ``end`` is the deal after its last action. ``unknown`` holds the cards whose location does not follow from the file.
    ``open`` is true if the result is not certain, because the unknown cards could be arranged so that the result is
    different.
    """

    pack: tuple[Card, ...]
    hands: dict[Seat, tuple[Card, ...]]
    actions: list[tuple[Seat, Action]]
    unknown: tuple[Card, ...]
    end: Deal
    open: bool = False


def complete_deal(rules: Ruleset, form: EgnDeal, number: int, fits: Callable[[Deal], bool]) -> CompleteDeal:
    """Complete a deal of a file. Raise ``InvalidRecord`` if the deal breaks the rules or cannot be replayed.

    ``number`` is the index of the deal in the file, for error messages. ``fits`` returns whether a deal, after its last
    action, agrees with the rest of the file. Among several completions, the first for which ``fits`` is true is chosen.
    """
    parsed, steps = parse_deal(form, number), SearchBudget()
    by_trump, refusals = dict[Suit | None, CompleteDeal](), list[InvalidRecord]()
    for upcard, script in readings(rules, parsed):
        try:
            deal = _solved(PlaySearch(DealConstraints(rules, parsed, upcard, script), steps), fits)
        except InvalidRecord as error:
            refusals.append(error)
        else:
            by_trump.setdefault(deal.end.trump, deal)
    if len(by_trump) > 1:
        trumps = " or ".join(str(trump) for trump in by_trump)
        raise parsed.wrong(f"the record doesn't say what is trump, and the cards played would fit {trumps}")
    if not by_trump:
        raise refusals[0] if refusals else parsed.wrong("the turn-up is none of the cards that it could be")
    return next(iter(by_trump.values()))


def _solved(plays: PlaySearch, fits: Callable[[Deal], bool]) -> CompleteDeal:
    if plays.sure:
        plays.check()
    fills = (deal for played in plays.all() if (deal := _filled(plays, played)))
    looked = list(islice(fills, 1 if plays.sure else MAX_FILLINGS))
    if not looked:
        raise plays.facts.parsed.wrong(_why_none(plays))
    best = next((deal for deal in looked if fits(deal.end)), looked[0])
    unsure = len(looked) == MAX_FILLINGS or any(deal.end.taken != best.end.taken for deal in looked)
    return best._replace(open=unsure)


def _filled(plays: PlaySearch, played: tuple[PlayedCard, ...]) -> CompleteDeal | None:
    """Return a complete deal in which the cards ``played`` were played, or None if no such deal can be replayed.

    If all plays are known and the replay raises ``InvalidRecord``, this function raises that exception.
    """
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
    rules, parsed = facts.rules, facts.parsed
    pack = arranged_pack(rules, parsed.dealer, hands, facts.upcard, cards.kitty)
    script = msgspec.structs.replace(
        facts.script,
        shown=cards.of(SHOWN),
        discards=tuple(cards.of(where)[0] for where in facts.discards),
        gift=cards.gift,
        plays=tuple(play.card for play in cards.played),
    )
    deal, actions = script.run(Deal.start(rules, parsed.dealer, pack), parsed.number)
    return CompleteDeal(pack, hands, actions, cards.unknown(), deal)


def _why_none(plays: PlaySearch) -> str:
    if plays.steps.left < 0:
        return "the record says too little of the deal to replay it"
    what = "under the rules no deal has them" + ("" if plays.sure else ", whatever the unknown ones are")
    return f"the cards given don't fit together: {what}"
