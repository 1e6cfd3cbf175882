"""The commands that a client sends over a tournament's WebSocket.

Each command is one JSON object, and its field ``type`` gives its kind. The first command must be ``PresentLink``: a
link (a secret address that gives its holder a role) in a message does not appear in access logs, unlike a link in a
URL.

``id`` is an idempotency key: an id that the client chooses for the command, and that the server's answer repeats. If a
client sends a command again with the same ``id``, the server does not execute it twice. For each link, a tournament
remembers the last 256 commands that changed the tournament.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from uka.core.cards import Card
from uka.core.seats import Seat
from uka.tournament.entries import ConductCardColour, Tap

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
    """Present your link, a secret address that gives you a role.

    With an empty ``link`` you see what everybody may see.
    """

    link: Link = ""


class PingTournament(TournamentCommandBase, frozen=True):
    """Ask the server for a ``pong``, which holds the server's time."""


# The official


class EnterTap(TournamentCommandBase, frozen=True):
    """Enter what an official has tapped on a device to score a game, such as a deal or a misdeal."""

    tap: Tap
    before_bell: bool = False
    """Whether the official tapped before the bell of the round, and the network delayed the command."""


class UndoEntry(TournamentCommandBase, frozen=True):
    """Undo an entry of the tournament's log: a tap, a result, a cut, a conduct card, or the tournament's end."""

    to: Number
    """The number of the log line that holds the entry."""
    reason: Words = ""


class SignForCaptain(TournamentCommandBase, frozen=True):
    """Sign the result of a game on an official's device, in the name of the captain of ``team``."""

    table: Number
    team: Number
    points: Score | None = None
    """The points that the captain signs. If the game now has other points, the server refuses the command."""


class EnterDrawnMatchCut(TournamentCommandBase, frozen=True):
    """Enter the cards that the captains have cut to decide a drawn game: first the card of north and south."""

    table: Number
    cards: tuple[Card, Card]


class ShowConductCard(TournamentCommandBase, frozen=True):
    """Show a conduct card (orange, green or red, for misconduct) to a player or a team."""

    team: Number
    colour: ConductCardColour
    reason: Words
    player: Words = ""
    """The name of the player, or an empty text if the card is for the whole team."""
    fill_in: Words = ""
    """The name of the person who plays in place of a player with a red card."""
    cheating: bool = False
    """Whether the card is for cheating. Then it must be red, even if it is the first card."""


class GiveFairPlay(TournamentCommandBase, frozen=True):
    """Give a team points for fair play."""

    team: Number
    points: Annotated[int, Meta(ge=1, le=100)]
    reason: Words = ""


class SubstitutePlayer(TournamentCommandBase, frozen=True):
    """Let another person play in place of a player of a team."""

    team: Number
    player: Words
    """The name of the player."""
    fill_in: Words
    """The name of the person who plays instead."""
    minutes: Annotated[int, Meta(ge=0, le=600)] = 0
    """For how many minutes; 0 for the rest of the tournament."""


# The captain


class SignResult(TournamentCommandBase, frozen=True):
    """Sign the result of your own game, as the captain of ``team``."""

    team: Number
    points: Score | None = None
    """The points that your screen showed. If the game now has other points, the server refuses the command."""


class ClaimResult(TournamentCommandBase, frozen=True):
    """Enter the final points of your own game, as the captain of ``team`` at a table without an official."""

    team: Number
    points: Score
    insist: bool = False
    """Whether the server accepts points that seem wrong."""


class CutAsCaptain(TournamentCommandBase, frozen=True):
    """Cut a card after a drawn game, to decide it, as the captain of ``team``."""

    team: Number
    card: Card | None = None
    """The card that you have cut at a real table. At an online table it is absent: the server draws a random card."""


# Online tables


class GoToTable(TournamentCommandBase, frozen=True):
    """Go to the online table at which a game of the tournament is played."""

    table: Number
    seat: Seat | None = None
    """The seat that you take, which must be a seat of your team. If it is absent, you become a spectator."""


class FillInWithBot(TournamentCommandBase, frozen=True):
    """Let a bot play at an empty seat of an online table, if the tournament's settings allow bots."""

    table: Number
    seat: Seat


# Requests for help


class CallForHelp(TournamentCommandBase, frozen=True):
    """Ask the director to come to ``table``.

    If the director sends this command, the official of ``table`` is asked to come to the director's desk.
    """

    table: Number
    reason: Words = ""


class AnswerCall(TournamentCommandBase, frozen=True):
    """Say that a request for help at ``table`` was answered."""

    table: Number
    at: int | None = None
    """The time of the request that you saw, in milliseconds since 1970. The server refuses the command if there is a
    newer request."""


LoggedTournamentCommand: TypeAlias = (
    ChangeTournamentSettings | GrantLink | GrantLinks | RevokeLink | EnterTeam | AmendTeam | WithdrawTeam | RejoinTeam
    | SetTables | SeatRound | StartRound | PauseRound | ResumeRound | ExtendRound | RingBell | CloseRound |
    EnterPaperResult | CorrectResult | EnterLevelTeamsCut | EndTournament | EnterTap | UndoEntry | SignForCaptain |
    EnterDrawnMatchCut | ShowConductCard | GiveFairPlay | SubstitutePlayer | SignResult | ClaimResult | CutAsCaptain |
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
    """Return the command that a JSON text holds. Raise ``InvalidMessage`` if it holds no valid command."""
    return _read(text)
