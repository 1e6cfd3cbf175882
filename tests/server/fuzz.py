"""Runs Schemathesis on the server's OpenAPI document, with all checks, over real HTTP."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.patience import PATIENCE
from uka.core.ruleset import Ruleset
from uka.wire.http_bodies import Guest

from .web import Web, listening, played

TABLE = "tab23456"
CONFIG = """\
# 400 also answers what no schema can exclude: contradictory rulesets, and names of marks only.
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "403", "404", "409", "503"]
# A text that is too long often makes the body too large.
negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "405", "409", "413", "415", "429", "503"]

[auth.openapi.guest]
api_key = "{cookie}"

# Half of the requests use ids that exist.
[dictionaries]
tables.values = ["{table}"]
numbers.values = [0]
names.values = ["british", "uka"]

[parameters]
"path.table" = {{ dictionary = "tables", probability = 0.5 }}
"path.number" = {{ dictionary = "numbers", probability = 0.5 }}
"path.name" = {{ dictionary = "names", probability = 0.5 }}

# Its body is a whole log, which no schema describes.
[[operations]]
include-path = "/api/tournaments/log"
enabled = false
"""


async def fuzzed(
    web: Web, folder: Path, examples: int, seed: int = 1, phases: str = "examples,coverage,fuzzing,stateful"
) -> tuple[int, str]:
    """Return the exit code, 0 on success, and the output; most requests come from the host of a finished table."""
    await played(web.context, TABLE, Ruleset(target=1), public=True)
    cookie = web.app.state["services"].guests.write(Guest("ana", "Ana"), https=False).value
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG.format(cookie=cookie, table=TABLE))
    async with listening(web) as url:
        process = await asyncio.create_subprocess_exec(
            *(str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(config)),
            *("run", f"{url}/api/openapi.json", "--no-color", "--max-examples", str(examples), "--seed", str(seed)),
            *("--phases", phases, "--request-timeout", str(PATIENCE)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=folder,
        )
        said, _ = await process.communicate()
    return process.returncode or 0, said.decode()
