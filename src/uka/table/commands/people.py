"""Who comes, sits, stands, goes; and what the host may do. Each gives the entries to write, or ``Refused``."""

from __future__ import annotations

from uka.core.ruleset import Ruleset
from uka.core.seats import Seat

from .. import entries as en
from ..entries import FORMAT, TABLE, Entries, Line
from ..settings import Settings, usual
from ..table import PHRASES, PHRASES_MS, Refused, Table

MOST = 500  # people at a table
LETTERS = 32  # of a name
FIXED = ("by_hand", "reveal", "revokes", "clock", "reserved")
"""Settings that can't be changed in a game."""


def opened(
    rules: Ruleset, host: str, name: str, *, at: int, settings: Settings | None = None
) -> tuple[Table, tuple[Line, ...]]:
    """A new table, and the first line of its log."""
    entry = en.Opened(FORMAT, rules, settings or usual(rules), host, _name(name))
    line = Line.after("", 0, at, host, entry)
    return Table.replay((line,)), (line,)


def join(table: Table, player: str, name: str, most: int = MOST) -> Entries:
    """A person comes to the table, unless ``most`` are there."""
    name = _name(name)
    if table.member(player):
        raise Refused("you are at this table already")
    if player in table.removed:
        raise Refused("the host has sent you away from this table")
    if any(m.name == name for m in table.members):
        raise Refused(f"there is a {name} at this table already: take another name")
    if len(table.members) >= min(most, MOST):
        raise Refused(f"the table is full: {len(table.members)} people are here")
    if not table.settings.spectators and all(chair.player or chair.booked for chair in table.chairs):
        raise Refused("every seat is taken, and nobody may watch at this table")
    return (en.Joined(player, name),)


def leave(table: Table, player: str) -> Entries:
    """A person leaves; in a game a bot takes the seat."""
    _here(table, player)
    return (en.Left(player),)


def sit(table: Table, player: str, seat: Seat) -> Entries:
    """A person takes a free seat, or a bot's; in a deal it is theirs when that is over.

    So nobody who is told what a bot holds can pass it on. Who was dealt this very hand is back at once.
    """
    if table.settings.reserved:
        raise Refused("seats at this table are given by its tournament")
    _may_sit(table, player, seat)
    if not table.in_deal or (player, seat) in table.knew:
        return (en.Sat(player, seat),)
    if booked := table.chair(seat).booked:
        raise Refused("you take this seat when the deal is over" if booked == player else f"{seat} is taken")
    return (en.Booked(player, seat),)


def place(table: Table, host: str, player: str, seat: Seat) -> Entries:
    """The host gives a person a seat, in a deal with the hand that is held there."""
    _host(table, host)
    _may_sit(table, player, seat)
    _has_seen_no_other(table, player, seat)
    unseen = table.in_deal and (player, seat) not in table.knew
    return (en.Admitted(player, seat) if unseen else en.Sat(player, seat),)


def admit(table: Table, host: str, player: str) -> Entries:
    """The host lets a person take the seat that they have booked now, with the hand that the bot holds."""
    _host(table, host)
    seat = table.booked(player)
    if seat is None:
        raise Refused("nobody of that name waits for a seat")
    _has_seen_no_other(table, player, seat)
    return (en.Admitted(player, seat),)


def _may_sit(table: Table, player: str, seat: Seat) -> None:
    _here(table, player)
    if table.chair(seat).player is not None:
        raise Refused(f"{seat} is taken" if table.chair(seat).player != player else f"you sit at {seat} already")
    if table.playing and table.seat_of(player):
        raise Refused("you have a seat: stand up first")


def _has_seen_no_other(table: Table, player: str, seat: Seat) -> None:
    known = next((s for p, s in table.knew if p == player and s is not seat), None)
    if known and table.in_deal:
        raise Refused(f"who has seen {known}'s cards takes another seat when the deal is over")


def stand(table: Table, player: str) -> Entries:
    """A person gives up their seat, or the one that they have booked, and watches."""
    if table.booked(player) is None:
        _seat(table, player)
    return (en.Stood(player),)


def away(table: Table, player: str) -> Entries:
    """A person takes a break, and a bot fills in."""
    seat = _seat(table, player)
    if table.chair(seat).away:
        raise Refused("you are away already")
    return (en.Away(seat),)


def back(table: Table, player: str) -> Entries:
    """A person takes their seat back."""
    seat = _seat(table, player)
    if table.chair(seat).manned and table.chair(seat).lost is None:
        raise Refused("you are not away")
    return (en.Back(seat),)


