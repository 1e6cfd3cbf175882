"""The chat of a table: the last lines that people wrote, in the memory of the process that runs the table.

A line is no part of the table's log, and so of no record. It is gone when the table is dropped from memory, when the
process ends, and when the table becomes public. ``uka.table.talk`` says who may write and read it.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from uka.hosting.audience import Audience
from uka.table import Table, TableRefusal, TableTransition
from uka.table.entries import HostChanged, PlayerRemoved
from uka.table.talk import chat_readers, check_chat, has_chat
from uka.text.invisible import without_invisible
from uka.wire import socket_updates
from uka.wire.table_commands import ChatCommand, ReportChatLine
from uka.wire.table_updates import ChatLine, ChatUpdate

from .subscribers import TableSubscriber

KEPT = 50
"""The number of lines that a table keeps."""
MOST_CHARACTERS = 200
"""The maximum length of a line, in characters."""
BREAKS = ("Cc", "Zl", "Zp")
"""The Unicode categories of control characters and line breaks, which a line must not contain."""


class KeptLine(NamedTuple):
    """A line of the chat that the table keeps."""

    line: ChatLine
    readers: frozenset[str] | None
    """The ids of the people who may read it: those who had a seat when it was written in a deal; None means all."""


class TableChat:
    """The last ``KEPT`` lines of a table's chat. A new line is sent to all clients in ``audience`` that may read it."""

    def __init__(self, audience: Audience[TableSubscriber]) -> None:
        self._audience = audience
        self._kept: deque[KeptLine] = deque(maxlen=KEPT)
        self._reported = dict[str, None]()
        """The ids of the lines that were reported to the host, in the order of the reports."""

    def carry_out(self, table: Table, command: ChatCommand, by: str, at: int) -> None:
        """Carry out a command of the person ``by`` at the time ``at``, in milliseconds since 1970.

        A command that is sent again with the same id writes no second line. Raise ``TableRefusal`` if it is refused.
        """
        if isinstance(command, ReportChatLine):
            self._report(table, by, command.line)
            return
        check_chat(table, by)
        id, member = line_id(by, command.id), table.member(by)
        if member is None or self._find(id) is not None:
            return
        line = ChatLine(id, at, table.seq, by, member.name, chat_text(command.text))
        kept = KeptLine(line, chat_readers(table))
        self._kept.append(kept)
        update = socket_updates.write(ChatUpdate((line,)))
        for client in self._audience:
            if may_read(kept, client.player):
                client.push(update)

    def update_for(self, table: Table, player: str) -> str | None:
        """Return the message with all kept lines that ``player`` may read, or None if there is none."""
        lines = tuple([kept.line for kept in self._kept if may_read(kept, player)]) if has_chat(table) else ()
        reports = self._reports(table) if player == table.host else ()
        return socket_updates.write(ChatUpdate(lines, reports)) if lines or reports else None

    def follow(self, steps: Sequence[TableTransition]) -> None:
        """Forget the lines of people whom the host has removed, and all lines if the table has no chat any more.

        Send the reports to a new host. ``steps`` are the transitions that the table has made.
        """
        table = steps[-1].table
        if not has_chat(table):
            self._kept.clear()
        for entry in [step.line.entry for step in steps]:
            if isinstance(entry, PlayerRemoved):
                self._forget(entry.player)
            elif isinstance(entry, HostChanged):
                self._tell_host(table)

    def _forget(self, player: str) -> None:
        """Forget the lines of a person."""
        self._kept = deque((kept for kept in self._kept if kept.line.player != player), KEPT)

    def _find(self, id: str) -> KeptLine | None:
        return next((kept for kept in self._kept if kept.line.id == id), None)

    # Reports

    def _report(self, table: Table, by: str, id: str) -> None:
        """Report the line ``id`` to the host, unless it was reported before. Raise ``TableRefusal`` if it can't be."""
        kept = self._find(id)
        if kept is None or table.member(by) is None or not may_read(kept, by):
            raise TableRefusal("that line isn't kept any more: tell the host who wrote it")
        if by == table.host:
            raise TableRefusal("you are the host: you can remove people in the table's menu")
        if kept.line.player == table.host:
            raise TableRefusal("the host wrote this: mute the host, or leave the table")
        if id not in self._reported:
            self._reported = dict.fromkeys([*filter(self._find, self._reported), id])
            self._tell_host(table)

    def _reports(self, table: Table) -> tuple[ChatLine, ...]:
        """Return the reported lines that are still kept, as the host may see them."""
        found = [kept for kept in map(self._find, self._reported) if kept and kept.line.player != table.host]
        return tuple([reported_line(kept, table.host) for kept in found])

    def _tell_host(self, table: Table) -> None:
        """Send all reports to the clients of the host."""
        reports = self._reports(table)
        if not reports:
            return
        update = socket_updates.write(ChatUpdate(reports=reports))
        for client in self._audience:
            if client.player == table.host:
                client.push(update)


def may_read(kept: KeptLine, player: str) -> bool:
    """Return whether ``player``, who is at the table, may read a line."""
    return kept.readers is None or player in kept.readers


def reported_line(kept: KeptLine, host: str) -> ChatLine:
    """Return a line as the host is told of it. The text is left out if the host may not read it."""
    line = kept.line
    return line if may_read(kept, host) else ChatLine(line.id, line.at, line.version, line.player, line.name, "")


def line_id(player: str, command: str) -> str:
    """Return the id of the line that the person ``player`` writes with the command whose id is ``command``.

    It is the same if the client sends the command again, even to a process that has not kept the line.
    """
    return blake2b(f"{player} {command}".encode(), digest_size=8).hexdigest()


def chat_text(text: str) -> str:
    """Return ``text`` as a line of the chat, without characters that are not displayed and without surplus spaces.

    Raise ``TableRefusal`` if it is empty or too long, or contains a line break or another control character.

    >>> chat_text("  Well   played\\u202e! ")
    'Well played!'
    """
    cleaned = without_invisible(text)
    if any(unicodedata.category(letter) in BREAKS for letter in text.strip()):
        raise TableRefusal("write one line, without line breaks and control characters")
    if not cleaned:
        raise TableRefusal("write something first")
    if len(cleaned) > MOST_CHARACTERS:
        raise TableRefusal(f"a line has at most {MOST_CHARACTERS} characters: this one has {len(cleaned)}")
    return cleaned
