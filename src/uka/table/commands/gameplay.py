"""The commands with which people and bots play a game. Each function returns the log entries to write.

In each function ``player`` is the id of the person who sent the command. A command that is not allowed raises
``TableRefusal`` or ``IllegalAction``.
"""

from __future__ import annotations

from uka.core import dealing
from uka.core.actions import Action, ClaimRevoke
from uka.core.errors import IllegalAction
from uka.core.rulings import ForfeitRuling
from uka.core.seats import Seat
from uka.records import Acted, BellRecorded, RulingGiven
from uka.solver import claims

from .. import entries as en
from ..beginning import begin_entries
from ..bot_turns import may_choose
from ..entries import TableEntries
from ..table import GameState, Table, TableRefusal, TableStage, UndoPoint, shares_of
from .quick import check_may_begin

PAUSED = "the game is paused"
ABSENT = "you are absent: take your seat back first"
NOT_ALL = "the rest aren't certain to be yours: play on"


class StaleVersion(TableRefusal):
    """The game has changed since the version for which the client chose its command.

    ``expected`` is the version that the command names, or None if it names none. ``found`` is the number of the last
    log line that changed the game.
    """

    def __init__(self, expected: int | None, found: int) -> None:
        self.expected, self.found = expected, found
        super().__init__("the game has moved on: look again" if expected is not None else "an action names a version")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.expected, self.found)


def begin_game(table: Table, player: str, secrets: bytes, captain: Seat | None = None) -> TableEntries:
    """Begin a game, as the host. Bots take the free seats.

    ``captain`` is the seat at which the draw for first dealer starts; by default, the person's own seat. ``secrets``
    holds the server's random bytes for the shuffles, 32 for each pack.
    """
    check_may_begin(table, player)
    return begin_entries(table, captain or table.seat_of(player) or Seat.NORTH, secrets)


def commit_shares(table: Table, player: str, commitment: str) -> TableEntries:
    """Commit to the person's shares: the random inputs to the next shuffles. ``commitment`` is in hexadecimal."""
    if table.settings.deals:
        raise TableRefusal("nobody takes part in the shuffle of given deals")
    seat, shares = seat_in_game(table, player), shares_of(table)
    first = shares.number + shares.commitments_closed
    shares.commit(seat, first, commitment)
    return (en.ShareCommitted(seat, first, commitment),)


def open_share(table: Table, player: str, number: int, share: str) -> TableEntries:
    """Open the person's share: the random input to the shuffle of pack ``number``. ``share`` is in hexadecimal."""
    seat = seat_in_game(table, player)
    if table.stage is not TableStage.SHUFFLING:
        raise TableRefusal(f"it is not the time to open a share: the table is {table.stage}")
    shares_of(table).open(number, seat, share)
    return (en.ShareOpened(number, seat, share),)


def take_draw_card(table: Table, player: str, place: int) -> TableEntries:
    """Take a card in the draw for first dealer. ``place`` is its index, from 0, among the cards that are left."""
    seat = _seat_acting_by_hand(table, player, TableStage.DRAWING)
    draw = table.draw
    assert draw is not None
    if draw.turn is not seat:
        raise TableRefusal(
            f"it's {draw.turn.value.title()}'s turn to draw" if draw.turn else "it's not the time to draw a card"
        )
    draw.take(place)
    return (en.DrawCardTaken(seat, place),)


def name_dealer(table: Table, player: str, dealer: Seat) -> TableEntries:
    """Name the first dealer. Only a player of the partnership whose drawn card is higher may name the dealer."""
    seat = _seat_acting_by_hand(table, player, TableStage.DRAWING)
    assert table.draw is not None
    if table.draw.namer and seat.partnership is not table.draw.namer:
        raise TableRefusal(f"{table.draw.namer.value.title()} cut the higher card and names the dealer")
    table.draw.name_dealer(dealer)
    return (en.DealerNamed(dealer),)


def cut_pack(table: Table, player: str, cards: int) -> TableEntries:
    """Cut the pack: move ``cards`` cards from its top to its bottom. Only the seat at the dealer's right may cut."""
    seat = _seat_acting_by_hand(table, player, TableStage.CUTTING)
    if seat is not _game_of(table).dealer.right:
        raise TableRefusal(f"{_game_of(table).dealer.right.value.title()} cuts, on the dealer's right")
    dealing.cut_pack(table.rules, table.rules.cards, cards)
    return (en.PackCut(seat, cards),)


