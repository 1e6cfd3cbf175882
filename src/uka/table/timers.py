"""The timers of a table: what happens without a command, and when. The timers follow from the table's state alone.

``pending`` returns all timers, and ``due`` returns the earliest timer. ``transitions.tick`` applies the timers whose
time has come. This module neither chooses for bots nor draws secrets: the caller supplies both.
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
from .quick_timers import begins_at, leaving
from .rests import bell_stands, rest_over
from .table import Table, TableStage, shares_of, state_of

A = TypeVar("A")
R = TypeVar("R")


def last_result(function: Callable[[A], R]) -> Callable[[A], R]:
    """Let a pure function return its last result again if the argument is the same object as in the last call.

    To compare or hash a whole table would cost more than most of these functions do.

    >>> @last_result
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
"""The time, in milliseconds, in which a seat must commit to its share: its random input to the shuffle."""
LOADING_MS = 15_000
"""The longest such time, and the time while nobody is connected, so that nobody waits: a page takes time to load."""
OPEN_MS = 6_000
"""The time, in milliseconds, in which a seat must reveal its share. A client has enough time to reconnect."""
BATCH = 64
"""The number of secrets that the server commits to at once, one secret for each pack."""
LOW = 8
"""The server adds a batch of secrets when fewer than this many are unused."""

Kind = Literal["entry", "choice", "secrets", "begin"]


class PendingTimer(NamedTuple):
    """A timer, due at the time ``at``.

    A timer of the kind "entry" writes the entry that ``make`` returns. The others let a bot choose, ask for secrets, or
    begin a quick game.
    """

    at: int
    what: Kind
    seat: Seat | None = None
    make: Callable[[], TableEntry] | None = None


class DueTimer(NamedTuple):
    """The earliest timer. If ``what`` is "choice", the caller must call ``gameplay.choose``, and otherwise ``tick``."""

    at: int
    what: Kind
    seat: Seat | None = None


def due(table: Table, *, choices: bool = True) -> DueTimer | None:
    """Return the earliest timer, or None if there is none. If ``choices`` is false, ignore the bots' choices."""
    timers = [timer for timer in pending(table) if choices or timer.what != "choice"]
    return DueTimer(*min(timers, key=lambda p: p.at)[:3]) if timers else None


def secrets_entry(first: int, secrets: bytes) -> en.SecretsCommitted:
    """Return the entry for secrets of packs, ``SIZE`` bytes each. The first secret is that of pack ``first``.

    Raise ``ValueError`` if ``secrets`` has the wrong length.
    """
    if not secrets or len(secrets) % SIZE:
        raise ValueError(f"secrets are {SIZE} bytes each, not {len(secrets)} in all")
    parts = (secrets[i : i + SIZE] for i in range(0, len(secrets), SIZE))
    return en.SecretsCommitted(first, tuple(part.hex() for part in parts))


@last_result
def pending(table: Table) -> Sequence[PendingTimer]:
    """Return all timers of a table in its present state, in no particular order."""
    game, stage = table.game, table.stage
    timers = _new_host(table)
    result = game.deal.result if game and game.deal else None
    if result is not None and result != table.scored:
        return [*timers, _entry(0, lambda: Scored(result))]
    timers += _booked(table) + _phrases(table)
    if _publishes_secrets(table) and table.told < (to := _finished_packs(table)):
        timers.append(_entry(0, lambda: en.SecretsRevealed(table.told, to)))
    if not table.playing:
        return timers + _quick(table)
    if len(table.secrets) - table.number < LOW:
        timers.append(PendingTimer(0, "secrets"))
    if table.paused is not None:
        return timers
    timers += _absent(table)
    if stage is not TableStage.PLAYING and game and game.over:
        return [*timers, _entry(rest_over(table) if table.settings.revokes else 0, en.GameEnded)]
    if game and table.bell_at is not None and not bell_stands(table):
        timers.append(_entry(table.bell_at, lambda: BellRecorded(60.0 * table.rules.clock)))
    return timers + STAGE_TIMERS[stage](table)


def _entry(at: int, make: Callable[[], TableEntry], seat: Seat | None = None) -> PendingTimer:
    return PendingTimer(at, "entry", seat, make)


def _new_host(table: Table) -> list[PendingTimer]:
    """If the host has left, return a timer that makes the first seated person, or else the first member, the host."""
    if table.quick or table.member(table.host) is not None or not table.members:
        return []
    seated = [m.player for m in table.members if table.seat_of(m.player)]
    heir = seated[0] if seated else table.members[0].player
    return [_entry(0, lambda: en.HostChanged(heir))]


def _booked(table: Table) -> list[PendingTimer]:
    """Return timers that give people their booked seats as soon as the deal is over."""
    if table.in_deal:
        return []
    return [
        _entry(0, lambda player=chair.booked, seat=seat: en.SeatTaken(player, seat), seat)
        for seat, chair in zip(table.rules.seats, table.chairs, strict=True)
        if chair.booked is not None
    ]


def _phrases(table: Table) -> list[PendingTimer]:
    """Return a timer for the phrase that a bot says next, if there is one."""
    coming = coming_phrase(table)
    return [_entry(coming.at, lambda: coming.entry, coming.seat)] if coming else []


def _quick(table: Table) -> list[PendingTimer]:
    """Return the timers of a quick game that waits for people."""
    at = begins_at(table)
    begins = [] if at is None else [PendingTimer(at, "begin")]
    # Of timers that are due at the same time, the first comes first: the game begins without those who leave then.
    return [*(_entry(at, lambda entry=entry: entry) for at, entry in leaving(table)), *begins]


