"""The commands that a client sends over a table's WebSocket.

Each command is one JSON object, and its field ``type`` gives its kind. ``id`` is an idempotency key that the client
chooses. The server's answer repeats the key. If a client sends a command again with the same key, the server does not
execute it twice. For each person, a table remembers the last 256 commands that changed the table. It forgets them when
the person leaves.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from uka.core.actions import Action
from uka.core.seats import Seat
from uka.core.tagged import Tagged
from uka.table import TableSettings
from uka.table.entries import Phrase

from .message_reader import MessageId, reader

MOST_BYTES = 4_096
"""The maximum size of a command in bytes."""

Version = Annotated[int, Meta(ge=0, le=2**53)]
Id = Annotated[str, Meta(min_length=1, max_length=32)]
RulesetName = Annotated[str, Meta(max_length=40, description="a shipped ruleset's name")]
Level = Annotated[str, Meta(min_length=1, max_length=20)]
Randomness = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]


class TableCommandBase(Tagged, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of all commands that a client sends over a table's WebSocket."""

    id: MessageId


# People


class TakeSeat(TableCommandBase, frozen=True):
    """Take a free seat or a bot's seat.

    During a deal, this command only books a bot's seat. You sit down when the deal ends, or when the host admits you.
    """

    seat: Seat


class LeaveSeat(TableCommandBase, frozen=True):
    """Give up the seat that you have taken or booked, and become a spectator."""


class LeaveTable(TableCommandBase, frozen=True):
    """Leave the table."""


class TakeBreak(TableCommandBase, frozen=True):
    """Take a break. A bot plays at your seat until you come back."""


class EndBreak(TableCommandBase, frozen=True):
    """End your break and take your seat back from the bot."""


class SayPhrase(TableCommandBase, frozen=True):
    """Say one of the predefined phrases to everybody at the table."""

    phrase: Phrase


# The host


class SeatBot(TableCommandBase, frozen=True):
    """Put a bot at a seat, or change the level of the bot there."""

    seat: Seat
    level: Level | None = None


class RemoveBot(TableCommandBase, frozen=True):
    """Remove the bot from a seat."""

    seat: Seat


class SwapSeats(TableCommandBase, frozen=True):
    """Exchange the players (people or bots) of two seats."""

    a: Seat
    b: Seat


class AdmitPlayer(TableCommandBase, frozen=True):
    """During a deal, seat a person at the seat that the person has booked.

    The person then sees the hand of that seat, and everyone at the table is notified.
    """

    player: Id


class PauseTable(TableCommandBase, frozen=True):
    """Pause the game, which stops all clocks and bots of the table."""


class ResumeTable(TableCommandBase, frozen=True):
    """Resume the game, which starts all clocks and bots of the table again."""


class RemovePlayer(TableCommandBase, frozen=True):
    """Remove a person from the table."""

    player: Id


class ChangeHost(TableCommandBase, frozen=True):
    """Make another person the host."""

    player: Id


class ChangeSettings(TableCommandBase, frozen=True):
    """Replace all settings of the table. A setting that is left out returns to its default."""

    settings: TableSettings


class ChangeRules(TableCommandBase, frozen=True):
    """Choose other rules before the first game.

    ``changes`` are changes to fields of the shipped ruleset ``rules``. Everybody at the table then receives a snapshot.
    """

    rules: RulesetName
    changes: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])


class BeginGame(TableCommandBase, frozen=True):
    """Begin the first game or the next game.

    ``captain`` is the seat that draws or cuts first in the draw for first dealer. If the first jack decides, this seat
    deals the cards of the draw.
    """

    captain: Seat | None = None


# The game


class CommitShares(TableCommandBase, frozen=True):
    """Commit to your shares. A share is a random number: your contribution to the shuffle of one pack.

    The shares form a hash chain, and ``commitment`` is the end of the chain, in hexadecimal. The first share is for the
    next pack that still accepts commitments.
    """

    commitment: Randomness


