"""Handlers of log entries about the game itself: deals, actions, claims, the bell, rulings and results."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from uka.core import events as ev
from uka.core.actions import ClaimRevoke, Play
from uka.core.cards import cards_of
from uka.core.dealing import checked_packet_pattern, cut_pack, hands_in_deal_order
from uka.core.game import Game
from uka.core.rubber import begin
from uka.core.rulings import ForfeitRuling
from uka.core.seats import Seat
from uka.records import Acted, BellRecorded, Dealt, InvalidRecord, RulingGiven, Scored

from .. import entries as en
from ..entries import TableLine
from ..events import GameOrTableEvent, PackDealt, PackSecretOpened, RestClaimed
from ..hand_order import sorted_hand
from ..table import Chair, Table, TableRefusal, TableStage, UndoPoint, state_of, with_chair
from .dealing import to_shuffling, use_pack
from .handlers import Evolution, Handler, without_events


def _dealt(table: Table, line: TableLine, entry: Dealt) -> Evolution:
    before = state_of(table)
    game, events = before.start_deal(entry.pack, cut=entry.cut, packet_pattern=entry.packet_pattern)
    people = tuple(
        (chair.player, seat) for seat, chair in zip(table.rules.seats, table.chairs, strict=True) if chair.player
    )
    dealt = PackDealt(table.number, game.dealer, entry.cut, entry.packet_pattern, before.next_game)
    since = line.at + table.settings.deal_ms
    order = cut_pack(table.rules, entry.pack, entry.cut)
    hands = hands_in_deal_order(game.dealer, order, checked_packet_pattern(table.rules, entry.packet_pattern))
    table = replace(
        use_pack(table),
        stage=TableStage.PLAYING,
        game=game,
        scored=None,
        since=since,
        dealt=hands,
        knew=people,
        past=(),
    )
    return table, (dealt, *events)


def _acted(table: Table, line: TableLine, entry: Acted) -> Evolution:
    # A claim of a revoke does not end the turn, so the seat's clock runs on.
    return _apply_choice(table, line, entry.seat, (entry,), ends_turn=not isinstance(entry.action, ClaimRevoke))


def _tricks_claimed(table: Table, line: TableLine, entry: en.TricksClaimed) -> Evolution:
    """Play all claimed cards at once. Raise ``TableRefusal`` if the seat does not win every remaining trick."""
    deal = state_of(table).deal
    if deal is None or table.turn is not entry.seat:
        raise TableRefusal(f"it is not {entry.seat}'s turn to claim the rest")
    hand = sorted_hand(cards_of(deal.masks[entry.seat.index]), deal.trump)
    table, events = _apply_choice(table, line, entry.seat, map(Play, entry.cards), ends_turn=True)
    lost = any(
        isinstance(event, ev.TrickTaken) and event.seat.partnership is not entry.seat.partnership for event in events
    )
    if lost or table.turn is not None:
        raise TableRefusal(f"{entry.seat} does not take all the rest")
    return table, (RestClaimed(entry.seat, hand), *events)


def _apply_choice(
    table: Table, line: TableLine, seat: Seat, actions: Iterable[Acted | Play], *, ends_turn: bool
) -> Evolution:
    """Apply the actions that ``seat`` chose: one action, or all plays of a claim.

    If ``ends_turn`` is true, the choice ends the turn and stops the seat's clock.
    """
    if ends_turn and table.turn is seat:
        table = _charge_time_bank(table, line, seat)
    game = before = state_of(table)
    events: tuple[GameOrTableEvent, ...] = ()
    for chosen in actions:
        game, new = game.apply(chosen.action, chosen.seat) if isinstance(chosen, Acted) else game.apply(chosen)
        events += new
    undoable = ends_turn and line.by == table.chair(seat).player and table.only_person is seat
    table = replace(table, game=game, past=(*table.past, UndoPoint(line.seq, before)) if undoable else table.past)
    if table.stage is TableStage.PLAYING and not game.in_deal:
        return to_shuffling(table, line.at), events
    if ends_turn:
        takes_trick = any(isinstance(event, ev.TrickTaken) for event in events)
        table = replace(table, since=line.at + (table.settings.trick_ms if takes_trick else 0))
    return table, events


def _action_undone(table: Table, line: TableLine, entry: en.ActionUndone) -> Table:
    """Restore the game as it was before the last choice of the only seated person.

    The bell that ends a timed game stays rung, if it has rung since that choice.
    """
    if not table.past or table.past[-1].seq != entry.to or table.only_person is not entry.seat:
        raise TableRefusal("there is nothing to undo")
    game, now = table.past[-1].game, state_of(table)
    if isinstance(game, Game) and isinstance(now, Game) and now.bell and not game.bell:
        game, _ = game.ring_bell()
    chairs = tuple(replace(chair, ready=False) for chair in table.chairs)
    return replace(
        table, game=game, stage=TableStage.PLAYING, scored=None, since=line.at, past=table.past[:-1], chairs=chairs
    )


def _charge_time_bank(table: Table, line: TableLine, seat: Seat) -> Table:
    """If the present turn took longer than the time for one move, subtract the excess from the seat's time bank."""
    chair, settings = table.chair(seat), table.settings
    if not settings.move_ms:
        return table
    excess = max(line.at - table.since - settings.move_ms, 0)
    return with_chair(table, seat, replace(chair, bank=max(chair.bank - excess, 0))) if excess else table


