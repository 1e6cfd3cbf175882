"""Rules engine, bots, server and clients for the Euchre family of card games.

>>> import uka
>>> from uka import Seat
>>> rules = uka.ruleset("tainui")
>>> deal = uka.Deal.start(rules, dealer=Seat.SOUTH, pack=uka.shuffled(rules, seed=7))
>>> while not deal.over:
...     deal, events = deal.apply(deal.legal_actions[-1])
>>> deal.result.outcome
<Outcome.LONE_MADE: 'lone_made'>
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; the one of `typing` would have to be imported
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from uka.core.actions import (
        ACTIONS,
        Action,
        CallTrump,
        ClaimRedeal,
        ClaimRevoke,
        Discard,
        Give,
        GoAlone,
        GoUnder,
        NameSuit,
        OrderUp,
        Pass,
        Play,
    )
    from uka.core.cards import SUITS, Card, Hand, Rank, Suit, parse_card, parse_cards
    from uka.core.deal import Deal
    from uka.core.draw import Draw
    from uka.core.errors import IllegalAction, InvalidDeal, InvalidRuleset, OutOfTurn, UkaError, UnknownSeat
    from uka.core.events import Event
    from uka.core.game import Game, at_the_bridge
    from uka.core.observation import Observation
    from uka.core.public_deal import Phase
    from uka.core.rubber import Rubber
    from uka.core.ruleset import Ruleset
    from uka.core.score_markers import Markers, markers, score_markers
    from uka.core.scoring import DealResult, Outcome, Scoring
    from uka.core.seats import SEATS, Partnership, Seat
    from uka.core.shuffle import shuffled
    from uka.core.trick import Trick, effective_suit

__version__ = "0.1.0"


def ruleset(name: str | Path, changes: Mapping[str, object] | None = None) -> Ruleset:
    """Return a ruleset. ``name`` is the name of a shipped ruleset or the path of a TOML file.

    ``changes`` maps the names of fields to new values. See ``uka.rulesets.find``.
    """
    from uka.rulesets import find  # imported here so that `import uka` does not load the TOML parser

    return find(name, changes)


NAMES = {
    "actions": (
        "ACTIONS Action CallTrump ClaimRedeal ClaimRevoke Discard Give GoAlone GoUnder NameSuit OrderUp Pass Play"
    ),
    "cards": "SUITS Card Hand Rank Suit parse_card parse_cards",
    "deal": "Deal",
    "draw": "Draw",
    "errors": "IllegalAction InvalidDeal InvalidRuleset OutOfTurn UkaError UnknownSeat",
    "events": "Event",
    "game": "Game at_the_bridge",
    "observation": "Observation",
    "public_deal": "Phase",
    "rubber": "Rubber",
    "ruleset": "Ruleset",
    "score_markers": "Markers markers score_markers",
    "scoring": "DealResult Outcome Scoring",
    "seats": "SEATS Partnership Seat",
    "shuffle": "shuffled",
    "trick": "Trick effective_suit",
}
"""The names that are imported when they are first used, by the module of ``uka.core`` that defines them."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        for module, names in NAMES.items():
            if name in names.split():
                from importlib import import_module

                value = globals()[name] = getattr(import_module(f"uka.core.{module}"), name)
                return value
        raise AttributeError(f"module 'uka' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


__all__ = [
    "ACTIONS",
    "SEATS",
    "SUITS",
    "Action",
    "CallTrump",
    "Card",
    "ClaimRedeal",
    "ClaimRevoke",
    "Deal",
    "DealResult",
    "Discard",
    "Draw",
    "Event",
    "Game",
    "Give",
    "GoAlone",
    "GoUnder",
    "Hand",
    "IllegalAction",
    "InvalidDeal",
    "InvalidRuleset",
    "Markers",
    "NameSuit",
    "Observation",
    "OrderUp",
    "OutOfTurn",
    "Outcome",
    "Partnership",
    "Pass",
    "Phase",
    "Play",
    "Rank",
    "Rubber",
    "Ruleset",
    "Scoring",
    "Seat",
    "Suit",
    "Trick",
    "UkaError",
    "UnknownSeat",
    "at_the_bridge",
    "effective_suit",
    "markers",
    "parse_card",
    "parse_cards",
    "ruleset",
    "score_markers",
    "shuffled",
]
