"""What may be told of tables, to whom, and when, as ``docs/fairness.md`` and ``docs/page.md`` promise it.

These rules use the logs of the tables and the clock, and none of the server's code.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.server.heard import Answer, Frame, Instant
from tests.server.knowledge import Knowledge

Facts = Mapping[str, Knowledge]
"""What can be known of each table, by its id."""
GRACE = timedelta(hours=1)
"""The time after a day in which its counted games can still be finished."""
MATCH = {
    "match", "title", "deals", "begun", "over", "host", "away_ms",
    "tables.chairs.seat", "tables.chairs.team", "tables.chairs.name", "tables.finished", "tables.over",
}  # fmt: skip
"""What the page of a match tells everybody."""
SEAT = {"own.number", "own.seat", "own.table", "own.invitation"}
"""What it tells the people at a table about themselves."""
RESULT = {"points", "replays", "seed"}
"""What it tells everybody after both games."""
BOARD = {"day", "title", "players", "results.rank", "results.name", "results.points"}
"""What a board of a day tells everybody."""
OWN = {"own.table", "own.points", "own.rank"}
"""What it tells a player about the own counted game."""
COMPARED = {"par", "averages"}
"""What it tells those who have finished their counted game and, once the day is over, everybody."""


class Rule:
    """The rule for tables that everybody may come to: their finished games are told to all."""

    name = "tables"
    tables: Collection[str] = ()

    def follows(self, facts: Facts, player: str, table: str, at: Instant) -> bool:
        """Return whether a person may be at a table and follow its game."""
        return True

    def reads(self, facts: Facts, player: str, table: str, at: Instant) -> bool:
        """Return whether a person may read the summary and the finished games of a table."""
        return True

    def opens(self, facts: Facts, at: Instant) -> bool:
        """Return whether the secrets of finished packs may be public."""
        return True

    def governs(self, path: str) -> bool:
        """Return whether this rule says what a page may tell."""
        return False

    def fields(self, facts: Facts, answer: Answer) -> Collection[str]:
        """Return the names of the fields that a page may fill, such as ``tables.over``."""
        return ()

    def found(self, facts: Facts, frames: list[Frame]) -> Iterator[str]:
        """Yield a sentence for each leak that only all frames together show."""
        yield from ()


EVERYBODY = Rule()


class MatchRule(Rule):
    """A match: nothing of its tables is told before both games are over, and nobody follows both."""

    name = "matches"

    def __init__(self, match: str, tables: tuple[str, str], people: Mapping[str, Collection[str]]) -> None:
        """``people`` are the players who were given a seat, by table."""
        self.page, self.tables, self.people = f"/api/matches/{match}", tables, people

    def over(self, facts: Facts, at: Instant) -> bool:
        """Return whether both games are over."""
        return all(facts[table].over(at.version(table)) for table in self.tables)

    def follows(self, facts: Facts, player: str, table: str, at: Instant) -> bool:
        return player in self.people[table]

    def reads(self, facts: Facts, player: str, table: str, at: Instant) -> bool:
        return self.over(facts, at)

    def opens(self, facts: Facts, at: Instant) -> bool:
        return self.over(facts, at)

    def governs(self, path: str) -> bool:
        return path.startswith(self.page)

    def fields(self, facts: Facts, answer: Answer) -> Collection[str]:
        own, since, until = _own(answer), answer.since, answer.until
        here = own in self.tables and facts[own].is_here(answer.player, since.version(own), until.version(own))
        return {*MATCH, *(SEAT if here else ()), *(RESULT if self.over(facts, until) else ())}

    def found(self, facts: Facts, frames: list[Frame]) -> Iterator[str]:
        for player in set.intersection(*(self._followers(facts[table], table, frames) for table in self.tables)):
            yield f"{player} follows both tables of a match"

    def _followers(self, knowledge: Knowledge, table: str, frames: list[Frame]) -> set[str]:
        """Return who received the state of a table in or after its first deal."""
        own = [(frame.player, frame.version) for frame in frames if frame.table == table]
        return {player for player, version in own if version is not None and knowledge.has_begun(version)}


class DayRule(Rule):
    """A board of a day: its tables are told to nobody but their own players before the day and an hour are over."""

    name = "boards of a day"

    def __init__(self, day: date, page: str) -> None:
        self.page = page
        end = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
        self.closes = (end + GRACE).timestamp()
        self.owners = dict[str, str]()
        """The player of each table."""
        self.counted = dict[str, str]()
        """The table of each player's counted game."""

    @property
    def tables(self) -> Collection[str]:  # type: ignore[override]
        return self.owners.keys()

    def follows(self, facts: Facts, player: str, table: str, at: Instant) -> bool:
        return self.reads(facts, player, table, at)

    def reads(self, facts: Facts, player: str, table: str, at: Instant) -> bool:
        return player == self.owners[table] or at.at >= self.closes

    def governs(self, path: str) -> bool:
        return path == self.page

    def fields(self, facts: Facts, answer: Answer) -> Collection[str]:
        own, at = self.counted.get(answer.player, ""), answer.until
        finished, closed = own and facts[own].over(at.version(own)), at.at >= self.closes
        return {
            *BOARD,
            *(OWN if own and own == _own(answer) else ()),
            *(COMPARED if finished or closed else ()),
            *(("seed",) if closed else ()),
        }


def _own(answer: Answer) -> str:
    """Return the table that a page names as the own one of who asks; an empty text if it names none."""
    return (json.loads(answer.text)["own"] or {}).get("table", "")


def filled(value: Any, name: str = "") -> set[str]:
    """Return the names of the fields of a JSON value that hold something, such as ``tables.over``."""
    if isinstance(value, dict):
        return {each for key, part in value.items() for each in filled(part, f"{name}.{key}".lstrip("."))}
    if isinstance(value, list) and all(isinstance(part, dict) for part in value):
        return {each for part in value for each in filled(part, name)}
    return set() if value in (None, "") else {name}
