from collections.abc import Sequence

from typing_extensions import Buffer

PORTABLE: bool
"""Whether the search runs that suits any processor; ``UKA_PORTABLE`` in the environment asks for it."""

class Solver:
    def __init__(
        self,
        pack: int,
        hand_size: int,
        suit: Sequence[Sequence[int]],
        strength: Sequence[Sequence[Sequence[int]]],
        must_head: bool,
        first_lead_trump: bool,
    ) -> None: ...
    def tricks(
        self, hands: Sequence[int], leader: int, trump: int, plays: Sequence[int], sitting: int, side: int
    ) -> int: ...
    def values(
        self, hands: Sequence[int], leader: int, trump: int, plays: Sequence[int], sitting: int, side: int
    ) -> list[tuple[int, int]]: ...
    def solve_all(
        self,
        hands: Buffer,
        leaders: Buffer,
        trumps: Buffer,
        sitting: Buffer,
        sides: Buffer,
        plays: Buffer | None,
        into: Buffer,
        threads: int,
    ) -> None: ...

class Worlds:
    def __init__(
        self,
        unseen: int,
        cases: Sequence[
            tuple[
                Sequence[tuple[int, int, int, int, int]],
                Sequence[int],
                Sequence[int],
                Sequence[int],
                Sequence[int],
                tuple[int, int, int],
            ]
        ],
    ) -> None: ...
    def count(self) -> int: ...
    def draw(self, hands: Buffer, away: Buffer | None, called: Buffer | None, seed: int) -> None: ...

def resample(weights: Buffer, picks: Buffer, seed: int) -> None: ...
def gather(rows: Buffer, picks: Buffer, into: Buffer) -> None: ...

FEATURES: int

class PlayModel:
    def __init__(
        self,
        pack: int,
        suit: Sequence[Sequence[int]],
        strength: Sequence[Sequence[Sequence[int]]],
        must_head: bool,
        first_lead_trump: bool,
        weights: Sequence[float],
        any: float,
    ) -> None: ...
    def weigh(
        self,
        history: tuple[int, int, int, int, int, Sequence[int], Sequence[Sequence[int]]],
        hands: Buffer,
        weights: Buffer,
    ) -> None: ...
    def rows(
        self, history: tuple[int, int, int, int, int, Sequence[int], Sequence[Sequence[int]]], hands: Sequence[int]
    ) -> list[list[list[float]]]: ...
