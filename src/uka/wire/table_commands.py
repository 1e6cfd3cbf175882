"""What a client sends over a table's socket: one JSON object a message, its kind under ``ask``.

``id`` is the client's own name for a message: it comes back in the answer, and a message sent again under the same
name is not done twice. A table knows the last 256 of each person's messages that changed it, as long as they are at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.table import TableSettings
from uka.table.entries import Phrase

MOST_BYTES = 4_096
"""Of one message."""

MessageId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[!-~]*$")]
Version = Annotated[int, Meta(ge=0, le=2**53)]
Id = Annotated[str, Meta(min_length=1, max_length=32)]
Level = Annotated[str, Meta(min_length=1, max_length=20)]
Randomness = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]


class InvalidMessage(UkaError):
    """A message that is none of these; ``id`` is its name, if that could be read."""

    def __init__(self, sentence: str, id: str = "") -> None:
        self.id = id
        super().__init__(sentence)


class TableCommandBase(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True, tag_field="ask", forbid_unknown_fields=True
):
    """What all messages share."""

    id: MessageId


# People


class TakeSeat(TableCommandBase, frozen=True, tag="sit"):
    """Take a seat that is free or a bot's; in a deal a bot's is yours when that is over, or the host lets you in."""

    seat: Seat


class LeaveSeat(TableCommandBase, frozen=True, tag="stand"):
    """Give the seat up, or the one that you wait for, and watch."""


class LeaveTable(TableCommandBase, frozen=True, tag="leave"):
    """Leave the table."""


class TakeBreak(TableCommandBase, frozen=True, tag="away"):
    """Take a break; a bot fills in."""


class EndBreak(TableCommandBase, frozen=True, tag="back"):
    """Take the seat back."""


class SayPhrase(TableCommandBase, frozen=True, tag="say"):
    """Say one of the phrases."""

    phrase: Phrase


# The host


class SeatBot(TableCommandBase, frozen=True, tag="bot"):
    """Put a bot at a seat, or change the level of the one there."""

    seat: Seat
    level: Level | None = None


class RemoveBot(TableCommandBase, frozen=True, tag="empty"):
    """Take a bot away."""

    seat: Seat


class SwapSeats(TableCommandBase, frozen=True, tag="swap"):
    """Let two seats change places."""

    a: Seat
    b: Seat


class AdmitPlayer(TableCommandBase, frozen=True, tag="admit"):
    """Let somebody take the seat that they wait for now, and see its hand: all at the table are told."""

    player: Id


class PauseTable(TableCommandBase, frozen=True, tag="pause"):
    """Stop all clocks."""


class ResumeTable(TableCommandBase, frozen=True, tag="resume"):
    """Let the clocks go on."""


class RemovePlayer(TableCommandBase, frozen=True, tag="remove"):
    """Send somebody away."""

    player: Id


class ChangeHost(TableCommandBase, frozen=True, tag="hand_over"):
    """Make somebody else the host."""

    player: Id


class ChangeSettings(TableCommandBase, frozen=True, tag="change"):
    """Change the table's settings: all of them are told, those left out go back to their defaults."""

    settings: TableSettings


class BeginGame(TableCommandBase, frozen=True, tag="begin"):
    """Begin a game, the first or another. ``captain`` is where the draw begins."""

    captain: Seat | None = None


# The game


class CommitShares(TableCommandBase, frozen=True, tag="commit"):
    """Commit to a chain of shares, in hexadecimal: one for each pack from the next whose commitments are not closed."""

    commitment: Randomness


class OpenShare(TableCommandBase, frozen=True, tag="open_share"):
    """Open one's share of the pack of that number, in hexadecimal."""

    number: Number
    share: Randomness


class TakeDrawCard(TableCommandBase, frozen=True, tag="take"):
    """Draw the card at a place among those left."""

    place: Number


class NameDealer(TableCommandBase, frozen=True, tag="name_dealer"):
    """Name the dealer, having cut the higher card."""

    dealer: Seat


class CutPack(TableCommandBase, frozen=True, tag="cut"):
    """Lift so many cards off."""

    cards: Number


