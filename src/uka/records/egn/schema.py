"""The types of the parts of EGN 1.4 and EMN 1.0 files. They say what a file may hold, and not what the rules allow."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

VERSION = "1.4"
MATCH_VERSION = "1.0"

SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Count = Annotated[int, Meta(ge=0)]
EgnCall: TypeAlias = Literal["Pass", "Order", "s", "h", "d", "c", "n", "x"]
EgnAnnotations: TypeAlias = dict[Annotated[str, Meta(pattern="^[0-9]{1,9}$")], list[str]]
EgnCards: TypeAlias = Annotated[list[str], Meta(max_length=10)]
ABSENT = -1
"""The default of a number that a file may leave out. Uka's writer always writes such a number."""
ALWAYS: Any = msgspec.field(default_factory=lambda: list[Any]())
"""The default of a list that a file may leave out. Uka's writer always writes such a list, even if it is empty."""


class EgnObject(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, rename="camel", kw_only=True):
    """The base class of all parts of an EGN or EMN file."""


class EgnPlayerId(EgnObject):
    """The id of a player on an online platform."""

    id: str
    source: str


class EgnPlayer(EgnObject):
    """A player of a game, with a name and ids."""

    name: str
    id: str | UnsetType = UNSET
    player_ids: list[EgnPlayerId] | UnsetType = UNSET


class EmnPlayer(EgnObject):
    """A player of a match."""

    id: str
    name: str
    player_ids: list[EgnPlayerId] | UnsetType = UNSET


class EgnRuleset(EgnObject, rename=None):
    """The flags by which EGN describes a ruleset."""

    std: bool | UnsetType = UNSET
    min_rank: int | UnsetType = UNSET
    winning_score: Count | UnsetType = UNSET
    num_deals: Count | UnsetType = UNSET
    canadian: bool | UnsetType = UNSET
    loner_lead: Literal["LEFT_OF_DEALER", "LEFT_OF_LONER"] | UnsetType = UNSET
    loner_march_score: int | UnsetType = UNSET
    loner_euchred_score: int | UnsetType = UNSET
    defend_alone: bool | UnsetType = UNSET
    farmers: bool | UnsetType = UNSET
    partners_best: bool | UnsetType = UNSET
    go_under: bool | UnsetType = UNSET
    joker: bool | UnsetType = UNSET
    num_players: int | UnsetType = UNSET
    allow_no_trump: bool | UnsetType = UNSET
    fast_break: bool | UnsetType = UNSET
    four_trick_tokens: bool | UnsetType = UNSET


class EgnMetadata(EgnObject):
    """The metadata of a game, such as its title and its players."""

    game_id: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    date: str | UnsetType = UNSET
    players: list[str | EgnPlayer] | UnsetType = UNSET
    initial_score: list[Count] = msgspec.field(default_factory=lambda: [0, 0])
    final_score: list[int] | UnsetType = UNSET
    ruleset: EgnRuleset = msgspec.field(default_factory=EgnRuleset)


class EgnInitialState(EgnObject):
    """The cards and the dealer before any call. Only EGN 1.0 and 1.1 have ``kitty``."""

    dealer: SeatNumber
    up_card: str
    player_cards: list[list[str]] = []
    kitty: list[str] = []


class EgnCardExchange(EgnObject):
    """Cards that a seat received from another seat or from the kitty."""

    receiver: SeatNumber
    cards: EgnCards
    sender: SeatNumber | UnsetType = UNSET
    """The seat that gave the cards. The kitty has no number."""


class EgnBidding(EgnObject, tag_field="type", tag="EUCHRE_BIDDING"):
    """The calls, clockwise from the dealer's left."""

    calls: Annotated[list[EgnCall], Meta(max_length=16)]
    phase_number: int = ABSENT
    is_alone: bool | UnsetType = UNSET
    alone_defender: Annotated[int, Meta(ge=-1, le=9)] = -1
    discard: str | UnsetType = UNSET
    card_exchanges: Annotated[list[EgnCardExchange], Meta(max_length=4)] = []
    call_annotations: EgnAnnotations = {}


class EgnTrickPlay(EgnObject, tag_field="type", tag="TRICK_PLAY"):
    """The cards of each trick in the order of play. Only EGN 1.0 and 1.1 have ``initialLead``."""

    tricks: Annotated[list[EgnCards], Meta(max_length=10)]
    phase_number: int = ABSENT
    is_alone: bool | UnsetType = UNSET
    initial_lead: SeatNumber | UnsetType = UNSET
    play_annotations: EgnAnnotations = {}


class EgnAlternativeLine(EgnObject):
    """An alternative continuation of a deal, recorded as a comment on the play."""

    branch_index: Count
    """The index of the first action that the continuation replaces. Calls and plays are counted together."""
    phases: Annotated[list[EgnBidding | EgnTrickPlay], Meta(min_length=1)]


class EgnDeal(EgnObject):
    """A deal with its phases: the calls and the tricks."""

    initial_state: EgnInitialState
    deal_number: Count = ABSENT
    phases: list[EgnBidding | EgnTrickPlay] = ALWAYS
    alternative_lines: list[EgnAlternativeLine] = []


class BeyondStandard(EgnObject):
    """Uka's own addition to a file, in the key ``uka``, for a game that standard EGN cannot express."""

    why: str
    """A sentence that says what the standard cannot express."""
    log: list[str]
    """The lines of Uka's own log of the game or rubber. Uka reads the game from these lines."""


class EgnFile(EgnObject):
    """An EGN file, which holds one game."""

    file_type: Literal["Euchre Game Notation"]
    version: str
    metadata: EgnMetadata = msgspec.field(default_factory=EgnMetadata)
    deals: list[EgnDeal | str] = ALWAYS
    """The deals. A text is a deal in condensed form."""
    uka: BeyondStandard | UnsetType = UNSET
    """Uka's own addition, if the standard cannot express the whole game."""


class EmnGame(EgnObject):
    """A game of a match."""

    game_data: EgnFile
    game_index: Count = ABSENT
    players: list[str] | UnsetType = UNSET
    """The ids of the players by seat."""
    players_override: list[str] | UnsetType = UNSET
    """The newer name of ``players``."""


class EmnMatchFormat(EgnObject):
    """The format of a match, such as best of N games, and its target."""

    type: Literal[
        "BEST_OF_N", "PROGRESSIVE", "ROUND_ROBIN", "CUSTOM", "FIXED_GAMES", "TARGET_SCORE", "ELIMINATION", "SWISS",
        "TIMED", "SINGLE_GAME",
    ]  # fmt: skip
    target: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


class EmnResult(EgnObject):
    """The result of a match."""

    status: Literal["COMPLETED", "IN_PROGRESS", "FORFEIT", "DRAW"] | UnsetType = UNSET
    winner: list[str] | UnsetType = UNSET
    scores: dict[str, float | int] | UnsetType = UNSET


class EmnMetadata(EgnObject):
    """The metadata of a match."""

    match_id: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    date: str | UnsetType = UNSET
    players: list[EmnPlayer] = ALWAYS
    match_format: EmnMatchFormat | UnsetType = UNSET
    result: EmnResult | UnsetType = UNSET


class EmnFile(EgnObject):
    """An EMN file, which holds one match of several games."""

    file_type: Literal["Euchre Match Notation"]
    version: str
    metadata: EmnMetadata
    games: list[EmnGame] = ALWAYS
    uka: BeyondStandard | UnsetType = UNSET
    """Uka's own addition, if the match is a rubber that the standard cannot express."""
