"""The line protocol: what a program is told on its standard input, and what it answers, each a line of JSON.

A program has one seat, and is told nothing that this seat may not know. It ends when its input does.
"""

from __future__ import annotations

import msgspec

from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat

PROTOCOL = 1
MOST_BYTES = 65_536
"""The longest line that a program may say."""
NAME_MOST = 40
"""The longest name it may have."""


class ProgramHello(msgspec.Struct, frozen=True, kw_only=True, tag_field="ask", tag="hello"):
    """The first line: which protocol this is, the program's seat, the rules, and how long a choice may take."""

    protocol: int = PROTOCOL
    seat: Seat
    seconds: float
    rules: Ruleset


class ChooseRequest(msgspec.Struct, frozen=True, kw_only=True, tag_field="ask", tag="choose"):
    """It is the seat's turn. ``observation.legal_actions`` are what it may answer; ``seed`` is for what it leaves to
    chance: who draws on nothing else gives the same games for the same seed."""

    seed: int
    observation: Observation


class ProgramGreeting(msgspec.Struct, frozen=True):
    """The answer to a hello."""

    name: str


ANSWER = msgspec.json.Decoder(Action)
GREETING = msgspec.json.Decoder(ProgramGreeting)


def line(message: ProgramHello | ChooseRequest) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message) + b"\n"
