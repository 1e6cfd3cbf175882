"""The commands about people and seats, including the host's commands.

Each function returns the log entries to write. In each, ``player`` is the id of the person who sent the command. If the
command is not allowed, the function raises ``TableRefusal``.
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
from ..talk import check_talk
from .free_seats import first_bot_seat, first_free_seat

MAX_PEOPLE = 500
"""The maximum number of people at a table, spectators included."""
LETTERS = 32
"""The maximum length of a person's name, in characters."""
FIXED_IN_GAME = ("by_hand", "secrets_open_after", "revokes", "clock", "reserved", "deals")
"""The settings that the host cannot change during a game."""


def open_table(
    rules: Ruleset, host: str, name: str, *, at: int, settings: TableSettings | None = None, avatar: str = ""
) -> tuple[Table, tuple[TableLine, ...]]:
    """Open a table, whose host is the person with the id ``host`` and the name ``name``.

    ``at`` is the time in milliseconds since 1970. Without ``settings`` the table has the usual settings for ``rules``.
    Return the table and the first line of its log.
    """
    entry = en.TableOpened(FORMAT, rules, settings or default_settings(rules), host, _checked_name(name), avatar=avatar)
    line = TableLine.after(previous_hash="", seq=0, at=at, by=host, entry=entry)
    return replayed([line]), (line,)


def join(table: Table, player: str, name: str, most: int = MAX_PEOPLE, avatar: str = "") -> TableEntries:
    """Join the table under the name ``name``, without a seat.

    Raise ``TableRefusal`` if ``most`` people are there already.
    """
    name = _checked_name(name)
    check_not_deserted(table)
    if table.member(player):
        raise TableRefusal("you are already at this table")
    if player in table.removed:
        raise TableRefusal("the host removed you from this table")
    if table.settings.locked:
        raise TableRefusal("the host has locked this table: nobody new can come")
    if taken := TakenNames(m.name for m in table.members).like(name):
        raise TableRefusal(f"there is already someone named {taken} at this table: choose another name")
    if len(table.members) >= min(most, MAX_PEOPLE):
        raise TableRefusal(f"the table is full: {len(table.members)} people are here")
    if not table.settings.spectators and all(chair.player or chair.booked for chair in table.chairs):
        raise TableRefusal("every seat is taken, and this table can't be watched")
    return (en.PlayerJoined(player, name, avatar),)


def join_to_watch(table: Table, player: str, name: str, most: int = MAX_PEOPLE, avatar: str = "") -> TableEntries:
    """Join the table as ``join`` does, only to watch. Raise ``TableRefusal`` if it can't be watched."""
    joined = join(table, player, name, most, avatar)
    if not table.settings.spectators:
        raise TableRefusal("this table can't be watched")
    return joined


def join_and_sit(table: Table, player: str, name: str, most: int = MAX_PEOPLE, avatar: str = "") -> TableEntries:
    """Join the table as ``join`` does, and take the first free seat.

    A person for whom no seat is free only watches. So does everybody at a table whose seats its tournament gives out.
    At a table that can't be watched the person gets a bot's seat, during a deal after its end.
    """
    joined = join(table, player, name, most, avatar)
    if table.settings.reserved:
        return joined
    if (seat := first_free_seat(table)) is not None:
        return (*joined, en.SeatTaken(player, seat))
    bots_seat = None if table.settings.spectators else first_bot_seat(table)
    if bots_seat is None:
        return joined
    return (*joined, en.SeatBooked(player, bots_seat) if table.in_deal else en.SeatTaken(player, bots_seat))


def leave(table: Table, player: str) -> TableEntries:
    """Leave the table. During a game a bot takes the seat."""
    _check_member(table, player)
    return (en.PlayerLeft(player),)


def sit(table: Table, player: str, seat: Seat) -> TableEntries:
    """Take a free seat or a bot's seat.

    During a deal the person only books the seat, and gets it after the deal. So nobody can look at a bot's hand and
    tell others about it. A person who has already seen this hand in the deal takes the seat at once.
    """
    if table.settings.reserved:
        raise TableRefusal("the tournament gives out the seats at this table")
    _check_may_sit(table, player, seat)
    if not table.in_deal or (player, seat) in table.knew:
        return (en.SeatTaken(player, seat),)
    if booked := table.chair(seat).booked:
        raise TableRefusal(
            "you'll get this seat when the deal is over" if booked == player else f"{seat.value.title()} is taken"
        )
    return (en.SeatBooked(player, seat),)


def give_seat(table: Table, host: str, player: str, seat: Seat) -> TableEntries:
    """Give the person ``player`` a seat, as the host. During a deal the person takes over the hand of the seat."""
    _check_host(table, host)
    _check_may_sit(table, player, seat)
    _check_saw_no_other_hand(table, player, seat)
    unseen = table.in_deal and (player, seat) not in table.knew
    return (en.PlayerAdmitted(player, seat) if unseen else en.SeatTaken(player, seat),)


