"""Text about the people at a server's table: their names and seats, what they do, and how others join the table."""

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
    """Return a name for each seat: that of the person or bot there, or else that of the seat, such as "West"."""
    views = whole.scene.seats
    me = next((view.seat for view in views if view.player == whole.player), None)
    return Names(me, tuple(map(_player_name, views)), tuple(map(_tag, views)))


def _player_name(view: SeatView) -> str:
    """Return the name of the person or the bot in a seat, or else the name of the seat."""
    if view.persona:
        return f"Bot {printable_name(view.persona)}"
    return printable_name(view.name) if view.name else COMPASS[view.seat.index]


def printable_name(name: str) -> str:
    """Return a name as it is shown in a sentence: at most ``LONGEST`` columns wide, without control characters.

    If a person has the same name as a seat, such as "West", the name is put in quotes.

    >>> printable_name("Hana"), printable_name("west"), printable_name("a\\x1b[2Jb")
    ('Hana', '“west”', 'a?[2Jb')
    """
    shown = truncated(one_line(name).strip(), LONGEST)
    return f"“{shown}”" if shown.capitalize() in (*COMPASS, "You") else shown


def _tag(view: SeatView) -> str:
    """Return a note about a seat: the level of the bot there, "nobody", or that the person is away or disconnected.

    Return "" if a connected person plays there.
    """
    if view.bot:
        return view.bot
    if view.player is None:
        return "nobody"
    if view.away:
        return "absent, a bot plays"
    return "connection lost" if view.lost else ""


def people_lines(whole: TableSnapshot) -> tuple[str, ...]:
    """Return a line of text for each seat, which says who plays there, and a line with the spectators, if any."""
    scene, names = whole.scene, names_of(whole)
    seated = {view.player for view in scene.seats}
    lines = list[str]()
    for number, view in enumerate(scene.seats, 1):
        lines.append(f"{number} {COMPASS[view.seat.index]:<6} {_occupant(view, names, whole)}")
    spectators = [person for person in whole.people if person.player not in seated]
    if spectators:
        spectator_names = [printable_name(person.name) + _host_mark(person.player, scene) for person in spectators]
        lines.append(f"Watching: {', '.join(spectator_names)}")
    return tuple(lines)


def _occupant(view: SeatView, names: Names, whole: TableSnapshot) -> str:
    """Return who plays in a seat, such as "Hana, you (host)" or "club, then Ana"."""
    tag = names.tags[view.seat.index]
    if view.player is None:
        bot = f"{_player_name(view)}, {tag}" if view.persona else tag
        waiting = next((printable_name(person.name) for person in whole.people if person.player == view.booked), "")
        return f"{bot}, then {waiting}" if waiting else bot
    you = ", you" if view.player == whole.player else ""
    state = f" ({tag})" if tag else ""
    return f"{_player_name(view)}{you}{_host_mark(view.player, whole.scene)}{state}"


def _host_mark(player: str, scene: PublicTable) -> str:
    return " (host)" if player == scene.host else ""


def join_command(server: str, table: str, invitation: str, program: str = NAME) -> tuple[str, ...]:
    """Return the shell command that joins a table, on three lines.

    ``server`` is the URL of the server, and ``program`` the command that starts Uka. All arguments are quoted, because
    a server chooses ``table`` and ``invitation``, and a shell could read these as commands.

    >>> join_command("http://uka.example", "t1", "x; reboot")[2]
    "  --invitation='x; reboot'"
    """
    server, table, invitation = map(quote, map(one_line, (server, table, invitation)))
    return (f"{program} play --server {server} \\", f"  --table {table} \\", f"  --invitation={invitation}")


def waiting_room(whole: TableSnapshot, server: str) -> tuple[str, ...]:
    """Return the lines of text that are shown before a game begins: the people, and how others join the table."""
    invitation = ("Friends join this table with:", *join_command(server, whole.table, whole.invitation))
    return (f"{whole.rules.title} table", "", *people_lines(whole), "", *invitation)


