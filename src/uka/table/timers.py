"""What happens at a table by itself, and when: told from the table alone, so that any process can drive it.

``pending`` says all that is to come; ``due`` the earliest of it, and ``tick`` lets happen what its time has come for.
Only a bot's choice and fresh secrets must be brought from outside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from uka.core.cards import Card
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.records import BellRecorded, Dealt, Scored
from uka.records.fair import SIZE, Shares, deal_key, key_cut, next_packets, without_joker
from uka.records.fair import version1 as first

from . import entries as en
from .entries import TableEntry
from .table import Table, TableStage, shares_of, state_of

SHARE_MS = 3_000
"""How long a seat may take to commit to its shares."""
OPEN_MS = 6_000
"""How long a seat may take to open a share: long enough to ask again over a connection that broke."""
BATCH = 64
"""Secrets that a batch should have."""
LOW = 8
"""Secrets left when the next batch is asked for."""

Kind = Literal["entry", "choice", "secrets"]


class PendingTimer(NamedTuple):
    """Something to come: an entry that writes itself, a bot's choice for a seat, or fresh secrets to be brought."""

    at: int
    what: Kind
    seat: Seat | None
    make: Callable[[], TableEntry]


class DueTimer(NamedTuple):
    """When something is to be done: ``tick``, for a choice ``choose``, for secrets ``tick`` with fresh bytes."""

    at: int
    what: Kind
    seat: Seat | None = None


def due(table: Table, *, choices: bool = True) -> DueTimer | None:
    """What is to be done next; without ``choices``, beside a bot's choice (which may be under way)."""
    found = [p for p in pending(table) if choices or p.what != "choice"]
    return DueTimer(*min(found, key=lambda p: p.at)[:3]) if found else None


def secrets_entry(first: int, secrets: bytes) -> en.SecretsCommitted:
    """The entry for a batch of secrets."""
    if not secrets or len(secrets) % SIZE:
        raise ValueError(f"secrets are {SIZE} bytes each, not {len(secrets)} in all")
    parts = (secrets[i : i + SIZE] for i in range(0, len(secrets), SIZE))
    return en.SecretsCommitted(first, tuple(part.hex() for part in parts))


# What is to come


def pending(table: Table) -> list[PendingTimer]:
    """All that will happen by itself as things stand, in no order."""
    game, stage = table.game, table.stage
    found = _heir(table)
    result = game.deal.result if game and game.deal else None
    if result is not None and result != table.scored:
        return [*found, _entry(0, lambda: Scored(result))]
    found += _booked(table)
    revealed = stage is TableStage.OVER or table.settings.reveal == "deal"
    if revealed and table.told < (to := _finished_packs(table)):
        found.append(_entry(0, lambda: en.SecretsRevealed(table.told, to)))
    if not table.playing:
        return found
    if len(table.secrets) - table.number < LOW:
        found.append(PendingTimer(0, "secrets", None, en.TablePaused))
    if table.paused is not None:
        return found
    found += _absent(table)
    if stage is not TableStage.PLAYING and game and game.over:
        return [*found, _entry(rest_over(table) if table.settings.revokes else 0, en.GameEnded)]
    if game and table.bell_at is not None:
        found.append(_entry(table.bell_at, lambda: BellRecorded(60.0 * table.rules.clock)))
    return found + WAITS[stage](table)


def _entry(at: int, make: Callable[[], TableEntry], seat: Seat | None = None) -> PendingTimer:
    return PendingTimer(at, "entry", seat, make)


def _heir(table: Table) -> list[PendingTimer]:
    if table.member(table.host) is not None or not table.members:
        return []
    seated = [m.player for m in table.members if table.seat_of(m.player)]
    heir = seated[0] if seated else table.members[0].player
    return [_entry(0, lambda: en.HostChanged(heir))]


