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
"""The largest body of a request that holds no record."""
MOST_RECORD_BYTES = 1_000_000
"""The largest record that the server verifies."""

Name = Annotated[str, Meta(min_length=1, max_length=100, description="a name as a person typed it")]
RulesetName = Annotated[str, Meta(max_length=40, description="a shipped ruleset's name")]
Invitation = Annotated[str, Meta(max_length=64, description="the secret that admits a person to a private table")]


class RequestBody(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of the bodies of requests."""


class RenameRequest(RequestBody, frozen=True):
    """The name that a guest wants. Without a name the server chooses one."""

    name: Name | None = None


class NewTable(RequestBody, frozen=True):
    """A table to open: a ruleset with changes to it, the seat to take, and whether to begin the game at once.

    ``settings`` replaces all settings; without it the table has the usual settings of the ruleset. ``bots`` and
    ``public`` override both.
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
    """Teams to enter, all or none, as CSV or as pasted lines. ``alike`` says whether marae with similar names are the
    same marae."""

    text: Annotated[str, Meta(max_length=60_000)]
    alike: Alike = "ask"


class JoinRequest(RequestBody, frozen=True):
    """A request to come to a table; a private table needs its invitation."""

    invitation: Invitation | None = None


class RulesetRequest(RequestBody, frozen=True):
    """A shipped ruleset with changes, to be checked and described."""

    rules: RulesetName = "uka"
    changes: dict[str, Any] = {}


class ResponseBody(msgspec.Struct, frozen=True):
    """The base class of the bodies of responses."""


class Guest(ResponseBody, frozen=True):
    """The identity of a client: an id that others see, and a name."""

    player: str
    name: str


class SeatSummary(ResponseBody, frozen=True):
    """A seat of a table: the name of the person, or the level of the bot; both are null for an empty seat."""

    seat: Seat
    name: str | None
    bot: str | None


class TableSummary(ResponseBody, frozen=True):
    """A table as lists show it."""

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
    """A table that the client has come to, and the invitation that admits others."""

    table: str
    invitation: str


class TournamentTicket(ResponseBody, frozen=True):
    """A tournament, and the link of its director. Whoever has the link may send every command."""

    tournament: str
    link: str


class TeamsEntered(ResponseBody, frozen=True):
    """The number of teams that were entered."""

    entered: int


class RecordSummary(ResponseBody, frozen=True):
    """A finished game of a table. ``number`` counts from 0; ``began`` and ``ended`` are milliseconds since 1970."""

    number: int
    players: tuple[str, ...]
    score: tuple[int, ...]
    winner: Partnership | None
    deals: int
    began: int
    ended: int


class ServerKey(ResponseBody, frozen=True):
    """The public key (Ed25519, hexadecimal) that a server signs records with, and its fingerprint for people."""

    key: str
    fingerprint: str


class RulesetSummary(ResponseBody, frozen=True):
    """A shipped ruleset as lists show it."""

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
    """The rated choices at a version of the table, best first."""

    version: int
    choices: tuple[RatedAction, ...]


class GameVerdicts(ResponseBody, frozen=True):
    """Whether each pack of a game was dealt fairly. ``game`` counts the games of the record from 0."""

    game: int
    verdicts: tuple[Verdict, ...]


class HttpProblem(ResponseBody, frozen=True, omit_defaults=True):
    """The reason why a request was refused, in one sentence.

    ``fields`` are the fields of a ruleset that are wrong or contradict each other. ``doubt`` names what seems wrong in
    a request that the server accepts if it is sent again with ``insist``.
    """

    why: str
    fields: tuple[str, ...] = ()
    doubt: Literal["", "points", "marae"] = ""


class ServerInfo(ResponseBody, frozen=True):
    """What a server offers: the levels of its bots, weakest first, and its address in the local network.

    ``network`` is null if the server knows no such address. ``alone`` says that only this machine can reach the server.
    """

    version: str
    bots: tuple[str, ...]
    network: str | None
    alone: bool


class ServerHealth(ResponseBody, frozen=True):
    """Whether the server accepts new work, and its version."""

    ready: bool
    version: str
