"""A line about the HTTP interface: requests that its OpenAPI document allows, and many that it does not allow."""

import asyncio
import os
import re
import tempfile
from pathlib import Path

from bench.registry import Figure, line, promise
from tests.server.fuzz import fuzzed
from tests.server.web import served

EXAMPLES = int(os.environ.get("UKA_FUZZ", "100"))


@line("3.8 schemathesis over the server's description")
def schemathesis() -> Figure:
    """Send valid and invalid requests made from the OpenAPI document; return the number of examples by route."""
    code, said = asyncio.run(_fuzz())
    made = re.search(r"(\d+) generated", said)
    figure = {"examples_a_route": EXAMPLES, "requests": int(made[1]) if made else 0, "exit": code}
    return promise(code == 0, figure, said[said.find("FAILURES") :][:3_000])


async def _fuzz() -> tuple[int, str]:
    with tempfile.TemporaryDirectory() as folder:
        async with served() as web:
            return await fuzzed(web, Path(folder), EXAMPLES)