def _booked(table: Table) -> list[PendingTimer]:
    """Who waits for a bot's seat takes it as soon as the deal is over."""
    if table.in_deal:
        return []
    return [
        _entry(0, lambda player=chair.booked, seat=seat: en.SeatTaken(player, seat), seat)
        for seat, chair in zip(table.rules.seats, table.chairs, strict=True)
        if chair.booked is not None
    ]


def _finished_packs(table: Table) -> int:
    """How many packs give nothing away any more; with revokes the last deal is open until the next turn-up."""
    if table.stage is TableStage.OVER:
        return table.number
    done = table.stage in (TableStage.SHUFFLING, TableStage.CUTTING, TableStage.DEALING)
    open_ = table.scored is not None and table.settings.revokes
    return table.number if done and not open_ else max(table.number - 1, 0)


def _absent(table: Table) -> list[PendingTimer]:
    return [
        _entry(chair.lost + table.settings.away_ms, lambda seat=seat: en.PlayerWentAway(seat), seat)
        for seat, chair in zip(table.rules.seats, table.chairs, strict=True)
        if chair.lost is not None and chair.manned
    ]


def rest_over(table: Table) -> int:
    """When the pause before the next deal ends: after its time, or as soon as all who are there are ready."""
    there = [chair for chair in table.chairs if chair.manned and chair.lost is None]
    return 0 if there and all(chair.ready for chair in there) else table.rested


def _shuffling(table: Table) -> list[PendingTimer]:
    if table.number >= len(table.secrets):
        return []
    if table.shares is None:
        return _shuffling_first(table)
    return _opening(table, table.shares) if table.shares.closed else _committing(table, table.shares)


def _committing(table: Table, shares: Shares) -> list[PendingTimer]:
    """The commitments are closed when everyone is there and has made theirs, or their time is over."""
    people = [seat for seat in table.rules.seats if table.chair(seat).manned and seat not in shares.excluded]
    by = tuple(seat for seat in people if table.chair(seat).here and shares.committed(seat))
    at = table.since + SHARE_MS if len(by) < len(people) else 0
    if table.settings.by_hand and table.game is not None:
        at = max(at, rest_over(table))
    return [_entry(at, lambda: en.CommitmentsClosed(table.number, by))]


def _opening(table: Table, shares: Shares) -> list[PendingTimer]:
    """The pack is dealt once every awaited share is open; where some are not in time, it is given up."""
    if shares.complete:
        return [_entry(rest_over(table), lambda: _next_pack(table))]
    late = max(table.closed_at + OPEN_MS, rest_over(table))
    if table.number + 1 >= len(table.secrets):
        return []  # the server commits to the next secrets first
    return [_entry(late, lambda: en.SharesWithheld(table.number, shares.missing))]


def _next_pack(table: Table) -> TableEntry:
    """The draw's pack spread, or a deal's dealt."""
    if table.game is not None:
        return dealt(table)
    return en.DrawStarted(without_joker(shuffled(table.rules, _key(table))), table.captain)


def _key(table: Table) -> bytes:
    secret = bytes.fromhex(table.secrets[table.number])
    return deal_key(secret, table.number, shares_of(table).values(secret))


def dealt(table: Table) -> Dealt:
    """The next pack dealt: cut, and in packets, as people chose by hand, or as its key says."""
    game, shares, key = state_of(table), shares_of(table), _key(table)
    cut = key_cut(table.rules, key) if shares.cut is None else shares.cut
    return Dealt(shuffled(table.rules, key), cut, shares.packets or next_packets(game, key))


# Version 1 of fair dealing: games that were begun before go on to their end, and nobody adds to their packs any more


def _shuffling_first(table: Table) -> list[PendingTimer]:
    missing = [seat for seat in table.rules.seats if table.chair(seat).added is None]
    if not missing:
        return [_entry(rest_over(table), lambda: _next_pack_first(table))]
    return [_entry(0, lambda seat=seat: _stands_in(table, seat), seat) for seat in missing]


