"""The entries of a tournament's log. Each line of the log has a number and contains one entry.

The state of the tournament follows from the lines. Each line contains the id of its author's grant. A grant is a link
for a role, which the director can revoke.
"""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, TypeAlias

import msgspec

from uka import records
from uka.core.cards import Card
from uka.core.ruleset import Ruleset
from uka.core.seats import Partnership, Seat
from uka.core.tagged import Tagged

from .settings import TournamentSettings

FORMAT = 1
"""The version of the log format."""
CLOCK = "clock"
"""The author of log lines that no person caused, such as the line for the bell."""
DIRECTOR = "director"
"""The id of the director's grant, a link that every tournament has from its beginning."""


class TournamentEntryBase(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of all entries of a tournament's log."""


# The tournament: its opening, settings and end, and links


class Role(Enum):
    """A role, which decides what a link permits. People without a link see only what everybody may see."""

    DIRECTOR = "director"
    OFFICIAL = "official"
    CAPTAIN = "captain"
    PLAYER = "player"

    def __str__(self) -> str:
        return self.value


class TournamentOpened(TournamentEntryBase, frozen=True):
    """The director opened the tournament. ``rules`` is the complete ruleset of its games.

    ``format`` is the version of the log's format.
    """

    format: int
    name: str
    rules: Ruleset
    settings: TournamentSettings


class TournamentSettingsChanged(TournamentEntryBase, frozen=True):
    """The director changed the settings."""

    settings: TournamentSettings


class TournamentEnded(TournamentEntryBase, frozen=True):
    """The director ended the tournament."""


class LinkGranted(TournamentEntryBase, frozen=True):
    """The director granted a link for a role: to an official for one table, to a captain or player for one team."""

    grant: str
    role: Role
    name: str
    table: int | None = None
    team: int | None = None


class LinkRevoked(TournamentEntryBase, frozen=True):
    """The director revoked a link."""

    grant: str


# Teams, and the tables in the hall


class Roster(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The names of a team, its marae (community), its captain (kaihautū), its players and their substitutes."""

    name: str
    marae: str = ""
    captain: str = ""
    players: tuple[str, ...] = ()
    fill_ins: tuple[str, ...] = ()


class TeamEntered(TournamentEntryBase, frozen=True):
    """A team entered the tournament and got the number ``team``."""

    team: int
    roster: Roster


class TeamAmended(TournamentEntryBase, frozen=True):
    """The director changed the names on a team's roster."""

    team: int
    roster: Roster


class TeamWithdrew(TournamentEntryBase, frozen=True):
    """A team withdrew. Its earlier results stay valid."""

    team: int
    reason: str = ""


class TeamRejoined(TournamentEntryBase, frozen=True):
    """A team that had withdrawn returned to the tournament."""

    team: int


class TablesSet(TournamentEntryBase, frozen=True):
    """The director set the tables in use. ``numbers`` are their numbers, in the order in which winners move."""

    numbers: tuple[int, ...]


# Rounds: seating, the clock, the end


class Pairing(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Two teams that play a match at a table. The first team sits north-south.

    The first team was at this table before, or was drawn first.
    """

    table: int
    teams: tuple[int, int]


class RoundSeated(TournamentEntryBase, frozen=True):
    """A round was seated. ``pairings`` are its matches, and ``byes`` are the teams that do not play.

    ``secret`` determined the random choices.
    """

    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    secret: str = ""


class RoundStarted(TournamentEntryBase, frozen=True):
    """The round started at all tables."""


class RoundPaused(TournamentEntryBase, frozen=True):
    """The director stopped the round's clock."""


class RoundResumed(TournamentEntryBase, frozen=True):
    """The director started the round's clock again."""


class RoundExtended(TournamentEntryBase, frozen=True):
    """The director made the round longer by ``ms`` milliseconds, or shorter if ``ms`` is negative."""

    ms: int
    reason: str = ""


class RoundBellRang(TournamentEntryBase, frozen=True):
    """The bell that ends the round rang."""


class RoundClosed(TournamentEntryBase, frozen=True):
    """The director closed the round, so its results now count."""


# What an official taps on a device to score a game


class FirstDealerSet(TournamentEntryBase, frozen=True):
    """The official entered which seat deals first (Tainui Games, rule 7)."""

    table: int
    seat: Seat


class DealPlayed(TournamentEntryBase, frozen=True):
    """A deal was played out. ``tricks`` is the number of tricks that the makers won.

    ``alone`` is true if a maker played alone. ``defended_alone`` is true if a defender played alone.
    """

    table: int
    makers: Partnership
    tricks: int
    alone: bool = False
    defended_alone: bool = False


class RevokeFound(TournamentEntryBase, frozen=True):
    """A partnership revoked (Tainui Games, rule 5)."""

    table: int
    offenders: Partnership


class DealMisdealt(TournamentEntryBase, frozen=True):
    """The dealer misdealt, so the cards are dealt again (Tainui Games, rule 10)."""

    table: int


class DealThrownIn(TournamentEntryBase, frozen=True):
    """All seats passed, and the deal was thrown in. Not all rules allow that."""

    table: int


class UpcardAtBell(TournamentEntryBase, frozen=True):
    """The official entered whether an upcard lay on the pack when the bell rang.

    If ``lay`` is true, the current deal is played out (Tainui Games, rule 17).
    """

    table: int
    lay: bool


class OfficialRulingGiven(TournamentEntryBase, frozen=True):
    """The official made a ruling (Tainui Games, rule 1): points for each partnership, or a new deal."""

    table: int
    reason: str
    points: tuple[int, int] = (0, 0)
    redeal: bool = False


class GameForfeited(TournamentEntryBase, frozen=True):
    """A partnership forfeited the game.

    ``ejected`` is true if the reason is a red card for misconduct (Tainui Games, rule 2).
    """

    table: int
    side: Partnership
    reason: str
    ejected: bool = False


Tap: TypeAlias = (
    FirstDealerSet
    | DealPlayed
    | RevokeFound
    | DealMisdealt
    | DealThrownIn
    | UpcardAtBell
    | OfficialRulingGiven
    | GameForfeited
)
"""All entries that determine the points of a game that an official scores."""
OfficialDecision: TypeAlias = RevokeFound | DealMisdealt | OfficialRulingGiven | GameForfeited
"""The entries of an official that a live table can apply as rulings."""


# Matches at tables of the server


class LiveTableAssigned(TournamentEntryBase, frozen=True):
    """The server assigned the live table with the id ``live`` to a match."""

    table: int
    live: str


class LiveScoreChanged(TournamentEntryBase, frozen=True):
    """The points of a game at a live table changed. ``points`` are the new points."""

    table: int
    points: tuple[int, int]


class RulingApplied(TournamentEntryBase, frozen=True):
    """A live table answered the ruling in line ``line`` of the tournament's log.

    ``refused`` is empty if the table applied the ruling. Otherwise it gives the reason why the table could not apply
    it.
    """

    table: int
    line: int
    refused: str = ""


class BotFilledIn(TournamentEntryBase, frozen=True):
    """A bot took a team's seat at a live table."""

    table: int
    seat: Seat
    level: str


class LiveSeatsChanged(TournamentEntryBase, frozen=True):
    """Somebody sat down or left a seat at a live table. ``seats`` are all seats that people now occupy."""

    table: int
    seats: tuple[Seat, ...]


class LiveGameEnded(TournamentEntryBase, frozen=True):
    """A game at a live table ended. ``points`` are its final points."""

    table: int
    points: tuple[int, int]


# Results from captains and paper, signatures, cuts after a draw, corrections


class ResultClaimed(TournamentEntryBase, frozen=True):
    """A captain claimed that a game ended with these points.

    The result counts when both captains have claimed the same points. Captains claim results only at tables without an
    official. ``insisted`` is true if the points were doubtful under the rules and the captain insisted on them.
    """

    table: int
    team: int
    points: tuple[int, int]
    insisted: bool = False


class PaperResultEntered(TournamentEntryBase, frozen=True):
    """The director entered a game's points from a paper sheet.

    ``insisted`` is true if the points were doubtful under the rules and the director insisted on them.
    """

    table: int
    points: tuple[int, int]
    insisted: bool = False


class ResultSigned(TournamentEntryBase, frozen=True):
    """The captain of ``team`` signed the result of the team's game."""

    table: int
    team: int


class TieBreakCut(TournamentEntryBase, frozen=True):
    """The captains cut these cards after a drawn match. The card of north-south comes first.

    The team with the higher card, ace high, moves to the next table (Tainui Games, rule 18).
    """

    table: int
    cards: tuple[Card, Card]


class CaptainCut(TournamentEntryBase, frozen=True):
    """One captain cut this card after a drawn match.

    When both captains have cut, the team with the higher card moves to the next table. If both cards have the same
    rank, the captains cut again.
    """

    table: int
    team: int
    card: Card


class StandingsCut(TournamentEntryBase, frozen=True):
    """The captains of teams that were level in the standings cut these cards, each with the number of the team.

    The highest card, ace high, ranks first. Teams whose cards have the same rank stay level.
    """

    cuts: tuple[tuple[int, Card], ...]


class ResultCorrected(TournamentEntryBase, frozen=True):
    """The director corrected a game's points. Teams that are already seated stay at their tables.

    ``insisted`` is true if the points were doubtful under the rules and the director insisted on them.
    """

    round: int
    table: int
    points: tuple[int, int]
    reason: str
    insisted: bool = False


# Conduct cards, fair-play points, substitutions, requests for help


class Colour(Enum):
    """The colours of conduct cards, in the order in which officials show the cards (Tainui Games, rule 2)."""

    ORANGE = "orange"
    GREEN = "green"
    RED = "red"

    def __str__(self) -> str:
        return self.value


class ConductCardShown(TournamentEntryBase, frozen=True):
    """An official showed a conduct card to a player, or to a whole team (Tainui Games, rule 2).

    ``player`` is empty if the card is for the team. If ``cheating`` is true, the card is red at once (rule 3).
    """

    team: int
    colour: Colour
    reason: str
    player: str = ""
    cheating: bool = False


class FairPlayGiven(TournamentEntryBase, frozen=True):
    """A team received fair-play points (Tainui Games, rule 4)."""

    team: int
    points: int
    reason: str = ""


class PlayerSubstituted(TournamentEntryBase, frozen=True):
    """A substitute began to play in place of a player.

    ``minutes`` is the length of a break (wharepaku; Tainui Games, rule 19). If it is 0, the substitute plays for the
    rest of the tournament (rule 20).
    """

    team: int
    player: str
    fill_in: str
    minutes: int = 0


class HelpCalled(TournamentEntryBase, frozen=True):
    """Somebody at a table asked for the director, or the director asked for the official of a table."""

    table: int
    reason: str = ""


class CallAnswered(TournamentEntryBase, frozen=True):
    """A request for help at a table was answered."""

    table: int


# The lines of the log


class EntryUndone(TournamentEntryBase, frozen=True):
    """The log line with the number ``to`` was undone.

    That line contained an official's tap, a result or a cut, a conduct card, fair-play points, a substitution, or the
    end of the tournament.
    """

    to: int
    reason: str = ""


TournamentEntry: TypeAlias = (
    TournamentOpened | TournamentSettingsChanged | LinkGranted | LinkRevoked | TeamEntered | TeamAmended |
    TeamWithdrew | TeamRejoined | TablesSet | RoundSeated | RoundStarted | RoundPaused | RoundResumed | RoundExtended
    | RoundBellRang | RoundClosed | TournamentEnded | FirstDealerSet | DealPlayed | RevokeFound | DealMisdealt |
    DealThrownIn | UpcardAtBell | OfficialRulingGiven | GameForfeited | ResultClaimed | PaperResultEntered |
    ResultSigned | TieBreakCut | ResultCorrected | ConductCardShown | FairPlayGiven | PlayerSubstituted | HelpCalled |
    CallAnswered | LiveTableAssigned | LiveScoreChanged | BotFilledIn | LiveSeatsChanged | LiveGameEnded | EntryUndone
    | RulingApplied | CaptainCut | StandingsCut
)  # fmt: skip
TournamentEntries: TypeAlias = tuple[TournamentEntry, ...]


class TournamentLine(records.LogLine[TournamentEntry], frozen=True):
    """One line of a tournament's log. ``by`` is its author: the id of a grant, or "clock".

    >>> line = TournamentLine(7, 1000, "g2", DealMisdealt(3), "m7")
    >>> line.text
    b'{"seq":7,"at":1000,"by":"g2","entry":{"type":"deal_misdealt","table":3},"id":"m7"}'
    >>> TournamentLine.parse(line.text) == line
    True
    """

    log: ClassVar[str] = "a tournament's log"