def lost(table: Table, player: str) -> Entries:
    """A person's connection is lost; nothing to write for somebody who has no seat, or is away."""
    seat = table.seat_of(player)
    return (en.Lost(seat),) if seat and table.chair(seat).manned and table.chair(seat).lost is None else ()


def returned(table: Table, player: str) -> Entries:
    """A person's connection is there again; who left for a break comes back by ``back`` only."""
    seat = table.seat_of(player)
    return (en.Back(seat),) if seat and table.chair(seat).lost is not None else ()


def say(table: Table, player: str, phrase: en.Phrase, now: int) -> Entries:
    """A person says one of the phrases; in a deal only who plays, and nobody where the rules forbid other talk."""
    member = table.member(player)
    if member is None:
        raise Refused("you are not at this table")
    if table.quiet:
        raise Refused("by these rules nothing but the calls is said during a deal")
    if table.in_deal and table.seat_of(player) is None:
        raise Refused("who watches says nothing during a deal")
    if len(member.spoke) == PHRASES and max(now, table.at) - member.spoke[0] < PHRASES_MS:
        raise Refused("you have said a lot just now: wait a few seconds")
    return (en.Said(player, phrase),)


# The host


def bot(table: Table, player: str, seat: Seat, level: str | None = None) -> Entries:
    """The host puts a bot of a level at a free seat, or changes the one there."""
    _host(table, player)
    if table.chair(seat).player is not None:
        raise Refused(f"{seat} is taken by a person")
    level = level or table.settings.bots
    if not (0 < len(level) <= 20 and level.isprintable()):
        raise Refused("a bot's level is 1 to 20 letters")
    return (en.BotSat(seat, level),)


def empty(table: Table, player: str, seat: Seat) -> Entries:
    """The host takes a bot away, before a game."""
    _between_games(table, player)
    if table.chair(seat).bot is None:
        raise Refused(f"no bot sits at {seat}")
    return (en.Emptied(seat),)


def swap(table: Table, player: str, a: Seat, b: Seat) -> Entries:
    """The host lets two seats change places, before the draw."""
    _between_games(table, player)
    if a is b:
        raise Refused("two different seats change places")
    return (en.Swapped(a, b),)


def pause(table: Table, player: str) -> Entries:
    """The host, or the table itself, stops all clocks."""
    _host(table, player)
    if table.paused is not None or not table.playing:
        raise Refused("the table is paused already" if table.playing else "no game is played now")
    return (en.Paused(),)


def resume(table: Table, player: str) -> Entries:
    """The clocks go on."""
    _host(table, player)
    if table.paused is None:
        raise Refused("the table is not paused")
    return (en.Resumed(),)


def remove(table: Table, player: str, other: str) -> Entries:
    """The host sends somebody away for good."""
    _host(table, player)
    if other == table.host or table.member(other) is None:
        raise Refused("the host can't be sent away" if other == table.host else "nobody of that name is at this table")
    return (en.Removed(other),)


def hand_over(table: Table, player: str, other: str) -> Entries:
    """Somebody else becomes the host."""
    _host(table, player)
    if other == table.host or table.member(other) is None:
        raise Refused("that is the host" if other == table.host else "nobody of that name is at this table")
    return (en.Hosted(other),)


def change(table: Table, player: str, settings: Settings) -> Entries:
    """The host changes settings; in a game, only those that do not touch how it is played."""
    _host(table, player)
    if table.playing:
        for name in FIXED:
            if getattr(settings, name) != getattr(table.settings, name):
                raise Refused(f"{name} can't be changed in a game")
    return (en.Changed(settings),)


# Checks


def _name(name: str) -> str:
    name = " ".join(name.split())
    if not (0 < len(name) <= LETTERS and name.isprintable()):
        raise Refused(f"a name has 1 to {LETTERS} letters")
    return name


def _here(table: Table, player: str) -> None:
    if table.member(player) is None:
        raise Refused("you are not at this table")


def _seat(table: Table, player: str) -> Seat:
    _here(table, player)
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("you have no seat at this table")
    return seat


def _host(table: Table, player: str) -> None:
    if player not in (table.host, TABLE):
        raise Refused("only the host may do that")


def _between_games(table: Table, player: str) -> None:
    _host(table, player)
    if table.playing:
        raise Refused("that is done before a game, not in it")