def _stands_in(table: Table, seat: Seat) -> en.EntropyAdded:
    secret = bytes.fromhex(table.secrets[table.number])
    return en.EntropyAdded(table.number, seat, first.stand_in(secret, table.number, seat).hex(), own=False)


def _next_pack_first(table: Table) -> TableEntry:
    if not table.number:
        return en.DrawStarted(without_joker(_pack_first(table)), table.captain)
    return en.CommitmentsClosed(table.number) if table.settings.by_hand else dealt_first(table)


def _pack_first(table: Table) -> tuple[Card, ...]:
    secret = bytes.fromhex(table.secrets[table.number])
    return first.fair_pack(table.rules, secret, table.number, [_added(table, seat) for seat in table.rules.seats])


def _added(table: Table, seat: Seat) -> bytes:
    return bytes.fromhex(table.chair(seat).added or "")


def dealt_first(table: Table, packet_pattern: str | None = None) -> Dealt:
    """The next pack dealt as version 1 does it."""
    game = state_of(table)
    cut = table.cut.cards if table.cut else first.usual_cut(table.rules, _added(table, game.dealer.right))
    usual = first.usual_packet_pattern(game, _added(table, game.dealer))
    return Dealt(_pack_first(table), cut, packet_pattern or usual)


# By hand


def _drawing(table: Table) -> list[PendingTimer]:
    draw = table.draw
    assert draw is not None
    if draw.turn:
        seat = draw.turn
        return [_entry(_by_hand(table, (seat,), table.settings.draw_ms), lambda: en.DrawCardTaken(seat, 0), seat)]
    if draw.namer:
        by = draw.namer.seats
        return [
            _entry(_by_hand(table, by, table.settings.draw_ms), lambda: en.DealerNamed(draw.finish().dealer or by[0]))
        ]
    return []


def _by_hand(table: Table, seats: tuple[Seat, ...], itself: int) -> int:
    """When something that people may do by hand happens by itself."""
    people = table.settings.by_hand and any(table.chair(seat).manned for seat in seats)
    return table.since + (table.settings.hand_ms if people else itself)


def _cutting(table: Table) -> list[PendingTimer]:
    """A cut that nobody makes is left to the shuffle."""
    seat = state_of(table).dealer.right
    cards = 0 if table.shares else first.usual_cut(table.rules, _added(table, seat)) or 0
    return [
        _entry(_by_hand(table, (seat,), table.settings.answer_ms), lambda: en.PackCut(seat, cards, own=False), seat)
    ]


def _dealing(table: Table) -> list[PendingTimer]:
    seat = state_of(table).dealer
    at = _by_hand(table, (seat,), table.settings.answer_ms)
    return [_entry(at, lambda: en.PacketPatternChosen(seat) if table.shares else dealt_first(table), seat)]


def _playing(table: Table) -> list[PendingTimer]:
    turn = table.turn
    at = chooses_at(table, turn) if turn else None
    return [] if at is None else [PendingTimer(at, "choice", turn, en.TablePaused)]


def chooses_at(table: Table, seat: Seat) -> int | None:
    """When a bot chooses for a seat: for one without a person, and for one whose time has run out."""
    chair, settings = table.chair(seat), table.settings
    if not chair.manned:
        return table.since + settings.answer_ms
    return table.since + settings.move_ms + chair.bank if settings.move_ms else None


def may_choose(table: Table, seat: Seat, now: int) -> bool:
    """Whether it is time for a bot to choose for a seat whose turn it is."""
    at = chooses_at(table, seat)
    return table.turn is seat and table.paused is None and at is not None and at <= now


WAITS: dict[TableStage, Callable[[Table], list[PendingTimer]]] = {
    TableStage.SHUFFLING: _shuffling,
    TableStage.DRAWING: _drawing,
    TableStage.CUTTING: _cutting,
    TableStage.DEALING: _dealing,
    TableStage.PLAYING: _playing,
}
