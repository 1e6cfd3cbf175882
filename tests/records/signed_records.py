"""A signed record of a game at a table.

``python -m tests.records.signed_records`` writes it to ``tests/vectors/signature.json``, for the tests of the page.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from tests.table.driver import Driver
from uka import rulesets
from uka.records import Dealt, Log
from uka.records.signature import public_key, sign
from uka.table import record as recorded

FILE = Path(__file__).parents[1] / "vectors" / "signature.json"
PRIVATE = bytes(range(32))
KEY = public_key(PRIVATE)
TABLE = "tab23456"


@cache
def log(rules: str = "cardgames") -> Log:
    """Return the record of a game, without a signature."""
    driver = Driver(rulesets.find(rules, {"target": 2}), seed=3)
    driver.seat("ana", "ben")
    driver.begin()
    driver.play_out()
    return recorded(driver.lines, {"gameId": TABLE})


@cache
def signed() -> bytes:
    """Return the record with its signature."""
    return resigned(log().text.encode(), PRIVATE)


def resigned(text: bytes, private: bytes) -> bytes:
    """Return a record without its signature, signed again with another key."""
    found = Log.parse(b"".join(line for line in text.splitlines(True) if b'"kind":"signature"' not in line))
    sign(found, private)
    return found.text.encode()


def vector() -> str:
    """Return the text of the file: the record, its key, the id of its table, and the dealer of each deal."""
    dealers, state = list[str](), None
    for entry, _, after in log().replay():
        if isinstance(entry, Dealt) and state is not None:
            dealers.append(str(state.dealer))
        state = after
    told = {"key": KEY, "table": TABLE, "dealers": dealers, "record": signed().decode()}
    return json.dumps(told, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(vector(), encoding="utf-8")
