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
    def count(
        self,
        hands: Buffer,
        weights: Buffer | None,
        leader: int,
        trump: int,
        plays: Sequence[int],
        sitting: int,
        side: int,
    ) -> list[list[float]]: ...
    def count_by_card(
        self,
        hands: Buffer,
        weights: Buffer | None,
        leader: int,
        trump: int,
        plays: Sequence[int],
        sitting: int,
        side: int,
    ) -> list[tuple[int, list[list[float]]]]: ...

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

class Hold:
    """A deal from the turn-up to the first lead: masks of cards by seat; seats, suits and cards by index."""

    @property
    def hands(self) -> list[int]: ...
    @property
    def away(self) -> list[int]: ...
    @property
    def kitty(self) -> list[int]: ...
    @property
    def dealer(self) -> int: ...
    @property
    def upcard(self) -> int: ...
    @property
    def up(self) -> int: ...
    @property
    def trump(self) -> int: ...
    @property
    def gift(self) -> int: ...
    @property
    def state(self) -> int: ...

class Book:
    """What kernels know of a ruleset; made by ``uka.kernels.calls.book``."""

    def __init__(
        self,
        pack: int,
        hand_size: int,
        suit: Sequence[Sequence[int]],
        strength: Sequence[Sequence[Sequence[int]]],
        must_head: bool,
        first_lead_trump: bool,
        states: Sequence[Sequence[int]],
        edges: Sequence[Sequence[int]],
        masks: Sequence[Sequence[int]],
        relative: Sequence[Sequence[int]],
        starts: Sequence[int],
        scores: Sequence[Sequence[Sequence[int]]],
        ends: Sequence[int],
    ) -> None: ...
    def start(self, dealer: int, hands: Sequence[int], upcard: int, kitty: Sequence[int]) -> Hold: ...
    def at(
        self,
        state: int,
        dealer: int,
        hands: Sequence[int],
        upcard: int,
        up: int,
        trump: int,
        kitty: Sequence[int],
        away: Sequence[int],
        gift: int,
    ) -> Hold: ...
    def legal(self, hold: Hold) -> list[int]: ...
    def step(self, hold: Hold, action: int) -> Hold: ...
    def stage(self, hold: Hold) -> int: ...
    def seats(self, hold: Hold) -> tuple[int, int, int, int, int, int]: ...

def deals(
    book: Book,
    size: int,
    dealer: int,
    calls: int,
    play: int,
    seed: int,
    threads: int,
    points: Buffer | None,
    tricks: Buffer | None,
    outcomes: Buffer | None,
    makers: Buffer | None,
) -> list[int]: ...
def on_from_calls(
    book: Book,
    state: int,
    dealer: int,
    upcard: int,
    up: int,
    trump: int,
    away: Sequence[int],
    hands: Buffer,
    kitties: Buffer | None,
    calls: int,
    play: int,
    seed: int,
    threads: int,
    points: Buffer | None,
    tricks: Buffer | None,
    outcomes: Buffer | None,
    makers: Buffer | None,
) -> list[int]: ...
def on_from_play(
    book: Book,
    state: int,
    dealer: int,
    hands: Buffer,
    leader: int,
    trump: int,
    plays: Sequence[int],
    sitting: int,
    gone: int,
    taken: int,
    play: int,
    seed: int,
    threads: int,
    points: Buffer | None,
    tricks: Buffer | None,
    outcomes: Buffer | None,
    makers: Buffer | None,
) -> list[int]: ...
def cheap_action(book: Book, hold: Hold) -> int: ...
def cheap_card(
    book: Book,
    state: int,
    dealer: int,
    hands: Sequence[int],
    leader: int,
    trump: int,
    plays: Sequence[int],
    sitting: int,
    gone: int,
    taken: int,
) -> int: ...

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

class Learner:
    def __init__(self, book: Book, pay: Sequence[Sequence[float]]) -> None: ...
    def size(self) -> int: ...
    def learn(self, regrets: Buffer, sums: Buffer, fixed: Buffer | None, seed: int, deals: int) -> None: ...
    def match(self, tables: Sequence[Buffer], seed: int, deals: int) -> list[float]: ...

def blend(table: Buffer, keep: float, other: Buffer, share: float) -> None: ...
def pack(table: Buffer, into: Buffer) -> None: ...
def unpack(packed: Buffer, into: Buffer) -> None: ...

class Caller:
    def __init__(self, book: Book, pack: int) -> None: ...
    def size(self) -> int: ...
    def asked(
        self, scene: tuple[int, int, int, int, int], seat: int, hand: int
    ) -> tuple[int, list[tuple[int, int]]]: ...
    def weigh(
        self,
        table: Buffer,
        start: tuple[int, int, int, int, int],
        actions: Sequence[int],
        others: int,
        slip: float,
        hands: Buffer,
        weights: Buffer,
    ) -> None: ...
    def judge(
        self,
        table: Buffer,
        scene: tuple[int, int, int, int, int],
        away: Sequence[int],
        hands: Buffer,
        weights: Buffer | None,
        seed: int,
    ) -> list[tuple[int, list[float], list[float]]]: ...
