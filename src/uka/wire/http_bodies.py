"""The bodies of HTTP requests and responses, in JSON. Rulesets and game records have formats of their own."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from uka.coach import ChoiceExplanation as ChoiceExplanation
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
"""The names of the emblems that a person can choose. A client draws the emblems."""
AVATARS: tuple[Avatar, ...] = get_args(Avatar)
Invitation = Annotated[str, Meta(max_length=64, description="the secret that admits a person to a private table")]


class RequestBody(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of the bodies of HTTP requests."""


class RenameRequest(RequestBody, frozen=True):
    """A request to change the name or the emblem of the guest who asks."""

    name: Name | None = None
    """The new name. If it is null, the server chooses a random name."""
    avatar: Avatar | None = None
    """The new emblem. If it is null, the guest keeps the present emblem."""


class NewTable(RequestBody, frozen=True):
    """A request to open a table."""

    rules: RulesetName = DEFAULT_RULESET
    changes: dict[str, Any] = {}
    """Changes to fields of the ruleset ``rules``: a dict from field name to value."""
    settings: TableSettings | None = None
    """All settings of the table. If they are absent, the table has the usual settings of the ruleset."""
    public: bool = False
    """If true, the lobby lists the table, whatever ``settings`` say."""
    seat: Seat | None = None
    """The seat that the guest takes at once, if any."""
    bots: Level | None = None
    """The level of bots. If it is given, it replaces that in ``settings``."""
    begin: bool = False
    """Whether the game begins at once, with bots in the free seats."""


class NewTournament(RequestBody, frozen=True):
    """A request to open a tournament."""

    name: Name
    """The name of the tournament."""
    rules: RulesetName = TOURNAMENT_RULESET
    changes: dict[str, Any] = {}
    """Changes to fields of the ruleset ``rules``: a dict from field name to value."""
    settings: TournamentSettings = TournamentSettings()


class TeamList(RequestBody, frozen=True):
    """A request to enter a list of teams in a tournament. If one team is refused, no team is entered."""

    text: Annotated[str, Meta(max_length=60_000)]
    """The list, as CSV or as pasted lines of text."""
    alike: Alike = "ask"
    """What happens if the names of two marae (communities) are similar.

    "same": the server treats both names as one marae. "other": it treats the names as two marae. "ask": it refuses the
    list.
    """


class JoinRequest(RequestBody, frozen=True):
    """A request to join a table.

    The server gives the person a free seat: the one opposite the host, if it is free. If no seat is free, the person
    watches.
    """

    invitation: Invitation | None = None
    """The invitation to the table, which is required if the table is private."""
    watch: bool = False
    """Whether the person only watches, also if a seat is free."""


class RulesetRequest(RequestBody, frozen=True):
    """A request to validate and describe a shipped ruleset with changes to its fields."""

    rules: RulesetName = DEFAULT_RULESET
    changes: dict[str, Any] = {}
    """Changes to fields of the ruleset ``rules``: a dict from field name to value."""


class ResponseBody(msgspec.Struct, frozen=True):
    """The base class of the bodies of HTTP responses."""


class Guest(ResponseBody, frozen=True):
    """A guest: a person whom the server recognizes by a cookie."""

    player: str
    """The id of the guest, which other people can see."""
    name: str
    avatar: Avatar | None = None
    """The emblem that the guest chose, or null."""


class SeatSummary(ResponseBody, frozen=True):
    """A seat of a table, and the person or bot there."""

    seat: Seat
    name: str | None
    """The name of the person, or null."""
    bot: str | None
    """The level of the bot, or null."""
    persona: str | None = None
    """The name of the bot, or null."""
    avatar: str | None = None
    """The emblem that the person chose, or null."""


class TableSummary(ResponseBody, frozen=True):
    """A summary of a table for the lobby and other lists."""

    table: str
    """The id of the table."""
    rules: str
    """The name of the ruleset."""
    title: str
    """The title of the ruleset."""
    host: str
    """The name of the host. For a quick game, which has no host, it is the name of the first seated person."""
    public: bool
    """Whether the lobby lists the table."""
    stage: TableStage
    paused: PauseReason | None
    """Why the table is paused, or null."""
    seats: tuple[SeatSummary, ...]
    watching: int
    """The number of spectators."""
    score: tuple[int, ...]
    """Each partnership's points in the game."""
    begins: int | None = None
    """When a quick game begins by itself, in milliseconds since 1970; null at other tables."""
    locked: bool = False
    """Whether nobody new may come to the table."""


class TableTicket(ResponseBody, frozen=True):
    """A table that the guest has joined."""

    table: str
    """The id of the table."""
    invitation: str
    """The secret with which other people can join the table."""


