"""The shape of EGN and EMN files: types, old names made new, and text both ways. No rule of play is known here."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..log import InvalidRecord

VERSION = "1.4"
MATCH_VERSION = "1.0"
LARGEST = 16 << 20
"""Bytes; no record of a game comes near it."""
DEEPEST = 40

T = TypeVar("T")
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Count = Annotated[int, Meta(ge=0)]
Call: TypeAlias = Literal["Pass", "Order", "s", "h", "d", "c", "n", "x"]
Annotations: TypeAlias = dict[Annotated[str, Meta(pattern="^[0-9]{1,9}$")], list[str]]
Cards: TypeAlias = Annotated[list[str], Meta(max_length=10)]
ABSENT = -1
"""A number that a file need not say and that is always written."""
ALWAYS: Any = msgspec.field(default_factory=lambda: list[Any]())
"""A list that a file need not say and that is written even when it is empty."""


class Form(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, rename="camel", kw_only=True):
    """What all parts of a file share."""


class PlayerId(Form):
    """Who a player is on some platform."""

    id: str
    source: str


class Player(Form):
    """A player with more than a name."""

    name: str
    id: str | UnsetType = UNSET
    player_ids: list[PlayerId] | UnsetType = UNSET


class MatchPlayer(Form):
    """A player of a match."""

    id: str
    name: str
    player_ids: list[PlayerId] | UnsetType = UNSET


class RulesetForm(Form, rename=None):
    """The flags of a ruleset."""

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


class Metadata(Form):
    """What a file says of the whole game."""

    game_id: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    date: str | UnsetType = UNSET
    players: list[str | Player] | UnsetType = UNSET
    initial_score: list[Count] = msgspec.field(default_factory=lambda: [0, 0])
    final_score: list[int] | UnsetType = UNSET
    ruleset: RulesetForm = msgspec.field(default_factory=RulesetForm)


class InitialState(Form):
    """The deal before any call. ``kitty`` stood in EGN 1.0 and 1.1."""

    dealer: SeatNumber
    up_card: str
    player_cards: list[list[str]] = []
    kitty: list[str] = []


class CardExchange(Form):
    """Cards that went from one seat, or from the kitty where no sender is named, to another."""

    receiver: SeatNumber
    cards: Cards
    sender: SeatNumber | UnsetType = UNSET


class Bidding(Form, tag_field="type", tag="EUCHRE_BIDDING"):
    """The calls, clockwise from the dealer's left."""

    calls: Annotated[list[Call], Meta(max_length=16)]
    phase_number: int = ABSENT
    is_alone: bool | UnsetType = UNSET
    alone_defender: Annotated[int, Meta(ge=-1, le=9)] = -1
    discard: str | UnsetType = UNSET
    card_exchanges: Annotated[list[CardExchange], Meta(max_length=4)] = []
    call_annotations: Annotations = {}


class TrickPlay(Form, tag_field="type", tag="TRICK_PLAY"):
    """The cards of each trick in the order of play. ``initialLead`` stood in EGN 1.0 and 1.1."""

    tricks: Annotated[list[Cards], Meta(max_length=10)]
    phase_number: int = ABSENT
    is_alone: bool | UnsetType = UNSET
    initial_lead: SeatNumber | UnsetType = UNSET
    play_annotations: Annotations = {}


class AlternativeLine(Form):
    """Analysis: how the deal might have gone on from some action."""

    branch_index: Count
    phases: Annotated[list[Bidding | TrickPlay], Meta(min_length=1)]


class DealForm(Form):
    """One deal."""

    initial_state: InitialState
    deal_number: Count = ABSENT
    phases: list[Bidding | TrickPlay] = ALWAYS
    alternative_lines: list[AlternativeLine] = []


class Egn(Form):
    """A game; ``deals`` may be condensed into text."""

    file_type: Literal["Euchre Game Notation"]
    version: str
    metadata: Metadata = msgspec.field(default_factory=Metadata)
    deals: list[DealForm | str] = ALWAYS


class Game(Form):
    """A game of a match. ``playersOverride`` is the later name of ``players``."""

    game_data: Egn
    game_index: Count = ABSENT
    players: list[str] | UnsetType = UNSET
    players_override: list[str] | UnsetType = UNSET


class MatchFormat(Form):
    """How a match is decided."""

    type: Literal[
        "BEST_OF_N", "PROGRESSIVE", "ROUND_ROBIN", "CUSTOM", "FIXED_GAMES", "TARGET_SCORE", "ELIMINATION", "SWISS",
        "TIMED", "SINGLE_GAME",
    ]  # fmt: skip
    target: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


class Result(Form):
    """How a match ended."""

    status: Literal["COMPLETED", "IN_PROGRESS", "FORFEIT", "DRAW"] | UnsetType = UNSET
    winner: list[str] | UnsetType = UNSET
    scores: dict[str, float | int] | UnsetType = UNSET


class MatchMetadata(Form):
    """What a file says of the whole match."""

    match_id: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    date: str | UnsetType = UNSET
    players: list[MatchPlayer] = ALWAYS
    match_format: MatchFormat | UnsetType = UNSET
    result: Result | UnsetType = UNSET


