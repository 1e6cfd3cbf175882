"""Finds leaks of hidden cards, and of games that others may not know, in what the clients of a server were sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from tests.server.disclosed import EVERYBODY, Facts, Rule, filled
from tests.server.heard import CARD, Frame, Heard, Instant, tokens
from tests.server.knowledge import DIGITS, Knowledge

TABLE = re.compile(r"^/api/tables/(\w+)([^?]*)")
RECORD = re.compile(r"^/records/(\d+)")


class Leak(AssertionError):
    """A client was sent something that it may not know."""


def check(heard: Heard) -> None:
    """Raise ``Leak`` if a client was sent what it may not know; otherwise raise the error of the game, if any."""
    for leak in leaks(heard):
        raise Leak(leak)
    if heard.failed:
        raise heard.failed


def leaks(heard: Heard) -> Iterator[str]:
    """Yield a sentence for each leak."""
    facts = {table: Knowledge(lines) for table, lines in heard.logs.items()}
    for table, knowledge in facts.items():
        yield from _leaks_of_table(facts, _rule(heard, table), knowledge, table, heard)
    yield from _leaks_of_pages(facts, heard)
    for rule in heard.rules:
        yield from rule.found(facts, heard.frames)
    yield from _leaks_of_packs(facts, heard)
    for line in heard.logged:
        if CARD.search(line) or DIGITS.search(line):
            yield f"the server logs {line[:300]}"


def _rule(heard: Heard, table: str) -> Rule:
    return next((rule for rule in heard.rules if table in rule.tables), EVERYBODY)


def _leaks_of_table(facts: Facts, rule: Rule, knowledge: Knowledge, table: str, heard: Heard) -> Iterator[str]:
    frames = [frame for frame in heard.frames if frame.table == table]

    def opens(at: Instant, version: int) -> bool:
        return rule.opens(facts, Instant({**at.versions, table: version}, at.at))

    yield from leaks_of_frames(knowledge, frames, opens)
    for frame in frames:
        if (version := frame.version) is not None:
            follows = version not in knowledge.moments or knowledge.is_here(frame.player, version)
            if not (follows and rule.follows(facts, frame.player, table, frame.at)):
                yield f"{frame.player} follows a table where they may not be, at {version}: {frame.text[:300]}"
    yield from _leaks_of_answers(facts, rule, knowledge, table, heard)


def _leaks_of_packs(facts: Facts, heard: Heard) -> Iterator[str]:
    """Yield a sentence for each two matches or boards of a day that share a pack."""
    packs = [set[str]().union(*(facts[table].packs for table in rule.tables)) for rule in heard.rules]
    for one, two in combinations(range(len(packs)), 2):
        if same := packs[one] & packs[two]:
            yield f"{heard.rules[one].tables} and {heard.rules[two].tables} share {len(same)} packs"


# WebSocket messages


def leaks_of_frames(
    knowledge: Knowledge, frames: list[Frame], opens: Callable[[Instant, int], bool] = lambda at, version: True
) -> Iterator[str]:
    """Yield a sentence for each leak of cards or secrets in the WebSocket messages of a table.

    ``opens`` returns whether the secrets of finished packs may be public when the table has a version.
    """
    versions, said = dict[str, int](), dict[tuple[str, str], set[str]]()
    for frame in frames:
        player, way, text, table, at = frame
        if way == "out":
            said[player, json.loads(text)["id"]] = tokens(text)
            continue
        told: dict[str, Any] = json.loads(text)
        if told["type"] == "chat_update":
            yield from _leaks_of_chat(knowledge, player, told, at.version(table))
            continue
        allowed = set[str]()
        if (version := frame.version) is not None:
            since = told.get("since")
            allowed = knowledge.between(player, version if since is None else since + 1, version)
            versions[player] = max(version, versions.get(player, 0))
        else:
            allowed = said.get((player, told.get("id", "")), set())
        version = versions.get(player, 0)
        allowed |= knowledge.cards(player, version)
        if strangers := tokens(text) - allowed:
            yield f"{player} knows {strangers} at {version}, {knowledge.describe(version)}: {text[:300]}"
        if DIGITS.search(text) and (secrets := knowledge.secret(text, version, opens=opens(at, version))):
            yield f"{player} knows {len(secrets)} secrets at {version}: {text[:300]}"


def _leaks_of_chat(knowledge: Knowledge, player: str, told: dict[str, Any], version: int) -> Iterator[str]:
    """Yield a sentence for each line of a chat that a person may not read, or that nobody may have written.

    In a deal, those who had a seat when a line was written have written it and read it, and it may name any card.
    """
    for line in told.get("lines", ()):
        table = knowledge.moments[line["version"]].step.table
        seated = {chair.player for chair in table.chairs}
        if table.settings.public or table.talk_forbidden or (table.in_deal and line["player"] not in seated):
            yield f"{line['player']} may not write: {line}"
        if table.in_deal and player not in seated:
            yield f"{player} may not read what is written in a deal: {line}"
    for line in told.get("reports", ()):
        table = knowledge.moments[line["version"]].step.table
        if table.in_deal and line["text"] and table.seat_of(player) is None:
            yield f"{player} may not read what is reported: {line}"
        if version in knowledge.moments and knowledge.moments[version].step.table.host != player:
            yield f"{player} is not the host: {line}"


# HTTP responses


def _leaks_of_answers(facts: Facts, rule: Rule, knowledge: Knowledge, table: str, heard: Heard) -> Iterator[str]:
    """Yield a sentence for each leak in the responses about a table.

    Only the records of finished games, hints, and bots who say why in a finished deal may name cards.
    """
    records = dict[str, str]()
    for answer in heard.answers:
        found = TABLE.match(answer.path)
        if found is None or found[1] != table:
            continue
        player, path, text = answer.player, answer.path, answer.text
        since, version = answer.since.version(table), answer.until.version(table)
        game = RECORD.match(found[2])
        finished = game is not None and knowledge.over(version) > int(game[1])
        kept = game is not None and knowledge.over(since) > int(game[1])
        if kept and answer.told and "/review" not in path and records.setdefault(path, text) != text:
            yield f"{path} tells something else at {version} than before"
        reading = not found[2] or found[2].startswith("/records")
        asks = found[2] == "/why"
        may = reading or knowledge.is_here(player, since, version)
        if reading or asks:
            may = may and rule.reads(facts, player, table, answer.until)
        if answer.told and not may:
            yield f"{path} tells {player} what is not for them at {version}: {text[:300]}"
        allowed = knowledge.between(player, since, version) if path.endswith("/hint") else set[str]()
        allowed |= knowledge.why(player, since, version) if asks else set()
        strangers = set[str]() if finished else tokens(text) - allowed
        opens = rule.opens(facts, answer.until)
        secrets = knowledge.secret(text, version, heard.public, opens=opens)
        if strangers or secrets:
            yield f"{path} tells {player} {strangers} and {len(secrets)} secrets at {version}: {text[:300]}"


def _leaks_of_pages(facts: Facts, heard: Heard) -> Iterator[str]:
    """Yield a sentence for each leak in the other responses: none names a card, and each rule has its pages."""
    hashes = {digits for knowledge in facts.values() for digits in knowledge.hashes}
    for answer in heard.answers:
        if TABLE.match(answer.path):
            continue
        page, public = {}, heard.public
        for rule in heard.rules:
            if rule.governs(answer.path) and answer.told:
                page, fields = json.loads(answer.text), rule.fields(facts, answer)
                public = public | ({str(page["seed"])} if "seed" in fields else set())
                if early := filled(page) - {*fields}:
                    yield f"{answer.path} tells {answer.player} {sorted(early)}: {answer.text[:300]}"
        secrets = {digits for digits in DIGITS.findall(answer.text) if digits in hashes or _is_hidden(digits, public)}
        if strangers := tokens(answer.text):
            yield f"{answer.path} tells {answer.player} {strangers}: {answer.text[:300]}"
        if secrets:
            yield f"{answer.path} tells {answer.player} {len(secrets)} secrets: {answer.text[:300]}"


def _is_hidden(digits: str, public: set[str]) -> bool:
    return len(digits) == 64 and digits not in public
