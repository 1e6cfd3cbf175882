"""The timers of a table: what happens without a command, and when. The timers follow from the table's state alone.

``pending`` returns all timers, and ``due`` returns the earliest timer. ``transitions.tick`` applies the timers whose
time has come. This module neither chooses actions for bots nor draws random secrets: its callers do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Literal, NamedTuple, TypeVar

from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.records import BellRecorded, Dealt, Scored
from uka.records.fair import SIZE, Shares, deal_key, key_cut, next_packet_pattern, without_joker

from . import entries as en
from .bot_phrases import coming_phrase
from .bot_turns import chooses_at
from .entries import TableEntry
from .pause_between_deals import bell_clock_stands, rest_ends_at
from .quick_timers import begins_at, departures
from .table import Table, TableStage, shares_of, state_of

A = TypeVar("A")
R = TypeVar("R")


def remember_last_result(function: Callable[[A], R]) -> Callable[[A], R]:
    """Return a function that repeats the last result of ``function`` if it gets the same object as in the last call.

    ``function`` must be pure. Arguments are compared by identity, since comparing or hashing a whole table is slow.

    >>> @remember_last_result
    ... def length(words: list[str]) -> int:
    ...     print("counts")
    ...     return len(words)
    >>> words = ["order", "up"]
    >>> length(words), length(words)
    counts
    (2, 2)
    """
    last: tuple[A, R] | None = None

    @wraps(function)
    def remembered(argument: A) -> R:
        nonlocal last
        if (known := last) is None or known[0] is not argument:
            last = known = argument, function(argument)
        return known[1]

    return remembered


SHARE_MS = 3_000
"""The time, in milliseconds, in which a connected seat must commit to its share: its random input to the shuffle."""
LOADING_MS = 15_000
"""The longest time, in milliseconds, to wait for commitments to shares. A page takes time to load and connect."""
OPEN_MS = 6_000
"""The time, in milliseconds, in which a seat must open its share. It is enough for a client to reconnect."""
BATCH = 64
"""The number of secrets that the server commits to at once, one secret for each pack."""
LEAST_UNUSED_SECRETS = 8
"""The server commits to another ``BATCH`` of secrets when fewer than this number are unused."""

TimerKind = Literal["entry", "choice", "secrets", "begin"]
"""What happens when a timer is due.

"entry": an entry is written to the log. "choice": a bot chooses an action. "secrets": the server commits to more
secrets. "begin": a quick game begins.
"""


class PendingTimer(NamedTuple):
    """A timer of a table, with the function that makes its log entry."""

    at: int
    """When the timer is due, in milliseconds since 1970."""
    what: TimerKind
    seat: Seat | None = None
    """The seat that the timer concerns, if any."""
    make: Callable[[], TableEntry] | None = None
    """The function that returns the entry to write. It is given only if ``what`` is "entry"."""


class DueTimer(NamedTuple):
    """The earliest timer of a table, due at ``at``, in milliseconds since 1970.

    At that time the caller must call ``gameplay.choose`` if ``what`` is "choice", and ``tick`` otherwise.
    """

    at: int
    what: TimerKind
    seat: Seat | None = None


def due(table: Table, *, choices: bool = True) -> DueTimer | None:
    """Return the earliest timer of ``table``, or None. If ``choices`` is false, ignore the timers of bots' choices."""
    timers = [timer for timer in pending(table) if choices or timer.what != "choice"]
    first = min(timers, key=lambda timer: timer.at, default=None)
    return DueTimer(first.at, first.what, first.seat) if first else None


def secrets_entry(first: int, secrets: bytes) -> en.SecretsCommitted:
    """Return the log entry by which the server commits to ``secrets``, which holds ``SIZE`` bytes for each pack.

    ``first`` is the number of the pack to which the first secret belongs. Raise ``ValueError`` if ``secrets`` has the
    wrong length.
    """
    if not secrets or len(secrets) % SIZE:
        raise ValueError(f"secrets are {SIZE} bytes each, not {len(secrets)} in all")
    parts = (secrets[i : i + SIZE] for i in range(0, len(secrets), SIZE))
    return en.SecretsCommitted(first, tuple(part.hex() for part in parts))


