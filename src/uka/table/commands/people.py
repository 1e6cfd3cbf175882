"""The commands about people and seats, including the host's commands.

Each function returns the log entries to write. If the command is not allowed, the function raises ``TableRefusal``.
"""

from __future__ import annotations

from msgspec.structs import replace

from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.text.confusable import TakenNames

from .. import entries as en
from ..entries import FORMAT, TABLE, TableEntries, TableLine
from ..evolution import replayed
from ..quick_timers import begins_at
from ..settings import TableSettings, default_settings
from ..table import PHRASES, PHRASES_MS, Table, TableRefusal, TableStage

MAX_PEOPLE = 500
"""The maximum number of people at a table, spectators included."""
LETTERS = 32
"""The maximum length of a name, in characters."""
FIXED = ("by_hand", "secrets_open_after", "revokes", "clock", "reserved", "deals")
"""The settings that the host cannot change during a game."""


def open_table(
    rules: Ruleset, host: str, name: str, *, at: int, settings: TableSettings | None = None, avatar: str = ""
) -> tuple[Table, tuple[TableLine, ...]]:
    """Create a table, and return it with the first line of its log.

    ``name`` is the name of the person ``host``. ``at`` is the time in milliseconds since 1970.
    """
    entry = en.TableOpened(FORMAT, rules, settings or default_settings(rules), host, _name(name), avatar=avatar)
    line = TableLine.after("", 0, at, host, entry)
    return replayed((line,)), (line,)


def join(table: Table, player: str, name: str, most: int = MAX_PEOPLE, avatar: str = "") -> TableEntries:
    """Join the table. Raise ``TableRefusal`` if ``most`` people are there already."""
    name = _name(name)
    check_not_deserted(table)
    if table.member(player):
        raise TableRefusal("you are already at this table")
    if player in table.removed:
        raise TableRefusal("the host removed you from this table")
    if taken := TakenNames(m.name for m in table.members).like(name):
        raise TableRefusal(f"there is already someone named {taken} at this table: choose another name")
    if len(table.members) >= min(most, MAX_PEOPLE):
        raise TableRefusal(f"the table is full: {len(table.members)} people are here")
    if not table.settings.spectators and all(chair.player or chair.booked for chair in table.chairs):
        raise TableRefusal("every seat is taken, and this table can't be watched")
    return (en.PlayerJoined(player, name, avatar),)


def leave(table: Table, player: str) -> TableEntries:
    """Leave the table. During a game a bot takes the seat."""
    _here(table, player)
    return (en.PlayerLeft(player),)


def sit(table: Table, player: str, seat: Seat) -> TableEntries:
    """Take a free seat or a bot's seat.

    During a deal the person only books the seat, and takes it after the deal. So nobody can look at a bot's hand and
    tell others. A person who has already seen the seat's hand in this deal takes the seat at once.
    """
    if table.settings.reserved:
        raise TableRefusal("the tournament gives out the seats at this table")
    _may_sit(table, player, seat)
    if not table.in_deal or (player, seat) in table.knew:
        return (en.SeatTaken(player, seat),)
    if booked := table.chair(seat).booked:
        raise TableRefusal(
            "you'll get this seat when the deal is over" if booked == player else f"{seat.value.title()} is taken"
        )
    return (en.SeatBooked(player, seat),)


def give_seat(table: Table, host: str, player: str, seat: Seat) -> TableEntries:
    """The host gives a person a seat. During a deal the person takes over the seat's hand."""
    _host(table, host)
    _may_sit(table, player, seat)
    _has_seen_no_other(table, player, seat)
    unseen = table.in_deal and (player, seat) not in table.knew
    return (en.PlayerAdmitted(player, seat) if unseen else en.SeatTaken(player, seat),)


def admit(table: Table, host: str, player: str) -> TableEntries:
    """The host gives a person their booked seat before the deal ends. The person takes over the bot's hand."""
    _host(table, host)
    seat = table.booked(player)
    if seat is None:
        raise TableRefusal("nobody of that name is waiting for a seat")
    _has_seen_no_other(table, player, seat)
    return (en.PlayerAdmitted(player, seat),)


def _may_sit(table: Table, player: str, seat: Seat) -> None:
    _here(table, player)
    if table.chair(seat).player is not None:
        raise TableRefusal(
            f"{seat.value.title()} is taken"
            if table.chair(seat).player != player
            else f"you are already sitting {seat.value.title()}"
        )
    if table.playing and table.seat_of(player):
        raise TableRefusal("you have a seat: stand up first")


