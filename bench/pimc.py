"""A baseline bot that bids like ``club``, and plays cards by perfect-information Monte Carlo with 30 samples.

Samples of the hidden cards are drawn uniformly and solved double-dummy. The bot plays in an arena as a program:
uka arena master "cmd:python -m bench.pimc".
"""

import sys
from random import Random

import msgspec

from uka.arena.protocol import ChooseAction, Hello, ProgramGreeting
from uka.bots import bot
from uka.bots.payoffs import play_payoffs
from uka.bots.pimc import solve_worlds, world_sampler
from uka.core.actions import Action, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.kernels.determinization import world_buffer

WORLDS = 30


class Pimc:
    """A bot that plays cards by perfect-information Monte Carlo, as in a textbook, and bids like ``club``."""

    name = "pimc-30"

    def __init__(self) -> None:
        self._club = bot("club")

    def choose(self, seen: Observation, rng: Random) -> Action:
        """Return the legal action with the best mean result over the samples."""
        if seen.phase is not Phase.PLAYING or len(seen.lawful_actions) == 1:
            return self._club.choose(seen, rng)
        hands = world_buffer(WORLDS)
        world_sampler(seen).draw(hands, seed=rng.getrandbits(63))
        counted, points = solve_worlds(seen, hands), play_payoffs(seen)
        return Play(max(counted, key=lambda card: (counted[card].mean(points)[0], -card.rank.index)))


def main() -> None:
    """Answer the arena's requests for choices, which arrive as lines on the standard input."""
    player = Pimc()
    msgspec.json.decode(sys.stdin.buffer.readline(), type=Hello)
    print(msgspec.json.encode(ProgramGreeting(player.name)).decode(), flush=True)
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line, type=ChooseAction)
        chosen = player.choose(asked.observation, Random(asked.seed))
        print(msgspec.json.encode(chosen).decode(), flush=True)


if __name__ == "__main__":
    main()
