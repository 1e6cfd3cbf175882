"""The words that players say during a deal, such as "pass" and "I order it up". Each ruleset sets its own words."""

# Without `from __future__ import annotations`, as ruleset.py

from typing import Annotated

import msgspec

from .errors import InvalidRuleset
from .ruleset_fields import about


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words that players say. ``{suit}`` stands for the name of the suit that is called."""

    decline: Annotated[str, about("passing")] = "pass"
    turn_down: Annotated[str, about("the dealer turning down the turn-up")] = "pass"
    order_up: Annotated[str, about("an opponent of the dealer ordering up the turn-up")] = "order it up"
    assist: Annotated[str, about("the dealer's partner ordering up the turn-up")] = "order it up"
    take_up: Annotated[str, about("the dealer picking up the turn-up")] = "pick it up"
    name: Annotated[str, about("naming a suit in the second round")] = "{suit}"
    next: Annotated[str, about("naming the other suit of the turned-down card's colour")] = "{suit}"
    cross: Annotated[str, about("naming a suit of the other colour")] = "{suit}"
    alone: Annotated[str, about("going alone, said after the call")] = "alone"
    assist_alone: Annotated[
        str, about("the dealer's partner ordering up the turn-up alone; empty: assist, then alone")
    ] = ""
    other_talk: Annotated[bool, about("other talk: whether anything else may be said during a deal")] = True


def check_words(words: Words) -> None:
    """Raise ``InvalidRuleset`` if any text contains braces other than ``{suit}``."""
    for name in words.__struct_fields__:
        text = getattr(words, name)
        if set("{}") & set(str(text).replace("{suit}", "")):  # other braces would let str.format() read any attribute
            raise InvalidRuleset(f"words.{name}", text, "text with nothing in braces but {suit}")