@remember_last_result
def pending(table: Table) -> Sequence[PendingTimer]:
    """Return all timers of a table in its present state.

    If several timers are due at the same time, they are applied in the order of the result.
    """
    game, stage = table.game, table.stage
    timers = _host_change(table)
    result = game.deal.result if game and game.deal else None
    if result is not None and result != table.scored:
        return [*timers, _entry_timer(0, lambda: Scored(result))]
    timers += _booked_seats(table) + _bot_phrases(table)
    if _opens_secrets(table) and table.secrets_opened < (to := _finished_packs(table)):
        timers.append(_entry_timer(0, lambda: en.SecretsOpened(table.secrets_opened, to)))
    if not table.playing:
        return timers + _quick_game(table)
    if len(table.secrets) - table.number < LEAST_UNUSED_SECRETS:
        timers.append(PendingTimer(0, "secrets"))
    if table.paused is not None:
        return timers
    timers += _absences(table)
    if stage is not TableStage.PLAYING and game and game.over:
        return [*timers, _entry_timer(rest_ends_at(table) if table.settings.revokes else 0, en.GameEnded)]
    if game and table.bell_at is not None and not bell_clock_stands(table):
        timers.append(_entry_timer(table.bell_at, lambda: BellRecorded(60.0 * table.rules.clock)))
    return timers + STAGE_TIMERS[stage](table)


def _entry_timer(at: int, make: Callable[[], TableEntry], seat: Seat | None = None) -> PendingTimer:
    return PendingTimer(at, "entry", seat, make)


def _host_change(table: Table) -> list[PendingTimer]:
    """If the host has left, return a timer that makes the first seated person, or else the first member, the host."""
    if table.quick or table.member(table.host) is not None or not table.members:
        return []
    seated = [m.player for m in table.members if table.seat_of(m.player)]
    heir = seated[0] if seated else table.members[0].player
    return [_entry_timer(0, lambda: en.HostChanged(heir))]


def _booked_seats(table: Table) -> list[PendingTimer]:
    """Return timers that give people their booked seats as soon as the deal is over."""
    if table.in_deal:
        return []
    return [
        _entry_timer(0, lambda player=chair.booked, seat=seat: en.SeatTaken(player, seat), seat)
        for seat, chair in zip(table.rules.seats, table.chairs, strict=True)
        if chair.booked is not None
    ]


def _bot_phrases(table: Table) -> list[PendingTimer]:
    """Return a timer for the phrase that a bot says next, if there is one."""
    coming = coming_phrase(table)
    return [_entry_timer(coming.at, lambda: coming.entry, coming.seat)] if coming else []


def _quick_game(table: Table) -> list[PendingTimer]:
    """Return the timers of a quick game that waits for people."""
    at = begins_at(table)
    begins = [] if at is None else [PendingTimer(at, "begin")]
    # Timers that are due at the same time are applied in this order: first people lose seats, then the game begins.
    return [*(_entry_timer(at, lambda entry=entry: entry) for at, entry in departures(table)), *begins]


def _opens_secrets(table: Table) -> bool:
    """Return whether the server opens the secrets of finished packs now, without a command.

    At a table of a match it does not, because the other table may still play the same packs. There
    ``gameplay.open_secrets`` opens the secrets.
    """
    due = table.stage is TableStage.OVER or table.settings.secrets_open_after == "deal"
    return due and not table.settings.deals.startswith("match:")


def _finished_packs(table: Table) -> int:
    """Return the number of packs that are finished, so that their secrets may be opened.

    If revokes can be claimed, a deal is finished only when the next deal begins.
    """
    if table.stage is TableStage.OVER:
        return table.number
    between_deals = table.stage in (TableStage.SHUFFLING, TableStage.CUTTING, TableStage.DEALING)
    revokes_claimable = table.scored is not None and table.settings.revokes
    return table.number if between_deals and not revokes_claimable else max(table.number - 1, 0)


def _absences(table: Table) -> list[PendingTimer]:
    """Return a timer for each disconnected person, which marks the person as absent after ``away_ms``."""
    return [
        _entry_timer(chair.lost + table.settings.away_ms, lambda seat=seat: en.PlayerWentAway(seat), seat)
        for seat, chair in zip(table.rules.seats, table.chairs, strict=True)
        if chair.lost is not None and chair.manned
    ]


def _shuffling(table: Table) -> list[PendingTimer]:
    if table.number >= len(table.secrets):
        return []
    shares = shares_of(table)
    return _opening_shares(table, shares) if shares.commitments_closed else _committing_to_shares(table, shares)


