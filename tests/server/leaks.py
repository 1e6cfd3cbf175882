"""Finds leaks of hidden cards in what the clients of a game were sent.

The table's log, and not the code of the views, decides what each client may know.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from tests.table.test_unseen import known, packs_open
from tests.table.worlds import deal_of, steps_of
from uka.core import events as ev
from uka.core.deal import Deal
from uka.core.seats import Seat
from uka.records import Dealt
from uka.records.fair import commitment
from uka.table import TableLine, TableTransition
from uka.table.entries import GameEnded, SecretsCommitted, ShareCommitted, ShareOpened

CARD = re.compile(r"(?<![\w/-])(?:[789TJQKA][cdhs])(?![\w/-])|\"B\"")
DIGITS = re.compile(r"(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])")
"""Secrets, shares and commitments have 64 digits, running hashes 32."""
RECORD = re.compile(r"/records/(\d+)")


class Leak(AssertionError):
    """A client was sent something that it may not know."""


# Received messages


class Frame(NamedTuple):
    """The text of a WebSocket message."""

    player: str
    way: Literal["in", "out"]
    text: str


class Answer(NamedTuple):
    """An HTTP response, and the table's versions at the request and at the response."""

    player: str
    path: str
    text: str
    since: int
    version: int


class Heard:
    """Everything sent to a table's clients and logged by its server, and the table's log at the end.

    ``key`` is the public key that the server signs with.
    """

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.answers: list[Answer] = []
        self.logged: list[str] = []
        self.lines: tuple[TableLine, ...] = ()
        self.key = ""
        self.failed: Exception | None = None

    def count(self) -> Counter[str]:
        """Return how much was checked, by kind."""
        came = [frame.text for frame in self.frames if frame.way == "in"]
        answers = [answer.text for answer in self.answers]
        return Counter(
            {
                "games": sum(isinstance(line.entry, GameEnded) for line in self.lines),
                "frames": len(came),
                "answers": len(answers),
                "lines of the server's own log": len(self.logged),
                "card tokens": sum(len(CARD.findall(text)) for text in (*came, *answers, *self.logged)),
            }
        )


# Allowed knowledge


class Moment(NamedTuple):
    """A line of the log, the deal as it began, and who could know what.

    A hand is known to everyone who has held its seat in the deal. ``held`` are the seats that each person has held;
    ``here`` are the people at the table, with those who left by this line. ``open`` are the secrets, shares and
    commitments that were published; ``over`` is the number of finished games.
    """

    step: TableTransition
    start: Deal | None
    held: frozenset[tuple[str, Seat]]
    here: frozenset[str]
    open: frozenset[str]
    over: int


class Knowledge:
    """What each person may know at each version of a table, by its log."""

    def __init__(self, lines: tuple[TableLine, ...]) -> None:
        self.moments = {moment.step.line.seq: moment for moment in _moments(lines)}
        self.hashes = {line.hash for line in lines}

    def cards(self, player: str, version: int) -> set[str]:
        """Return the cards that a person may see at a version, as text."""
        moment = self.moments.get(version)
        if moment is None or player not in moment.here:
            return set()
        step, start = moment.step, moment.start
        table = step.table
        cards = {card for _, card in table.draw.shown} if table.draw else set()
        cards |= {card for event in step.events if isinstance(event, ev.RedealClaimed) for card in event.cards}
        if start is not None and table.game and table.game.deal:
            seat, open_ = table.seat_of(player), packs_open(table) >= table.number
            cards |= known(deal_of(table), start, seat if open_ or (player, seat) in moment.held else None)
        return {str(card) for card in cards}

    def between(self, player: str, since: int, version: int) -> set[str]:
        """Return the cards that a person may see from one version to another."""
        return {card for line in range(since, version + 1) for card in self.cards(player, line)}

    def over(self, version: int) -> int:
        """Return the number of finished games at a version."""
        return self.moments[version].over if version in self.moments else 0

    def secret(self, text: str, version: int, *more: str) -> set[str]:
        """Return the secrets, shares and hashes in a text that are still hidden at a version, except ``more``."""
        moment = self.moments.get(version)
        told = (moment.open if moment else frozenset[str]()).union(more)
        found = set(DIGITS.findall(text))
        return {digits for digits in found if digits in self.hashes or (len(digits) == 64 and digits not in told)}


