"""How a bot of each level chose, in its own words: what it compared, or which rule of thumb decided.

The sentences are true of the bot of that level. They hold none of the strongest bot's figures, which weaker bots do not
compute (see ``why``). A bot whose choice is not that of its own rules says so: novices and casual bots err at random,
and a busy server lets a simpler bot choose.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from uka.bots import bot
from uka.bots.bidding import bid_values
from uka.bots.cardplay import best_play
from uka.bots.levels import LEVELS
from uka.bots.manners import card_once_decided
from uka.bots.novice import CALL, CALL_ALONE, hand_value
from uka.bots.player import Bot
from uka.core.actions import PASS, Action, CallTrump, Discard, OrderUp, Play
from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from .bot_calls import call_facts, call_rule, discard_facts, lawful, named, other_rule, values_of
from .bot_cards import card_rule, main_fact, rivals
from .reasons.words import first_person, of_100

_LEVELS = {level.name: level for level in LEVELS}


def own_words(level: str, seen: Observation, action: Action) -> tuple[str, ...]:
    """Return how a bot of ``level`` came to choose ``action`` in ``seen``, as sentences in the first person.

    The seat must have had another lawful action. A bot that is none of Uka's levels says nothing.
    """
    words = _WORDS.get(level)
    if words is None:
        return ()
    card = card_once_decided(seen)
    if card is not None and action == Play(card):
        return ("No trick could change the points of this deal any more, so I held no high card back.",)
    return tuple(first_person(sentence) for sentence in words(seen, action))


def searches(level: str, seen: Observation) -> bool:
    """Return whether a bot of ``level`` makes the choice of ``seen`` by search in sampled layouts of hidden cards."""
    return level == "master" or (level == "expert" and seen.phase is Phase.PLAYING)


# Levels that search


def _master(seen: Observation, action: Action) -> Iterator[str]:
    budget = _LEVELS["master"].budget
    if isinstance(action, Play):
        yield from _solving(seen, action.card, budget["kept_for_plays"])
        return
    if seen.phase is Phase.CALLING:
        yield from call_facts(seen, action)
    elif isinstance(action, Discard) and seen.phase is Phase.DISCARDING:
        yield from discard_facts(seen, action)
    yield f"I played on from each choice in {budget['kept_for_bids']} likely layouts: no other was clearly better."


def _expert(seen: Observation, action: Action) -> Iterator[str]:
    if isinstance(action, Play):
        yield from _solving(seen, action.card, _LEVELS["expert"].budget["kept"])
    else:
        yield from _club(seen, action)


def _solving(seen: Observation, card: Card, layouts: int) -> Iterator[str]:
    fact = main_fact(seen, card, rivals(seen, card))
    if fact:
        yield fact
    if not fact or "makes no difference" not in fact:
        yield f"I played out {layouts} likely layouts with all cards open: no card did better."


# Club, and casual, which follows its rules with errors


def _club(seen: Observation, action: Action) -> Iterator[str]:
    usual = bot("club").choose(seen, random.Random(0))
    if usual != action and seen.phase is not Phase.NAMING:
        yield _not_my_rule(seen, usual)
    elif seen.phase is Phase.PLAYING and isinstance(action, Play):
        yield from card_rule(seen, action.card)
    elif seen.phase is Phase.CALLING:
        yield from call_rule(seen, action)
    else:
        yield from other_rule(seen, action)


def _not_my_rule(seen: Observation, usual: Action) -> str:
    return (
        f"By my rules I choose {named(seen, usual)} here. When a server is too busy to ask me, a simpler bot chooses "
        "in my place."
    )


def _casual(seen: Observation, action: Action) -> Iterator[str]:
    usual, noise = bot("club").choose(seen, random.Random(0)), _LEVELS["casual"].noise
    if usual == action:
        yield from _club(seen, action)
    elif seen.phase is Phase.CALLING:
        yield from values_of(seen, bid_values(seen, lawful(seen)), action)
        judged = "worse than it was" if action == PASS else "better than it was" if usual == PASS else "otherwise"
        yield (
            f"By my rule that is {named(seen, usual)}. But at my level I misjudge hands at random: here I judged mine "
            f"{judged}."
        )
    elif seen.phase is Phase.PLAYING:
        cards = [each.card for each in lawful(seen) if isinstance(each, Play)]
        forgetful = Play(best_play(replace(seen, tricks=()), cards))
        if forgetful == action:
            yield f"With all the earlier tricks in mind I would have played {named(seen, usual)}."
            yield f"I forget them in {of_100(noise['forget_rate'])} of 100 plays, and without them this is my card."
        else:
            yield f"I meant to play {named(seen, usual)}."
            yield f"In {of_100(noise['slip_rate'])} of 100 plays I slip and play any card. This was such a slip."
    else:
        yield _not_my_rule(seen, usual)


# The weakest levels


def _novice(seen: Observation, action: Action) -> Iterator[str]:
    noise = _LEVELS["novice"].noise
    if seen.phase is Phase.PLAYING and isinstance(action, Play):
        if bot_without_errors("novice").choose(seen, random.Random(0)) == action:
            yield "I lead my highest card, play the highest card that wins, and otherwise my lowest."
            yield "I do not look at whose card is winning, and I do not count."
        else:
            yield f"In {of_100(noise['slip_rate'])} of 100 plays I slip and play any card. This was such a slip."
    elif seen.phase is Phase.CALLING:
        calls = [each for each in lawful(seen) if isinstance(each, OrderUp | CallTrump)]
        call = (
            action
            if isinstance(action, OrderUp | CallTrump)
            else max(calls, key=lambda each: _novice_value(seen, each))
        )
        least = CALL_ALONE if call.alone else CALL
        yield (
            f"I count 1 to 1.7 for each trump and 0.5 for each ace: for {named(seen, call)} my hand was worth "
            f"{hand_value(seen, call):.1f}. I call from about {least}, give or take {noise['max_misjudgement']}."
        )
    else:
        yield "I put away my lowest card, and never go alone when I am asked."


def _novice_value(seen: Observation, call: OrderUp | CallTrump) -> float:
    return hand_value(seen, call) - (CALL_ALONE - CALL if call.alone else 0.0)


def _random(seen: Observation, action: Action) -> Iterator[str]:
    yield "I chose at random among what the rules allow."


def bot_without_errors(level: str) -> Bot:
    """Return a bot of ``level`` that makes no random errors."""
    return _LEVELS[level].bot_class(**_LEVELS[level].budget)


_WORDS: dict[str, Callable[[Observation, Action], Iterator[str]]] = {
    "random": _random,
    "novice": _novice,
    "casual": _casual,
    "club": _club,
    "expert": _expert,
    "master": _master,
}
