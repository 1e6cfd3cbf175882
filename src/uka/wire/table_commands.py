"""The commands that a client sends over a table's WebSocket.

Each command is one JSON object, and its field ``type`` gives its kind. ``id`` is an idempotency key: an id that the
client chooses for the command, and that the server's answer repeats. If a client sends a command again with the same
``id``, the server does not execute it twice. For each person, a table remembers the last 256 commands that changed the
table, until the person leaves.
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
    """Give up the seat that you have taken or booked, and stay as a spectator."""


class LeaveTable(TableCommandBase, frozen=True):
    """Leave the table."""


class TakeBreak(TableCommandBase, frozen=True):
    """Take a break. A bot plays at your seat until you come back."""


class EndBreak(TableCommandBase, frozen=True):
    """End your break and take your seat back from the bot."""


class SayPhrase(TableCommandBase, frozen=True):
    """Say one of the predefined phrases to everybody at the table."""

    phrase: Phrase


class WriteChatLine(TableCommandBase, frozen=True):
    """Write a line of the table's chat. The field ``chat`` of the table says who may write now.

    The log of the table does not change. A line has at most 200 characters, and no line break.
    """

    text: str
    """The text as it was typed. The server removes characters that are not displayed."""


class ReportChatLine(TableCommandBase, frozen=True):
    """Report a line of the chat to the host, who may then remove its author. Nobody is told who reported it."""

    line: Id
    """The id of the line."""


# The host


class SeatBot(TableCommandBase, frozen=True):
    """Put a bot in a free seat, or change the level of the bot there."""

    seat: Seat
    level: Level | None = None
    """The level of the bot; if it is absent, the level that the table's settings name."""


class RemoveBot(TableCommandBase, frozen=True):
    """Remove the bot from a seat."""

    seat: Seat


class SwapSeats(TableCommandBase, frozen=True):
    """Let the players (people or bots) in the seats ``a`` and ``b`` change places."""

    a: Seat
    b: Seat


class AdmitPlayer(TableCommandBase, frozen=True):
    """Let a person who has booked a bot's seat take it now, before the deal ends.

    The person then sees the hand of the seat, and everybody at the table is notified.
    """

    player: Id


class PauseTable(TableCommandBase, frozen=True):
    """Pause the game. All clocks and bots of the table stop."""


class ResumeTable(TableCommandBase, frozen=True):
    """End the pause of the game. All clocks and bots of the table go on."""


class RemovePlayer(TableCommandBase, frozen=True):
    """Remove a person from the table for good."""

    player: Id


class ChangeHost(TableCommandBase, frozen=True):
    """Make another person the host in your place."""

    player: Id


class ChangeSettings(TableCommandBase, frozen=True):
    """Replace all settings of the table. A setting that is left out returns to its default."""

    settings: TableSettings


class ChangeRules(TableCommandBase, frozen=True):
    """Choose other rules before the first game.

    Everybody at the table then receives a snapshot of the whole table.
    """

    rules: RulesetName
    changes: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """Changes to fields of the ruleset ``rules``: a dict from field name to value."""


class BeginGame(TableCommandBase, frozen=True):
    """Begin the first game or the next game of the table."""

    captain: Seat | None = None
    """The seat that draws or cuts first in the draw for first dealer, by default your own seat.

    If the first jack decides who deals, this seat deals the cards of the draw.
    """


# The game


class CommitShares(TableCommandBase, frozen=True):
    """Commit to your shares. A share is a random number: your contribution to the shuffle of one pack.

    The shares form a hash chain: the hash of each share is the share of the pack before it. The first share is for the
    next pack for which commitments are still possible.
    """

    commitment: Randomness
    """The hash of the first share, in hexadecimal."""


class OpenShare(TableCommandBase, frozen=True):
    """Open your share: the random number that you contribute to the shuffle of a pack."""

    number: Number
    """The number of the pack."""
    share: Randomness
    """The share, in hexadecimal."""


