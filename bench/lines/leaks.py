"""Lines about what may be told: everything that is sent in whole games, and every answer of every route."""

import asyncio
import os
from collections import Counter

from bench.lines.checks import pytest
from bench.registry import Figure, line, promise
from tests.server.game import WORLDS, game
from tests.server.leaks import leaks
from uka.table.entries import ActionUndone, PlayerAdmitted, SeatBooked, SharesWithheld, TricksClaimed

TOKENS = int(os.environ.get("UKA_TOKENS", "500000"))
HAPPENS = (PlayerAdmitted, SeatBooked, TricksClaimed, SharesWithheld, ActionUndone)


@line("28.1 500,000 card tokens of whole games, matches and days: none that its reader may not know")
def hidden() -> Figure:
    """Check WebSocket frames to players and spectators, HTTP responses, and the server's log.

    Players who come late, players who have left, people of the other table of a match and other guests of a day are
    checked too.
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


@line("28.1 every route and socket, as every viewer at every stage of a match and a day: nothing told too early")
def walk() -> Figure:
    """Ask all routes of the OpenAPI document and the sockets of the tables, and count the requests."""
    return pytest("tests/server/http/test_disclosure.py", "-k", "nothing")
