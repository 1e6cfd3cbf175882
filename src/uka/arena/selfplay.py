"""Statistics from self-play: how many tricks the makers take for each double-dummy value, and how deals end."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache, partial
from random import Random

import msgspec

from uka.bots import Bot, bot
from uka.core.actions import Action, CallTrump, GoAlone, OrderUp
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Contract, Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled
from uka.kernels import DoubleDummySolver, packed_position
from uka.kernels.bidding_policy import (
    CONTRACT_KINDS,
    TERMINALS,
    BiddingPolicy,
    alone_kind,
    contract_kind,
    terminal_index,
    unpack_table,
)
from uka.models.model import Leaves

from .chunked_work import Chunk
from .match_play import Chooser
from .worker_process import check_abandoned

PLAYER = "expert"
"""The name of the bot that plays the cards in self-play."""


class SelfPlayCounts(msgspec.Struct, frozen=True):
    """Numbers of deals that bots played in one chunk, counted by ``count_leaves`` or by ``count_ends``."""

    counts: tuple[int, ...]
    """The numbers of deals in the cells of a table, row by row."""


def sum_leaves(rules: Ruleset, found: list[SelfPlayCounts]) -> Leaves:
    """Add up ``found``, the results of ``count_leaves`` for all chunks. Return the sum in the form of ``Model.leaves``.

    That is a table of numbers of deals with the indexes ``[kind of contract][double-dummy tricks][tricks taken]``.
    """
    size = rules.hand_size + 1
    total = _sums(found)
    rows = [total[start : start + size] for start in range(0, len(total), size)]
    return tuple(tuple(rows[start : start + size]) for start in range(0, len(rows), size))


def sum_ends(found: list[SelfPlayCounts]) -> tuple[int, ...]:
    """Add up ``found``, the results of ``count_ends`` for all chunks. Return the sum in the form of ``Model.ends``.

    That is a tuple with the number of deals for each ``terminal_index``, which says how a deal ends.
    """
    return _sums(found)


def _sums(found: list[SelfPlayCounts]) -> tuple[int, ...]:
    """Return the sum over all chunks for each cell of the counts."""
    return tuple(sum(cells) for cells in zip(*(each.counts for each in found), strict=True))


def count_leaves(rules: Ruleset, chunk: Chunk) -> SelfPlayCounts:
    """Let bots play the deals of ``chunk``, and count how many tricks the makers take.

    The counts are separate for each kind of contract and each double-dummy value at the first lead. In every second
    deal the maker goes alone if the rules allow it. In these deals, each other seat that may go alone or defend alone
    does so half the time.
    """
    size = rules.hand_size + 1
    counts, solver, player = [0] * (CONTRACT_KINDS * size * size), DoubleDummySolver(rules), bot(PLAYER)
    for number, rng, deal in _new_deals(rules, chunk):
        chooser = partial(_alone_if_lawful, player) if number % 2 else player.choose
        before = _until_play(deal, chooser, rng)
        if before.phase is Phase.PLAYING:
            contract, taken = _play_out(before, player, rng)
            kind = contract_kind(_makers_index(before), alone_kind(contract))
            counts[(kind * size + solver.tricks(packed_position(before))) * size + taken] += 1
    return SelfPlayCounts(tuple(counts))


def count_ends(rules: Ruleset, calls: bytes, chunk: Chunk) -> SelfPlayCounts:
    """Let bots play the deals of ``chunk``, and count the deals by how they end.

    All seats bid by a policy; ``calls`` is the packed table of that policy. The counts are indexed by
    ``terminal_index``.
    """
    counts, player = [0] * TERMINALS, bot(PLAYER)
    chooser = partial(_bid_by_policy, _bidding_policy(rules, calls), player)
    for _, rng, deal in _new_deals(rules, chunk):
        before = _until_play(deal, chooser, rng)
        if before.phase is Phase.PLAYING:
            contract, taken = _play_out(before, player, rng)
            counts[terminal_index(_makers_index(before), alone_kind(contract), taken)] += 1
        elif before.calls:
            counts[0] += 1  # nobody made trump; a redeal for a farmer's hand is not counted
    return SelfPlayCounts(tuple(counts))


def _new_deals(rules: Ruleset, chunk: Chunk) -> Generator[tuple[int, Random, Deal]]:
    """Yield the number of each deal of ``chunk``, the random numbers for its choices, and the new deal."""
    for number in range(chunk.size):
        check_abandoned()
        seed = f"{chunk.seed}/{number}"
        yield number, Random(seed), Deal.start(rules, SEATS[number // 2 % len(SEATS)], shuffled(rules, seed))


def _until_play(deal: Deal, chooser: Chooser, rng: Random) -> Deal:
    """Let ``chooser`` play ``deal``. Return it just before the first lead, or finished if there is no lead."""
    while not deal.over and deal.phase is not Phase.PLAYING:
        deal, _ = deal.apply(chooser(deal.observe(_turn(deal)), rng))
    return deal


def _play_out(deal: Deal, player: Bot, rng: Random) -> tuple[Contract, int]:
    """Let ``player`` play all seats of ``deal`` to its end. Return the contract and the makers' number of tricks."""
    contract = deal.contract
    assert contract is not None
    while not deal.over:
        deal, _ = deal.apply(player.choose(deal.observe(_turn(deal)), rng))
    return contract, deal.taken[contract.makers.index]


def _makers_index(deal: Deal) -> int:
    """Return 0 if the dealer's side made trump, or 1 if the other side did."""
    assert deal.contract is not None
    return 0 if deal.contract.makers is deal.dealer.partnership else 1


def _turn(deal: Deal) -> Seat:
    assert deal.turn is not None
    return deal.turn


def _alone_if_lawful(player: Bot, seen: Observation, rng: Random) -> Action:
    """Return the choice of ``player``, but let the maker go alone whenever that is lawful.

    A seat other than the maker that may go alone, or defend alone, does so half the time.
    """
    choice, lawful = player.choose(seen, rng), seen.lawful_actions
    chance_of_alone = 1.0 if seen.seat is _maker(seen) else 0.5
    if GoAlone() in lawful and rng.random() < chance_of_alone:
        return GoAlone()
    match choice:
        case OrderUp():
            alone: Action = OrderUp(alone=True)
        case CallTrump(suit=suit):
            alone = CallTrump(suit, alone=True)
        case _:
            return choice
    return alone if alone in lawful else choice


def _maker(seen: Observation) -> Seat | None:
    return seen.contract.maker if seen.contract else None


def _bid_by_policy(bids: BiddingPolicy, player: Bot, seen: Observation, rng: Random) -> Action:
    """Return a bid drawn from the policy ``bids`` in the calling rounds, and otherwise the choice of ``player``."""
    if seen.phase is not Phase.CALLING:
        return player.choose(seen, rng)
    chances = bids.chances(seen)
    return rng.choices(list(chances), list(chances.values()))[0]


@lru_cache(maxsize=1)
def _bidding_policy(rules: Ruleset, calls: bytes) -> BiddingPolicy:
    return BiddingPolicy(rules, unpack_table(calls))
