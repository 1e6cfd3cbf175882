from collections.abc import Sequence
from typing import TypeAlias

from typing_extensions import Buffer

Rows: TypeAlias = Sequence[Sequence[int]]
TrickTables: TypeAlias = tuple[int, int, Rows, Sequence[Rows], bool, bool]
"""The mask of the pack, the hand size, the suits by trump and card, and the strengths by trump, suit led and card. Then
follow the rules ``must_head`` and ``first_lead_trump``."""
BiddingTables: TypeAlias = tuple[Rows, Rows, Rows, Rows, Sequence[int]]
"""The states and edges of the bidding automaton, masks of cards by kind, relative suits, and the initial states."""
ScoreTables: TypeAlias = tuple[Sequence[Rows], Sequence[int]]
"""Outcomes and points by the code for who plays alone and by the makers' tricks. Then follow the outcomes of deals
without a contract."""
BiddingPoint: TypeAlias = tuple[int, int, int, int, int]
"""The state of the automaton, the dealer, the turn-up, the suit of the turn-up, and the trump."""
PlayRow: TypeAlias = tuple[int, int, Sequence[int], int, int, int]
"""The leader, the trump, the cards of the trick in progress, the seats that sit out, the cards of finished tricks, and
the number of tricks that the makers have taken. The seats and the cards of finished tricks are bit masks."""
RolloutOptions: TypeAlias = tuple[int, int, int, int]
"""The policy for the bidding, the policy for the play, the random seed, and the number of threads."""
RolloutBuffers: TypeAlias = tuple[Buffer | None, Buffer | None, Buffer | None, Buffer | None]
"""Buffers that receive the points, tricks, outcomes and makers of each deal."""
PlayHistory: TypeAlias = tuple[int, int, int, int, int, Sequence[int], Rows]
"""The trump, the mask of the seats that sit out, the maker, the observing seat, the mask of the cards out of play, the
leaders of the tricks, and the cards of the tricks."""
CardLocation: TypeAlias = tuple[int, int, int, int, int]
HoldingProof: TypeAlias = tuple[int, int, int]
HiddenCardCase: TypeAlias = tuple[
    Sequence[CardLocation], Sequence[int], Sequence[int], Sequence[int], Sequence[int], HoldingProof
]

PORTABLE: bool
"""Whether the code compiled for any processor is in use. The environment variable ``UKA_PORTABLE`` forces its use."""
FEATURES: int
"""The number of features of a card in the cardplay model."""

class DoubleDummySolver:
    def __init__(self, tricks: TrickTables) -> None: ...
    def tricks(
        self, hands: Sequence[int], leader: int, trump: int, plays: Sequence[int], sitting: int, side: int
    ) -> int: ...
    def values(
        self, hands: Sequence[int], leader: int, trump: int, plays: Sequence[int], sitting: int, side: int
    ) -> list[tuple[int, int]]: ...
    def solve_all(
        self,
        positions: tuple[Buffer, Buffer, Buffer, Buffer, Buffer, Buffer | None],
        into: Buffer,
        threads: int,
    ) -> None: ...
    def count(
        self, hands: Buffer, weights: Buffer | None, common: tuple[int, int, Sequence[int], int, int]
    ) -> list[list[float]]: ...
    def count_by_card(
        self, hands: Buffer, weights: Buffer | None, common: tuple[int, int, Sequence[int], int, int]
    ) -> list[tuple[int, list[list[float]]]]: ...

class WorldSampler:
    def __init__(self, unseen: int, cases: Sequence[HiddenCardCase]) -> None: ...
    def count(self) -> int: ...
    def draw(self, hands: Buffer, away: Buffer | None, called: Buffer | None, seed: int) -> None: ...

def resample(weights: Buffer, picks: Buffer, seed: int) -> None: ...
def gather(rows: Buffer, picks: Buffer, into: Buffer) -> None: ...

class DealState:
    """A deal from the turn-up to the first lead. ``hands`` and ``away`` (the discards) are card masks by seat.

    ``kitty`` lists the cards under the turn-up. The other properties are indexes of seats, suits and cards.
    """

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

class RuleTables:
    """A ruleset as tables. ``uka.kernels.bidding.rule_tables`` builds these tables."""

    def __init__(self, tricks: TrickTables, bidding: BiddingTables, scores: ScoreTables) -> None: ...
    def start(self, dealer: int, hands: Sequence[int], upcard: int, kitty: Sequence[int]) -> DealState: ...
    def at(
        self, point: BiddingPoint, hands: Sequence[int], kitty: Sequence[int], away: Sequence[int], gift: int
    ) -> DealState: ...
    def legal(self, deal: DealState) -> list[int]: ...
    def step(self, deal: DealState, action: int) -> DealState: ...
    def stage(self, deal: DealState) -> int: ...
    def seats(self, deal: DealState) -> tuple[int, int, int, int, int, int]: ...

def rollout_deals(
    rule_tables: RuleTables, size: int, dealer: int, options: RolloutOptions, into: RolloutBuffers
) -> list[int]: ...
def rollout_from_bidding(
    rule_tables: RuleTables,
    point: BiddingPoint,
    away: Sequence[int],
    worlds: tuple[Buffer, Buffer | None],
    options: RolloutOptions,
    into: RolloutBuffers,
) -> list[int]: ...
def rollout_from_play(
    rule_tables: RuleTables,
    contract: tuple[int, int],
    play: PlayRow,
    hands: Buffer,
    options: RolloutOptions,
    into: RolloutBuffers,
) -> list[int]: ...
def policy_action(rule_tables: RuleTables, deal: DealState) -> int: ...
def policy_card(rule_tables: RuleTables, contract: tuple[int, int], play: PlayRow, hands: Sequence[int]) -> int: ...

class CardplayModel:
    def __init__(self, tricks: TrickTables, weights: Sequence[float], any: float) -> None: ...
    def weigh(self, history: PlayHistory, hands: Buffer, weights: Buffer) -> None: ...
    def rows(self, history: PlayHistory, hands: Sequence[int]) -> list[list[list[float]]]: ...

class CfrTrainer:
    def __init__(self, rule_tables: RuleTables, payoffs: Sequence[Sequence[float]]) -> None: ...
    def size(self) -> int: ...
    def train(self, regrets: Buffer, sums: Buffer, fixed: Buffer | None, seed: int, deals: int) -> None: ...
    def match(self, tables: Sequence[Buffer], seed: int, deals: int) -> list[float]: ...

def blend_tables(table: Buffer, keep: float, other: Buffer, share: float) -> None: ...
def pack_table(table: Buffer, into: Buffer) -> None: ...
def unpack_table(packed: Buffer, into: Buffer) -> None: ...

class BiddingPolicy:
    def __init__(self, rule_tables: RuleTables, pack: int) -> None: ...
    def size(self) -> int: ...
    def bids(self, point: BiddingPoint, seat: int, hand: int) -> tuple[int, list[tuple[int, int]]]: ...
    def weigh(
        self, table: Buffer, calls: tuple[BiddingPoint, Sequence[int], int, float], hands: Buffer, weights: Buffer
    ) -> None: ...
    def evaluate(
        self,
        table: Buffer,
        point: BiddingPoint,
        away: Sequence[int],
        hands: Buffer,
        weights: Buffer | None,
        seed: int,
    ) -> list[tuple[int, list[tuple[list[int], tuple[float, float]]]]]: ...