def admit(table: Table, host: str, player: str) -> TableEntries:
    """Give the person ``player`` the booked seat before the deal ends, as the host. The person takes over the hand."""
    _check_host(table, host)
    seat = table.booked(player)
    if seat is None:
        raise TableRefusal("nobody of that name is waiting for a seat")
    _check_saw_no_other_hand(table, player, seat)
    return (en.PlayerAdmitted(player, seat),)


def _check_may_sit(table: Table, player: str, seat: Seat) -> None:
    _check_member(table, player)
    if table.chair(seat).player is not None:
        yours = table.chair(seat).player == player
        name = seat.value.title()
        raise TableRefusal(f"you are already sitting {name}" if yours else f"{name} is taken")
    if table.playing and table.seat_of(player):
        raise TableRefusal("you have a seat: stand up first")


def _check_saw_no_other_hand(table: Table, player: str, seat: Seat) -> None:
    other = next((known for person, known in table.knew if person == player and known is not seat), None)
    if other and table.in_deal:
        raise TableRefusal(f"you have seen {other}'s cards: take another seat when the deal is over")


def stand(table: Table, player: str) -> TableEntries:
    """Give up a seat or a booking, and stay as a spectator."""
    if table.booked(player) is None:
        _seat_of(table, player)
    return (en.SeatVacated(player),)


def take_break(table: Table, player: str) -> TableEntries:
    """Take a break, during which a bot plays for the person."""
    seat = _seat_of(table, player)
    if table.chair(seat).away:
        raise TableRefusal("you are already absent")
    return (en.PlayerWentAway(seat),)


def end_break(table: Table, player: str) -> TableEntries:
    """End a break, and take the seat back from the bot."""
    seat = _seat_of(table, player)
    if table.chair(seat).manned and table.chair(seat).lost is None:
        raise TableRefusal("you are not absent")
    return (en.PlayerCameBack(seat),)


def record_disconnection(table: Table, player: str) -> TableEntries:
    """Record that the connection of the person ``player`` was lost.

    Return no entries if the person has no seat, is absent, or is recorded as disconnected already.
    """
    seat = table.seat_of(player)
    return (en.ConnectionLost(seat),) if seat and table.chair(seat).connected else ()


def record_reconnection(table: Table, player: str) -> TableEntries:
    """Record that the person ``player`` is connected again, if the loss of the connection was recorded.

    A person who took a break before stays absent until the command ``end_break``.
    """
    seat = table.seat_of(player)
    return (en.PlayerCameBack(seat),) if seat and table.chair(seat).lost is not None else ()


def say(table: Table, player: str, phrase: en.Phrase, now: int) -> TableEntries:
    """Say one of the fixed phrases to the table. ``now`` is the time in milliseconds since 1970.

    During a deal spectators may not speak. Players may not either if the rules forbid talk other than calls.
    """
    check_talk(table, player)
    member = table.member(player)
    if member and len(member.spoke) == PHRASES and max(now, table.at) - member.spoke[0] < PHRASES_MS:
        raise TableRefusal("you've said a lot: wait a few seconds")
    return (en.PhraseSaid(player, phrase),)


# Commands of the host


def seat_bot(table: Table, player: str, seat: Seat, level: str | None = None) -> TableEntries:
    """Put a bot in a free seat, or change the level of the bot there, as the host.

    Without ``level`` the bot has the level that the table's settings name.
    """
    _check_host(table, player)
    if table.chair(seat).player is not None:
        raise TableRefusal(f"a person is in the {seat.value.title()} seat")
    level = level or table.settings.bots
    if not (0 < len(level) <= 20 and level.isprintable()):
        raise TableRefusal("a bot's level is 1 to 20 letters")
    return (en.BotSeated(seat, level),)


def remove_bot(table: Table, player: str, seat: Seat) -> TableEntries:
    """Remove the bot from a seat before a game, as the host."""
    _check_host_between_games(table, player)
    if table.chair(seat).bot is None:
        raise TableRefusal(f"there is no bot in the {seat.value.title()} seat")
    return (en.BotRemoved(seat),)


def swap_seats(table: Table, player: str, a: Seat, b: Seat) -> TableEntries:
    """Let the occupants of the seats ``a`` and ``b`` change places before a game, as the host."""
    _check_host_between_games(table, player)
    if a is b:
        raise TableRefusal("choose two different seats to swap")
    return (en.SeatsSwapped(a, b),)


def pause(table: Table, player: str, why: en.PauseReason = "host") -> TableEntries:
    """Pause the game. ``player`` is the host or ``TABLE``, which stands for the server. ``why`` is the reason."""
    _check_host(table, player)
    if not table.playing:
        raise TableRefusal("no game is being played")
    if table.paused is not None:
        raise TableRefusal("the game is already paused")
    return (en.TablePaused(why),)


