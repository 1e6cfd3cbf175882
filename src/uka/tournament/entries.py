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

from .settings import Settings

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


class Base(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="deed", forbid_unknown_fields=True):
    """What all entries share."""


class Opened(Base, frozen=True, tag="opened"):
    """The tournament, and the rules of its games in full."""

    format: int
    name: str
    rules: Ruleset
    settings: Settings


class Changed(Base, frozen=True, tag="changed"):
    """Other settings, from now on."""

    settings: Settings


# Who is there


class Granted(Base, frozen=True, tag="granted"):
    """A link for a role: an official's is for one table, a captain's or a player's for one team."""

    grant: str
    role: Role
    name: str
    table: int | None = None
    team: int | None = None


class TakenBack(Base, frozen=True, tag="taken_back"):
    """A link that counts no more."""

    grant: str


class Roster(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A team's names: its own, its captain's (kaihautū), its players' and theirs who may fill in for them."""

    name: str
    marae: str = ""
    captain: str = ""
    players: tuple[str, ...] = ()
    fill_ins: tuple[str, ...] = ()


class Entered(Base, frozen=True, tag="entered"):
    """A team, by its number on the list."""

    team: int
    roster: Roster


class Amended(Base, frozen=True, tag="amended"):
    """A team's names as they should have been, or as they are now."""

    team: int
    roster: Roster


class Withdrew(Base, frozen=True, tag="withdrew"):
    """A team that plays no more; what it played stands."""

    team: int
    reason: str = ""


class Rejoined(Base, frozen=True, tag="rejoined"):
    """A team that had withdrawn plays on."""

    team: int


class Tables(Base, frozen=True, tag="tables"):
    """The numbers of the tables that stand, in the order of movement."""

    numbers: tuple[int, ...]


# A round


class Pairing(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Two teams at a table: the one that was there or was drawn first sits north-south."""

    table: int
    teams: tuple[int, int]


class Seated(Base, frozen=True, tag="seated"):
    """Who meets whom in a round, and who sits it out. ``secret`` is what a draw was made from."""

    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    secret: str = ""


class Started(Base, frozen=True, tag="started"):
    """One start for all tables."""


class Paused(Base, frozen=True, tag="paused"):
    """The round's clock stands still."""


class Resumed(Base, frozen=True, tag="resumed"):
    """It goes on."""


class Extended(Base, frozen=True, tag="extended"):
    """The round is longer by so many milliseconds."""

    ms: int
    reason: str = ""


class Rang(Base, frozen=True, tag="rang"):
    """The bell."""


class Closed(Base, frozen=True, tag="closed"):
    """The round is over, and its results count."""


class Ended(Base, frozen=True, tag="ended"):
    """The tournament is over."""


# At a table: what an official taps


class Dealer(Base, frozen=True, tag="dealer"):
    """Who deals first (seeds/001, rule 7)."""

    table: int
    seat: Seat


class Played(Base, frozen=True, tag="played"):
    """A deal played out: who made trump, and how many tricks they took."""

    table: int
    makers: Partnership
    tricks: int
    alone: bool = False
    defended_alone: bool = False


class Revoke(Base, frozen=True, tag="revoke"):
    """A side reneged (seeds/001, rule 5)."""

    table: int
    offenders: Partnership


class Misdealt(Base, frozen=True, tag="misdealt"):
    """The dealer misdealt (seeds/001, rule 10).

    ``again`` is set by the server where it was the last deal after the bell, which is dealt again; in older logs it
    ended the game.
    """

    table: int
    again: bool = False


class ThrownIn(Base, frozen=True, tag="thrown_in"):
    """Nobody called, where the rules allow it."""

    table: int


class TurnUp(Base, frozen=True, tag="turn_up"):
    """Whether a turn-up lay on the pack when the bell rang: then that deal is played out (seeds/001, rule 17)."""

    table: int
    lay: bool


class Ruled(Base, frozen=True, tag="ruled"):
    """The official's final say (seeds/001, rule 1): points by partnership for what happened, or a deal made again."""

    table: int
    reason: str
    points: tuple[int, int] = (0, 0)
    redeal: bool = False


class Forfeited(Base, frozen=True, tag="forfeited"):
    """A side gives the game up, or has no player left for it; ``ejected``: by a red card (seeds/001, rule 2)."""

    table: int
    side: Partnership
    reason: str
    ejected: bool = False


Tap: TypeAlias = Dealer | Played | Revoke | Misdealt | ThrownIn | TurnUp | Ruled | Forfeited
"""What the points of a game follow from."""
Decision: TypeAlias = Revoke | Misdealt | Ruled | Forfeited
"""Those of them that a table of the server obeys."""


class Placed(Base, frozen=True, tag="placed"):
    """The table of the server that a game is played at; ``live`` is its id."""

    table: int
    live: str


class Counted(Base, frozen=True, tag="counted"):
    """The points of a game at a table of the server, as they stand."""

    table: int
    points: tuple[int, int]


class Obeyed(Base, frozen=True, tag="obeyed"):
    """A table of the server has obeyed the final say of a line; or could not, and why."""

    table: int
    line: int
    refused: str = ""


class BotSat(Base, frozen=True, tag="bot_sat"):
    """A bot fills in at a table of the server."""

    table: int
    seat: Seat
    level: str


class Sat(Base, frozen=True, tag="sat"):
    """The seats that people have at a table of the server."""

    table: int
    seats: tuple[Seat, ...]


class Finished(Base, frozen=True, tag="finished"):
    """The points that a game at a table of the server ended with."""

    table: int
    points: tuple[int, int]


class Claimed(Base, frozen=True, tag="claimed"):
    """The points that a captain says a game without an official ended with; it is over when both say the same.

    ``insisted``: the points were asked back, and the captain kept to them.
    """

    table: int
    team: int
    points: tuple[int, int]
    insisted: bool = False


class Paper(Base, frozen=True, tag="paper"):
    """The points of a game from a sheet of paper. ``insisted``: they were asked back, and kept."""

    table: int
    points: tuple[int, int]
    insisted: bool = False


class Confirmed(Base, frozen=True, tag="confirmed"):
    """A captain signs the result of their game."""

    table: int
    team: int


class CutFor(Base, frozen=True, tag="cut_for"):
    """What the captains cut after a draw, by partnership; ace high, and the higher moves on (seeds/001, rule 18)."""

    table: int
    cards: tuple[Card, Card]


class CaptainCut(Base, frozen=True, tag="captain_cut"):
    """What one captain cut after a draw; once both have, the higher moves on, and cards of one rank are cut again."""

    table: int
    team: int
    card: Card


class Corrected(Base, frozen=True, tag="corrected"):
    """The points of a game as they should have been; nobody who is seated already moves for it.

    ``insisted``: they were asked back, and kept.
    """

    round: int
    table: int
    points: tuple[int, int]
    reason: str
    insisted: bool = False


# Conduct


class Carded(Base, frozen=True, tag="carded"):
    """A card for conduct, for a player or a whole team (seeds/001, rule 2); red at once for ``cheating`` (rule 3)."""

    team: int
    colour: Colour
    reason: str
    player: str = ""
    cheating: bool = False


class FairPlay(Base, frozen=True, tag="fair_play"):
    """Fair-play points for a team (seeds/001, rule 4)."""

    team: int
    points: int
    reason: str = ""


class FilledIn(Base, frozen=True, tag="filled_in"):
    """Somebody plays for a player for some minutes (wharepaku; seeds/001, rule 19), or for good: 0 (rule 20)."""

    team: int
    player: str
    fill_in: str
    minutes: int = 0


class Called(Base, frozen=True, tag="called"):
    """Somebody is wanted at a table: its people call the director, or the director calls its official to the desk."""

    table: int
    reason: str = ""


class Answered(Base, frozen=True, tag="answered"):
    """Nobody need come to a table any more."""

    table: int


class Undone(Base, frozen=True, tag="undone"):
    """A line that counts no more: a tap, a card, points for fair play, a fill-in."""

    to: int
    reason: str = ""


Entry: TypeAlias = (
    Opened | Changed | Granted | TakenBack | Entered | Amended | Withdrew | Rejoined | Tables | Seated | Started
    | Paused | Resumed | Extended | Rang | Closed | Ended | Dealer | Played | Revoke | Misdealt | ThrownIn | TurnUp
    | Ruled | Forfeited | Claimed | Paper | Confirmed | CutFor | Corrected | Carded | FairPlay | FilledIn | Called
    | Answered | Placed | Counted | BotSat | Sat | Finished | Undone | Obeyed | CaptainCut
)  # fmt: skip
Entries: TypeAlias = tuple[Entry, ...]


class Line(records.LogLine[Entry], frozen=True):
    """One line of a tournament's log; ``by`` is a grant, or "clock".

    >>> line = Line(7, 1000, "g2", Misdealt(3), "m7")
    >>> line.text
    b'{"seq":7,"at":1000,"by":"g2","entry":{"deed":"misdealt","table":3},"id":"m7"}'
    >>> Line.parse(line.text) == line
    True
    """

    log: ClassVar[str] = "a tournament's log"
