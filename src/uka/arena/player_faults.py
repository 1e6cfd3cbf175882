"""The faults of a player that gives no lawful answer, and the action that replaces the answer."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.core.actions import Action
from uka.core.observation import Observation

FaultKind: TypeAlias = Literal["crashed", "late", "unasked", "garbled", "illegal", "given_up"]

DOES_IT_FLUSH = "does it flush each line of output?"


class PlayerFault(Exception):
    """Raised if a player gives no lawful answer.

    The exception has the kind of fault and a sentence that describes the fault.
    """

    def __init__(self, kind: FaultKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind: FaultKind = kind


class FaultCounts(msgspec.Struct):
    """Counts of faults by kind. ``first`` is the sentence that describes the first fault.

    The first five fields count how often the player crashed, was late, wrote a line that was not requested, answered
    with a garbled line, or chose an illegal action. After too many faults of the first four kinds, the arena stops
    asking the player. ``given_up`` counts the choices that are then made without the player.
    """

    crashed: int = 0
    late: int = 0
    unasked: int = 0
    garbled: int = 0
    illegal: int = 0
    given_up: int = 0
    first: str = ""

    @property
    def total(self) -> int:
        """The total number of faults and of choices made without the player."""
        return self.crashed + self.late + self.unasked + self.garbled + self.illegal + self.given_up

    def count(self, fault: PlayerFault) -> None:
        """Count a fault."""
        setattr(self, fault.kind, getattr(self, fault.kind) + 1)
        self.first = self.first or str(fault)

    def add(self, other: FaultCounts) -> None:
        """Add the counts of later faults. ``first`` still describes the earliest fault."""
        for field in self.__struct_fields__[:-1]:
            setattr(self, field, getattr(self, field) + getattr(other, field))
        self.first = self.first or other.first


def hello_is_late(seconds: float) -> str:
    """Return the sentence for a program that has not answered the first message within ``seconds``."""
    return f"it did not answer hello in {seconds:g} seconds; {DOES_IT_FLUSH}"


def fallback(seen: Observation) -> Action:
    """Return the action that replaces a missing or unlawful answer. It is the lawful action with the lowest index."""
    return min(seen.lawful_actions, key=lambda action: action.index)
