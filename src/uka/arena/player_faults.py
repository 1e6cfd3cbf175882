"""The faults of a player that gives no lawful answer, and the action that then replaces its answer."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.core.actions import Action
from uka.core.observation import Observation

FaultKind: TypeAlias = Literal["crashed", "late", "unasked", "garbled", "illegal", "given_up"]
"""The kinds of faults. ``FaultCounts`` has a field for each."""

DOES_IT_FLUSH = "does it flush each line of output?"


class PlayerFault(Exception):
    """Raised if a player gives no lawful answer. It has the ``kind`` of the fault, and its message is a sentence."""

    def __init__(self, kind: FaultKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind: FaultKind = kind


class FaultCounts(msgspec.Struct):
    """How often a player had each kind of fault. After too many faults, the arena asks the player no more."""

    crashed: int = 0
    """How often the player crashed or ended."""
    late: int = 0
    """How often it gave no answer in time."""
    unasked: int = 0
    """How often it wrote a line that was not requested."""
    garbled: int = 0
    """How often its answer was not an action."""
    illegal: int = 0
    """How often it chose an action that is not lawful. Such faults do not end the requests."""
    given_up: int = 0
    """How many choices were made without the player, because it was asked no more."""
    first: str = ""
    """The sentence about the first fault, or an empty text."""

    @property
    def total(self) -> int:
        """The number of all faults plus the number of choices made without the player."""
        return self.crashed + self.late + self.unasked + self.garbled + self.illegal + self.given_up

    def count(self, fault: PlayerFault) -> None:
        """Count ``fault`` among the faults of its kind."""
        setattr(self, fault.kind, getattr(self, fault.kind) + 1)
        self.first = self.first or str(fault)

    def add(self, other: FaultCounts) -> None:
        """Add the counts of ``other``, which are counts of later faults."""
        self.crashed += other.crashed
        self.late += other.late
        self.unasked += other.unasked
        self.garbled += other.garbled
        self.illegal += other.illegal
        self.given_up += other.given_up
        self.first = self.first or other.first


def late_hello_sentence(seconds: float) -> str:
    """Return the sentence that a program has not answered the first message within ``seconds`` seconds."""
    return f"it did not answer hello in {seconds:g} seconds; {DOES_IT_FLUSH}"


def fallback(seen: Observation) -> Action:
    """Return the action that replaces a missing or unlawful answer: the lawful action with the lowest index."""
    return min(seen.lawful_actions, key=lambda action: action.index)
