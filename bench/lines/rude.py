"""Lines about rude clients: the server's reaction to malformed messages."""

import asyncio
import os

from bench.lines.faults import more
from bench.registry import Figure, line, promise
from tests.server.rude import insulted
from tests.server.web import served

MESSAGES = int(os.environ.get("UKA_RUDE", "100000"))


@line("3.6 100,000 malformed socket messages: no table stopped, one sentence each")
def rude() -> Figure:
    """Send malformed messages over real sockets to a table in play, while another table plays and verifies games."""
    figure = asyncio.run(_rude())
    kept = figure["messages"] >= MESSAGES and figure["games beside it, over and verified"] > 0
    return promise(kept and figure["lines of this table meanwhile"] > 0, figure, "a table stopped")


@line("5.3 tournament: 100,000 malformed orders, one sentence each, its officials go on")
def rude_visitor() -> Figure:
    return more("UKA_RUDE_VISITOR", MESSAGES, "-k", "every_rude_kind", tests="tests/server/test_rude_visitor.py")


async def _rude() -> dict[str, int]:
    async with served(messages=1e6, message_burst=1e6) as web:
        return await insulted(web, MESSAGES)
