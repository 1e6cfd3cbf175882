"""What is sent and answered over HTTP, beside the rulesets and records themselves."""

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
"""Of a request's body, but for a record's."""
MOST_RECORD_BYTES = 1_000_000
"""Of a record that is sent to be verified."""

Name = Annotated[str, Meta(min_length=1, max_length=100, description="a name, as a person typed it")]
RulesetName = Annotated[str, Meta(max_length=40, description="a shipped ruleset's name")]
Invitation = Annotated[str, Meta(max_length=64, description="what lets one in to a table that is not public")]


class RequestBody(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a client fills in."""


class RenameRequest(RequestBody, frozen=True):
    """How one wants to be called; without a name the server finds one."""

    name: Name | None = None


class NewTable(RequestBody, frozen=True):
    """A table to open: a ruleset with changes to it, and whether to sit down and begin at once.

    Settings that are given are all of them; without any, those usual for the ruleset. ``bots`` and ``public`` are laid
    over either.
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
    """Teams to enter, all or none: CSV, or lines that were pasted; ``alike`` says whether marae that are written alike
    are the same."""

    text: Annotated[str, Meta(max_length=60_000)]
    alike: Alike = "ask"


class JoinRequest(RequestBody, frozen=True):
    """What one shows to come in."""

    invitation: Invitation | None = None


class RulesetRequest(RequestBody, frozen=True):
    """A ruleset to be looked at: a shipped one with changes to it."""

    rules: RulesetName = "uka"
    changes: dict[str, Any] = {}


class ResponseBody(msgspec.Struct, frozen=True):
    """What the server answers."""


class Guest(ResponseBody, frozen=True):
    """Who one is: an id that others see, and a name."""

    player: str
    name: str


class SeatSummary(ResponseBody, frozen=True):
    """Who is at a seat: a person's name, a bot's level, or nobody."""

    seat: Seat
    name: str | None
    bot: str | None


class TableSummary(ResponseBody, frozen=True):
    """A table in a list."""

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
    """A table that one is at, and the invitation that lets others in."""

    table: str
    invitation: str


class TournamentTicket(ResponseBody, frozen=True):
    """A tournament, and the link of its director; who has it may do everything."""

    tournament: str
    link: str


class TeamsEntered(ResponseBody, frozen=True):
    """How many teams were entered."""

    entered: int


class RecordSummary(ResponseBody, frozen=True):
    """A finished game of a table; ``number`` counts from 0, ``began`` and ``ended`` are milliseconds since 1970."""

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
    """A shipped ruleset in a list."""

    name: str
    title: str
    source: str


class FieldDifference(ResponseBody, frozen=True):
    """What a ruleset changes of the one that it comes from; ``field`` may be dotted."""

    field: str
    before: Any
    after: Any


class RulesetPage(ResponseBody, frozen=True):
    """A ruleset in full, told in sentences, and what it changes of the one that it comes from."""

    rules: Ruleset
    rulebook: Rulebook
    differences: tuple[FieldDifference, ...]


class Hint(ResponseBody, frozen=True):
    """What each choice is worth at a version of the table, best first."""

    version: int
    choices: tuple[RatedAction, ...]


class GameVerdicts(ResponseBody, frozen=True):
    """Whether each pack of a game was dealt fairly; ``game`` counts the record's from 0."""

    game: int
    verdicts: tuple[Verdict, ...]


class HttpProblem(ResponseBody, frozen=True, omit_defaults=True):
    """Why a request was refused, in one sentence; ``fields`` of a ruleset that are wrong, or contradict each other;
    ``doubt``: what is doubted in a request that is done if it insists."""

    why: str
    fields: tuple[str, ...] = ()
    doubt: Literal["", "points", "marae"] = ""


class ServerInfo(ResponseBody, frozen=True):
    """What a server offers: the levels of its bots, weakest first, and its address for others in the same network.

    ``network`` is None where only the address that one came by is known, and ``alone`` says that nobody but this
    machine can come by it.
    """

    version: str
    bots: tuple[str, ...]
    network: str | None
    alone: bool


class ServerHealth(ResponseBody, frozen=True):
    """How the server is."""

    ready: bool
    version: str