def pause_for_full_log(table: Table) -> TableEntries:
    """Pause the game for good, because the table's log is full. This pause replaces a pause for another reason."""
    if not table.playing:
        raise TableRefusal("no game is being played")
    if log_is_full(table):
        raise TableRefusal("the game is paused for good already")
    return (en.TablePaused("log_full"),)


def log_is_full(table: Table) -> bool:
    """Return whether the table is paused for good, because its log is full."""
    return table.paused is not None and table.paused.why == "log_full"


def resume(table: Table, player: str) -> TableEntries:
    """End the pause of the game. ``player`` is the host or ``TABLE``, which stands for the server."""
    _check_host(table, player)
    if table.paused is None:
        raise TableRefusal("the game is not paused")
    return (en.TableResumed(),)


def remove_player(table: Table, player: str, other: str) -> TableEntries:
    """Remove the person ``other`` from the table for good, as the host."""
    _check_host(table, player)
    if other == table.host:
        raise TableRefusal("the host can't be removed")
    _check_present(table, other)
    return (en.PlayerRemoved(other),)


def change_host(table: Table, player: str, other: str) -> TableEntries:
    """Make the person ``other`` the host, in place of the present host."""
    _check_host(table, player)
    if other == table.host:
        raise TableRefusal("that person is already the host")
    _check_present(table, other)
    return (en.HostChanged(other),)


def change_settings(table: Table, player: str, settings: TableSettings) -> TableEntries:
    """Replace the settings of the table, as the host. During a game those in ``FIXED_IN_GAME`` cannot be changed.

    If people may no longer watch, those who watch leave the table. The host stays.
    """
    _check_host(table, player)
    if table.playing:
        for name in FIXED_IN_GAME:
            if getattr(settings, name) != getattr(table.settings, name):
                raise TableRefusal(f"{name} can't be changed during a game")
    changed = en.SettingsChanged(settings)
    if settings.spectators or not table.settings.spectators:
        return (changed,)
    return (changed, *(en.PlayerLeft(other) for other in _watching(table) if other != table.host))


def _watching(table: Table) -> list[str]:
    """Return the ids of the people who have no seat and wait for none."""
    known = (member.player for member in table.members)
    return [player for player in known if table.seat_of(player) is None and table.booked(player) is None]


def pause_after_crash(table: Table) -> TableEntries:
    """Record that all seated people are disconnected, and pause a game in progress, after the table's server has died.

    Return no entries if the table is paused already, or if there is neither a game in progress nor a quick game that
    waits to begin.
    """
    if table.paused is not None or not (table.playing or begins_at(table) is not None):
        return ()
    here = [seat for seat in table.rules.seats if table.chair(seat).connected]
    lost = tuple(en.ConnectionLost(seat) for seat in here)
    return (*lost, en.TablePaused("nobody")) if table.playing else lost


# Shared checks


def check_not_deserted(table: Table) -> None:
    """Raise ``TableRefusal`` if ``table`` is for a quick game that everybody left before it began."""
    waits = table.quick and table.stage is TableStage.SEATING and table.seq > 0
    if waits and not any(chair.player for chair in table.chairs):
        raise TableRefusal("everyone has left this quick game: press Quick game again")


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not (0 < len(name) <= LETTERS and name.isprintable()):
        raise TableRefusal(f"a name has 1 to {LETTERS} letters")
    return name


def _check_member(table: Table, player: str) -> None:
    if table.member(player) is None:
        raise TableRefusal("you are not at this table")


def _seat_of(table: Table, player: str) -> Seat:
    _check_member(table, player)
    seat = table.seat_of(player)
    if seat is None:
        raise TableRefusal("you have no seat at this table")
    return seat


def _check_host(table: Table, player: str) -> None:
    if player not in (table.host, TABLE):
        raise TableRefusal("only the host can do that")


def _check_present(table: Table, player: str) -> None:
    if table.member(player) is None:
        raise TableRefusal("nobody of that name is at this table")


def _check_host_between_games(table: Table, player: str) -> None:
    _check_host(table, player)
    if table.playing:
        raise TableRefusal("you can do that only before a game")


def change_rules(table: Table, player: str, rules: Ruleset) -> TableEntries:
    """Choose other rules before the first game, as the host.

    If the table has the usual time limit of its present rules, it gets the usual time limit of the new rules. If the
    host has set another time limit, that one stays.
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
    now, usual, new = table.settings, default_settings(table.rules), default_settings(rules)
    if _time_limit(now) != _time_limit(usual) or _time_limit(now) == _time_limit(new):
        return (en.RulesChanged(rules),)
    settings = replace(now, move_ms=new.move_ms, bank_ms=new.bank_ms)
    return (en.RulesChanged(rules), en.SettingsChanged(settings))


def _time_limit(settings: TableSettings) -> tuple[int, int]:
    """Return the settings that limit the time for choices: the time for each choice, and the reserve."""
    return settings.move_ms, settings.bank_ms