class Emn(Form):
    """A match: several games."""

    file_type: Literal["Euchre Match Notation"]
    version: str
    metadata: MatchMetadata
    games: list[Game] = ALWAYS


OLD_NAMES = {
    "calls_annotations": "callAnnotations",
    "call_annotations": "callAnnotations",
    "tricks_annotations": "playAnnotations",
    "play_annotations": "playAnnotations",
    "player_cards": "playerCards",
    "card_exchanges": "cardExchanges",
    "initial_score": "initialScore",
    "final_score": "finalScore",
    "initial_state": "initialState",
    "initial_lead": "initialLead",
    "phase_number": "phaseNumber",
    "is_alone": "isAlone",
    "alone_defender": "aloneDefender",
    "alternative_lines": "alternativeLines",
    "branch_index": "branchIndex",
    "deal_number": "dealNumber",
    "up_card": "upCard",
    "file_type": "fileType",
    "player_ids": "playerIds",
    "match_id": "gameId",
    "matchId": "gameId",
    "max_deals": "num_deals",
}
_PARTS: tuple[type[Form], ...] = (
    PlayerId, Player, RulesetForm, Metadata, InitialState, CardExchange, Bidding, TrickPlay, AlternativeLine, DealForm,
    Egn,
)  # fmt: skip
NAMES = frozenset(name for part in _PARTS for name in part.__struct_encode_fields__) | {"type"}
"""Every name of EGN 1.4; files of 1.0 and 1.1 may say more, which no game needs."""


def decode(data: bytes | str) -> dict[str, Any]:
    """The JSON object that a file holds. ``InvalidRecord`` says what is wrong with it."""
    if len(data) > LARGEST:
        raise InvalidRecord(f"the file is larger than {LARGEST >> 20} MB, which no game is")
    try:
        value: object = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise InvalidRecord(f"this is not JSON: {error}") from None
    except RecursionError:
        raise InvalidRecord("this is nested too deeply to be a record") from None
    if not isinstance(value, dict):
        raise InvalidRecord("this is neither a game nor a match: an EGN or EMN file holds a JSON object")
    _shallow(cast(object, value))
    return cast(dict[str, Any], value)


def _shallow(value: object) -> None:
    """Refuse deep nesting here, so that what walks the value later needs no care."""
    level: list[object] = [value]
    for _ in range(DEEPEST):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return
    raise InvalidRecord("this is nested too deeply to be a record")


def _children(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(cast(dict[str, object], value).values())
    return cast(list[object], value) if isinstance(value, list) else []


def egn_of(value: dict[str, Any]) -> Egn:
    """The typed form of an EGN object, whatever its version calls things."""
    version = value.get("version")
    if not isinstance(version, str) or not re.fullmatch(r"1\.[0-4](\.\d{1,9})?", version):
        raise InvalidRecord(f"its version is {version!r}; this Uka reads EGN 1.0 to 1.4")
    early = version[:3] in ("1.0", "1.1")
    return _convert(_renamed(value, early), Egn)


def emn_of(value: dict[str, Any]) -> Emn:
    """The typed form of an EMN object; each game's data is read as EGN of its own version."""
    version = value.get("version")
    if not isinstance(version, str) or not re.fullmatch(r"1\.[0-2](\.\d{1,9})?", version):
        raise InvalidRecord(f"its version is {version!r}; this Uka reads EMN 1.0 to 1.2")
    games = value.get("games")
    for number, game in enumerate(cast(list[object], games) if isinstance(games, list) else []):
        data = cast(dict[str, Any], game).get("gameData") if isinstance(game, dict) else None
        if not isinstance(data, dict):
            raise InvalidRecord("it holds no gameData", game=number)
        cast(dict[str, Any], game)["gameData"] = in_game(number, egn_of, cast(dict[str, Any], data))
    return _convert(value, Emn)


def in_game(number: int, read: Any, *args: Any) -> Any:
    """What ``read`` gives, any refusal placed in a game of a match."""
    try:
        return read(*args)
    except InvalidRecord as error:
        raise error.placed(game=number) from None


def _renamed(value: Any, early: bool) -> Any:
    if isinstance(value, list):
        return [_renamed(item, early) for item in cast(list[Any], value)]
    if not isinstance(value, dict):
        return value
    table = {OLD_NAMES.get(key, key): inner for key, inner in cast(dict[str, Any], value).items()}
    return {key: _renamed(inner, early) for key, inner in table.items() if not early or key in NAMES or key.isdigit()}


def _convert(value: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(value, kind, from_attributes=False)
    except msgspec.ValidationError as error:
        why, place = str(error), re.search(r"\$\.deals\[(\d+)\]", str(error))
        raise InvalidRecord(why, deal=int(place[1]) if place else None) from None


def to_json(form: Form) -> str:
    """The text of a file, indented by two."""
    return msgspec.json.format(msgspec.json.encode(form), indent=2).decode() + "\n"