def _committing_to_shares(table: Table, shares: Shares) -> list[PendingTimer]:
    """Return a timer that ends the time in which people can commit to shares, their random inputs to the next shuffle.

    The timer is due at once if every seated person is connected and has committed; people in ``shares.excluded``, who
    have withheld a share, are not awaited. Otherwise it is due ``LOADING_MS`` after the stage began. If any person is
    connected, it is due ``SHARE_MS`` after the log's last line or the beginning of the stage, whichever is later, but
    not after that time. If people cut and deal by hand, it is not due before the pause between deals ends. Given deals
    (fixed before the game) use no shares: there the timer is due at once if all people are connected, and no pause is
    awaited.
    """
    manned = [chair for chair in table.chairs if chair.manned]
    late = table.since + LOADING_MS
    if any(chair.connected for chair in manned):
        late = min(late, max(table.since, table.at) + SHARE_MS)
    if table.settings.deals:
        due_at = 0 if all(chair.connected for chair in manned) else late
        return [_entry_timer(due_at, lambda: en.CommitmentsClosed(table.number, ()))]
    people = [seat for seat in table.rules.seats if table.chair(seat).manned and seat not in shares.excluded]
    committed = tuple(seat for seat in people if table.chair(seat).connected and shares.committed(seat))
    due_at = late if len(committed) < len(people) else 0
    if table.settings.by_hand and table.game is not None:
        due_at = max(due_at, rest_ends_at(table))
    return [_entry_timer(due_at, lambda: en.CommitmentsClosed(table.number, committed))]


def _opening_shares(table: Table, shares: Shares) -> list[PendingTimer]:
    """Return a timer that uses the next pack if no share is missing, and abandons it after ``OPEN_MS`` otherwise."""
    if shares.all_opened:
        return [_entry_timer(rest_ends_at(table), lambda: next_pack_entry(table))]
    late = max(table.closed_at + OPEN_MS, rest_ends_at(table))
    if table.number + 1 >= len(table.secrets):
        return []  # the server must first commit to more secrets
    return [_entry_timer(late, lambda: en.SharesWithheld(table.number, shares.missing))]


# Draws, cuts and deals by hand


def _drawing(table: Table) -> list[PendingTimer]:
    draw = table.draw
    assert draw is not None
    if draw.turn:
        seat = draw.turn
        at = _time_limit_by_hand(table, (seat,), table.settings.draw_ms)
        return [_entry_timer(at, lambda: en.DrawCardTaken(seat, 0), seat)]
    if draw.namer:
        seats = draw.namer.seats
        at = _time_limit_by_hand(table, seats, table.settings.draw_ms)
        return [_entry_timer(at, lambda: en.DealerNamed(draw.finish().dealer or seats[0]))]
    return []


def _time_limit_by_hand(table: Table, seats: tuple[Seat, ...], bot_ms: int) -> int:
    """Return the time at which the server draws, cuts or deals in place of ``seats``, in milliseconds since 1970.

    The server waits ``settings.hand_ms`` milliseconds if a person in one of ``seats`` may act by hand, and ``bot_ms``
    otherwise.
    """
    people = table.settings.by_hand and any(table.chair(seat).manned for seat in seats)
    return table.since + (table.settings.hand_ms if people else bot_ms)


def _cutting(table: Table) -> list[PendingTimer]:
    """Return a timer that cuts the pack if nobody has cut it. The random key of the shuffle then determines the cut."""
    seat = state_of(table).dealer.right
    at = _time_limit_by_hand(table, (seat,), table.settings.answer_ms)
    return [_entry_timer(at, lambda: en.PackCut(seat), seat)]


def _dealing(table: Table) -> list[PendingTimer]:
    seat = state_of(table).dealer
    at = _time_limit_by_hand(table, (seat,), table.settings.answer_ms)
    return [_entry_timer(at, lambda: en.PacketPatternChosen(seat), seat)]


def _playing(table: Table) -> list[PendingTimer]:
    turn = table.turn
    at = chooses_at(table, turn) if turn else None
    return [] if at is None else [PendingTimer(at, "choice", turn)]


STAGE_TIMERS: dict[TableStage, Callable[[Table], list[PendingTimer]]] = {
    TableStage.SHUFFLING: _shuffling,
    TableStage.DRAWING: _drawing,
    TableStage.CUTTING: _cutting,
    TableStage.DEALING: _dealing,
    TableStage.PLAYING: _playing,
}


def next_pack_entry(table: Table) -> TableEntry:
    """Return the log entry that uses the next pack, either for the draw for first dealer or for a deal."""
    if table.game is not None:
        return deal_entry(table)
    return en.DrawStarted(without_joker(shuffled(table.rules, _shuffle_key(table))), table.captain)


def _shuffle_key(table: Table) -> bytes:
    secret = bytes.fromhex(table.secrets[table.number])
    return deal_key(secret, table.number, shares_of(table).values(secret))


def deal_entry(table: Table) -> Dealt:
    """Return the log entry that deals the next pack.

    If no player chose the cut, it follows from the key that shuffles the pack, and so does the packet pattern (how many
    cards each seat gets at a time).
    """
    game, shares, key = state_of(table), shares_of(table), _shuffle_key(table)
    cut = key_cut(table.rules, key) if shares.cut is None else shares.cut
    return Dealt(shuffled(table.rules, key), cut, shares.packet_pattern or next_packet_pattern(game, key))