class TournamentTicket(ResponseBody, frozen=True):
    """A tournament that was just opened."""

    tournament: str
    """The id of the tournament."""
    link: str
    """The director's link: a secret address whose holder may send all commands of the tournament."""


class TeamsEntered(ResponseBody, frozen=True):
    """The response to a request to enter a list of teams."""

    entered: int
    """The number of teams that were entered."""
    unused: tuple[str, ...] = ()
    """What of the list was not used: titles above its heading, and headings of columns that describe no team."""


class TeamListText(ResponseBody, frozen=True):
    """The teams in a file that the client sent, as text. The client can send the text in a request to enter teams."""

    text: str
    """The list, with one team on each line."""


class RecordSummary(ResponseBody, frozen=True):
    """A summary of the record of a finished game."""

    number: int
    """The index of the game among the games of the table, from 0."""
    players: tuple[str, ...]
    """The names of the players, in the order of the seats."""
    score: tuple[int, ...]
    """Each partnership's points at the end."""
    winner: Partnership | None
    deals: int
    """The number of deals."""
    began: int
    """When the game began, in milliseconds since 1970."""
    ended: int
    """When the game ended, in milliseconds since 1970."""


class ServerKey(ResponseBody, frozen=True):
    """The public key with which anybody can verify the server's signatures of game records."""

    key: str
    """The key (Ed25519), in hexadecimal."""
    fingerprint: str
    """A shorter text that follows from the key, which people can compare more easily."""


class RulesetSummary(ResponseBody, frozen=True):
    """A summary of a shipped ruleset for lists: its name, its title, and the source of its rules."""

    name: str
    title: str
    source: str


class FieldDifference(ResponseBody, frozen=True):
    """A field whose value in a ruleset differs from the value in the ruleset that this one extends."""

    field: str
    """The name of the field, or a path such as "score.march"."""
    before: Any
    """The value in the extended ruleset."""
    after: Any
    """The value in this ruleset."""


class RulesetPage(ResponseBody, frozen=True):
    """A ruleset: its fields, its rulebook in sentences, and its differences from the ruleset that it extends."""

    rules: Ruleset
    rulebook: Rulebook
    differences: tuple[FieldDifference, ...]


class Hint(ResponseBody, frozen=True):
    """A hint: the actions that a person may choose now, each with a rating."""

    version: int
    """The version of the table for which the actions are rated."""
    choices: tuple[RatedAction, ...]
    """The actions with their ratings, the best first."""


class GameChances(ResponseBody, frozen=True):
    """How the chance of winning changed from deal to deal in a finished game."""

    chances: tuple[float, ...]
    """The chance of north and south to win the game, before each deal and at the end; empty for a rubber.

    Each chance follows from the score and the dealer, as if both sides were equally strong.
    """


class GameVerdicts(ResponseBody, frozen=True):
    """Whether each pack of a recorded game was shuffled fairly."""

    game: int
    """The index of the game in the record, from 0."""
    verdicts: tuple[Verdict, ...]
    """One verdict for each pack."""


class RulesetFault(ResponseBody, frozen=True):
    """An error in a ruleset: an invalid value, or values that contradict each other."""

    fields: tuple[str, ...]
    """The names of the fields with these values."""
    why: str
    """The reason in one sentence."""


class HttpProblem(ResponseBody, frozen=True, omit_defaults=True):
    """The response to a request that the server refused."""

    why: str
    """The reason in one sentence. If a ruleset has several errors, it is the first of them."""
    fields: tuple[str, ...] = ()
    """The names of the fields of a ruleset that have errors."""
    doubt: Literal["", "points", "marae", "end"] = ""
    """What of a request to a tournament seems wrong: points, the name of a marae (community), or the tournament's end.

    If it is not empty, the server accepts the request when it is sent again with a confirmation.
    """
    faults: tuple[RulesetFault, ...] = ()
    """All errors of a ruleset."""


class ServerInfo(ResponseBody, frozen=True):
    """What a server offers."""

    version: str
    """The version of Uka on the server."""
    bots: tuple[str, ...]
    """The levels of the bots that it can play, the weakest first."""
    network: str | None
    """The server's address on the local network, or null if the server knows no such address."""
    alone: bool
    """Whether the server accepts connections only from its own machine."""


class ServerHealth(ResponseBody, frozen=True):
    """Whether a server works as it should."""

    ready: bool
    """Whether the server accepts requests for tables."""
    version: str
    """The version of Uka on the server."""
    why: str = ""
    """If the server is not ready, the reason in one sentence, such as that the disk of its store is full."""