def _has_seen_no_other(table: Table, player: str, seat: Seat) -> None:
    known = next((s for p, s in table.knew if p == player and s is not seat), None)
    if known and table.in_deal:
        raise TableRefusal(f"you have seen {known}'s cards: take another seat when the deal is over")


def stand(table: Table, player: str) -> TableEntries:
    """Give up the person's seat or booking. The person stays as a spectator."""
    if table.booked(player) is None:
        _seat(table, player)
    return (en.SeatVacated(player),)


def take_break(table: Table, player: str) -> TableEntries:
    """Take a break. A bot plays for the person meanwhile."""
    seat = _seat(table, player)
    if table.chair(seat).away:
        raise TableRefusal("you are already absent")
    return (en.PlayerWentAway(seat),)


def end_break(table: Table, player: str) -> TableEntries:
    """End the person's break. The person takes the seat back from the bot."""
    seat = _seat(table, player)
    if table.chair(seat).manned and table.chair(seat).lost is None:
        raise TableRefusal("you are not absent")
    return (en.PlayerCameBack(seat),)


def record_disconnection(table: Table, player: str) -> TableEntries:
    """Record that a person's connection was lost. Return no entries if the person has no seat or is already away."""
    seat = table.seat_of(player)
    return (en.ConnectionLost(seat),) if seat and table.chair(seat).manned and table.chair(seat).lost is None else ()


def record_reconnection(table: Table, player: str) -> TableEntries:
    """Record that a person's connection is restored.

    A person who had taken a break stays away until the command ``end_break``.
    """
    seat = table.seat_of(player)
    return (en.PlayerCameBack(seat),) if seat and table.chair(seat).lost is not None else ()


def say(table: Table, player: str, phrase: en.Phrase, now: int) -> TableEntries:
    """Say one of the fixed phrases.

    During a deal spectators may not speak. Players may not speak either if the rules forbid talk other than calls.
    ``now`` is the time in milliseconds since 1970.
    """
    member = table.member(player)
    if member is None:
        raise TableRefusal("you are not at this table")
    if table.quiet:
        raise TableRefusal("under these rules you may say nothing but the calls during a deal")
    if table.in_deal and table.seat_of(player) is None:
        raise TableRefusal("people who watch can't talk during a deal")
    if len(member.spoke) == PHRASES and max(now, table.at) - member.spoke[0] < PHRASES_MS:
        raise TableRefusal("you've said a lot: wait a few seconds")
    return (en.PhraseSaid(player, phrase),)


# Commands of the host


def seat_bot(table: Table, player: str, seat: Seat, level: str | None = None) -> TableEntries:
    """The host puts a bot on a free seat, or changes the level of the bot that sits there."""
    _host(table, player)
    if table.chair(seat).player is not None:
        raise TableRefusal(f"a person is in the {seat.value.title()} seat")
    level = level or table.settings.bots
    if not (0 < len(level) <= 20 and level.isprintable()):
        raise TableRefusal("a bot's level is 1 to 20 letters")
    return (en.BotSeated(seat, level),)


def remove_bot(table: Table, player: str, seat: Seat) -> TableEntries:
    """The host removes a bot from a seat before a game."""
    _between_games(table, player)
    if table.chair(seat).bot is None:
        raise TableRefusal(f"there is no bot in the {seat.value.title()} seat")
    return (en.BotRemoved(seat),)


def swap_seats(table: Table, player: str, a: Seat, b: Seat) -> TableEntries:
    """The host swaps the occupants of two seats before a game."""
    _between_games(table, player)
    if a is b:
        raise TableRefusal("choose two different seats to swap")
    return (en.SeatsSwapped(a, b),)


def pause(table: Table, player: str, why: en.PauseReason = "host") -> TableEntries:
    """Pause the table. The host may do it, and so may the server itself, which says why."""
    _host(table, player)
    if table.paused is not None or not table.playing:
        raise TableRefusal("the game is already paused" if table.playing else "no game is being played")
    return (en.TablePaused(why),)


def pause_for_full_log(table: Table) -> TableEntries:
    """Pause the table for good, because its log is full. A pause for another reason becomes this one."""
    if not table.playing or log_is_full(table):
        raise TableRefusal("the game is paused for good already" if table.playing else "no game is being played")
    return (en.TablePaused("log_full"),)


def log_is_full(table: Table) -> bool:
    """Return whether the table is paused for good."""
    return table.paused is not None and table.paused.why == "log_full"


