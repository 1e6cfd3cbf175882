"""The bodies of HTTP requests and responses. Rulesets and game records have their own formats."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from uka.coach import DealReview as DealReview
from uka.coach import RatedAction
from uka.core.ruleset import Ruleset
from uka.core.seats import Partnership, Seat
from uka.records.fair import Verdict
from uka.rulesets import DEFAULT_RULESET, TOURNAMENT_RULESET, Rulebook
from uka.rulesets.schema import RulesetSchema as RulesetSchema
from uka.table import TableSettings, TableStage
from uka.table.entries import PauseReason
from uka.table.game_replay import GameReplay as GameReplay
from uka.tournament import TournamentSettings
from uka.tournament.commands.plausibility import Alike
from uka.tournament.views.parts import Board as Board
from uka.tournament.views.parts import RoundPage as RoundPage

from .table_commands import Level, RulesetName

MOST_BYTES = 65_536
"""The maximum size in bytes of a request body, except for a game record."""
MOST_RECORD_BYTES = 1_000_000
"""The maximum size in bytes of a game record that the server verifies."""

Name = Annotated[str, Meta(min_length=1, max_length=100, description="a name as a person typed it")]
Avatar = Literal[
    "anchor", "apple", "bell", "boat", "book", "cloud", "clover", "comet", "compass", "crown", "cup", "drum",
    "feather", "fish", "flower", "key", "kite", "lantern", "leaf", "lighthouse", "moon", "mountain", "star", "sun",
]  # fmt: skip
"""The emblems that a person can choose. A client draws them."""
AVATARS: tuple[Avatar, ...] = get_args(Avatar)
Invitation = Annotated[str, Meta(max_length=64, description="the secret that admits a person to a private table")]


class RequestBody(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of the bodies of HTTP requests."""


class RenameRequest(RequestBody, frozen=True):
    """A request to change the guest's name. If ``name`` is null, the server chooses a random name.

    If ``avatar`` is null, the guest keeps the present emblem.
    """

    name: Name | None = None
    avatar: Avatar | None = None


class NewTable(RequestBody, frozen=True):
    """A request to open a table.

    ``changes`` are changes to fields of the ruleset ``rules``. ``settings`` are all settings of the table. If they are
    absent, the table has the usual settings of the ruleset. If ``bots`` or ``public`` is given, it replaces the value
    in the settings. ``seat`` is the seat that the guest takes. If ``begin`` is true, the game begins at once.
    """

    rules: RulesetName = DEFAULT_RULESET
    changes: dict[str, Any] = {}
    settings: TableSettings | None = None
    public: bool = False
    seat: Seat | None = None
    bots: Level | None = None
    begin: bool = False


class NewTournament(RequestBody, frozen=True):
    """A request to open a tournament. ``changes`` are changes to fields of the ruleset ``rules``."""

    name: Name
    rules: RulesetName = TOURNAMENT_RULESET
    changes: dict[str, Any] = {}
    settings: TournamentSettings = TournamentSettings()


class TeamList(RequestBody, frozen=True):
    """A list of teams to enter, as CSV or as pasted lines of text. If one team is refused, no team is entered.

    ``alike`` decides what happens if the names of two marae (communities) are similar. If it is ``same``, the server
    treats both names as one marae. If it is ``other``, the server treats them as two marae. If it is ``ask``, the
    server refuses the list.
    """

    text: Annotated[str, Meta(max_length=60_000)]
    alike: Alike = "ask"


class JoinRequest(RequestBody, frozen=True):
    """A request to join a table. For a private table, ``invitation`` must be the table's invitation."""

    invitation: Invitation | None = None


class RulesetRequest(RequestBody, frozen=True):
    """A request to validate and describe a shipped ruleset with changes to its fields."""

    rules: RulesetName = DEFAULT_RULESET
    changes: dict[str, Any] = {}


class ResponseBody(msgspec.Struct, frozen=True):
    """The base class of the bodies of HTTP responses."""


class Guest(ResponseBody, frozen=True):
    """The identity of a guest: the id ``player``, which other people can see, a name, and a chosen emblem or null."""

    player: str
    name: str
    avatar: Avatar | None = None


class SeatSummary(ResponseBody, frozen=True):
    """A seat of a table. ``name`` is the name of the person there, and ``bot`` is the level of the bot there.

    Both are null for an empty seat. ``persona`` is the bot's name, or null without a bot. ``avatar`` is the person's
    emblem, or null.
    """

    seat: Seat
    name: str | None
    bot: str | None
    persona: str | None = None
    avatar: str | None = None


