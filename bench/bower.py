"""Bots in a published set-up: the jack of spades is turned up, and the dealer's side meets a PIMC player.

``python -m bench.bower`` plays it. The set-up is that of https://fewworddotrick.com/posts/cfr-for-euchre/: the dealer
must name a suit in the end, nobody goes alone, and 10,000 random deals are played. The opponents sample 50 layouts of
the hidden cards for every choice, calls too, and solve them as if everybody saw all cards, calls too. Published are the
mean points of the dealer's side: 0.67 if it is such a player itself, and 0.77 if counterfactual regret minimization
chose its calls.

Results are stored in a folder (build/bower by default), so that a run goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random

import msgspec

import uka
from bench.strength import formatted, write_table
from uka.arena import ChunkStore, chunks, run, workers
from uka.arena.chunked_work import Chunk
from uka.arena.confidence_intervals import RatioSums
from uka.bots import Bot, bot
from uka.bots.payoffs import play_payoffs
from uka.bots.pimc import solve_worlds, world_sampler
from uka.core.actions import PASS, Action, CallTrump, Discard, OrderUp, Play
from uka.core.cards import CARDS, SUITS, Card, Suit
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled
from uka.kernels import DoubleDummySolver, PackedPosition
from uka.kernels.bidding import contract_points
from uka.kernels.determinization import world_buffer

ROOT = Path(__file__).parent.parent
RULES = uka.ruleset("north_american", {"alone_by": "nobody", "dealer_calls_in_second": True})
JACK = Card("Js")
JACK_SUIT = Suit.SPADES.index
WORLDS = 50
DEALS, CHUNK = 10_000, 50
PLAYERS = ("pimc-50", "club", "expert", "master")
POINTS = contract_points(RULES).with_partners
SOLVER = DoubleDummySolver(RULES)


class Pimc:
    """A player that solves sampled layouts for every choice, calls too, and takes the one with the best mean points."""

    name = "pimc-50"

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the first lawful action with the best mean result over the layouts."""
        seen = observation
        if len(seen.lawful_actions) == 1:
            return seen.lawful_actions[0]
        hands = world_buffer(WORLDS)
        world_sampler(seen).draw(hands, seed=rng.getrandbits(63))
        if seen.phase is Phase.PLAYING:
            solved, points = solve_worlds(seen, hands), play_payoffs(seen)
            return Play(max(solved, key=lambda card: solved[card].mean(points)[0]))
        totals = dict.fromkeys(seen.lawful_actions, 0.0)
        for values in _values_before_play(seen, hands):
            for action in totals:
                totals[action] += values[action]
        assert seen.seat is not None
        sign = 1 if seen.seat.partnership is seen.dealer.partnership else -1
        return max(totals, key=lambda action: sign * totals[action])


def _values_before_play(seen: Observation, worlds: memoryview[int]) -> Iterator[Mapping[Action, float]]:
    """Yield for each of *n* ``worlds``, *n* by 4 hands, the points of the dealer's side after each lawful action."""
    dealer = seen.dealer
    discarding = seen.phase is Phase.DISCARDING
    upcard = 0 if discarding else seen.upcard.bit
    for world in range(len(worlds)):
        hands = [worlds[world, seat.index] for seat in SEATS]
        held = hands[dealer.index] | upcard
        kept = {card: _tricks(dealer, held & ~card.bit, hands, JACK_SUIT) for card in _cards(held)}
        if discarding:
            assert seen.contract is not None
            own = seen.contract.makers is dealer.partnership
            yield {Discard(card): _points(tricks, own=own) for card, tricks in kept.items()}
        else:
            yield _call_values(seen, hands, max(kept.values()))


