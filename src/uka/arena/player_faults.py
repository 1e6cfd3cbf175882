"""The faults of a player that gives no legal answer, and the action that replaces it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.core.actions import Action
from uka.core.observation import Observation

FaultKind: TypeAlias = Literal["crashed", "late", "unasked", "garbled", "illegal", "given_up"]


class PlayerFault(Exception):
    """A player gave no lawful answer; the kind, and a sentence that says how."""

    def __init__(self, kind: FaultKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind: FaultKind = kind


class FaultCounts(msgspec.Struct):
    """Faults counted: it ended, took too long, spoke when not asked, said what is no action, or no lawful one; and
    choices it was not asked for any more, after too many of the first four. ``first`` is the first one's sentence."""

    crashed: int = 0
    late: int = 0
    unasked: int = 0
    garbled: int = 0
    illegal: int = 0
    given_up: int = 0
    first: str = ""

    @property
    def total(self) -> int:
        """How many there were."""
        return self.crashed + self.late + self.unasked + self.garbled + self.illegal + self.given_up

    def count(self, fault: PlayerFault) -> None:
        """Count one."""
        setattr(self, fault.kind, getattr(self, fault.kind) + 1)
        self.first = self.first or str(fault)

    def add(self, other: FaultCounts) -> None:
        """Count others in, which came later; the first sentence stays."""
        for field in self.__struct_fields__[:-1]:
            setattr(self, field, getattr(self, field) + getattr(other, field))
        self.first = self.first or other.first


def fallback(seen: Observation) -> Action:
    """What is played where a player gives no lawful answer: the lawful action of the lowest index."""
    return min(seen.lawful_actions, key=lambda action: action.index)