def resume(table: Table, player: str) -> TableEntries:
    """Resume a paused table. The host may do it, and so may the server itself."""
    _host(table, player)
    if table.paused is None:
        raise TableRefusal("the game is not paused")
    return (en.TableResumed(),)


def remove_player(table: Table, player: str, other: str) -> TableEntries:
    """The host removes a person permanently."""
    _host(table, player)
    if other == table.host or table.member(other) is None:
        raise TableRefusal(
            "the host can't be removed" if other == table.host else "nobody of that name is at this table"
        )
    return (en.PlayerRemoved(other),)


def hand_over(table: Table, player: str, other: str) -> TableEntries:
    """Make another person the host. Only the present host may do it."""
    _host(table, player)
    if other == table.host or table.member(other) is None:
        raise TableRefusal(
            "that person is already the host" if other == table.host else "nobody of that name is at this table"
        )
    return (en.HostChanged(other),)


def change_settings(table: Table, player: str, settings: TableSettings) -> TableEntries:
    """The host changes the settings. The settings named in ``FIXED`` cannot be changed during a game."""
    _host(table, player)
    if table.playing:
        for name in FIXED:
            if getattr(settings, name) != getattr(table.settings, name):
                raise TableRefusal(f"{name} can't be changed during a game")
    return (en.SettingsChanged(settings),)


def pause_after_crash(table: Table) -> TableEntries:
    """Return the entries that mark all seated people as disconnected, and pause a game in progress.

    The entries are written after the table's server has died. Return no entries if the table is paused. Also return no
    entries if no game is in progress, unless a quick game waits to begin.
    """
    if table.paused is not None or not (table.playing or begins_at(table) is not None):
        return ()
    here = [seat for seat in table.rules.seats if table.chair(seat).manned and table.chair(seat).lost is None]
    lost = tuple(en.ConnectionLost(seat) for seat in here)
    return (*lost, en.TablePaused("nobody")) if table.playing else lost


# Shared checks


def check_not_deserted(table: Table) -> None:
    """Raise ``TableRefusal`` if a table was a quick game that everybody left before it began."""
    waits = table.quick and table.stage is TableStage.SEATING and table.seq > 0
    if waits and not any(chair.player for chair in table.chairs):
        raise TableRefusal("everyone has left this quick game: press Quick game again")


def _name(name: str) -> str:
    name = " ".join(name.split())
    if not (0 < len(name) <= LETTERS and name.isprintable()):
        raise TableRefusal(f"a name has 1 to {LETTERS} letters")
    return name


def _here(table: Table, player: str) -> None:
    if table.member(player) is None:
        raise TableRefusal("you are not at this table")


def _seat(table: Table, player: str) -> Seat:
    _here(table, player)
    seat = table.seat_of(player)
    if seat is None:
        raise TableRefusal("you have no seat at this table")
    return seat


def _host(table: Table, player: str) -> None:
    if player not in (table.host, TABLE):
        raise TableRefusal("only the host can do that")


def _between_games(table: Table, player: str) -> None:
    _host(table, player)
    if table.playing:
        raise TableRefusal("you can do that only before a game")


def change_rules(table: Table, player: str, rules: Ruleset) -> TableEntries:
    """The host chooses other rules before the first game.

    The rules determine the default time for each move. If the table uses the default of the present rules, it changes
    to the default of the new rules. If the host has set a different time, this time stays.
    """
    if player != table.host:
        raise TableRefusal("only the host can do that")
    if table.stage is not TableStage.SEATING:
        raise TableRefusal("the rules of a table are chosen before its first game")
    if table.settings.reserved:
        raise TableRefusal("the tournament of this table sets its rules")
    if (given := table.settings.given) and given.kind != "number":
        raise TableRefusal(f"the deals of a {given.kind} belong to rules, which can't be changed")
    if rules.seats != table.rules.seats:
        raise TableRefusal(f"these rules aren't for {len(table.chairs)} players")
    usual, now = _move_clock(default_settings(table.rules)), _move_clock(table.settings)
    move_ms, bank_ms = new = _move_clock(default_settings(rules)) if now == usual else now
    settings = replace(table.settings, move_ms=move_ms, bank_ms=bank_ms)
    return (en.RulesChanged(rules), en.SettingsChanged(settings)) if new != now else (en.RulesChanged(rules),)


def _move_clock(settings: TableSettings) -> tuple[int, int]:
    return settings.move_ms, settings.bank_ms
