"""The bodies of HTTP requests and responses. Rulesets and records have their own formats."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from uka.coach import DealReview as DealReview
from uka.coach import RatedAction
from uka.core.ruleset import Ruleset
from uka.core.seats import Partnership, Seat
from uka.records.fair import Verdict
from uka.rulesets import Rulebook
from uka.rulesets.schema import RulesetSchema as RulesetSchema
from uka.table import TableSettings, TableStage
from uka.table.game_replay import GameReplay as GameReplay
from uka.tournament import TournamentSettings
from uka.tournament.commands.plausibility import Alike
from uka.tournament.views.parts import Board as Board
from uka.tournament.views.parts import RoundPage as RoundPage

from .table_commands import Level

MOST_BYTES = 65_536
"""The maximum size in bytes of a request body that holds no game record."""
MOST_RECORD_BYTES = 1_000_000
"""The maximum size in bytes of a game record that the server verifies."""

Name = Annotated[str, Meta(min_length=1, max_length=100, description="a name as a person typed it")]
RulesetName = Annotated[str, Meta(max_length=40, description="a shipped ruleset's name")]
Invitation = Annotated[str, Meta(max_length=64, description="the secret that admits a person to a private table")]


class RequestBody(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of the bodies of HTTP requests."""


class RenameRequest(RequestBody, frozen=True):
    """The name that a guest wants. If there is no name, the server chooses a random one."""

    name: Name | None = None


class NewTable(RequestBody, frozen=True):
    """A table to open: a ruleset with changes to it, the seat to take, and whether to begin the game at once.

    ``settings`` are all settings of the table; if they are absent, the table has the usual settings of the ruleset. If
    ``bots`` or ``public`` is given, it replaces the value in the settings.
    """

    rules: RulesetName = "tainui"
    changes: dict[str, Any] = {}
    settings: TableSettings | None = None
    public: bool = False
    seat: Seat | None = None
    bots: Level | None = None
    begin: bool = False


class NewTournament(RequestBody, frozen=True):
    """A tournament to open: its name, a ruleset with changes to it, and its settings."""

    name: Name
    rules: RulesetName = "tainui"
    changes: dict[str, Any] = {}
    settings: TournamentSettings = TournamentSettings()


class TeamList(RequestBody, frozen=True):
    """Teams to enter, as CSV or as pasted lines; if one team is refused, no team is entered.

    ``alike`` says what to do if the names of two marae (communities) are similar. ``same`` means that they are the same
    marae, ``other`` that they are two. ``ask`` refuses the list.
    """

    text: Annotated[str, Meta(max_length=60_000)]
    alike: Alike = "ask"


class JoinRequest(RequestBody, frozen=True):
    """A request to join a table. For a private table, ``invitation`` must be the table's invitation."""

    invitation: Invitation | None = None


class RulesetRequest(RequestBody, frozen=True):
    """A shipped ruleset with changes, which the server checks and describes."""

    rules: RulesetName = "uka"
    changes: dict[str, Any] = {}


class ResponseBody(msgspec.Struct, frozen=True):
    """The base class of the bodies of HTTP responses."""


class Guest(ResponseBody, frozen=True):
    """The identity of a client: the id ``player``, which other people see, and a name."""

    player: str
    name: str


class SeatSummary(ResponseBody, frozen=True):
    """A seat of a table: the name of the person, or the level of the bot; both are null for an empty seat."""

    seat: Seat
    name: str | None
    bot: str | None


class TableSummary(ResponseBody, frozen=True):
    """A table as the lobby and other lists show it. ``watching`` is the number of spectators."""

    table: str
    rules: str
    title: str
    host: str
    public: bool
    stage: TableStage
    paused: bool
    seats: tuple[SeatSummary, ...]
    watching: int
    score: tuple[int, ...]


class TableTicket(ResponseBody, frozen=True):
    """The id of a table that the client has joined, and the invitation with which others can join."""

    table: str
    invitation: str


class TournamentTicket(ResponseBody, frozen=True):
    """The id of a new tournament, and the link of its director. Whoever has the link may send every command."""

    tournament: str
    link: str


class TeamsEntered(ResponseBody, frozen=True):
    """The number of teams that a request has entered."""

    entered: int


class RecordSummary(ResponseBody, frozen=True):
    """A finished game of a table. ``number`` counts the games of the table from 0.

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
    """The public key (Ed25519, hexadecimal) that verifies a server's signatures, and its fingerprint for people."""

    key: str
    fingerprint: str


class RulesetSummary(ResponseBody, frozen=True):
    """A shipped ruleset as lists show it: its name, its title, and the source of its rules."""

    name: str
    title: str
    source: str


class FieldDifference(ResponseBody, frozen=True):
    """A field that a ruleset changes in the ruleset that it extends. ``field`` may be a dotted path."""

    field: str
    before: Any
    after: Any


class RulesetPage(ResponseBody, frozen=True):
    """A ruleset: its fields, its rulebook in sentences, and its differences from the ruleset that it extends."""

    rules: Ruleset
    rulebook: Rulebook
    differences: tuple[FieldDifference, ...]


class Hint(ResponseBody, frozen=True):
    """The rated choices of a seat, best first. ``version`` is the table's version that they apply to."""

    version: int
    choices: tuple[RatedAction, ...]


class GameVerdicts(ResponseBody, frozen=True):
    """Whether each pack of a game was dealt fairly. ``game`` counts the games of the record from 0."""

    game: int
    verdicts: tuple[Verdict, ...]


class HttpProblem(ResponseBody, frozen=True, omit_defaults=True):
    """The reason why a request was refused, in one sentence.

    ``fields`` are the fields of a ruleset that are wrong or contradict each other. ``doubt`` names what seems wrong:
    points or the name of a marae. The server accepts the request if it is sent again with a confirmation.
    """

    why: str
    fields: tuple[str, ...] = ()
    doubt: Literal["", "points", "marae"] = ""


class ServerInfo(ResponseBody, frozen=True):
    """What a server offers. ``bots`` are the levels of its bots, weakest first.

    ``network`` is the server's address on the local network; null if the server knows no such address. ``alone`` is
    true if only the server's own machine can reach the server.
    """

    version: str
    bots: tuple[str, ...]
    network: str | None
    alone: bool


class ServerHealth(ResponseBody, frozen=True):
    """``ready`` says whether the server accepts requests for tables; ``version`` is the version of Uka."""

    ready: bool
    version: str
