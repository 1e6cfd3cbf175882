"""What a client sends over a tournament's socket: one JSON object a message, its kind under ``order``.

The first is ``PresentLink``, with the link that one holds, so that no log of addresses knows it. ``id`` is the client's
own name for a message: it comes back in the answer, and a message sent again under the same name is not done twice. A
tournament knows the last 256 messages of each link that changed it.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from uka.core.cards import Card
from uka.core.seats import Seat
from uka.tournament import Role, Roster, TournamentSettings
from uka.tournament.commands.plausibility import Alike
from uka.tournament.entries import Colour, Tap

from .table_commands import MessageId, reader

Link = Annotated[str, Meta(max_length=64)]
Words = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=1, le=100_000)]
Points = Annotated[int, Meta(ge=0, le=99)]
Score = tuple[Points, Points]
"""North-south's points first."""


class TournamentCommandBase(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True, tag_field="order",
    forbid_unknown_fields=True,
):  # fmt: skip
    """What all messages share."""

    id: MessageId


# Anybody


class PresentLink(TournamentCommandBase, frozen=True, tag="come"):
    """Say what link one holds; none looks at what hangs in the hall."""

    link: Link = ""


class PingTournament(TournamentCommandBase, frozen=True, tag="ping"):
    """Only an answer is wanted, with the server's time."""


# The director


class ChangeTournamentSettings(TournamentCommandBase, frozen=True, tag="agree"):
    """Change the settings: all of them are told."""

    settings: TournamentSettings


class GrantLink(TournamentCommandBase, frozen=True, tag="give_link"):
    """Give somebody a link: an official's for a table, a captain's or a player's for a team, a director's for none."""

    role: Role
    name: Words
    table: Number | None = None
    team: Number | None = None


class GrantLinks(TournamentCommandBase, frozen=True, tag="give_links"):
    """A link for every table, or team, that has none."""

    role: Literal["official", "captain", "player"]


class RevokeLink(TournamentCommandBase, frozen=True, tag="take_back"):
    """A link counts no more."""

    grant: Words


class EnterTeam(TournamentCommandBase, frozen=True, tag="enter"):
    """Enter a team; ``alike``: whether a marae that is written like another is the same one."""

    roster: Roster
    alike: Alike = "ask"


class AmendTeam(TournamentCommandBase, frozen=True, tag="amend"):
    """A team's names as they should be; ``alike`` as in ``EnterTeam``."""

    team: Number
    roster: Roster
    alike: Alike = "ask"


class WithdrawTeam(TournamentCommandBase, frozen=True, tag="withdraw"):
    """A team plays no more."""

    team: Number
    reason: Words = ""


class RejoinTeam(TournamentCommandBase, frozen=True, tag="rejoin"):
    """It plays again."""

    team: Number


class SetTables(TournamentCommandBase, frozen=True, tag="set_tables"):
    """The tables that stand."""

    numbers: Annotated[tuple[Number, ...], Meta(max_length=1_000)]


class SeatRound(TournamentCommandBase, frozen=True, tag="seat_teams"):
    """Seat the next round, or anew one that has not started."""


class StartRound(TournamentCommandBase, frozen=True, tag="start_round"):
    """One start for all tables."""


class PauseRound(TournamentCommandBase, frozen=True, tag="pause_round"):
    """The clock stands still."""


class ResumeRound(TournamentCommandBase, frozen=True, tag="resume_round"):
    """The clock goes on."""


class ExtendRound(TournamentCommandBase, frozen=True, tag="extend_round"):
    """So many milliseconds more, or fewer."""

    ms: Annotated[int, Meta(ge=-3_600_000, le=3_600_000)]
    reason: Words = ""


class RingBell(TournamentCommandBase, frozen=True, tag="ring_bell"):
    """The bell, by hand."""


class CloseRound(TournamentCommandBase, frozen=True, tag="close_round"):
    """The results count; ``unsigned``: signatures that are missing are not waited for."""

    unsigned: bool = False


class EnterPaperResult(TournamentCommandBase, frozen=True, tag="enter_paper"):
    """A game's points from paper; ``insist``: they are kept, though they are doubted."""

    table: Number
    points: Score
    insist: bool = False


class CorrectResult(TournamentCommandBase, frozen=True, tag="correct"):
    """A game's points as they should have been; ``insist``: they are kept, though they are doubted."""

    round: Number
    table: Number
    points: Score
    reason: Words
    insist: bool = False


