"""The sentences of the rules that all rulesets share, and the reasons for shared rules that a source does not state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from uka.core.cards import Rank
from uka.core.ruleset import Ruleset

TITLE = "What all rulebooks share"
PRINTED = {rank: "10" if rank is Rank.TEN else rank.value for rank in Rank}


def _ranks(rules: Ruleset) -> tuple[Rank, ...]:
    """Return the ranks of the pack's cards without the joker, the highest rank first."""
    ranks = {card.rank for card in rules.cards} - {Rank.JOKER}
    return tuple(sorted(ranks, key=lambda rank: -rank.index))


def _plain(rules: Ruleset) -> str:
    return f"The cards of a plain suit rank, from the highest: {', '.join(PRINTED[rank] for rank in _ranks(rules))}."


def _trumps(rules: Ruleset) -> str:
    low = [PRINTED[rank] for rank in _ranks(rules) if rank is not Rank.JACK]
    high = ["the benny"] * rules.joker + ["the right bower", "the left bower"]
    return f"Trumps rank, from the highest: {', '.join(high + low)}."


def _loners_partner(rules: Ruleset) -> str:
    if rules.alone_by == "nobody":
        return "Nobody plays alone, so nobody sits out."
    return "The partner of a player who plays alone lays their cards face down and sits out the deal."


def _same(sentence: str, _: Ruleset) -> str:
    return sentence


SENTENCES: Mapping[str, Callable[[Ruleset], str]] = {
    "common.players": partial(_same, "Four play, in two partnerships; partners sit opposite each other."),
    "common.deal_passes": partial(_same, "After a deal that is scored, the player at the dealer's left deals."),
    "common.turn_up": partial(
        _same, "When all have their cards, the top card of the rest of the pack is turned up: the turn-up."
    ),
    "common.first_round": partial(
        _same,
        "From the dealer's left, each player in turn passes or accepts the suit of the turn-up as trump. Whoever makes "
        "trump ends the calls.",
    ),
    "common.second_round": partial(
        _same, "If all pass, there is a second round of calls, again from the dealer's left."
    ),
    "common.plain": _plain,
    "common.bowers": partial(
        _same, "The jack of trumps is the right bower; the other jack of the same colour is the left bower."
    ),
    "common.trumps": _trumps,
    "common.left_bower": partial(
        _same, "Once trump is made, the left bower is a trump in all the play, and no card of its printed suit."
    ),
    "common.takes": partial(
        _same, "The highest trump takes a trick; without a trump, the highest card of the suit led takes it."
    ),
    "common.leads": partial(_same, "Whoever takes a trick leads to the next."),
    "common.loners_partner": _loners_partner,
}
"""The functions that return the sentences of the shared rules. The sentences can depend on the ruleset."""

INFERRED: Mapping[str, Mapping[str, str]] = {
    "uka": {
        "common.bowers": "the source has both cards and no names for them; as 003",
        "common.left_bower": "the source ranks it among the trumps; as 004",
    },
    "tainui": {
        **dict.fromkeys(SENTENCES, "as 000"),
        "common.bowers": "as 000, and the names as 003",
        "common.left_bower": "as 000, which ranks it among the trumps, and as 004",
        "common.turn_up": 'the source says "the last card that\'s turned up"; as 000',
        "common.first_round": "that whoever makes trump ends the calls; as 000",
    },
    "knock": {
        "common.players": "the source does not say where partners sit; as 003",
        "common.deal_passes": "the source's \"leader's left\" is read as the dealer's left",
        "common.second_round": "the source does not say where it begins; as 003",
        "common.plain": "the source ranks the trumps only; as 003",
        "common.leads": 'the source\'s "who leads with tricks" is read as who takes one; as 004',
        "common.loners_partner": "the source does not say that the cards lie face down; as 003",
    },
    "bicycle": {"common.left_bower": "the source ranks it among the trumps; as 004"},
    "cardgames": {
        "common.players": "the source does not say where partners sit; as 003",
        "common.second_round": "the source does not say where it begins; as 003",
        "common.plain": "the source ranks the trumps only; as 003",
        "common.loners_partner": "the source does not say that the cards lie face down; as 003",
    },
}
"""The shared rules that a ruleset's written source does not state.

The outer key is the name of the ruleset, and the inner key names the rule. The value is the reason why Uka assumes the
rule nevertheless.
"""
