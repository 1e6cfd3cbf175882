"""The commands that a client sends over a tournament's WebSocket. Each is one JSON object, with its kind in ``order``.

The first command must be ``PresentLink``. A link in a message, unlike one in a URL, does not appear in access logs.
``id`` is an idempotency key that the client chooses. The answer repeats the key, and a command sent again with the same
key is not executed twice. A tournament remembers the last 256 commands of each link that changed the tournament.
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
    """Present your link, which gives you a role. If ``link`` is empty, you see only the public board."""

    link: Link = ""


class PingTournament(TournamentCommandBase, frozen=True, tag="ping"):
    """Ask the server for a pong, which holds the server's time."""


# The official


class EnterTap(TournamentCommandBase, frozen=True, tag="tap"):
    """Enter what an official has tapped: something that happened at the table.

    ``before_bell`` is true if the official tapped before the bell that ends the round, but the network delayed the tap.
    """

    tap: Tap
    before_bell: bool = False


class UndoEntry(TournamentCommandBase, frozen=True, tag="take_tap_back"):
    """Undo an entry of the tournament's log: a tap, a conduct card, points or a substitution.

    ``to`` is the number of the log line with the entry.
    """

    to: Number
    reason: Words = ""


class SignForCaptain(TournamentCommandBase, frozen=True, tag="let_sign"):
    """Sign the points of a game for a captain, who signs on the official's device."""

    table: Number
    team: Number
    points: Score | None = None


class EnterTieBreakCut(TournamentCommandBase, frozen=True, tag="cut_cards"):
    """Enter the cards that the captains have cut to decide a drawn game; the card of north-south comes first."""

    table: Number
    cards: tuple[Card, Card]


class ShowConductCard(TournamentCommandBase, frozen=True, tag="show_card"):
    """Show a conduct card (a green, orange or red card for misconduct) to a player or a team.

    ``fill_in`` is the substitute's name. For ``cheating`` the card is red at once.
    """

    team: Number
    colour: Colour
    reason: Words
    player: Words = ""
    fill_in: Words = ""
    cheating: bool = False


class GiveFairPlay(TournamentCommandBase, frozen=True, tag="give_fair_play"):
    """Give a team tournament points for fair play."""

    team: Number
    points: Annotated[int, Meta(ge=1, le=100)]
    reason: Words = ""


class SubstitutePlayer(TournamentCommandBase, frozen=True, tag="fill_in"):
    """Let ``fill_in`` play in place of a player for some minutes; 0 minutes means the rest of the tournament."""

    team: Number
    player: Words
    fill_in: Words
    minutes: Annotated[int, Meta(ge=0, le=600)] = 0


# The captain


class SignResult(TournamentCommandBase, frozen=True, tag="sign_result"):
    """Sign the result of your own game as captain. ``points`` are the points that your screen has shown."""

    team: Number
    points: Score | None = None


class ClaimResult(TournamentCommandBase, frozen=True, tag="say_points"):
    """Enter the final points of your own game, as captain at a table without an official.

    ``insist`` makes the server accept points that seem wrong.
    """

    team: Number
    points: Score
    insist: bool = False


class CutAsCaptain(TournamentCommandBase, frozen=True, tag="cut_card"):
    """Cut a card as captain, to decide a drawn game.

    ``card`` is the card that you have cut at a real table; at an online table the server draws a random card.
    """

    team: Number
    card: Card | None = None


# Online tables


class GoToTable(TournamentCommandBase, frozen=True, tag="go_to_table"):
    """Go to the online table of a game: to ``seat``, which must be your team's, or as a spectator if it is absent."""

    table: Number
    seat: Seat | None = None


class FillInWithBot(TournamentCommandBase, frozen=True, tag="let_bot_play"):
    """Let a bot play at an empty seat of an online table, if the tournament's settings allow that."""

    table: Number
    seat: Seat


# Calls for help


class CallForHelp(TournamentCommandBase, frozen=True, tag="call"):
    """Call the director to a table. If the director sends this, it calls the table's official to the desk."""

    table: Number
    reason: Words = ""


class AnswerCall(TournamentCommandBase, frozen=True, tag="answer"):
    """Record that a call for help was answered. ``at`` is the time of the call that you saw.

    A call that came later stays open.
    """

    table: Number
    at: int | None = None


LoggedTournamentCommand: TypeAlias = (
    ChangeTournamentSettings | GrantLink | GrantLinks | RevokeLink | EnterTeam | AmendTeam | WithdrawTeam | RejoinTeam
    | SetTables | SeatRound | StartRound | PauseRound | ResumeRound | ExtendRound | RingBell | CloseRound |
    EnterPaperResult | CorrectResult | EndTournament | EnterTap | UndoEntry | SignForCaptain | EnterTieBreakCut |
    ShowConductCard | GiveFairPlay | SubstitutePlayer | SignResult | ClaimResult | CutAsCaptain | CallForHelp |
    AnswerCall
)  # fmt: skip
"""The commands that change the tournament, so that each of them is written to the tournament's log."""
TournamentCommand: TypeAlias = LoggedTournamentCommand | GoToTable | FillInWithBot | PresentLink | PingTournament

_encode = msgspec.json.Encoder().encode
_read = reader(TournamentCommand)


def write(order: TournamentCommand) -> str:
    """Return a command as JSON."""
    return _encode(order).decode()


def read(text: str | bytes) -> TournamentCommand:
    """Decode a command from JSON. Raise ``InvalidMessage`` if the text is not a valid command."""
    return _read(text)
