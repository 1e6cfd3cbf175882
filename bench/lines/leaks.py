"""A line about hidden cards: everything that is sent in whole games is compared with what its receiver may know."""

import asyncio
import os
from collections import Counter

from bench.registry import Figure, line, promise
from tests.server.leaks import leaks
from tests.server.party import WORLDS, game
from uka.table.entries import ActionUndone, PlayerAdmitted, SeatBooked, SharesWithheld, TricksClaimed

TOKENS = int(os.environ.get("UKA_TOKENS", "500000"))
HAPPENS = (PlayerAdmitted, SeatBooked, TricksClaimed, SharesWithheld, ActionUndone)


@line("13.5 500,000 card tokens of whole games by five rulesets: none that its reader may not know")
def hidden() -> Figure:
    """Check WebSocket frames to players and spectators, HTTP responses, and the server's log.

    Players who come late and players who have left are checked too.
    """
    return asyncio.run(_hidden())


async def _hidden() -> Figure:
    count, found, rounds = Counter[str](), list[str](), 0
    while count["card tokens"] < TOKENS or not rounds:
        for name, world in WORLDS.items():
            heard = await game(world, seed=rounds)
            if heard.failed:
                raise heard.failed
            count += heard.count()
            count += Counter(
                type(each.entry).__name__.lower() for each in heard.lines if isinstance(each.entry, HAPPENS)
            )
            found += [f"{name}: {leak}" for leak in leaks(heard)]
        rounds += 1
    figure = {"rulesets": len({world.rules for world in WORLDS.values()}), **count, "leaks": len(found)}
    return promise(not found, figure, "; ".join(found[:3]))
