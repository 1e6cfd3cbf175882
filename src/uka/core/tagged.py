"""The base class of actions, events, log entries and messages. In JSON their field ``type`` names their class."""

from __future__ import annotations

import msgspec


def snake_case(name: str) -> str:
    """Return the name of a class, such as ``OrderUp``, with small letters and underscores.

    >>> snake_case("OrderUp")
    'order_up'
    """
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).removeprefix("_")


class Tagged(msgspec.Struct, frozen=True, gc=False, tag=snake_case, tag_field="type"):
    """The base class of values whose JSON object names their class in the field ``type``, such as ``order_up``."""
