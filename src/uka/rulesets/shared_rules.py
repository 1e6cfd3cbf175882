"""Sentences about the rules that are the same in all rulesets, and why Uka assumes those that a source leaves out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from uka.core.cards import Rank
from uka.core.ruleset import Ruleset

TITLE = "In every rulebook"
RANK_TEXTS = {rank: "10" if rank is Rank.TEN else rank.value for rank in Rank}


def _ranks(rules: Ruleset) -> tuple[Rank, ...]:
    """Return the ranks of the pack's cards, the highest first, without the joker."""
    ranks = {card.rank for card in rules.cards} - {Rank.JOKER}
    return tuple(sorted(ranks, key=lambda rank: -rank.index))


def _plain_suit(rules: Ruleset) -> str:
    return f"The cards of a plain suit rank, from the highest: {ranks_text(rules)}."


def ranks_text(rules: Ruleset) -> str:
    """Return the ranks of the pack of ``rules`` as text, the highest first, as they are in a suit that is not trump.

    >>> ranks_text(Ruleset(pack=24))
    'A, K, Q, J, 10, 9'
    """
    return ", ".join(RANK_TEXTS[rank] for rank in _ranks(rules))


def _trumps(rules: Ruleset) -> str:
    low = [RANK_TEXTS[rank] for rank in _ranks(rules) if rank is not Rank.JACK]
    high = ["the right bower", "the left bower"]
    if rules.joker:
        high = ["the benny", *high]
    return f"Trumps rank, from the highest: {', '.join(high + low)}."


def _loners_partner(rules: Ruleset) -> str:
    if rules.alone_by == "nobody":
        return "Nobody goes alone, so nobody sits out."
    return "The partner of a player who goes alone lays their cards face down and sits out the deal."


def _constant_sentence(sentence: str, _: Ruleset) -> str:
    """Return ``sentence``, which is the same for all rulesets."""
    return sentence


SENTENCES: Mapping[str, Callable[[Ruleset], str]] = {
    "common.players": partial(
        _constant_sentence, "Four people play, in two partnerships. Partners sit opposite each other."
    ),
    "common.deal_passes": partial(
        _constant_sentence, "After a deal that is scored, the player on the dealer's left deals next."
    ),
    "common.shuffle": partial(_constant_sentence, "The dealer has the right to shuffle last."),
    "common.turn_up": partial(
        _constant_sentence,
        "Once everyone has their cards, the top card of the rest of the pack is turned up: the turn-up.",
    ),
    "common.first_round": partial(
        _constant_sentence,
        "Starting on the dealer's left, each player in turn passes or makes the turn-up's suit trump. The calling ends "
        "as soon as someone makes trump.",
    ),
    "common.second_round": partial(
        _constant_sentence, "If everyone passes, there is a second round of calls, again starting on the dealer's left."
    ),
    "common.plain": _plain_suit,
    "common.bowers": partial(
        _constant_sentence,
        "The jack of trumps is the right bower; the other jack of the same colour is the left bower.",
    ),
    "common.trumps": _trumps,
    "common.left_bower": partial(
        _constant_sentence,
        "Until trump is made, a jack belongs to its printed suit. Once trump is made, the left bower counts as a trump "
        "in every way, and not as a card of its printed suit.",
    ),
    "common.takes": partial(
        _constant_sentence,
        "The highest trump takes the trick. If it has no trump, the highest card of the suit led does.",
    ),
    "common.leads": partial(_constant_sentence, "Whoever takes a trick leads to the next one."),
    "common.loners_partner": _loners_partner,
}
"""A dict from the name of a shared rule to a function that takes a ruleset and returns the rule's sentence."""

BEFORE: Mapping[str, tuple[str, ...]] = {"cut": ("common.shuffle",)}
"""A dict from a field to the shared rules that the rulebook prints before it. The others are in chapter ``TITLE``."""

INFERRED: Mapping[str, Mapping[str, str]] = {
    "uka": {
        "common.shuffle": "the source only says that the dealer shuffles; as in Bicycle",
        "common.bowers": "the source has both cards but no names for them; these are Bicycle's",
        "common.left_bower": "the source ranks it among the trumps; the rest is from CardGames.io",
    },
    "tainui": {
        **dict.fromkeys(SENTENCES, "as in Uka"),
        "common.shuffle": "the source only forbids loaded shuffling; as in Bicycle",
        "common.bowers": "as in Uka, with Bicycle's names",
        "common.left_bower": "as in Uka, which ranks it among the trumps, and as at CardGames.io",
        "common.turn_up": 'the source says "the last card that\'s turned up"; as in Uka',
        "common.first_round": "the source doesn't say that making trump ends the calling; as in Uka",
    },
    "knock": {
        "common.shuffle": "the source doesn't say who shuffles; as in Bicycle",
        "common.players": "the source doesn't say where partners sit; as in Bicycle",
        "common.deal_passes": "we read the source's \"leader's left\" as the dealer's left",
        "common.second_round": "the source doesn't say where it starts; as in Bicycle",
        "common.plain": "the source only ranks the trumps; as in Bicycle",
        "common.leads": 'we read the source\'s "who leads with tricks" as whoever takes one; as at CardGames.io',
        "common.loners_partner": "the source doesn't say that the cards lie face down; as in Bicycle",
    },
    "bicycle": {"common.left_bower": "the source ranks it among the trumps; the rest is from CardGames.io"},
    "cardgames": {
        "common.shuffle": "the source doesn't say who shuffles; as in Bicycle",
        "common.players": "the source doesn't say where partners sit; as in Bicycle",
        "common.second_round": "the source doesn't say where it starts; as in Bicycle",
        "common.plain": "the source only ranks the trumps; as in Bicycle",
        "common.loners_partner": "the source doesn't say that the cards lie face down; as in Bicycle",
    },
}
"""``INFERRED[ruleset][rule]``: why Uka assumes a shared rule that the ruleset's written source does not state."""
