"""OpenSpiel's Euchre hands by chance, driven from Python as its users drive it: what our random deals are held against.

python -m bench.openspiel       hands a second
"""

import random
import time
from collections.abc import Callable
from typing import Any

GAME = ("euchre", {"stick_the_dealer": True})


def hands_by_chance(seconds: float) -> Callable[[], int] | None:
    """Plays whole hands for about so long and says how many; None where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game(*GAME), random.Random(6)

    def play() -> int:
        hands, until = 0, time.process_time() + seconds
        while time.process_time() < until:
            hand(game, rng)
            hands += 1
        return hands

    return play


def hand(game: Any, rng: random.Random) -> None:
    """One hand, cards and choices alike even among what is legal."""
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


if __name__ == "__main__":
    play = hands_by_chance(5.0)
    print(f"{play() / 5:,.0f} hands a second" if play else "OpenSpiel is not installed: pip install -e '.[research]'")
