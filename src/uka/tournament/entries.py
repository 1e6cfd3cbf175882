"""The entries of a tournament's log. An entry says what happened, such as "a team entered" or "the bell rang".

Each line of the log has a number and holds one entry and the id of its author's grant. A grant is a link that gives
its holder a role in the tournament. The state of the tournament is computed from the lines.
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

from .pairing import Pairing
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
    """The role that a link gives its holder. People without a link see only what everybody may see."""

    DIRECTOR = "director"
    OFFICIAL = "official"
    CAPTAIN = "captain"
    PLAYER = "player"

    def __str__(self) -> str:
        return self.value


class TournamentOpened(TournamentEntryBase, frozen=True):
    """The director opened the tournament. This is the first entry of its log."""

    format: int
    """The version of the log's format."""
    name: str
    rules: Ruleset
    """The complete ruleset of the tournament's games."""
    settings: TournamentSettings


class TournamentSettingsChanged(TournamentEntryBase, frozen=True):
    """The director changed the settings of the tournament. ``settings`` are all settings after the change."""

    settings: TournamentSettings


class TournamentEnded(TournamentEntryBase, frozen=True):
    """The director ended the tournament."""


class LinkGranted(TournamentEntryBase, frozen=True):
    """The director granted a link: a signed address that gives the person who opens it a role in the tournament."""

    grant: str
    """The id of the grant."""
    role: Role
    name: str
    """The name of the holder, such as a person, a team or "Official of table 3"."""
    table: int | None = None
    """The table of an official; None for every other role."""
    team: int | None = None
    """The number of the team of a captain or a player; None for every other role."""


class LinkRevoked(TournamentEntryBase, frozen=True):
    """The director revoked the link with the grant id ``grant``, which no longer works."""

    grant: str


# Teams, and the tables in the hall


