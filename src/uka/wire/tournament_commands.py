"""The commands that a client sends over a tournament's WebSocket.

Each command is one JSON object, and its field ``type`` gives its kind. The first command must be ``PresentLink``. A
link in a message does not appear in access logs, but a link in a URL does. ``id`` is an idempotency key that the client
chooses. The server's answer repeats the key. If a client sends a command again with the same key, the server does not
execute it twice. For each link, a tournament remembers the last 256 commands that changed the tournament.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from uka.core.cards import Card
from uka.core.seats import Seat
from uka.tournament.entries import Colour, Tap

from .director_commands import (
    AmendTeam,
    ChangeTournamentSettings,
    CloseRound,
    CorrectResult,
    EndTournament,
    EnterLevelTeamsCut,
    EnterPaperResult,
    EnterTeam,
    ExtendRound,
    GrantLink,
    GrantLinks,
    PauseRound,
    RejoinTeam,
    ResumeRound,
    RevokeLink,
    RingBell,
    SeatRound,
    SetTables,
    StartRound,
    WithdrawTeam,
)
from .message_reader import reader
from .tournament_command_base import Link, Number, Score, TournamentCommandBase, Words

# Anybody


class PresentLink(TournamentCommandBase, frozen=True):
    """Present your link, which gives you a role. If ``link`` is empty, you see only what everybody may see."""

    link: Link = ""


class PingTournament(TournamentCommandBase, frozen=True):
    """Request a pong from the server, which contains the server's time."""


# The official


class EnterTap(TournamentCommandBase, frozen=True):
    """Enter what an official has tapped on a device to score a game, such as a deal or a misdeal.

    ``before_bell`` is true if the official tapped before the bell of the round, but the network delayed the command.
    """

    tap: Tap
    before_bell: bool = False


class UndoEntry(TournamentCommandBase, frozen=True):
    """Undo an entry of the tournament's log: a tap, a result, a cut, a mark of conduct, or the tournament's end.

    ``to`` is the number of the log line that contains the entry.
    """

    to: Number
    reason: Words = ""


class SignForCaptain(TournamentCommandBase, frozen=True):
    """Sign the result of a game on an official's device, in the name of a captain.

    If ``points`` are given, the server refuses the command unless they equal the current points.
    """

    table: Number
    team: Number
    points: Score | None = None


class EnterTieBreakCut(TournamentCommandBase, frozen=True):
    """Enter the cards that the captains have cut after a drawn game. The card of north-south comes first."""

    table: Number
    cards: tuple[Card, Card]


class ShowConductCard(TournamentCommandBase, frozen=True):
    """Show a conduct card (orange, green or red, for misconduct) to a player or a team.

    If ``player`` is empty, the card is for the team. ``fill_in`` is the name of a substitute for a player who gets a
    red card. If ``cheating`` is true, the card must be red, even if it is the first card.
    """

    team: Number
    colour: Colour
    reason: Words
    player: Words = ""
    fill_in: Words = ""
    cheating: bool = False


class GiveFairPlay(TournamentCommandBase, frozen=True):
    """Give a team points for fair play."""

    team: Number
    points: Annotated[int, Meta(ge=1, le=100)]
    reason: Words = ""


class SubstitutePlayer(TournamentCommandBase, frozen=True):
    """Let ``fill_in`` play in place of a player for some minutes. 0 minutes means for the rest of the tournament."""

    team: Number
    player: Words
    fill_in: Words
    minutes: Annotated[int, Meta(ge=0, le=600)] = 0


# The captain


class SignResult(TournamentCommandBase, frozen=True):
    """Sign the result of your own game as a captain.

    ``points`` are the points that your screen showed. If the points have changed, the server refuses the command.
    """

    team: Number
    points: Score | None = None


class ClaimResult(TournamentCommandBase, frozen=True):
    """Enter the final points of your own game, as a captain at a table without an official.

    If ``insist`` is true, the server accepts points that seem wrong.
    """

    team: Number
    points: Score
    insist: bool = False


class CutAsCaptain(TournamentCommandBase, frozen=True):
    """Cut a card as a captain after a drawn game.

    ``card`` is the card that you have cut at a real table. At an online table, the server draws a random card.
    """

    team: Number
    card: Card | None = None


# Online tables


class GoToTable(TournamentCommandBase, frozen=True):
    """Go to the online table of a game.

    ``seat`` is the seat that you take; it must be a seat of your team. If it is absent, you become a spectator.
    """

    table: Number
    seat: Seat | None = None


class FillInWithBot(TournamentCommandBase, frozen=True):
    """Let a bot play at an empty seat of an online table, if the tournament's settings allow bots."""

    table: Number
    seat: Seat


# Requests for help


class CallForHelp(TournamentCommandBase, frozen=True):
    """Ask the director to come to a table.

    If the director sends this command, it asks the official of the table to come to the director's desk.
    """

    table: Number
    reason: Words = ""


class AnswerCall(TournamentCommandBase, frozen=True):
    """Record that a request for help at a table was answered.

    ``at`` is the time of the request that you saw, in milliseconds since 1970. The server refuses the command if there
    is a newer request.
    """

    table: Number
    at: int | None = None


LoggedTournamentCommand: TypeAlias = (
    ChangeTournamentSettings | GrantLink | GrantLinks | RevokeLink | EnterTeam | AmendTeam | WithdrawTeam | RejoinTeam
    | SetTables | SeatRound | StartRound | PauseRound | ResumeRound | ExtendRound | RingBell | CloseRound |
    EnterPaperResult | CorrectResult | EnterLevelTeamsCut | EndTournament | EnterTap | UndoEntry | SignForCaptain |
    EnterTieBreakCut | ShowConductCard | GiveFairPlay | SubstitutePlayer | SignResult | ClaimResult | CutAsCaptain |
    CallForHelp | AnswerCall
)  # fmt: skip
"""The commands that change the tournament and therefore append lines to the tournament's log."""
TournamentCommand: TypeAlias = LoggedTournamentCommand | GoToTable | FillInWithBot | PresentLink | PingTournament

_encode = msgspec.json.Encoder().encode
_read = reader(TournamentCommand)


def write(command: TournamentCommand) -> str:
    """Return a command as JSON text."""
    return _encode(command).decode()


def read(text: str | bytes) -> TournamentCommand:
    """Decode a command from JSON text. Raise ``InvalidMessage`` if the text is not a valid command."""
    return _read(text)
