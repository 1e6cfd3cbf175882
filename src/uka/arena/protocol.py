"""The line protocol: messages to a program on its standard input, and answers on its standard output.

Each message and each answer is one line of JSON. A program plays one seat, and receives only what that seat may know.
The program must exit when its input ends.
"""

from __future__ import annotations

import msgspec

from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.tagged import Tagged

PROTOCOL = 1
MOST_BYTES = 65_536
"""The maximum length of a line that a program writes, in bytes."""
NAME_MOST = 40
"""The maximum length of a program's name, in characters."""


class Hello(Tagged, frozen=True, kw_only=True):
    """The first message to a program."""

    protocol: int = PROTOCOL
    """The version of the protocol."""
    seat: Seat
    """The seat that the program plays."""
    seconds: float
    """The time that the program has for each choice, in seconds."""
    rules: Ruleset


class ChooseAction(Tagged, frozen=True, kw_only=True):
    """A request for an action of the program's seat. The answer is one of ``observation.legal_actions``."""

    seed: int
    """A number from which the program can take all its randomness, so that its games can be repeated."""
    observation: Observation
    """What the seat sees."""


class ProgramGreeting(msgspec.Struct, frozen=True):
    """A program's answer to ``Hello``."""

    name: str
    """The name of the program."""


ANSWER = msgspec.json.Decoder(Action)
GREETING = msgspec.json.Decoder(ProgramGreeting)


def line(message: Hello | ChooseAction) -> bytes:
    """Return ``message`` as a line of JSON, with its newline."""
    return msgspec.json.encode(message) + b"\n"