def deal_cards(table: Table, player: str, packet_pattern: str | None = None) -> TableEntries:
    """Deal the cards, as the dealer.

    ``packet_pattern`` says how many cards each seat gets at a time, such as "3-2", if the rules leave a choice.
    """
    seat = _seat_acting_by_hand(table, player, TableStage.DEALING)
    game = _game_of(table)
    if seat is not game.dealer:
        raise TableRefusal(f"{game.dealer.value.title()} deals")
    game.start_deal(
        table.rules.cards, cut=dealing.CUT_LEAST if table.rules.cut else None, packet_pattern=packet_pattern
    )  # raises if the rules do not allow this packet pattern
    return (en.PacketPatternChosen(seat, packet_pattern),)


def declare_ready(table: Table, player: str) -> TableEntries:
    """Say that the person is ready for the next deal."""
    seat = seat_in_game(table, player)
    if table.stage is not TableStage.SHUFFLING or table.scored is None:
        raise TableRefusal("there is nothing to be ready for")
    if table.chair(seat).ready:
        raise TableRefusal("you are already ready")
    return (en.SeatReady(seat),)


def submit_action(table: Table, player: str, action: Action, expected_version: int | None = None) -> TableEntries:
    """Take an action in the game. Raise ``StaleVersion`` if the game has changed since ``expected_version``.

    On the person's turn ``expected_version`` is required, except for a claim of a revoke.
    """
    seat = seat_in_game(table, player)
    if table.chair(seat).away:
        raise TableRefusal("you are absent, and a bot plays for you: take your seat back first")
    _check_version(table, expected_version, needed=seat is table.turn and not isinstance(action, ClaimRevoke))
    return _action_entries(table, seat, action)


def claim_tricks(table: Table, player: str, expected_version: int | None = None) -> TableEntries:
    """Show the person's hand and claim the rest of the tricks. It must be the person's turn.

    The claim is accepted if the person's side wins every remaining trick wherever the hidden cards are. So a refusal
    tells nothing about the hidden cards. Raise ``StaleVersion`` unless the game is as it was at ``expected_version``.
    """
    seat = seat_in_game(table, player)
    check_can_act(table, seat)
    _check_version(table, expected_version, needed=True)
    seen, deal = table.observe(seat), _game_of(table).deal
    if seen is None or deal is None:
        raise TableRefusal("no cards are dealt yet")
    if why := claims.why_not(seen):
        raise TableRefusal(why)
    cards = claims.remaining_plays(deal)
    if cards is None:
        raise TableRefusal(NOT_ALL)
    return (en.TricksClaimed(seat, cards),)


def check_claim(table: Table, player: str, expected_version: int | None = None) -> TableEntries:
    """Raise the error that ``claim_tricks`` would raise for the same claim, if any. Return no log entries."""
    claim_tricks(table, player, expected_version)
    return ()


def undo_action(table: Table, player: str, expected_version: int | None = None) -> TableEntries:
    """Take back the person's last choice in this deal and every action after it. All other players must be bots."""
    seat = seat_in_game(table, player)
    if not table.settings.undo:
        raise TableRefusal("there is no undo at this table")
    if table.only_person is not seat:
        raise TableRefusal("you can undo only when all the others are bots")
    check_can_act(table, seat)
    if expected_version is not None:
        _check_version(table, expected_version, needed=True)
    point = undo_point(table)
    if point is None:
        raise TableRefusal("there is nothing to undo in this deal")
    return (en.ActionUndone(seat, point.seq),)


def undo_point(table: Table) -> UndoPoint | None:
    """Return the last choice that can be taken back, or None.

    No choice can be taken back once the next deal begins, or once the server has opened its secret random bytes for
    the shuffle of this deal.
    """
    game = table.game
    undoable = table.stage in (TableStage.PLAYING, TableStage.SHUFFLING) and game is not None and not game.over
    next_pack_begun = table.settings.by_hand and table.shares is not None and table.shares.commitments_closed
    secret_open = table.secrets_opened >= table.number
    if not undoable or next_pack_begun or secret_open or not table.past or not table.settings.undo:
        return None
    return table.past[-1]


