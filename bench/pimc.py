"""A baseline player: it bids like ``club``, and plays cards by perfect-information Monte Carlo with 30 worlds.

Worlds are sampled uniformly and solved double-dummy. It takes part as a program:
uka arena master "cmd:python -m bench.pimc".
"""

import sys
from random import Random

import msgspec

from uka.arena.protocol import ChooseRequest, ProgramGreeting, ProgramHello
from uka.bots import bot
from uka.bots.payoffs import play_payoffs
from uka.bots.pimc import solve_worlds, world_sampler
from uka.core.actions import Action, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.kernels.determinization import world_buffer

WORLDS = 30


class Pimc:
    """Perfect-information Monte Carlo as in a textbook."""

    name = "pimc-30"

    def __init__(self) -> None:
        self._club = bot("club")

    def choose(self, seen: Observation, rng: Random) -> Action:
        """A lawful action."""
        if seen.phase is not Phase.PLAYING or len(seen.lawful_actions) == 1:
            return self._club.choose(seen, rng)
        hands = world_buffer(WORLDS)
        world_sampler(seen).draw(hands, seed=rng.getrandbits(63))
        counted, points = solve_worlds(seen, hands), play_payoffs(seen)
        return Play(max(counted, key=lambda card: (counted[card].mean(points)[0], -card.rank.index)))


def main() -> None:
    """Answer the requests of the line protocol."""
    player = Pimc()
    msgspec.json.decode(sys.stdin.buffer.readline(), type=ProgramHello)
    print(msgspec.json.encode(ProgramGreeting(player.name)).decode(), flush=True)
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line, type=ChooseRequest)
        chosen = player.choose(asked.observation, Random(asked.seed))
        print(msgspec.json.encode(chosen).decode(), flush=True)


if __name__ == "__main__":
    main()