class OpenShare(TableCommandBase, frozen=True):
    """Reveal your share for pack ``number``, in hexadecimal. A share is your random contribution to a shuffle."""

    number: Number
    share: Randomness


class TakeDrawCard(TableCommandBase, frozen=True):
    """Take a card from the spread pack in the draw for first dealer.

    ``place`` is the index of the card among the cards that are left, from 0.
    """

    place: Number


class NameDealer(TableCommandBase, frozen=True):
    """Name the first dealer, after your partnership has cut the higher card in the draw."""

    dealer: Seat


class CutPack(TableCommandBase, frozen=True):
    """Cut the pack before the deal: lift ``cards`` cards off its top."""

    cards: Number


class DealCards(TableCommandBase, frozen=True):
    """Deal the cards in a packet pattern of the ruleset: how many cards each player gets at a time."""

    packet_pattern: Annotated[str, Meta(max_length=20)] | None = None


class DeclareReady(TableCommandBase, frozen=True):
    """Say that you are ready for the next deal.

    If all other players are bots, the next deal waits for this command for up to an hour, unless ``rest_ms`` of the
    table is below 5000. Otherwise it waits until all people are ready or ``rest_ms`` is over.
    """


class SubmitAction(TableCommandBase, frozen=True):
    """Take an action in the game. ``version`` is the version of the table for which you chose the action.

    An action that claims a revoke needs no version.
    """

    action: Action
    version: Version | None = None


class ClaimTricks(TableCommandBase, frozen=True):
    """Show your hand and claim all remaining tricks.

    ``version`` is the version of the table for which you chose to claim.
    """

    version: Version | None = None


class CheckClaim(TableCommandBase, frozen=True):
    """Ask whether a claim of all remaining tricks would be accepted at ``version``. Nobody else is told.

    The server acknowledges the command if it would accept the claim, and refuses the command otherwise.
    """

    version: Version | None = None


class UndoAction(TableCommandBase, frozen=True):
    """Take back your last choice. All other players at the table must be bots.

    The server refuses the command if the table has changed since ``version``.
    """

    version: Version | None = None


# The connection


class SyncTable(TableCommandBase, frozen=True):
    """Request all updates after version ``since``. If ``since`` is absent, request a snapshot of the table."""

    since: Version | None = None


class PingTable(TableCommandBase, frozen=True):
    """Request a pong from the server, which shows that the connection works."""


LoggedTableCommand: TypeAlias = (
    TakeSeat | LeaveSeat | LeaveTable | TakeBreak | EndBreak | SayPhrase | SeatBot | RemoveBot | SwapSeats |
    AdmitPlayer | PauseTable | ResumeTable | RemovePlayer | ChangeHost | ChangeSettings | ChangeRules | BeginGame |
    CommitShares | OpenShare | TakeDrawCard | NameDealer | CutPack | DealCards | DeclareReady | SubmitAction |
    ClaimTricks | CheckClaim | UndoAction
)  # fmt: skip
"""The commands that change the table and therefore append lines to the table's log. ``CheckClaim`` appends none."""
TableCommand: TypeAlias = LoggedTableCommand | SyncTable | PingTable

_encode = msgspec.json.Encoder().encode


def write(command: TableCommand) -> str:
    """Return a command as JSON text."""
    return _encode(command).decode()


_read = reader(TableCommand)


def read(text: str | bytes) -> TableCommand:
    """Decode a command from JSON text. Raise ``InvalidMessage`` if the text is not a valid command.

    >>> read('{"type":"take_seat","id":"m1","seat":"south"}')
    TakeSeat(seat=Seat.SOUTH, id='m1')
    >>> read('{"type":"take_seat","id":"m1","seat":"top"}')
    Traceback (most recent call last):
    ...
    uka.wire.message_reader.InvalidMessage: the message is not understood: Invalid enum value 'top' - at `$.seat`
    """
    return _read(text)
