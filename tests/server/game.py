"""Games on a real server from beginning to end, with everything that is heard meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, AsyncExitStack
from typing import Protocol, cast

import pytest

from tests.server.day_company import DAYS
from tests.server.heard import Heard, logged
from tests.server.match_company import MATCHES
from tests.server.party import WORLDS as TABLES
from tests.server.visitors import LONGEST, Visitors
from tests.server.web import listening, served
from uka.client import table_socket as link
from uka.server.http.request import RequestServices


class Company(Protocol):
    """People who play at tables of a server."""

    @property
    def visitors(self) -> Visitors: ...
    async def come(self) -> None: ...
    async def play(self) -> None: ...


class World(Protocol):
    """What is played: at a table, in a match or on a day."""

    @property
    def rules(self) -> str: ...
    @property
    def games(self) -> int: ...
    def arranged(self) -> AbstractContextManager[None]: ...
    def company(self, visitors: Visitors, seed: int) -> Company: ...


WORLDS: dict[str, World] = {**TABLES, **MATCHES, **DAYS}
Playing = Callable[[Company], Awaitable[None]]


async def game(
    world: World,
    play: Playing = lambda company: company.play(),
    prepare: Callable[[pytest.MonkeyPatch], None] = lambda _: None,
    seed: int = 0,
) -> Heard:
    """Play in a world and return everything that was heard, even if a game fails."""
    heard = Heard()
    with logged(heard), world.arranged(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(link, "MIN_DELAY", 0.02)
        async with served() as web, listening(web) as url:
            prepare(patch)
            heard.public.add(cast(RequestServices, web.app.state["services"]).archive.key)
            try:
                async with AsyncExitStack() as stack:
                    visitors = Visitors(url, web.context, stack, heard)
                    company = world.company(visitors, seed)
                    await company.come()
                    async with asyncio.timeout(LONGEST * world.games):
                        await play(company)
            except Exception as error:
                heard.failed = error
            await visitors.logs()
    return heard
