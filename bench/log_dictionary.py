"""Write the dictionary by which the store compresses logs: ``python -m bench.log_dictionary NUMBER``.

The dictionary is text: lines of tables of each kind, of a tournament, and of a game between bots, without hashes and
secrets. The commonest lines stand last, where Zstandard reaches them with the fewest bits. Stores depend on
the dictionary of each released version, so a changed one gets a new number.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import uka
from tests.table.driver import Driver
from uka import rulesets
from uka.bots import bot
from uka.core.actions import Action
from uka.core.seats import Seat
from uka.table import default_settings

ROOT = Path(uka.__file__).parents[2]
TABLES = ROOT / "tests" / "archive" / "tables"
RANDOM = re.compile(rb',"hash":"[0-9a-f]{32}"}|[0-9a-f]{32,}')
WORDS = re.compile(rb'"[a-z_]+":|(?<="type":)"[a-z_]+"')
RULESETS = ("bicycle", "cardgames", "knock", "tainui", "uka")


class BotTable(Driver):
    """A table at which four club bots play."""

    def pick(self, seat: Seat, claims: bool = False) -> Action:
        """Return the action that a club bot chooses."""
        seen = self.table.observe(seat)
        assert seen is not None
        return bot("club").choose(seen, self.rng)


def game(rules: str, seed: object) -> list[bytes]:
    """Return the log of a game of four bots."""
    table = BotTable(rulesets.find(rules), default_settings(rulesets.find(rules)), seed)
    table.begin()
    table.play_out()
    return [line.text for line in table.lines]


def of_each_kind(logs: Iterable[list[bytes]]) -> Iterator[bytes]:
    """Yield a line of each kind: an entry, an action and fields that no earlier line has together."""
    kinds: set[tuple[bytes, ...]] = set()
    for line in chain.from_iterable(logs):
        kind = tuple(WORDS.findall(line))
        if kind not in kinds:
            kinds.add(kind)
            yield line


def dictionary() -> bytes:
    """Return the text of the dictionary."""
    archived = [path.read_bytes().splitlines()[1:] for path in sorted(TABLES.glob("*.table"))]
    openings = [game(name, 1)[0] for name in RULESETS]
    lines = [*of_each_kind(archived), *openings, *game("uka", 3)]
    return b"\n".join(RANDOM.sub(b"", line) for line in lines)


if __name__ == "__main__":
    target = ROOT / "src" / "uka" / "store" / f"dictionary_{sys.argv[1]}.txt"
    target.write_bytes(dictionary())
    print(f"{target.name}: {target.stat().st_size} bytes")