class DealCards(TableCommandBase, frozen=True, tag="deal"):
    """Deal, in packets of one of the ruleset's ways."""

    way: Annotated[str, Meta(max_length=20)] | None = None


class DeclareReady(TableCommandBase, frozen=True, tag="ready"):
    """Seen enough of the last deal."""


class SubmitAction(TableCommandBase, frozen=True, tag="act"):
    """An action of the game. ``version`` is the one it was chosen at; a claim of a revoke needs none."""

    action: Action
    version: Version | None = None


class ClaimTricks(TableCommandBase, frozen=True, tag="claim"):
    """Show one's hand and claim the rest of the tricks. ``version`` is the one it was chosen at."""

    version: Version | None = None


class UndoAction(TableCommandBase, frozen=True, tag="undo"):
    """Take one's last choice back, where all others are bots. With a ``version`` it is refused if the game went on."""

    version: Version | None = None


# The connection


class SyncTable(TableCommandBase, frozen=True, tag="sync"):
    """Tell again what came after a version, or the whole table without one."""

    since: Version | None = None


class PingTable(TableCommandBase, frozen=True, tag="ping"):
    """Only an answer is wanted."""


LoggedTableCommand: TypeAlias = (
    TakeSeat | LeaveSeat | LeaveTable | TakeBreak | EndBreak | SayPhrase | SeatBot | RemoveBot | SwapSeats |
    AdmitPlayer | PauseTable | ResumeTable | RemovePlayer | ChangeHost | ChangeSettings | BeginGame | CommitShares |
    OpenShare | TakeDrawCard | NameDealer | CutPack | DealCards | DeclareReady | SubmitAction | ClaimTricks |
    UndoAction
)  # fmt: skip
"""What changes the table."""
TableCommand: TypeAlias = LoggedTableCommand | SyncTable | PingTable

_encode = msgspec.json.Encoder().encode


class _Named(msgspec.Struct):
    id: str = ""


def write(ask: TableCommand) -> str:
    """A message as it is sent."""
    return _encode(ask).decode()


def reader(kind: Any) -> Callable[[str | bytes], Any]:
    """What reads messages of a kind; ``InvalidMessage`` says what is wrong with one."""
    decode = msgspec.json.Decoder(kind).decode

    def read(text: str | bytes) -> Any:
        try:
            return decode(text)
        except RecursionError:
            raise InvalidMessage("the message is not understood: it is nested too deep") from None
        except UnicodeError:
            raise InvalidMessage("the message is not understood: it is no UTF-8 text") from None
        except ValueError as error:  # msgspec's own, and a refusal of a value, such as a setting out of range
            raise InvalidMessage(why_not(error, "message"), _id(text)) from None

    return read


def why_not(error: ValueError, what: str) -> str:
    """Why something could not be read, in one line: a refusal's own sentence, or that it is not ``what`` it should be.

    >>> why_not(ValueError("Invalid JSON"), "message")
    'the message is not understood: Invalid JSON'
    """
    refusal = error.__cause__
    return _line(refusal) if isinstance(refusal, UkaError) else f"the {what} is not understood: {_line(error)}"


_read = reader(TableCommand)


def read(text: str | bytes) -> TableCommand:
    """A message as it came; ``InvalidMessage`` says what is wrong with it.

    >>> read('{"ask":"sit","id":"m1","seat":"south"}')
    TakeSeat(seat=Seat.SOUTH, id='m1')
    >>> read('{"ask":"sit","id":"m1","seat":"top"}')
    Traceback (most recent call last):
    ...
    uka.wire.table_commands.InvalidMessage: the message is not understood: Invalid enum value 'top' - at `$.seat`
    """
    return _read(text)


def _line(error: ValueError) -> str:
    """What it says, in one line: it may quote the message."""
    return "".join(letter if letter.isprintable() else "?" for letter in str(error))


def _id(text: str | bytes) -> str:
    try:
        return msgspec.json.decode(text, type=_Named).id[:32]
    except (ValueError, RecursionError):
        return ""