def _bell_recorded(table: Table, line: TableLine, entry: BellRecorded) -> Evolution:
    game, events = state_of(table).ring_bell()
    return replace(table, game=game, bell_at=None), events


def _ruling_given(table: Table, line: TableLine, entry: RulingGiven) -> Evolution:
    """Apply an official's ruling, which may also come before the first dealer of the game is known.

    If the ruling ejects a partnership, the seats of the partnership become free, and no bot takes them.
    """
    if entry.line is not None and entry.line <= table.obeyed:
        raise TableRefusal(f"the ruling of line {entry.line} was applied before")
    before = table.game or begin(table.rules, table.captain, revokes=table.settings.revokes)
    game, events = before.rule(entry.ruling)
    if table.game is None and not game.over:
        raise TableRefusal("no game is played yet")
    obeyed = table.obeyed if entry.line is None else entry.line
    table = replace(table, game=game, obeyed=obeyed, past=())
    if isinstance(entry.ruling, ForfeitRuling) and entry.ruling.ejected:
        for seat in entry.ruling.side.seats:
            table = with_chair(table, seat, Chair())
    void = table.stage is TableStage.PLAYING and not game.in_deal
    return (to_shuffling(table, line.at) if void or game.over else table), events


def _scored(table: Table, line: TableLine, entry: Scored) -> Table:
    deal = state_of(table).deal
    result = deal.result if deal else None
    if result != entry.result:
        raise InvalidRecord(f"the log says {entry.result}, the rules say {result}")
    return replace(table, scored=result)


def _seat_ready(table: Table, line: TableLine, entry: en.SeatReady) -> Table:
    return with_chair(table, entry.seat, replace(table.chair(entry.seat), ready=True))


def _game_ended(table: Table, line: TableLine, entry: en.GameEnded) -> Table:
    return replace(table, stage=TableStage.OVER, since=line.at, bell_at=None, knew=())


def _secrets_opened(table: Table, line: TableLine, entry: en.SecretsOpened) -> Evolution:
    if not entry.first == table.secrets_opened < entry.to <= len(table.secrets):
        raise TableRefusal(f"the next secret to open is that of pack {table.secrets_opened}")
    events = tuple(PackSecretOpened(n, table.secrets[n]) for n in range(entry.first, entry.to))
    return replace(table, secrets_opened=entry.to), events


PLAY: dict[type, Handler] = {
    Dealt: _dealt,
    Acted: _acted,
    en.TricksClaimed: _tricks_claimed,
    en.ActionUndone: without_events(_action_undone),
    BellRecorded: _bell_recorded,
    RulingGiven: _ruling_given,
    Scored: without_events(_scored),
    en.SeatReady: without_events(_seat_ready),
    en.GameEnded: without_events(_game_ended),
    en.SecretsOpened: _secrets_opened,
}
"""The handler of each type of log entry about the game."""
