"""What a game's clients were sent, and what of it they may not know, judged by the table's log and by no view of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

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
    """Somebody was told what they may not know."""


# What was heard


class Frame(NamedTuple):
    """A message over a socket, as text."""

    player: str
    way: Literal["in", "out"]
    text: str


class Answer(NamedTuple):
    """An answer over HTTP, and the table's versions when it was asked for and when it had come."""

    player: str
    path: str
    text: str
    since: int
    version: int


class Heard:
    """All that a table's clients were sent and its server logged, and the table's log afterwards.

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
        """How much was looked at."""
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


# What may be known


class Moment(NamedTuple):
    """A line of the log, the deal as it began, and what there was to know: a hand is known to who held it in the deal,
    and to whoever has its seat once the secret of its pack is told.

    ``held`` are the seats that each person has held in the deal; ``here`` who was at the table, or left by this line.
    ``open`` are the secrets, shares and commitments told so far; ``over`` is how many games were over.
    """

    step: TableTransition
    start: Deal | None
    held: frozenset[tuple[str, Seat]]
    here: frozenset[str]
    open: frozenset[str]
    over: int


class Knowledge:
    """What each person may know at each version, by the log."""

    def __init__(self, lines: tuple[TableLine, ...]) -> None:
        self.moments = {moment.step.line.seq: moment for moment in _moments(lines)}
        self.hashes = {line.hash for line in lines}

    def cards(self, player: str, version: int) -> set[str]:
        """The cards that a person may be told at a version, as text."""
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
        """The cards that a person may be told from one version to another."""
        return {card for line in range(since, version + 1) for card in self.cards(player, line)}

    def over(self, version: int) -> int:
        """How many games are over at a version."""
        return self.moments[version].over if version in self.moments else 0

    def secret(self, text: str, version: int, *more: str) -> set[str]:
        """The secrets, shares and hashes in a text that nobody may be told at a version; ``more`` may be told."""
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


# What leaks


def tokens(text: str) -> set[str]:
    """The cards that a text names."""
    return {token.strip('"') for token in CARD.findall(text)}


def check(heard: Heard) -> None:
    """``Leak`` if somebody was told what they may not know; then whatever else failed."""
    for leak in leaks(heard):
        raise Leak(leak)
    if heard.failed:
        raise heard.failed


def leaks(heard: Heard) -> Iterator[str]:
    """What somebody was told too early, or at all."""
    knowledge = Knowledge(heard.lines)
    yield from leaks_of_frames(knowledge, heard.frames)
    yield from _leaks_of_answers(knowledge, heard)
    for line in heard.logged:
        if CARD.search(line) or DIGITS.search(line):
            yield f"the server logs {line[:300]}"


def leaks_of_frames(knowledge: Knowledge, frames: list[Frame]) -> Iterator[str]:
    """What messages over sockets tell that their readers may not know."""
    versions, said = dict[str, int](), dict[tuple[str, str], set[str]]()
    for player, way, text in frames:
        if way == "out":
            said[player, json.loads(text)["id"]] = tokens(text)
            continue
        told: dict[str, Any] = json.loads(text)
        allowed = set[str]()
        if told["tell"] in ("news", "welcome"):
            since, version = told.get("since"), told["scene"]["version"]
            allowed = knowledge.between(player, version if since is None else since + 1, version)
            versions[player] = max(version, versions.get(player, 0))
        else:
            allowed = said.get((player, told.get("id", "")), set())
        version = versions.get(player, 0)
        allowed |= knowledge.cards(player, version)
        if strangers := tokens(text) - allowed:
            yield f"{player} knows {strangers} at {version}: {text[:300]}"
        if secrets := knowledge.secret(text, version):
            yield f"{player} knows {len(secrets)} secrets at {version}: {text[:300]}"


def _leaks_of_answers(knowledge: Knowledge, heard: Heard) -> Iterator[str]:
    """A record tells all of a game that is over, for ever the same; else only hints tell cards over HTTP."""
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
