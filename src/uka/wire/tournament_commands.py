"""The commands that a client sends over a tournament's socket: one JSON object each, with its kind in ``order``.

The first command is ``PresentLink``: a link in a message does not appear in any log of addresses. ``id`` is an
idempotency key that the client chooses. The answer repeats it, and a command sent again with the same ``id`` is not
executed twice. A tournament remembers the last 256 commands of each link that changed it.
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


class PresentLink(TournamentCommandBase, frozen=True, tag="come"):
    """Present your link. Without a link you see the public board only."""

    link: Link = ""


class PingTournament(TournamentCommandBase, frozen=True, tag="ping"):
    """Ask for a pong with the server's time."""


# The official


class EnterTap(TournamentCommandBase, frozen=True, tag="tap"):
    """Enter what happened at the table. ``before_bell``: the tap came before the bell, but the network delayed it."""

    tap: Tap
    before_bell: bool = False


class UndoEntry(TournamentCommandBase, frozen=True, tag="take_tap_back"):
    """Undo an entry: a tap, a conduct card, points or a substitution. ``to`` is the number of its line."""

    to: Number
    reason: Words = ""


class SignForCaptain(TournamentCommandBase, frozen=True, tag="let_sign"):
    """Sign the points on the official's page in the name of a captain."""

    table: Number
    team: Number
    points: Score | None = None


class EnterTieBreakCut(TournamentCommandBase, frozen=True, tag="cut_cards"):
    """Enter the cards that the captains cut after a drawn game, north-south's first."""

    table: Number
    cards: tuple[Card, Card]


class ShowConductCard(TournamentCommandBase, frozen=True, tag="show_card"):
    """Show a conduct card to a player or to a team. For ``cheating`` the card is red at once."""

    team: Number
    colour: Colour
    reason: Words
    player: Words = ""
    fill_in: Words = ""
    cheating: bool = False


class GiveFairPlay(TournamentCommandBase, frozen=True, tag="give_fair_play"):
    """Give a team points for fair play."""

    team: Number
    points: Annotated[int, Meta(ge=1, le=100)]
    reason: Words = ""


class SubstitutePlayer(TournamentCommandBase, frozen=True, tag="fill_in"):
    """Substitute a player for some minutes, or for the rest of the event if ``minutes`` is 0."""

    team: Number
    player: Words
    fill_in: Words
    minutes: Annotated[int, Meta(ge=0, le=600)] = 0


# The captain


class SignResult(TournamentCommandBase, frozen=True, tag="sign_result"):
    """Sign the result of your own game. ``points`` are those that you have seen."""

    team: Number
    points: Score | None = None


class ClaimResult(TournamentCommandBase, frozen=True, tag="say_points"):
    """Enter the final points of a game without an official. ``insist``: accept points that seem wrong."""

    team: Number
    points: Score
    insist: bool = False


class CutAsCaptain(TournamentCommandBase, frozen=True, tag="cut_card"):
    """Cut a card after a drawn game. Give the ``card`` where there is no official; at an online table it is random."""

    team: Number
    card: Card | None = None


# Online tables


class GoToTable(TournamentCommandBase, frozen=True, tag="go_to_table"):
    """Go to the online table of a game: to a seat of your team, or without a seat to watch."""

    table: Number
    seat: Seat | None = None


class FillInWithBot(TournamentCommandBase, frozen=True, tag="let_bot_play"):
    """Let a bot play an empty seat, where the settings allow it."""

    table: Number
    seat: Seat


# Calls for help


class CallForHelp(TournamentCommandBase, frozen=True, tag="call"):
    """Call the director to a table. From the director: call the table's official to the desk."""

    table: Number
    reason: Words = ""


class AnswerCall(TournamentCommandBase, frozen=True, tag="answer"):
    """Mark a call for help as answered. ``at`` is the time of the call that you saw; a later call stays open."""

    table: Number
    at: int | None = None


LoggedTournamentCommand: TypeAlias = (
    ChangeTournamentSettings | GrantLink | GrantLinks | RevokeLink | EnterTeam | AmendTeam | WithdrawTeam | RejoinTeam
    | SetTables | SeatRound | StartRound | PauseRound | ResumeRound | ExtendRound | RingBell | CloseRound |
    EnterPaperResult | CorrectResult | EndTournament | EnterTap | UndoEntry | SignForCaptain | EnterTieBreakCut |
    ShowConductCard | GiveFairPlay | SubstitutePlayer | SignResult | ClaimResult | CutAsCaptain | CallForHelp |
    AnswerCall
)  # fmt: skip
"""The commands that change the tournament and are logged."""
TournamentCommand: TypeAlias = LoggedTournamentCommand | GoToTable | FillInWithBot | PresentLink | PingTournament

_encode = msgspec.json.Encoder().encode
_read = reader(TournamentCommand)


def write(order: TournamentCommand) -> str:
    """Return a command as JSON."""
    return _encode(order).decode()


def read(text: str | bytes) -> TournamentCommand:
    """Decode a command. Raises ``InvalidMessage`` with what is wrong."""
    return _read(text)
