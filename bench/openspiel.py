"""Our bots against OpenSpiel's ISMCTSBot, at deals of the game that OpenSpiel's euchre is, each both ways round.

OpenSpiel's state of a deal is kept in step with ours: whoever's turn it is, the choice is made in both. Our bot is
given its observation, ISMCTSBot that state, as OpenSpiel means it to be used. It deals the unseen cards anew for every
world that it looks at, but leaves the kitty and the dealer's discard as they are, so it knows cards that its seat may
not know: a fault in its favour, which is left as it is. Its seed does not settle all that it does, so the same deals
end a little differently each time.
"""

from collections.abc import Generator
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import Any, Protocol

from tests.openspiel.lockstep import CARD_IDS, State, action_id
from tests.openspiel.variants import VARIANTS
from uka import Action, Deal, Observation, shuffled
from uka.arena import ChunkStore, PairResult, chunks, run
from uka.arena.chunked_work import Chunk
from uka.arena.contest import Players, ask_player, play_piece, sides
from uka.arena.match_play import Chooser, first_dealer
from uka.bots import bot

VARIANT = VARIANTS["stick the dealer"]
SIMULATIONS = 1_000
UCT = 2.0
"""How much it explores. Between 1, 2 and 4 there was no difference: club made 0.09, 0.08 and 0.07 points a deal more,
in 300 to 400 deals, each give or take 0.1."""
CHUNK = 5


class Searcher(Protocol):
    """What is used of OpenSpiel's bots."""

    def step(self, state: State) -> int: ...


def against(
    name: str, deals: int, executor: Executor, simulations: int = SIMULATIONS, seed: str = "openspiel",
    store: ChunkStore[PairResult] | None = None, uct: float = UCT,
) -> Generator[PairResult]:  # fmt: skip
    """A bot of ours against ISMCTSBot; after each piece of work, what was found so far."""
    so_far = PairResult(pair=(0, 1))
    for met in run(partial(play_chunk, name, simulations, uct), chunks(seed, deals, CHUNK), executor, store):
        so_far.add(met)
        yield so_far


def play_chunk(name: str, simulations: int, uct: float, chunk: Chunk) -> PairResult:
    """Some deals, each both ways round."""
    met = PairResult(pair=(0, 1))
    for number in range(chunk.size):
        seed, before = f"{chunk.seed}/{number}", met.points.x
        states = (dealt(seed), dealt(seed))
        players: Players = {}
        for room, state in enumerate(states):
            players |= seated(name, simulations, uct, seed, room, state, met)
        play_piece(VARIANT.rules, "deals", players, (0, 1), seed, met)
        theirs = sum(state.returns()[sides(VARIANT.rules, room)[0].seats[0].index] for room, state in enumerate(states))
        if met.points.x - before != theirs:
            raise AssertionError(f"the deal {seed} ended differently in OpenSpiel")
    return met


def seated(name: str, simulations: int, uct: float, seed: str, room: int, state: State, met: PairResult) -> Players:
    """The players of a room for the deal of a seed: ours on one side, ISMCTSBot on the other."""
    found: Players = {}
    ours, _ = sides(VARIANT.rules, room)
    for seat in VARIANT.rules.seats:
        mine = seat in ours.seats
        player = bot(name) if mine else Ismcts(state, simulations, uct, Random(f"{seed}/{seat}").getrandbits(31))
        place = 0 if mine else 1
        found[room, seat] = partial(followed, state, partial(ask_player, player, met.tallies[place], met.times[place]))
    return found


class Ismcts:
    """OpenSpiel's ISMCTSBot at a seat."""

    name = "ISMCTSBot"

    def __init__(self, state: State, simulations: int, uct: float, seed: int) -> None:
        spiel = pyspiel()
        evaluator = spiel.RandomRolloutEvaluator(1, seed)
        policy = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        self._state = state
        self._bot: Searcher = spiel.ISMCTSBot(seed, evaluator, uct, simulations, -1, policy, False, False)

    def choose(self, observation: Observation, rng: Random) -> Action:
        """What its search ends with."""
        actions = {action_id(observation, action): action for action in observation.lawful_actions}
        return actions[self._bot.step(self._state)]


def followed(state: State, choose: Chooser, seen: Observation, rng: Random) -> Action:
    """A choice, made in OpenSpiel's state too."""
    action = choose(seen, rng)
    state.apply_action(action_id(seen, action))
    return action


def dealt(seed: str) -> State:
    """OpenSpiel's state of the deal of a seed, before the first call."""
    rules = VARIANT.rules
    deal = Deal.start(rules, first_dealer(rules, seed), shuffled(rules, f"{seed}/deal 0"))
    state: State = pyspiel().load_game("euchre", VARIANT.parameters).new_initial_state()
    state.apply_action(deal.dealer.index)
    hands = {seat: list(deal.hand(seat)) for seat in rules.seats}
    for place in range(20):
        state.apply_action(CARD_IDS[hands[rules.seats[(deal.dealer.index + place) % 4]].pop()])
    state.apply_action(CARD_IDS[deal.upcard])
    return state


def pyspiel() -> Any:
    """OpenSpiel; it is an optional extra."""
    import pyspiel

    return pyspiel