class Roster(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The names of a team, its captain (kaihautū) and its players. A name that was not given is empty."""

    name: str
    marae: str = ""
    """The community that the team plays for."""
    captain: str = ""
    players: tuple[str, ...] = ()
    fill_ins: tuple[str, ...] = ()
    """The names of the substitutes."""


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
    """The director chose the tables that are used. ``numbers`` are the tables, in the order in which winners move."""

    numbers: tuple[int, ...]


# Rounds: seating, the clock, the end


class RoundSeated(TournamentEntryBase, frozen=True):
    """The director had the next round seated: each team got an opponent and a table, or a bye."""

    round: int
    pairings: tuple[Pairing, ...]
    """The matches of the round."""
    byes: tuple[int, ...] = ()
    """The numbers of the teams that do not play in this round."""
    secret: str = ""
    """The random text that determined the random choices of the seating."""


class RoundStarted(TournamentEntryBase, frozen=True):
    """The director started the round at all tables at once."""


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
    """A deal was played to its end, and the official entered how it ended."""

    table: int
    makers: Partnership
    tricks: int
    """The number of tricks that the makers won."""
    alone: bool = False
    """Whether one of the makers played alone."""
    defended_alone: bool = False
    """Whether one of the defenders played alone."""


class RevokeFound(TournamentEntryBase, frozen=True):
    """The partnership ``offenders`` revoked: it did not follow suit when it could (Tainui Games, rule 5)."""

    table: int
    offenders: Partnership


class DealMisdealt(TournamentEntryBase, frozen=True):
    """The dealer misdealt, so the cards are dealt again (Tainui Games, rule 10)."""

    table: int


class DealThrownIn(TournamentEntryBase, frozen=True):
    """All four players passed, and the cards were thrown in. Not all rulesets allow that."""

    table: int


class UpcardAtBell(TournamentEntryBase, frozen=True):
    """The official entered whether an upcard lay on the pack at the bell (Tainui Games, rule 17).

    If none did, the game is over.
    """

    table: int
    lay: bool
    """Whether an upcard lay on the pack."""


class OfficialRulingGiven(TournamentEntryBase, frozen=True):
    """The official decided a dispute at the table (Tainui Games, rule 1): points for a partnership, or a new deal."""

    table: int
    reason: str
    points: tuple[int, int] = (0, 0)
    """The points for north-south and for east-west; a negative number takes points away."""
    redeal: bool = False
    """Whether the cards are dealt again."""


class GameForfeited(TournamentEntryBase, frozen=True):
    """A partnership forfeited the game, so the other partnership won it."""

    table: int
    side: Partnership
    """The partnership that lost the game."""
    reason: str
    ejected: bool = False
    """Whether the partnership lost the game by a red card for misconduct (Tainui Games, rule 2)."""


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
"""The entries that an official taps on a device. They determine the points of a game in the hall."""
OfficialDecision: TypeAlias = RevokeFound | DealMisdealt | OfficialRulingGiven | GameForfeited
"""The entries of an official that a live table (a table of the server) can apply as rulings."""


# Matches at tables of the server


class LiveTableAssigned(TournamentEntryBase, frozen=True):
    """The server opened a live table, at which the match at ``table`` is played online."""

    table: int
    live: str
    """The id of the live table."""


class LiveScoreChanged(TournamentEntryBase, frozen=True):
    """The score of a game that is played at a live table changed."""

    table: int
    points: tuple[int, int]
    """The new points of north-south and of east-west."""


class RulingApplied(TournamentEntryBase, frozen=True):
    """A live table answered an official's ruling: it applied the ruling, or could not."""

    table: int
    line: int
    """The number of the log line that holds the ruling."""
    refused: str = ""
    """The reason why the table could not apply the ruling; empty if the table applied it."""


class BotFilledIn(TournamentEntryBase, frozen=True):
    """A bot took the place of a missing player at a live table."""

    table: int
    seat: Seat
    level: str
    """The level of the bot, such as "novice"."""


class LiveSeatsChanged(TournamentEntryBase, frozen=True):
    """Somebody sat down at a live table or left it. ``seats`` are all seats in which people now sit."""

    table: int
    seats: tuple[Seat, ...]


class LiveGameEnded(TournamentEntryBase, frozen=True):
    """The game at a live table ended. ``points`` are the final points of north-south and of east-west."""

    table: int
    points: tuple[int, int]


# Results from captains and paper, signatures, cards cut after a draw, corrections


class ResultClaimed(TournamentEntryBase, frozen=True):
    """A captain entered a result at a table without an official. It counts once both captains enter the same."""

    table: int
    team: int
    points: tuple[int, int]
    """The points of north-south and of east-west."""
    insisted: bool = False
    """Whether the points were doubtful under the rules, and the captain insisted on them."""


class PaperResultEntered(TournamentEntryBase, frozen=True):
    """The director entered the result of a game from a paper sheet."""

    table: int
    points: tuple[int, int]
    """The points of north-south and of east-west."""
    insisted: bool = False
    """Whether the points were doubtful under the rules, and the director insisted on them."""
    loners: tuple[int, int] | None = None
    """The deals that north-south and that east-west won with all tricks alone; None if the sheet does not say."""


class ResultSigned(TournamentEntryBase, frozen=True):
    """The captain of ``team`` signed the result of the team's game."""

    table: int
    team: int


class DrawnMatchCut(TournamentEntryBase, frozen=True):
    """The captains cut the pack after a drawn match, and the official entered the two cards.

    The team with the higher card, ace high, moves to the next table (Tainui Games, rule 18).
    """

    table: int
    cards: tuple[Card, Card]
    """The card that north-south cut, then the card that east-west cut."""


class CaptainCut(TournamentEntryBase, frozen=True):
    """The captain of ``team`` cut ``card`` from the pack after a drawn match.

    When both captains have cut, the team with the higher card moves to the next table. If both cards have the same
    rank, the captains cut again.
    """

    table: int
    team: int
    card: Card


class LevelTeamsCut(TournamentEntryBase, frozen=True):
    """The captains of teams level in the standings each cut a card. The highest, ace high, ranks first."""

    cuts: tuple[tuple[int, Card], ...]
    """The number of each of these teams, with the card that its captain cut."""


class ResultCorrected(TournamentEntryBase, frozen=True):
    """The director corrected the result of a game. Teams that are already seated stay at their tables."""

    round: int
    table: int
    points: tuple[int, int]
    """The right points of north-south and of east-west."""
    reason: str
    insisted: bool = False
    """Whether the points were doubtful under the rules, and the director insisted on them."""
    loners: tuple[int, int] | None = None
    """The right loners of north-south and of east-west; None if they stay as they were."""


# Conduct cards, fair-play points, substitutions, requests for help


class ConductCardColour(Enum):
    """The colour of a card for misconduct: first orange, then green, then red (Tainui Games, rule 2)."""

    ORANGE = "orange"
    GREEN = "green"
    RED = "red"

    def __str__(self) -> str:
        return self.value


class ConductCardShown(TournamentEntryBase, frozen=True):
    """An official showed a conduct card for misconduct to a player, or to a whole team (Tainui Games, rule 2)."""

    team: int
    colour: ConductCardColour
    reason: str
    player: str = ""
    """The name of the player; empty if the card is for the whole team."""
    cheating: bool = False
    """Whether the card is for cheating. Such a card is red at once (Tainui Games, rule 3)."""


class FairPlayGiven(TournamentEntryBase, frozen=True):
    """An official or a captain gave a team points for fair play (Tainui Games, rule 4)."""

    team: int
    points: int
    reason: str = ""


class PlayerSubstituted(TournamentEntryBase, frozen=True):
    """A substitute began to play in place of a player of the team."""

    team: int
    player: str
    """The name of the player who left."""
    fill_in: str
    """The name of the substitute."""
    minutes: int = 0
    """The minutes of the player's break (Tainui Games, rule 19), or 0 for the rest of the tournament (rule 20)."""


class HelpCalled(TournamentEntryBase, frozen=True):
    """Somebody at a table asked the director to come, or the director asked the official of a table to come."""

    table: int
    reason: str = ""


class CallAnswered(TournamentEntryBase, frozen=True):
    """Somebody answered the request for help from a table, so the request is closed."""

    table: int


# The lines of the log


class EntryUndone(TournamentEntryBase, frozen=True):
    """The official or the director undid an earlier entry. Both lines stay in the log.

    The undone entry is an official's tap, a result, cards that were cut, a conduct card, fair-play points, a
    substitution, or the end of the tournament.
    """

    to: int
    """The number of the log line whose entry was undone."""
    reason: str = ""


TournamentEntry: TypeAlias = (
    TournamentOpened | TournamentSettingsChanged | LinkGranted | LinkRevoked | TeamEntered | TeamAmended |
    TeamWithdrew | TeamRejoined | TablesSet | RoundSeated | RoundStarted | RoundPaused | RoundResumed | RoundExtended
    | RoundBellRang | RoundClosed | TournamentEnded | FirstDealerSet | DealPlayed | RevokeFound | DealMisdealt |
    DealThrownIn | UpcardAtBell | OfficialRulingGiven | GameForfeited | ResultClaimed | PaperResultEntered |
    ResultSigned | DrawnMatchCut | ResultCorrected | ConductCardShown | FairPlayGiven | PlayerSubstituted | HelpCalled |
    CallAnswered | LiveTableAssigned | LiveScoreChanged | BotFilledIn | LiveSeatsChanged | LiveGameEnded | EntryUndone
    | RulingApplied | CaptainCut | LevelTeamsCut
)  # fmt: skip
TournamentEntries: TypeAlias = tuple[TournamentEntry, ...]


class TournamentLine(records.LogLine[TournamentEntry], frozen=True):
    """One line of a tournament's log. ``by`` is its author: the id of a grant, or "clock" for the round's clock.

    >>> line = TournamentLine(7, 1000, "g2", DealMisdealt(3), "m7")
    >>> line.text
    b'{"seq":7,"at":1000,"by":"g2","entry":{"type":"deal_misdealt","table":3},"id":"m7"}'
    >>> TournamentLine.parse(line.text) == line
    True
    """

    log: ClassVar[str] = "a tournament's log"
