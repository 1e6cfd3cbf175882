"""Who may talk at a table: who may say a phrase or write a line of the chat, and who may read the line.

A table has a chat if people come to it by an invitation. While a deal is played, a line is for the people with a seat
alone: whoever watches the deal can neither write nor read one, so that no card is passed through the chat.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from .table import Table, TableRefusal

ChatState: TypeAlias = Literal["off", "quiet", "seated", "open"]
"""Who may write a line of the chat now.

- "off": nobody, since the table has no chat
- "quiet": nobody until the end of the deal, since the rules forbid talk
- "seated": the people with a seat, since a deal is played
- "open": everybody at the table
"""


def chat_state(table: Table) -> ChatState:
    """Return who may write a line of the chat of ``table`` now."""
    if not has_chat(table):
        return "off"
    if table.talk_forbidden:
        return "quiet"
    return "seated" if table.in_deal else "open"


def has_chat(table: Table) -> bool:
    """Return whether ``table`` has a chat: whether people come to it by an invitation alone.

    Public tables, quick games, and the tables of tournaments, days and matches have none.
    """
    settings = table.settings
    shared = settings.given is not None and settings.given.kind != "number"
    return not (settings.public or settings.reserved or table.quick or shared)


def check_talk(table: Table, player: str) -> None:
    """Raise ``TableRefusal`` if the person ``player`` may not talk at ``table`` now."""
    if table.member(player) is None:
        raise TableRefusal("you are not at this table")
    if table.talk_forbidden:
        raise TableRefusal("under these rules you may say nothing but the calls during a deal")
    if table.in_deal and table.seat_of(player) is None:
        raise TableRefusal("people who watch can't talk during a deal")


def check_chat(table: Table, player: str) -> None:
    """Raise ``TableRefusal`` if the person ``player`` may not write a line of the chat of ``table`` now."""
    if not has_chat(table):
        raise TableRefusal("there is no chat here: only tables that people come to by invitation have one")
    check_talk(table, player)


def chat_readers(table: Table) -> frozenset[str] | None:
    """Return the ids of the people who may read a line that is written now, or None if all at the table may."""
    if not table.in_deal:
        return None
    return frozenset(chair.player for chair in table.chairs if chair.player is not None)
