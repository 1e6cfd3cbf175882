"""What a tournament's log holds: numbered lines, each with one entry. Everything else follows from them.

A line says who wrote it, by their grant: a link that somebody was given for a role, and which can be taken back.
"""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, TypeAlias

import msgspec

from uka import records
from uka.core.cards import Card
from uka.core.ruleset import Ruleset
from uka.core.seats import Partnership, Seat

from .settings import TournamentSettings

FORMAT = 3
"""2: lines carry a running hash; 3: tables of the server obey the final say, a card is red at once for cheating,
captains cut one by one, doubtful points are kept where somebody insists, who sits at tables of the server is written,
and a cut in the standings follows the one at the table. Older logs are read as ever."""
CLOCK = "clock"
"""Who does what no person does: the bell."""
DIRECTOR = "director"
"""The grant that a tournament begins with."""


class Role(Enum):
    """What a link lets one do. Who holds none may look at what hangs in the hall."""

    DIRECTOR = "director"
    OFFICIAL = "official"
    CAPTAIN = "captain"
    PLAYER = "player"

    def __str__(self) -> str:
        return self.value


class Colour(Enum):
    """Of the cards for conduct, in their order (seeds/001, rule 2)."""

    ORANGE = "orange"
    GREEN = "green"
    RED = "red"

    def __str__(self) -> str:
        return self.value


class TournamentEntryBase(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="deed", forbid_unknown_fields=True
):
    """What all entries share."""


class TournamentOpened(TournamentEntryBase, frozen=True, tag="opened"):
    """The tournament, and the rules of its games in full."""

    format: int
    name: str
    rules: Ruleset
    settings: TournamentSettings


class TournamentSettingsChanged(TournamentEntryBase, frozen=True, tag="changed"):
    """Other settings, from now on."""

    settings: TournamentSettings


# Who is there


class LinkGranted(TournamentEntryBase, frozen=True, tag="granted"):
    """A link for a role: an official's is for one table, a captain's or a player's for one team."""

    grant: str
    role: Role
    name: str
    table: int | None = None
    team: int | None = None


class LinkRevoked(TournamentEntryBase, frozen=True, tag="taken_back"):
    """A link that counts no more."""

    grant: str