def _moments(lines: tuple[TableLine, ...]) -> Iterator[Moment]:
    start: Deal | None = None
    held, here, open_, over = set[tuple[str, Seat]](), {_opener(lines)}, set[str](), 0
    for step in steps_of(list(lines)):
        entry, table = step.line.entry, step.table
        if isinstance(entry, Dealt):
            start, held = deal_of(table), set()
        if table.in_deal:
            held |= {(c.player, s) for s, c in zip(table.rules.seats, table.chairs, strict=True) if c.player}
        match entry:
            case SecretsCommitted():
                open_ |= {commitment(bytes.fromhex(secret)) for secret in entry.secrets}
            case ShareCommitted():
                open_.add(entry.commitment)
            case ShareOpened():
                open_.add(entry.share)
            case GameEnded():
                over += 1
            case _:
                pass
        open_ |= set(table.secrets[: packs_open(table)])
        now = {member.player for member in table.members}
        yield Moment(step, start, frozenset(held), frozenset(here | now), frozenset(open_), over)
        here = now


def _opener(lines: tuple[TableLine, ...]) -> str:
    return lines[0].by if lines else ""


# Leaks


def tokens(text: str) -> set[str]:
    """Return the cards that a text names."""
    return {token.strip('"') for token in CARD.findall(text)}


def check(heard: Heard) -> None:
    """Raise ``Leak`` if a client was sent what it may not know; otherwise raise the error of the game, if any."""
    for leak in leaks(heard):
        raise Leak(leak)
    if heard.failed:
        raise heard.failed


def leaks(heard: Heard) -> Iterator[str]:
    """Yield a sentence for each leak."""
    knowledge = Knowledge(heard.lines)
    yield from leaks_of_frames(knowledge, heard.frames)
    yield from _leaks_of_answers(knowledge, heard)
    for line in heard.logged:
        if CARD.search(line) or DIGITS.search(line):
            yield f"the server logs {line[:300]}"


def leaks_of_frames(knowledge: Knowledge, frames: list[Frame]) -> Iterator[str]:
    """Yield a sentence for each leak in a WebSocket message."""
    versions, said = dict[str, int](), dict[tuple[str, str], set[str]]()
    for player, way, text in frames:
        if way == "out":
            said[player, json.loads(text)["id"]] = tokens(text)
            continue
        told: dict[str, Any] = json.loads(text)
        allowed = set[str]()
        if told["tell"] in ("change", "news", "welcome"):
            since, version = told.get("since"), told.get("version", told.get("scene", {}).get("version"))
            allowed = knowledge.between(player, version if since is None else since + 1, version)
            versions[player] = max(version, versions.get(player, 0))
        else:
            allowed = said.get((player, told.get("id", "")), set())
        version = versions.get(player, 0)
        allowed |= knowledge.cards(player, version)
        if strangers := tokens(text) - allowed:
            yield f"{player} knows {strangers} at {version}, {_moment(knowledge, version)}: {text[:300]}"
        if secrets := knowledge.secret(text, version):
            yield f"{player} knows {len(secrets)} secrets at {version}: {text[:300]}"


def _moment(knowledge: Knowledge, version: int) -> str:
    """Return a few words about the table at a version, for the sentence about a leak."""
    moment = knowledge.moments.get(version)
    if moment is None:
        return "not a line"
    table = moment.step.table
    return f"{table.stage}, {msgspec.json.encode(moment.step.line.entry).decode()}, held {sorted(moment.held)}"


def _leaks_of_answers(knowledge: Knowledge, heard: Heard) -> Iterator[str]:
    """Yield a sentence for each leak in an HTTP response; only records of finished games, and hints, may name cards."""
    records = dict[str, str]()
    for answer in heard.answers:
        player, path, text, since, version = answer
        game = RECORD.search(path)
        finished = game is not None and knowledge.over(version) > int(game[1])
        kept = game is not None and knowledge.over(since) > int(game[1])
        if kept and "/review" not in path and records.setdefault(path, text) != text:
            yield f"{path} tells something else at {version} than before"
        allowed = knowledge.between(player, since, version) if path.endswith("/hint") else set[str]()
        strangers = set[str]() if finished else tokens(text) - allowed
        secrets = knowledge.secret(text, version, heard.key)
        if strangers or secrets:
            yield f"{path} tells {player} {strangers} and {len(secrets)} secrets at {version}: {text[:300]}"
