"""Games that the terminal saved, for the archive, and what each showed when it was left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from tests.terminal.table import ByChance
from uka import rulesets
from uka.core.actions import ClaimRevoke
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.terminal import LocalGame, LocalOptions, WaitingFor


def made() -> Iterator[tuple[str, LocalGame]]:
    """Yield the name of each saved game, and the game."""
    yield "unbegun", _started("uka", "unbegun")
    yield "uka-drawn", _left("uka", 1)
    yield "tainui-midgame", _left("tainui", 60)
    yield "knock-over", _left("knock", 10_000)
    yield "bicycle-moved", next(game for game in _many("bicycle", 60) if game.seat is not game.seat_at_start)
    yield "british-revokes", next(game for game in _many("british", 120, revokes=True) if _revoked(game))
    yield "cardgames-claimed", next(filter(_claimed, _many("cardgames", 60)))


def told(game: LocalGame) -> str:
    """Return what a player sees of a game, as text."""
    lines = (
        f"seat {game.seat}",
        f"waits {game.waiting_for.value}",
        f"score {game.state.score if game.dealer_known else None}",
        f"seconds {game.seconds}",
        *game.opening_lines,
        *(f"{'-' if line.minor else '+'} {line.text}" for line in game.story),
    )
    return "\n".join(lines) + "\n"


def _started(rules: str, seed: str, *, revokes: bool = False) -> LocalGame:
    house: Ruleset = rulesets.find(rules)
    options = LocalOptions(bots=("club", "novice", "random"), seed=f"saved {seed}", revokes=revokes)
    return LocalGame.start(house, options, lambda name: ByChance())


def _many(rules: str, steps: int, *, revokes: bool = False) -> Iterator[LocalGame]:
    """Yield games by one ruleset, each left after some steps."""
    for number in count():
        yield _left(rules, steps, number, revokes=revokes)


def _left(rules: str, steps: int, number: int = 0, *, revokes: bool = False) -> LocalGame:
    """Return a game that a person left after some steps, in which they chose by chance."""
    seed = f"{rules} {number}"
    game, rng = _started(rules, seed, revokes=revokes), Random(seed)
    for _ in range(steps):
        match game.waiting_for:
            case WaitingFor.OVER:
                break
            case WaitingFor.DEALER:
                game.name_dealer(rng.choice(game.rules.seats))
            case WaitingFor.PERSON:
                assert game.observation is not None
                game.act(rng.choice(game.observation.legal_actions))
                game.advance_clock(1.5)
            case _:
                game.step()
    game.leave()
    return game


def _revoked(game: LocalGame) -> bool:
    actions = (getattr(entry, "action", None) for entry in game.log.entries)
    return any(isinstance(action, ClaimRevoke) for action in actions) and game.waiting_for is WaitingFor.PERSON


def _claimed(game: LocalGame) -> bool:
    """Claim the rest of the tricks if the person can, and play on for some steps. Return whether they could."""
    while game.waiting_for is not WaitingFor.OVER:
        if game.waiting_for is WaitingFor.PERSON:
            try:
                game.claim()
            except UkaError:
                pass
            else:
                game.step()
                return True
            assert game.observation is not None
            game.act(game.observation.lawful_actions[0])
        else:
            game.step()
    return False