class TakeDrawCard(TableCommandBase, frozen=True):
    """Take a card from the pack that is spread for the draw for first dealer."""

    place: Number
    """The index of the card among the cards that are left, from 0."""


class NameDealer(TableCommandBase, frozen=True):
    """Name the first dealer, if your partnership has drawn the higher card in the draw for first dealer."""

    dealer: Seat


class CutPack(TableCommandBase, frozen=True):
    """Cut the pack before the deal: lift ``cards`` cards off its top."""

    cards: Number


class DealCards(TableCommandBase, frozen=True):
    """Deal the cards, as the dealer."""

    packet_pattern: Annotated[str, Meta(max_length=20)] | None = None
    """How many cards each player gets at a time, such as "3-2", if the ruleset leaves a choice."""


class DeclareReady(TableCommandBase, frozen=True):
    """Say that you are ready for the next deal.

    The next deal begins when all connected people are ready, or when the time ``rest_ms`` of the table's settings is
    over. But if all other players are bots and ``rest_ms`` is at least 5000, the deal waits for this command for up to
    an hour.
    """


class SubmitAction(TableCommandBase, frozen=True):
    """Take an action in the game, such as a call or a play."""

    action: Action
    version: Version | None = None
    """The version of the table for which you chose the action.

    It is required on your turn, except for a claim of a revoke.
    """


class ClaimTricks(TableCommandBase, frozen=True):
    """Show your hand and claim all remaining tricks."""

    version: Version | None = None
    """The version of the table for which you chose to claim. It is required."""


class CheckClaim(TableCommandBase, frozen=True):
    """Ask whether a claim of all remaining tricks would be accepted. Nobody else is told.

    The server acknowledges the command if it would accept the claim, and refuses the command otherwise.
    """

    version: Version | None = None
    """The version of the table for which you ask. It is required."""


class UndoAction(TableCommandBase, frozen=True):
    """Take back your last choice in this deal. All other players at the table must be bots."""

    version: Version | None = None
    """If it is given, the server refuses the command if the game has changed since this version of the table."""


# The connection


class SyncTable(TableCommandBase, frozen=True):
    """Ask for everything that has changed since version ``since``.

    If the command has no ``since``, it asks for a snapshot of the whole table.
    """

    since: Version | None = None


class PingTable(TableCommandBase, frozen=True):
    """Ask the server for a ``pong``, which shows that the connection works."""


LoggedTableCommand: TypeAlias = (
    TakeSeat | LeaveSeat | LeaveTable | TakeBreak | EndBreak | SayPhrase | SeatBot | RemoveBot | SwapSeats |
    AdmitPlayer | PauseTable | ResumeTable | RemovePlayer | ChangeHost | ChangeSettings | ChangeRules | BeginGame |
    CommitShares | OpenShare | TakeDrawCard | NameDealer | CutPack | DealCards | DeclareReady | SubmitAction |
    ClaimTricks | CheckClaim | UndoAction
)  # fmt: skip
"""The commands that change the table and therefore append lines to the table's log. ``CheckClaim`` appends none."""
ChatCommand: TypeAlias = WriteChatLine | ReportChatLine
"""The commands about the table's chat, which is not part of the table's log."""
TableCommand: TypeAlias = LoggedTableCommand | ChatCommand | SyncTable | PingTable

_encode = msgspec.json.Encoder().encode


def write(command: TableCommand) -> str:
    """Return a command as JSON text."""
    return _encode(command).decode()


_read = reader(TableCommand)


def read(text: str | bytes) -> TableCommand:
    """Return the command that a JSON text holds. Raise ``InvalidMessage`` if it holds no valid command.

    >>> read('{"type":"take_seat","id":"m1","seat":"south"}')
    TakeSeat(seat=Seat.SOUTH, id='m1')
    >>> read('{"type":"take_seat","id":"m1","seat":"top"}')
    Traceback (most recent call last):
    ...
    uka.wire.message_reader.InvalidMessage: the message is not understood: Invalid enum value 'top' - at `$.seat`
    """
    return _read(text)
