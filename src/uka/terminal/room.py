"""A table on a server in words: who sits where, who comes and goes, and how a friend comes in."""

from __future__ import annotations

from uka.core.seats import Seat
from uka.table import Scene
from uka.table import entries as en
from uka.table.projection import OpenEntry, SeatView
from uka.wire.tells import Welcome

from .words import COMPASS, Names, cut

LONGEST = 16
"""Columns of a name."""


def names_of(whole: Welcome) -> Names:
    """What the seats are called: a person by name, a bot by its seat."""
    views = whole.scene.seats
    me = next((view.seat for view in views if view.player == whole.player), None)
    return Names(me, tuple(map(_called, views)), tuple(map(_tag, views)))


def _called(view: SeatView) -> str:
    return plain(view.name) if view.name else COMPASS[view.seat.index]


def plain(name: str) -> str:
    """A name as it may stand in a sentence: nothing that moves the cursor, and no seat's.

    >>> plain("Hana"), plain("west"), plain("a\\x1b[2Jb")
    ('Hana', '“west”', 'a?[2Jb')
    """
    shown = cut("".join(c if c.isprintable() else "?" for c in name), LONGEST)
    return f"“{shown}”" if shown.capitalize() in (*COMPASS, "You") else shown


def _tag(view: SeatView) -> str:
    if view.bot:
        return f"bot, {view.bot}"
    if view.player is None:
        return "nobody"
    return "away, a bot plays" if view.away else "connection lost" if view.lost else ""


def who_is_there(whole: Welcome) -> tuple[str, ...]:
    """Who sits where, and who watches."""
    scene, names = whole.scene, names_of(whole)
    seated = {view.player for view in scene.seats}
    lines = [f"{n} {COMPASS[view.seat.index]:<6} {_sits(view, names, whole)}" for n, view in enumerate(scene.seats, 1)]
    watching = [plain(p.name) + _host(p.player, scene) for p in whole.people if p.player not in seated]
    return (*lines, *([f"Watching: {', '.join(watching)}"] if watching else []))


def _sits(view: SeatView, names: Names, whole: Welcome) -> str:
    tag = names.tags[view.seat.index]
    if view.player is None:
        next_ = next((plain(person.name) for person in whole.people if person.player == view.booked), "")
        return f"{tag}; from the next deal {next_}" if next_ else tag
    you = ", you" if view.player == whole.player else ""
    return f"{_called(view)}{you}{_host(view.player, whole.scene)}{f' ({tag})' if tag else ''}"


def _host(player: str, scene: Scene) -> str:
    return " (host)" if player == scene.host else ""


def command(server: str, table: str, invitation: str) -> tuple[str, ...]:
    """What a friend types to come to a table, over several lines that a shell takes as one."""
    return (f"uka play --server {server} \\", f"  --table {table} \\", f"  --invitation={invitation}")


def waiting_room(whole: Welcome, server: str) -> tuple[str, ...]:
    """What is told before a game."""
    invitation = ("A friend comes to this table with:", *command(server, whole.table, whole.invitation))
    return (f"A table of {whole.rules.title}", "", *who_is_there(whole), "", *invitation)


def told(entry: OpenEntry | None, before: Welcome, after: Welcome) -> str:
    """A line of the table's own, about people, in a sentence; empty for one that is not told."""
    known = {person.player: person.name for person in (*before.people, *after.people)}

    def who(player: str | None) -> str:
        return "You" if player == after.player else plain(known.get(player or "", "Somebody"))

    def at(seat: Seat) -> str:
        return who(after.scene.seats[seat.index].player)

    match entry:
        case en.Joined(player):
            return f"{who(player)} came to the table."
        case en.Left(player):
            return f"{who(player)} left the table."
        case en.Removed(player):
            return f"{who(player)} had to leave the table."
        case en.Hosted(player):
            return f"{who(player)} became the host."
        case en.Sat(player, seat):
            return f"{who(player)} sat down at {COMPASS[seat.index]}."
        case en.Booked(player, seat):
            takes = "take" if player == after.player else "takes"
            return f"{who(player)} {takes} {COMPASS[seat.index]}'s seat at the next deal."
        case en.Admitted(player, seat):
            return f"{who(player)} sat down at {COMPASS[seat.index]} in mid-deal: the host let them in."
        case en.Stood(player):
            return f"{who(player)} stood up."
        case en.Swapped(a, b):
            return f"{COMPASS[a.index]} and {COMPASS[b.index]} changed places."
        case en.BotSat(seat, level) if before.scene.seats[seat.index].bot:  # else many would be told as a game begins
            return f"A bot plays {COMPASS[seat.index]}: {plain(level)}."
        case en.Emptied(seat):
            return f"The bot at {COMPASS[seat.index]} went."
        case en.Lost(seat):
            return f"{at(seat)} lost the connection."
        case en.Away(seat):
            return f"{at(seat)} went away: a bot plays."
        case en.Back(seat):
            return f"{at(seat)} came back."
        case en.Paused():
            return "The table was paused."
        case en.Resumed():
            return "The game went on."
        case _:
            return ""