def _publishes_secrets(table: Table) -> bool:
    """Return whether the table publishes secrets by itself now.

    The tables of a match never do: the other table may still play the same packs (see ``gameplay.publish_secrets``).
    """
    time = table.stage is TableStage.OVER or table.settings.reveal == "deal"
    return time and not table.settings.deals.startswith("match:")


def _finished_packs(table: Table) -> int:
    """Return the number of packs whose secrets can be published.

    If revokes can be claimed, a deal is finished only when the next deal begins.
    """
    if table.stage is TableStage.OVER:
        return table.number
    done = table.stage in (TableStage.SHUFFLING, TableStage.CUTTING, TableStage.DEALING)
    open_ = table.scored is not None and table.settings.revokes
    return table.number if done and not open_ else max(table.number - 1, 0)


def _absent(table: Table) -> list[PendingTimer]:
    """Return timers that mark a person as away if their connection stays lost for ``away_ms``."""
    return [
        _entry(chair.lost + table.settings.away_ms, lambda seat=seat: en.PlayerWentAway(seat), seat)
        for seat, chair in zip(table.rules.seats, table.chairs, strict=True)
        if chair.lost is not None and chair.manned
    ]


def _shuffling(table: Table) -> list[PendingTimer]:
    if table.number >= len(table.secrets):
        return []
    shares = shares_of(table)
    return _opening(table, shares) if shares.closed else _committing(table, shares)


def _committing(table: Table, shares: Shares) -> list[PendingTimer]:
    """Return a timer that ends the time for commitments: at once if all people committed, or after some time.

    The time begins again with each line of the log, so a page that loads slowly has all of it once it is connected.
    Nobody contributes to the shuffle of given deals. There the time ends as soon as all people are connected.
    """
    manned = [chair for chair in table.chairs if chair.manned]
    late = table.since + LOADING_MS
    if any(chair.here for chair in manned):
        late = min(late, max(table.since, table.at) + SHARE_MS)
    if table.settings.deals:
        at = 0 if all(chair.here for chair in manned) else late
        return [_entry(at, lambda: en.CommitmentsClosed(table.number, ()))]
    people = [seat for seat in table.rules.seats if table.chair(seat).manned and seat not in shares.excluded]
    by = tuple(seat for seat in people if table.chair(seat).here and shares.committed(seat))
    at = late if len(by) < len(people) else 0
    if table.settings.by_hand and table.game is not None:
        at = max(at, rest_over(table))
    return [_entry(at, lambda: en.CommitmentsClosed(table.number, by))]


def _opening(table: Table, shares: Shares) -> list[PendingTimer]:
    """Return a timer that uses the next pack if no share is missing, or else abandons the pack after ``OPEN_MS``."""
    if shares.all_opened:
        return [_entry(rest_over(table), lambda: next_pack(table))]
    late = max(table.closed_at + OPEN_MS, rest_over(table))
    if table.number + 1 >= len(table.secrets):
        return []  # the server must first commit to more secrets
    return [_entry(late, lambda: en.SharesWithheld(table.number, shares.missing))]


# Draws, cuts and deals by hand


def _drawing(table: Table) -> list[PendingTimer]:
    draw = table.draw
    assert draw is not None
    if draw.turn:
        seat = draw.turn
        return [_entry(_by_hand(table, (seat,), table.settings.draw_ms), lambda: en.DrawCardTaken(seat, 0), seat)]
    if draw.namer:
        by = draw.namer.seats
        at = _by_hand(table, by, table.settings.draw_ms)
        return [_entry(at, lambda: en.DealerNamed(draw.finish().dealer or by[0]))]
    return []


def _by_hand(table: Table, seats: tuple[Seat, ...], itself: int) -> int:
    """Return the time at which the server draws, cuts or deals by itself.

    The server waits ``hand_ms`` if people may act by hand, and ``itself`` milliseconds otherwise.
    """
    people = table.settings.by_hand and any(table.chair(seat).manned for seat in seats)
    return table.since + (table.settings.hand_ms if people else itself)


def _cutting(table: Table) -> list[PendingTimer]:
    """Return a timer that lets the shuffle determine the cut if nobody cuts in time."""
    seat = state_of(table).dealer.right
    at = _by_hand(table, (seat,), table.settings.answer_ms)
    return [_entry(at, lambda: en.PackCut(seat), seat)]


def _dealing(table: Table) -> list[PendingTimer]:
    seat = state_of(table).dealer
    at = _by_hand(table, (seat,), table.settings.answer_ms)
    return [_entry(at, lambda: en.PacketPatternChosen(seat), seat)]


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


def next_pack(table: Table) -> TableEntry:
    """Return the entry that uses the next pack, either for the draw for first dealer or for a deal."""
    if table.game is not None:
        return dealt(table)
    return en.DrawStarted(without_joker(shuffled(table.rules, _key(table))), table.captain)


def _key(table: Table) -> bytes:
    secret = bytes.fromhex(table.secrets[table.number])
    return deal_key(secret, table.number, shares_of(table).values(secret))


def dealt(table: Table) -> Dealt:
    """Return the entry that deals the next pack.

    If no player chose the cut or the packet pattern, it follows from the key that shuffles the pack.
    """
    game, shares, key = state_of(table), shares_of(table), _key(table)
    cut = key_cut(table.rules, key) if shares.cut is None else shares.cut
    return Dealt(shuffled(table.rules, key), cut, shares.packet_pattern or next_packet_pattern(game, key))
