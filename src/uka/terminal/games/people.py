"""Sentences about the people at a server's table: their seats, arrivals and departures, and the way to join them."""

from __future__ import annotations

from collections.abc import Callable
from shlex import quote
from typing import Any, NamedTuple

from uka.core.seats import Seat
from uka.invocation import NAME
from uka.narration.names import COMPASS, Names
from uka.table import PublicTable
from uka.table import entries as en
from uka.table.views.line_view import PublicEntry
from uka.table.views.public_table import SeatView
from uka.text.printable import one_line
from uka.wire.table_updates import TableSnapshot

from ..width import truncated

LONGEST = 16
"""The maximum width of a name, in columns."""


def names_of(whole: TableSnapshot) -> Names:
    """Return the names of the seats: persons' names, bots' names, or the name of the seat for a bot without a name."""
    views = whole.scene.seats
    me = next((view.seat for view in views if view.player == whole.player), None)
    return Names(me, tuple(map(_called, views)), tuple(map(_tag, views)))


def _called(view: SeatView) -> str:
    if view.persona:
        return f"Bot {plain(view.persona)}"
    return plain(view.name) if view.name else COMPASS[view.seat.index]


def plain(name: str) -> str:
    """Return a name that is safe in a sentence.

    Characters that are not displayed are replaced. If a person has the same name as a seat, such as "West", the name is
    put in quotes.

    >>> plain("Hana"), plain("west"), plain("a\\x1b[2Jb")
    ('Hana', '“west”', 'a?[2Jb')
    """
    shown = truncated(one_line(name).strip(), LONGEST)
    return f"“{shown}”" if shown.capitalize() in (*COMPASS, "You") else shown


def _tag(view: SeatView) -> str:
    if view.bot:
        return view.bot
    if view.player is None:
        return "nobody"
    return "absent, a bot plays" if view.away else "connection lost" if view.lost else ""


def people_lines(whole: TableSnapshot) -> tuple[str, ...]:
    """Return a line of text for each seat and a line for the spectators."""
    scene, names = whole.scene, names_of(whole)
    seated = {view.player for view in scene.seats}
    lines = [f"{n} {COMPASS[view.seat.index]:<6} {_sits(view, names, whole)}" for n, view in enumerate(scene.seats, 1)]
    watching = [plain(p.name) + _host(p.player, scene) for p in whole.people if p.player not in seated]
    return (*lines, *([f"Watching: {', '.join(watching)}"] if watching else []))


def _sits(view: SeatView, names: Names, whole: TableSnapshot) -> str:
    tag = names.tags[view.seat.index]
    if view.player is None:
        tag = f"{_called(view)}, {tag}" if view.persona else tag
        next_ = next((plain(person.name) for person in whole.people if person.player == view.booked), "")
        return f"{tag}, then {next_}" if next_ else tag
    you = ", you" if view.player == whole.player else ""
    return f"{_called(view)}{you}{_host(view.player, whole.scene)}{f' ({tag})' if tag else ''}"


def _host(player: str, scene: PublicTable) -> str:
    return " (host)" if player == scene.host else ""


def join_command(server: str, table: str, invitation: str, program: str = NAME) -> tuple[str, ...]:
    """Return the command that joins a table, as lines of text that a shell reads as one command.

    ``program`` is the command that starts Uka. A server chooses what ``table`` and ``invitation`` are, so the shell
    must not read commands in them.

    >>> join_command("http://uka.example", "t1", "x; reboot")[2]
    "  --invitation='x; reboot'"
    """
    server, table, invitation = map(quote, map(one_line, (server, table, invitation)))
    return (f"{program} play --server {server} \\", f"  --table {table} \\", f"  --invitation={invitation}")


def waiting_room(whole: TableSnapshot, server: str) -> tuple[str, ...]:
    """Return the lines of text that are shown before a game begins."""
    invitation = ("Friends join this table with:", *join_command(server, whole.table, whole.invitation))
    return (f"{whole.rules.title} table", "", *people_lines(whole), "", *invitation)


class PeopleNarrator(NamedTuple):
    """Makes sentences about what people do at a table.

    ``before`` and ``after`` are the states of the table before and after the log entry that a sentence describes.
    """

    before: TableSnapshot
    after: TableSnapshot

    def who(self, player: str) -> str:
        """Return a person's name as it appears at the beginning of a sentence."""
        if player == self.after.player:
            return "You"
        known = {person.player: person.name for person in (*self.before.people, *self.after.people)}
        return plain(known.get(player, "Someone"))

    def at(self, seat: Seat) -> str:
        """Return the name of the person in a seat."""
        return self.who(self.after.scene.seats[seat.index].player or "")

    def books(self, entry: en.SeatBooked) -> str:
        """Return the sentence that tells that a seat is booked for the next deal."""
        return f"{self.who(entry.player)} will take {COMPASS[entry.seat.index]}'s seat at the next deal."

    def bot_changed(self, entry: en.BotSeated) -> str:
        """Return the sentence that tells that a bot replaces another bot. Return "" for the first bot at a seat."""
        if not self.before.scene.seats[entry.seat.index].bot:
            return ""
        return f"A bot plays {COMPASS[entry.seat.index]}: {plain(entry.level)}."


PAUSES: dict[en.PauseReason, str] = {
    "host": "The host paused the game.",
    "nobody": "The game is paused while nobody is here.",
    "round": "The game is paused: the round's clock is stopped.",
    "log_full": "This table's log is full, so the game can't go on. Open another table.",
}
"""A sentence for each reason of a pause."""
SENTENCES: dict[type[Any], Callable[[PeopleNarrator, Any], str]] = {
    en.PlayerJoined: lambda by, entry: f"{by.who(entry.player)} joined the table.",
    en.PlayerLeft: lambda by, entry: f"{by.who(entry.player)} left the table.",
    en.PlayerRemoved: lambda by, entry: f"{by.who(entry.player)} had to leave the table.",
    en.HostChanged: lambda by, entry: f"{by.who(entry.player)} became the host.",
    en.SeatTaken: lambda by, entry: f"{by.who(entry.player)} took the {COMPASS[entry.seat.index]} seat.",
    en.SeatBooked: PeopleNarrator.books,
    en.PlayerAdmitted: lambda by, entry: (
        f"{by.who(entry.player)} took over {COMPASS[entry.seat.index]}'s hand from the bot: the host let them in."
    ),
    en.SeatVacated: lambda by, entry: f"{by.who(entry.player)} stood up.",
    en.SeatsSwapped: lambda by, entry: f"{COMPASS[entry.a.index]} and {COMPASS[entry.b.index]} swapped seats.",
    en.BotSeated: PeopleNarrator.bot_changed,
    en.BotRemoved: lambda by, entry: f"The bot at {COMPASS[entry.seat.index]} left.",
    en.ConnectionLost: lambda by, entry: f"{by.at(entry.seat)} lost connection.",
    en.PlayerWentAway: lambda by, entry: f"{by.at(entry.seat)} is absent: a bot plays.",
    en.PlayerCameBack: lambda by, entry: f"{by.at(entry.seat)} came back.",
    en.TablePaused: lambda by, entry: PAUSES[entry.why],
    en.TableResumed: lambda by, entry: "The game resumed.",
}
"""For each type of entry about people, the function that makes the sentence."""


def person_event(entry: PublicEntry | None, before: TableSnapshot, after: TableSnapshot) -> str:
    """Return the sentence for an entry of the table's log. Return "" if the entry is not about people."""
    sentence = SENTENCES.get(type(entry))
    return sentence(PeopleNarrator(before, after), entry) if sentence else ""