class TableSummary(ResponseBody, frozen=True):
    """A summary of a table for the lobby and other lists."""

    table: str
    rules: str
    title: str
    host: str
    """The name of the host. A quick game has no host: then it is the name of the first seated person."""
    public: bool
    stage: TableStage
    paused: PauseReason | None
    seats: tuple[SeatSummary, ...]
    watching: int
    """The number of spectators."""
    score: tuple[int, ...]
    begins: int | None = None
    """When a quick game begins by itself, in milliseconds since 1970; null at other tables."""


class TableTicket(ResponseBody, frozen=True):
    """The id of a table that the guest has joined, and the invitation with which other people can join the table."""

    table: str
    invitation: str


class TournamentTicket(ResponseBody, frozen=True):
    """The id of a new tournament, and the link of its director. Anybody who has this link may send all commands."""

    tournament: str
    link: str


class TeamsEntered(ResponseBody, frozen=True):
    """The number of teams that a request has entered.

    ``unused`` are the titles above the list's heading, and the headings of columns that hold nothing of a team.
    """

    entered: int
    unused: tuple[str, ...] = ()


class TeamListText(ResponseBody, frozen=True):
    """The text of a file with a list of teams: a team on each line, as a request to enter teams has it."""

    text: str


class RecordSummary(ResponseBody, frozen=True):
    """A summary of the record of a finished game. ``number`` is the game's index among the games of the table, from 0.

    ``began`` and ``ended`` are times in milliseconds since 1970.
    """

    number: int
    players: tuple[str, ...]
    score: tuple[int, ...]
    winner: Partnership | None
    deals: int
    began: int
    ended: int


class ServerKey(ResponseBody, frozen=True):
    """The public key (Ed25519, hexadecimal) that verifies a server's signatures, and its fingerprint.

    People can compare the fingerprint more easily than the key.
    """

    key: str
    fingerprint: str


class RulesetSummary(ResponseBody, frozen=True):
    """A summary of a shipped ruleset for lists: its name, its title, and the source of its rules."""

    name: str
    title: str
    source: str


class FieldDifference(ResponseBody, frozen=True):
    """A field whose value differs between a ruleset and the ruleset that it extends.

    ``field`` may be a dotted path.
    """

    field: str
    before: Any
    after: Any


class RulesetPage(ResponseBody, frozen=True):
    """A ruleset: its fields, its rulebook in sentences, and its differences from the ruleset that it extends."""

    rules: Ruleset
    rulebook: Rulebook
    differences: tuple[FieldDifference, ...]


class Hint(ResponseBody, frozen=True):
    """The choices of a seat with a rating for each choice, best first.

    ``version`` is the version of the table for which the choices are rated.
    """

    version: int
    choices: tuple[RatedAction, ...]


class GameChances(ResponseBody, frozen=True):
    """The course of a finished game: the chances of north-south to win, before each deal and at the end.

    They follow from the score and the dealer, as if both sides were equally strong. ``chances`` is empty for a rubber.
    """

    chances: tuple[float, ...]


class GameVerdicts(ResponseBody, frozen=True):
    """The verdicts on a game: whether each pack was dealt fairly.

    ``game`` is the game's index in the record, from 0.
    """

    game: int
    verdicts: tuple[Verdict, ...]


class RulesetFault(ResponseBody, frozen=True):
    """An error in a ruleset: the fields with an invalid value or contradictory values, and the reason."""

    fields: tuple[str, ...]
    why: str


class HttpProblem(ResponseBody, frozen=True, omit_defaults=True):
    """A refusal of a request. ``why`` gives the reason in one sentence.

    ``faults`` lists every error of a ruleset. ``why`` describes the first error, and ``fields`` lists the fields of all
    errors. ``doubt`` is "points", "marae" or "end" if the points, the name of a marae or the end of the tournament seem
    wrong. The server then accepts the same request if it is sent again with a confirmation.
    """

    why: str
    fields: tuple[str, ...] = ()
    doubt: Literal["", "points", "marae", "end"] = ""
    faults: tuple[RulesetFault, ...] = ()


class ServerInfo(ResponseBody, frozen=True):
    """The features of a server. ``bots`` are the levels of its bots, weakest first.

    ``network`` is the server's address on the local network, or null if the server knows no such address. ``alone`` is
    true if the server accepts connections only from its own machine.
    """

    version: str
    bots: tuple[str, ...]
    network: str | None
    alone: bool


class ServerHealth(ResponseBody, frozen=True):
    """The health of a server. ``version`` is the version of Uka on the server.

    ``ready`` is true if the server accepts requests for tables. Otherwise ``why`` is the reason in one sentence, such
    as that the disk of its store is full.
    """

    ready: bool
    version: str
    why: str = ""