def choose(table: Table, seat: Seat, action: Action, expected_version: int, now: int) -> TableEntries:
    """Take a bot's action for ``seat``. Raise ``TableRefusal`` if ``now``, in milliseconds since 1970, is too early.

    Raise ``StaleVersion`` if the game has changed since ``expected_version``.
    """
    if table.turn is not seat:
        raise TableRefusal(f"{seat.value.title()} has nothing to choose")
    _check_version(table, expected_version, needed=True)
    if not may_choose(table, seat, now):
        raise TableRefusal(f"it is not time for a bot to choose for {seat.value.title()}")
    return _action_entries(table, seat, action)


def ring_bell(table: Table) -> TableEntries:
    """Ring the bell that ends a timed game, at a table that does not ring it by its own clock."""
    game = _game_of(table)
    if not table.playing:
        raise TableRefusal("the game is over")
    game.ring_bell()
    return (BellRecorded(),)


def open_secrets(table: Table, player: str) -> TableEntries:
    """Open the server's secrets for the shuffles of a finished game, as the host of a table in a duplicate match.

    Return no entries if all secrets are open already.
    """
    if player != table.host or table.stage is not TableStage.OVER:
        raise TableRefusal("only the server opens the secrets of a match, after its games")
    return (en.SecretsOpened(table.secrets_opened, table.number),) if table.secrets_opened < table.number else ()


def apply_ruling(table: Table, given: RulingGiven) -> TableEntries:
    """Apply an official's ruling to the game. If the ruling ends the game, a paused table is resumed too.

    Return no entries if the ruling was applied before.
    """
    if given.line is not None and given.line <= table.obeyed:
        return ()
    if table.stage is TableStage.OVER:
        raise TableRefusal("the game is over: no more rulings can be made in it")
    if table.game is None and not isinstance(given.ruling, ForfeitRuling):
        raise TableRefusal("no game has been played yet")
    ends = table.game is None or table.game.rule(given.ruling)[0].over
    return (en.TableResumed(), given) if ends and table.paused is not None else (given,)


def _action_entries(table: Table, seat: Seat, action: Action) -> TableEntries:
    game = _game_of(table)
    if table.paused is not None:
        raise TableRefusal(PAUSED)
    if not table.playing:
        raise IllegalAction("the game is over")
    if action not in game.legal_actions_of(seat):
        game.apply(action, seat)  # raises IllegalAction with the reason
    return (Acted(seat, action),)


def _check_version(table: Table, expected: int | None, *, needed: bool) -> None:
    """Raise ``StaleVersion`` if the game has changed since the version ``expected``.

    Raise it also if ``expected`` is None and ``needed`` is true.
    """
    current = not needed if expected is None else table.moved <= expected <= table.seq
    if not current:
        raise StaleVersion(expected, table.moved)


def _game_of(table: Table) -> GameState:
    if table.game is None:
        raise TableRefusal("no game has been played yet")
    return table.game


def seat_in_game(table: Table, player: str) -> Seat:
    """Return the seat of the person ``player``.

    Raise ``TableRefusal`` if the person has no seat, or if no game is being played.
    """
    seat = table.seat_of(player)
    if seat is None:
        raise TableRefusal("you have no seat at this table")
    if not table.playing:
        raise TableRefusal("no game is being played")
    return seat


def check_can_act(table: Table, seat: Seat) -> None:
    """Raise ``TableRefusal`` if the game is paused, or if the person in ``seat`` is absent."""
    if table.paused is not None:
        raise TableRefusal(PAUSED)
    if table.chair(seat).away:
        raise TableRefusal(ABSENT)


def _seat_acting_by_hand(table: Table, player: str, stage: TableStage) -> Seat:
    """Return the seat of the person ``player``, who wants to draw, cut or deal by hand.

    Raise ``TableRefusal`` if the server draws, cuts and deals at the table, if the table is not in ``stage``, or if
    the person cannot act now.
    """
    seat = seat_in_game(table, player)
    if not table.settings.by_hand:
        raise TableRefusal("at this table the server draws, cuts and deals")
    if table.stage is not stage:
        raise TableRefusal(f"now is not the time for that: the table is {table.stage}")
    check_can_act(table, seat)
    return seat