class PeopleNarrator(NamedTuple):
    """Makes sentences about entries of a table's log that tell what people and bots did, such as taking a seat."""

    before: TableSnapshot
    """The table before the entry."""
    after: TableSnapshot
    """The table after the entry."""

    def who(self, player: str) -> str:
        """Return the name of the person with the id ``player``, as a sentence begins with it. It may be "You"."""
        if player == self.after.player:
            return "You"
        known = {person.player: person.name for person in (*self.before.people, *self.after.people)}
        return printable_name(known.get(player, "Someone"))

    def who_sits(self, seat: Seat) -> str:
        """Return the name of the person in ``seat``, as a sentence begins with it."""
        return self.who(self.after.scene.seats[seat.index].player or "")

    def seat_booked(self, entry: en.SeatBooked) -> str:
        """Return a sentence that says which person will take which seat at the next deal."""
        return f"{self.who(entry.player)} will take {COMPASS[entry.seat.index]}'s seat at the next deal."

    def bot_changed(self, entry: en.BotSeated) -> str:
        """Return a sentence that says which bot replaces another bot in a seat. Return "" for the first bot there."""
        if not self.before.scene.seats[entry.seat.index].bot:
            return ""
        return f"A bot plays {COMPASS[entry.seat.index]}: {printable_name(entry.level)}."


PAUSES: dict[en.PauseReason, str] = {
    "host": "The host paused the game.",
    "nobody": "The game is paused while nobody is here.",
    "round": "The game is paused: the round's clock is stopped.",
    "log_full": "This table's log is full, so the game can't go on. Open another table.",
}
"""The sentence for each reason for which a table is paused."""
SENTENCES: dict[type[Any], Callable[[PeopleNarrator, Any], str]] = {
    en.PlayerJoined: lambda by, entry: f"{by.who(entry.player)} joined the table.",
    en.PlayerLeft: lambda by, entry: f"{by.who(entry.player)} left the table.",
    en.PlayerRemoved: lambda by, entry: f"{by.who(entry.player)} had to leave the table.",
    en.HostChanged: lambda by, entry: f"{by.who(entry.player)} became the host.",
    en.SeatTaken: lambda by, entry: f"{by.who(entry.player)} took the {COMPASS[entry.seat.index]} seat.",
    en.SeatBooked: PeopleNarrator.seat_booked,
    en.PlayerAdmitted: lambda by, entry: (
        f"{by.who(entry.player)} took over {COMPASS[entry.seat.index]}'s hand from the bot: the host let them in."
    ),
    en.SeatVacated: lambda by, entry: f"{by.who(entry.player)} stood up.",
    en.SeatsSwapped: lambda by, entry: f"{COMPASS[entry.a.index]} and {COMPASS[entry.b.index]} swapped seats.",
    en.BotSeated: PeopleNarrator.bot_changed,
    en.BotRemoved: lambda by, entry: f"The bot at {COMPASS[entry.seat.index]} left.",
    en.ConnectionLost: lambda by, entry: f"{by.who_sits(entry.seat)} lost connection.",
    en.PlayerWentAway: lambda by, entry: f"{by.who_sits(entry.seat)} is absent: a bot plays.",
    en.PlayerCameBack: lambda by, entry: f"{by.who_sits(entry.seat)} came back.",
    en.TablePaused: lambda by, entry: PAUSES[entry.why],
    en.TableResumed: lambda by, entry: "The game resumed.",
}
"""For each type of entry about people, the function that returns the sentence."""


def people_sentence(entry: PublicEntry | None, before: TableSnapshot, after: TableSnapshot) -> str:
    """Return the sentence about an entry of a table's log. Return "" if the entry is not about people.

    ``before`` and ``after`` are the table before and after the entry.
    """
    sentence = SENTENCES.get(type(entry))
    return sentence(PeopleNarrator(before, after), entry) if sentence else ""
