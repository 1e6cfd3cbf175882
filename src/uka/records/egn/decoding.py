"""The conversion between the text of EGN and EMN files and the types of ``schema``.

Field names of earlier versions become the field names of EGN 1.4.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar, cast

import msgspec

from uka.core.malformed import why_malformed

from ..errors import InvalidRecord
from .schema import (
    EgnAlternativeLine,
    EgnBidding,
    EgnCardExchange,
    EgnDeal,
    EgnFile,
    EgnInitialState,
    EgnMetadata,
    EgnObject,
    EgnPlayer,
    EgnPlayerId,
    EgnRuleset,
    EgnTrickPlay,
    EmnFile,
)

MAX_BYTES = 16 << 20
"""The largest size of a record file in bytes. Records of games are far smaller."""
MAX_DEPTH = 40
"""How deeply lists and objects may be nested in a file."""
NO_RECORD = "this is no record: an EGN or EMN file is one JSON object, and Uka's own log is one for each line"

T = TypeVar("T")
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
_PARTS: tuple[type[EgnObject], ...] = (
    EgnPlayerId, EgnPlayer, EgnRuleset, EgnMetadata, EgnInitialState, EgnCardExchange, EgnBidding, EgnTrickPlay,
    EgnAlternativeLine, EgnDeal, EgnFile,
)  # fmt: skip
NAMES = frozenset(name for part in _PARTS for name in part.__struct_encode_fields__) | {"type"}
"""The names of all fields in EGN 1.4. Files of EGN 1.0 and 1.1 may have other fields, which are ignored."""


def decode(data: bytes | str) -> dict[str, Any]:
    """Return the JSON object in ``data``, the contents of a file. Raise ``InvalidRecord`` if it holds no such object.

    An object that is larger than ``MAX_BYTES`` or nested deeper than ``MAX_DEPTH`` is refused too.
    """
    if len(data) > MAX_BYTES:
        raise InvalidRecord(f"the file is larger than {MAX_BYTES >> 20} MB, which no game is")
    try:
        value: object = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidRecord(f"{NO_RECORD}: {why_malformed(error, object)}") from None
    if not isinstance(value, dict):
        raise InvalidRecord(f"{NO_RECORD}: it holds no object")
    _check_depth(cast(object, value))
    return cast(dict[str, Any], value)


def _check_depth(value: object) -> None:
    """Raise ``InvalidRecord`` if a value is nested so deeply that recursive functions could overflow the stack."""
    level: list[object] = [value]
    for _ in range(MAX_DEPTH):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return
    raise InvalidRecord("this is nested too deeply to be a record")


def _children(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(cast(dict[str, object], value).values())
    return cast(list[object], value) if isinstance(value, list) else []


def egn_of(value: dict[str, Any]) -> EgnFile:
    """Return ``value``, the JSON object of an EGN file of any version, as an ``EgnFile``.

    Raise ``InvalidRecord`` if the object is invalid.
    """
    version = value.get("version")
    if not isinstance(version, str) or not re.fullmatch(r"1\.[0-4](\.\d{1,9})?", version):
        raise InvalidRecord(f"its version is {version!r}; this Uka reads EGN 1.0 to 1.4")
    early = version[:3] in ("1.0", "1.1")
    return _convert(_with_new_names(value, early), EgnFile)


def emn_of(value: dict[str, Any]) -> EmnFile:
    """Return ``value``, the JSON object of an EMN file, as an ``EmnFile``. Its games can have different EGN versions.

    Raise ``InvalidRecord`` if the object is invalid. The games in ``value`` are replaced by ``EgnFile`` objects.
    """
    version = value.get("version")
    if not isinstance(version, str) or not re.fullmatch(r"1\.[0-2](\.\d{1,9})?", version):
        raise InvalidRecord(f"its version is {version!r}; this Uka reads EMN 1.0 to 1.2")
    games = value.get("games")
    for number, game in enumerate(cast(list[object], games) if isinstance(games, list) else []):
        data = cast(dict[str, Any], game).get("gameData") if isinstance(game, dict) else None
        if not isinstance(data, dict):
            raise InvalidRecord("it holds no gameData", game=number)
        cast(dict[str, Any], game)["gameData"] = read_game(number, egn_of, cast(dict[str, Any], data))
    return _convert(value, EmnFile)


def read_game(number: int, read: Any, *args: Any) -> Any:
    """Return ``read(*args)``, which reads the game with the index ``number`` in a match.

    If ``read`` raises ``InvalidRecord``, raise it with the number of the game.
    """
    try:
        return read(*args)
    except InvalidRecord as error:
        raise error.with_location(game=number) from None


def _with_new_names(value: Any, early: bool) -> Any:
    """Return a JSON ``value`` with the present names of fields. If ``early``, drop fields with other names."""
    if isinstance(value, list):
        return [_with_new_names(item, early) for item in cast(list[Any], value)]
    if not isinstance(value, dict):
        return value
    table = {OLD_NAMES.get(key, key): inner for key, inner in cast(dict[str, Any], value).items()}
    return {
        key: _with_new_names(inner, early) for key, inner in table.items() if not early or key in NAMES or key.isdigit()
    }


def _convert(value: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(value, kind, from_attributes=False)
    except msgspec.ValidationError as error:
        why = why_malformed(error, kind)
        place = re.search(r"\bdeals\[(\d+)\](\.|(?= ))", why)
        if place is None:
            raise InvalidRecord(why) from None
        whole = "" if place[2] else "it"
        raise InvalidRecord(why.replace(place[0], whole, 1), deal=int(place[1])) from None


def to_json(form: EgnObject) -> str:
    """Return ``form``, a whole EGN or EMN file, as JSON text that is indented by two spaces."""
    return msgspec.json.format(msgspec.json.encode(form), indent=2).decode() + "\n"