class Roster(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A team's names: its own, its captain's (kaihautū), its players' and theirs who may fill in for them."""

    name: str
    marae: str = ""
    captain: str = ""
    players: tuple[str, ...] = ()
    fill_ins: tuple[str, ...] = ()


class TeamEntered(TournamentEntryBase, frozen=True, tag="entered"):
    """A team, by its number on the list."""

    team: int
    roster: Roster


class TeamAmended(TournamentEntryBase, frozen=True, tag="amended"):
    """A team's names as they should have been, or as they are now."""

    team: int
    roster: Roster


class TeamWithdrew(TournamentEntryBase, frozen=True, tag="withdrew"):
    """A team that plays no more; what it played stands."""

    team: int
    reason: str = ""


class TeamRejoined(TournamentEntryBase, frozen=True, tag="rejoined"):
    """A team that had withdrawn plays on."""

    team: int


class TablesSet(TournamentEntryBase, frozen=True, tag="tables"):
    """The numbers of the tables that stand, in the order of movement."""

    numbers: tuple[int, ...]


# A round


class Pairing(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Two teams at a table: the one that was there or was drawn first sits north-south."""

    table: int
    teams: tuple[int, int]


class RoundSeated(TournamentEntryBase, frozen=True, tag="seated"):
    """Who meets whom in a round, and who sits it out. ``secret`` is what a draw was made from."""

    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    secret: str = ""


class RoundStarted(TournamentEntryBase, frozen=True, tag="started"):
    """One start for all tables."""


class RoundPaused(TournamentEntryBase, frozen=True, tag="paused"):
    """The round's clock stands still."""


class RoundResumed(TournamentEntryBase, frozen=True, tag="resumed"):
    """It goes on."""


class RoundExtended(TournamentEntryBase, frozen=True, tag="extended"):
    """The round is longer by so many milliseconds."""

    ms: int
    reason: str = ""


class RoundBellRang(TournamentEntryBase, frozen=True, tag="rang"):
    """The bell."""


class RoundClosed(TournamentEntryBase, frozen=True, tag="closed"):
    """The round is over, and its results count."""


class TournamentEnded(TournamentEntryBase, frozen=True, tag="ended"):
    """The tournament is over."""


# At a table: what an official taps


class FirstDealerSet(TournamentEntryBase, frozen=True, tag="dealer"):
    """Who deals first (seeds/001, rule 7)."""

    table: int
    seat: Seat


class DealPlayed(TournamentEntryBase, frozen=True, tag="played"):
    """A deal played out: who made trump, and how many tricks they took."""

    table: int
    makers: Partnership
    tricks: int
    alone: bool = False
    defended_alone: bool = False


class RevokeFound(TournamentEntryBase, frozen=True, tag="revoke"):
    """A side reneged (seeds/001, rule 5)."""

    table: int
    offenders: Partnership


class DealMisdealt(TournamentEntryBase, frozen=True, tag="misdealt"):
    """The dealer misdealt (seeds/001, rule 10).

    ``again`` is set by the server where it was the last deal after the bell, which is dealt again; in older logs it
    ended the game.
    """

    table: int
    again: bool = False


class DealThrownIn(TournamentEntryBase, frozen=True, tag="thrown_in"):
    """Nobody called, where the rules allow it."""

    table: int


class UpcardAtBell(TournamentEntryBase, frozen=True, tag="turn_up"):
    """Whether a turn-up lay on the pack when the bell rang: then that deal is played out (seeds/001, rule 17)."""

    table: int
    lay: bool


class OfficialRulingGiven(TournamentEntryBase, frozen=True, tag="ruled"):
    """The official's final say (seeds/001, rule 1): points by partnership for what happened, or a deal made again."""

    table: int
    reason: str
    points: tuple[int, int] = (0, 0)
    redeal: bool = False


class GameForfeited(TournamentEntryBase, frozen=True, tag="forfeited"):
    """A side gives the game up, or has no player left for it; ``ejected``: by a red card (seeds/001, rule 2)."""

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
"""What the points of a game follow from."""
OfficialDecision: TypeAlias = RevokeFound | DealMisdealt | OfficialRulingGiven | GameForfeited
"""Those of them that a table of the server obeys."""


class LiveTableAssigned(TournamentEntryBase, frozen=True, tag="placed"):
    """The table of the server that a game is played at; ``live`` is its id."""

    table: int
    live: str


class LiveScoreChanged(TournamentEntryBase, frozen=True, tag="counted"):
    """The points of a game at a table of the server, as they stand."""

    table: int
    points: tuple[int, int]


class RulingApplied(TournamentEntryBase, frozen=True, tag="obeyed"):
    """A table of the server has obeyed the final say of a line; or could not, and why."""

    table: int
    line: int
    refused: str = ""


class BotFilledIn(TournamentEntryBase, frozen=True, tag="bot_sat"):
    """A bot fills in at a table of the server."""

    table: int
    seat: Seat
    level: str


class LiveSeatsChanged(TournamentEntryBase, frozen=True, tag="sat"):
    """The seats that people have at a table of the server."""

    table: int
    seats: tuple[Seat, ...]


class LiveGameEnded(TournamentEntryBase, frozen=True, tag="finished"):
    """The points that a game at a table of the server ended with."""

    table: int
    points: tuple[int, int]


class ResultClaimed(TournamentEntryBase, frozen=True, tag="claimed"):
    """The points that a captain says a game without an official ended with; it is over when both say the same.

    ``insisted``: the points were asked back, and the captain kept to them.
    """

    table: int
    team: int
    points: tuple[int, int]
    insisted: bool = False


class PaperResultEntered(TournamentEntryBase, frozen=True, tag="paper"):
    """The points of a game from a sheet of paper. ``insisted``: they were asked back, and kept."""

    table: int
    points: tuple[int, int]
    insisted: bool = False


class ResultSigned(TournamentEntryBase, frozen=True, tag="confirmed"):
    """A captain signs the result of their game."""

    table: int
    team: int


class TieBreakCut(TournamentEntryBase, frozen=True, tag="cut_for"):
    """What the captains cut after a draw, by partnership; ace high, and the higher moves on (seeds/001, rule 18)."""

    table: int
    cards: tuple[Card, Card]


class CaptainCut(TournamentEntryBase, frozen=True, tag="captain_cut"):
    """What one captain cut after a draw; once both have, the higher moves on, and cards of one rank are cut again."""

    table: int
    team: int
    card: Card


class ResultCorrected(TournamentEntryBase, frozen=True, tag="corrected"):
    """The points of a game as they should have been; nobody who is seated already moves for it.

    ``insisted``: they were asked back, and kept.
    """

    round: int
    table: int
    points: tuple[int, int]
    reason: str
    insisted: bool = False


# Conduct


class ConductCardShown(TournamentEntryBase, frozen=True, tag="carded"):
    """A card for conduct, for a player or a whole team (seeds/001, rule 2); red at once for ``cheating`` (rule 3)."""

    team: int
    colour: Colour
    reason: str
    player: str = ""
    cheating: bool = False


class FairPlayGiven(TournamentEntryBase, frozen=True, tag="fair_play"):
    """Fair-play points for a team (seeds/001, rule 4)."""

    team: int
    points: int
    reason: str = ""


class PlayerSubstituted(TournamentEntryBase, frozen=True, tag="filled_in"):
    """Somebody plays for a player for some minutes (wharepaku; seeds/001, rule 19), or for good: 0 (rule 20)."""

    team: int
    player: str
    fill_in: str
    minutes: int = 0


class HelpCalled(TournamentEntryBase, frozen=True, tag="called"):
    """Somebody is wanted at a table: its people call the director, or the director calls its official to the desk."""

    table: int
    reason: str = ""


class CallAnswered(TournamentEntryBase, frozen=True, tag="answered"):
    """Nobody need come to a table any more."""

    table: int


class EntryUndone(TournamentEntryBase, frozen=True, tag="undone"):
    """A line that counts no more: a tap, a card, points for fair play, a fill-in."""

    to: int
    reason: str = ""


TournamentEntry: TypeAlias = (
    TournamentOpened | TournamentSettingsChanged | LinkGranted | LinkRevoked | TeamEntered | TeamAmended |
    TeamWithdrew | TeamRejoined | TablesSet | RoundSeated | RoundStarted | RoundPaused | RoundResumed | RoundExtended
    | RoundBellRang | RoundClosed | TournamentEnded | FirstDealerSet | DealPlayed | RevokeFound | DealMisdealt |
    DealThrownIn | UpcardAtBell | OfficialRulingGiven | GameForfeited | ResultClaimed | PaperResultEntered |
    ResultSigned | TieBreakCut | ResultCorrected | ConductCardShown | FairPlayGiven | PlayerSubstituted | HelpCalled |
    CallAnswered | LiveTableAssigned | LiveScoreChanged | BotFilledIn | LiveSeatsChanged | LiveGameEnded | EntryUndone
    | RulingApplied | CaptainCut
)  # fmt: skip
TournamentEntries: TypeAlias = tuple[TournamentEntry, ...]


class TournamentLine(records.LogLine[TournamentEntry], frozen=True):
    """One line of a tournament's log; ``by`` is a grant, or "clock".

    >>> line = TournamentLine(7, 1000, "g2", DealMisdealt(3), "m7")
    >>> line.text
    b'{"seq":7,"at":1000,"by":"g2","entry":{"deed":"misdealt","table":3},"id":"m7"}'
    >>> TournamentLine.parse(line.text) == line
    True
    """

    log: ClassVar[str] = "a tournament's log"