class EndTournament(TournamentCommandBase, frozen=True, tag="end_tournament"):
    """The tournament is over."""


# The official


class EnterTap(TournamentCommandBase, frozen=True, tag="tap"):
    """What happened at the table; ``before_bell``: it was tapped before the bell, and waited for the network."""

    tap: Tap
    before_bell: bool = False


class UndoEntry(TournamentCommandBase, frozen=True, tag="take_tap_back"):
    """A tap, a card, points or a fill-in count no more."""

    to: Number
    reason: Words = ""


class SignForCaptain(TournamentCommandBase, frozen=True, tag="let_sign"):
    """A captain signs on the official's page, the points that stand there."""

    table: Number
    team: Number
    points: Score | None = None


class EnterTieBreakCut(TournamentCommandBase, frozen=True, tag="cut_cards"):
    """What the captains cut after a draw, north-south's first."""

    table: Number
    cards: tuple[Card, Card]


class ShowConductCard(TournamentCommandBase, frozen=True, tag="show_card"):
    """A card for a player, or for the team; red at once for ``cheating``."""

    team: Number
    colour: Colour
    reason: Words
    player: Words = ""
    fill_in: Words = ""
    cheating: bool = False


class GiveFairPlay(TournamentCommandBase, frozen=True, tag="give_fair_play"):
    """Points for fair play."""

    team: Number
    points: Annotated[int, Meta(ge=1, le=100)]
    reason: Words = ""


class SubstitutePlayer(TournamentCommandBase, frozen=True, tag="fill_in"):
    """Somebody plays for a player, for some minutes or, with 0, for good."""

    team: Number
    player: Words
    fill_in: Words
    minutes: Annotated[int, Meta(ge=0, le=600)] = 0


# The captain


class SignResult(TournamentCommandBase, frozen=True, tag="sign_result"):
    """Sign the result of one's own game: the points that one has seen."""

    team: Number
    points: Score | None = None


class ClaimResult(TournamentCommandBase, frozen=True, tag="say_points"):
    """The points that the game ended with, where no official is; ``insist``: they are kept, though they are doubted."""

    team: Number
    points: Score
    insist: bool = False


class CutAsCaptain(TournamentCommandBase, frozen=True, tag="cut_card"):
    """Cut after a draw: the card, where no official is; at a table of the server it is drawn by lot."""

    team: Number
    card: Card | None = None


# Played at tables of the server


class GoToTable(TournamentCommandBase, frozen=True, tag="go_to_table"):
    """Come to a game's table: to a seat of one's team's, or without one to watch."""

    table: Number
    seat: Seat | None = None


class FillInWithBot(TournamentCommandBase, frozen=True, tag="let_bot_play"):
    """A bot fills in at a seat that nobody has, where the settings allow it."""

    table: Number
    seat: Seat


# Who is wanted


class CallForHelp(TournamentCommandBase, frozen=True, tag="call"):
    """Call the director to a table; or, being the director, the table's official to the desk."""

    table: Number
    reason: Words = ""


class AnswerCall(TournamentCommandBase, frozen=True, tag="answer"):
    """Nobody need come any more. ``at``, the time of the call that one saw: a later call is not answered with it."""

    table: Number
    at: int | None = None


LoggedTournamentCommand: TypeAlias = (
    ChangeTournamentSettings | GrantLink | GrantLinks | RevokeLink | EnterTeam | AmendTeam | WithdrawTeam | RejoinTeam
    | SetTables | SeatRound | StartRound | PauseRound | ResumeRound | ExtendRound | RingBell | CloseRound |
    EnterPaperResult | CorrectResult | EndTournament | EnterTap | UndoEntry | SignForCaptain | EnterTieBreakCut |
    ShowConductCard | GiveFairPlay | SubstitutePlayer | SignResult | ClaimResult | CutAsCaptain | CallForHelp |
    AnswerCall
)  # fmt: skip
"""What changes the tournament."""
TournamentCommand: TypeAlias = LoggedTournamentCommand | GoToTable | FillInWithBot | PresentLink | PingTournament

_encode = msgspec.json.Encoder().encode
_read = reader(TournamentCommand)


def write(order: TournamentCommand) -> str:
    """A message as it is sent."""
    return _encode(order).decode()


def read(text: str | bytes) -> TournamentCommand:
    """A message as it came; ``InvalidMessage`` says what is wrong with it."""
    return _read(text)
