"""Everything that the clients of a real server are sent, and what the server logs meanwhile."""

from __future__ import annotations

import json
import logging
import re
from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, NamedTuple

import pytest

from uka.server.base import logs
from uka.table import TableLine
from uka.table.entries import GameEnded

if TYPE_CHECKING:
    from tests.server.disclosed import Rule

CARD = re.compile(r"(?<![\w/-])(?:[789TJQKA][cdhs])(?![\w/-])|\"B\"")


class Instant(NamedTuple):
    """A moment of a server: the versions of its tables, and its wall clock in seconds since 1970."""

    versions: Mapping[str, int] = {}
    at: float = 0.0

    def version(self, table: str) -> int:
        """Return the version of a table; 0 if it was not opened yet."""
        return self.versions.get(table, 0)


class Frame(NamedTuple):
    """The text of a WebSocket message of a table, and when a client received or sent it."""

    player: str
    way: Literal["in", "out"]
    text: str
    table: str = ""
    at: Instant = Instant()

    @property
    def version(self) -> int | None:
        """The version of the table whose state the message tells; None if it tells no state."""
        told = json.loads(self.text)
        state = self.way == "in" and told["type"] in ("table_change", "table_snapshot")
        return told.get("version", told.get("scene", {}).get("version")) if state else None


class Answer(NamedTuple):
    """An HTTP response, when it was requested and when it came; ``told`` is false for a refusal."""

    player: str
    path: str
    text: str
    since: Instant
    until: Instant
    told: bool


class Heard:
    """Everything sent to the clients of some tables and logged by their server, and the tables' logs at the end.

    ``players`` are the ids of people by name. ``rules`` say what may be told of tables that not everybody may read.
    ``public`` are the server's public key, and the other hashes that everybody may know from the beginning.
    """

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.answers: list[Answer] = []
        self.logged: list[str] = []
        self.logs: dict[str, tuple[TableLine, ...]] = {}
        self.players: dict[str, str] = {}
        self.rules: list[Rule] = []
        self.public: set[str] = set()
        self.failed: Exception | None = None

    @property
    def lines(self) -> list[TableLine]:
        """The lines of all logs."""
        return [line for lines in self.logs.values() for line in lines]

    def count(self) -> Counter[str]:
        """Return how much was checked, by kind."""
        came = [frame.text for frame in self.frames if frame.way == "in"]
        answers = [answer.text for answer in self.answers]
        return Counter(
            {
                "games": sum(isinstance(line.entry, GameEnded) for line in self.lines),
                **Counter(rule.name for rule in self.rules),
                "frames": len(came),
                "answers": len(answers),
                "lines of the server's own log": len(self.logged),
                "card tokens": sum(len(CARD.findall(text)) for text in (*came, *answers, *self.logged)),
            }
        )


def tokens(text: str) -> set[str]:
    """Return the cards that a text names."""
    return {token.strip('"') for token in CARD.findall(text)}


# The server's own log


@contextmanager
def logged(heard: Heard) -> Generator[None]:
    """Record all log messages of the server and of uvicorn."""
    handler = _Keeping(heard)
    root, level = logging.getLogger(), logging.getLogger().level
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logs, "_Stderr", lambda *_: handler)
        logs.configure_logging("json")
        root.addHandler(handler)
        root.setLevel(logging.INFO)
        try:
            yield
        finally:
            root.removeHandler(handler)
            root.setLevel(level)
    logs.configure_logging(None)


class _Keeping(logging.Handler):
    """A log handler that records all messages."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("httpx"):  # httpx is the clients' library
            self._heard.logged.append(self.format(record))

    def msg(self, line: str) -> None:
        self._heard.logged.append(line)

    debug = info = warning = error = critical = exception = msg