def _call_values(seen: Observation, hands: Sequence[int], ordered: int) -> Mapping[Action, float]:
    """Return the points of the dealer's side after each lawful call, if everybody sees all hands and calls best.

    ``ordered`` is the number of tricks that the dealer's side takes if the dealer takes up the turned-up jack.
    """
    dealer = seen.dealer
    suits = {
        action: _tricks(dealer, hands[dealer.index], hands, action.suit.index)
        for action in (CallTrump(suit) for suit in SUITS if suit.index != JACK_SUIT)
    }

    def value(call: int, action: Action) -> float:
        own = call % 2 == 1  # the dealer and the dealer's partner make every second call
        if isinstance(action, OrderUp):
            return _points(ordered, own=own)
        if isinstance(action, CallTrump):
            return _points(suits[action], own=own)
        return best(call + 1)

    def best(call: int) -> float:
        choices: list[Action] = [OrderUp()] if call < len(SEATS) else list(suits)
        if call < 2 * len(SEATS) - 1:
            choices.append(PASS)
        return (max if call % 2 == 1 else min)(value(call, action) for action in choices)

    return {action: value(len(seen.calls), action) for action in seen.lawful_actions}


def _tricks(dealer: Seat, dealers_hand: int, hands: Sequence[int], trump: int) -> int:
    """Return how many tricks the dealer's side takes, double-dummy, if the dealer holds ``dealers_hand``."""
    masks = tuple(dealers_hand if seat is dealer else hands[seat.index] for seat in SEATS)
    return SOLVER.tricks(PackedPosition(masks, dealer.left.index, trump, side=dealer.partnership.index))


def _points(tricks: int, *, own: bool) -> int:
    """Return the points of the dealer's side, less those of the other, if the dealer's side takes ``tricks`` tricks.

    ``own`` says whether the dealer's side made trump.
    """
    return POINTS[tricks] if own else -POINTS[RULES.hand_size - tricks]


def _cards(mask: int) -> list[Card]:
    return [card for card in CARDS if card.bit & mask]


def play_chunk(name: str, chunk: Chunk) -> RatioSums:
    """Play the deals of a chunk: ``name`` for the dealer's side, the published player for the other."""
    total = RatioSums()
    for number in range(chunk.size):
        rng = Random(f"{chunk.seed}/{number}")
        deal = _deal(rng)
        players: dict[bool, Bot] = {True: _player(name), False: Pimc()}
        while (seat := deal.turn) is not None:
            player = players[seat.partnership is deal.dealer.partnership]
            deal, _ = deal.apply(player.choose(deal.observe(seat), rng))
        assert deal.result is not None
        own = deal.result.points[deal.dealer.partnership.index]
        total.count(2 * own - sum(deal.result.points), 1)
    return total


def _deal(rng: Random) -> Deal:
    """Return a new deal in which the jack of spades is turned up."""
    while True:
        deal = Deal.start(RULES, Seat.SOUTH, shuffled(RULES, rng.getrandbits(63)))
        if deal.upcard is JACK:
            return deal


def _player(name: str) -> Bot:
    return Pimc() if name == Pimc.name else bot(name)


class About(msgspec.Struct, frozen=True):
    """The first line of a state file: the player of the dealer's side, and the version of Uka."""

    player: str
    version: str = uka.__version__


def main() -> None:
    """Let each player hold the dealer's side, print its mean points, and write the table of docs/strength.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", default=PLAYERS)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "bower")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rows = list[str]()
    with workers(options.jobs) as executor:
        for name in options.players:
            store = ChunkStore[RatioSums].open(options.folder / f"{name}.jsonl", About(name), RatioSums)
            total = RatioSums()
            for sums in run(partial(play_chunk, name), chunks("bower", options.deals, CHUNK), executor, store):
                total.add(sums)
                print(f"\r{name}: {total.pieces} deals", end="", file=sys.stderr, flush=True)
            print(f"\r{name}: {formatted(total.mean())} points a deal, {total.pieces} deals", flush=True)
            rows.append(f"| {name} | {formatted(total.mean())} | {total.pieces} |\n")
    write_table("<!-- bower: python -m bench.bower -->\n", "| Dealer's side | Points a deal | Deals |", rows)


if __name__ == "__main__":
    main()
