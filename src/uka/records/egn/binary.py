"""EGN's binary form, ``.egnb``: one byte that names the form, then a Protocol Buffers message.

In the expanded form (byte 0) the message holds every part of a file. In the condensed form (byte 1) each deal is a
base64url text. A file without the byte is condensed. This module converts files of both forms to the JSON object of an
``.egn`` file, and such an object to either form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import InvalidRecord
from .protobuf import TEXT, TRUTH, WHOLE, Field, MalformedMessage, Message, decode, encode
from .rules import NotExpressible

EXPANDED, CONDENSED = b"\x00", b"\x01"
WITHOUT_BYTE = b"\x0a\x14Euchre Game Notation"
"""The first bytes of a condensed file without the byte that names the form."""
MAX_BYTES = 8 << 20
"""The largest size of a binary file, in bytes, that the format allows."""

ID: Message = {1: Field("id", TEXT), 2: Field("source", TEXT)}
NAMED_PLAYER: Message = {1: Field("name", TEXT), 2: Field("playerIds", ID, "list")}
PLAYER: Message = {1: Field("name", TEXT), 2: Field("player", NAMED_PLAYER)}
RULESET: Message = {
    1: Field("std", TRUTH),
    2: Field("min_rank", WHOLE),
    3: Field("winning_score", WHOLE),
    4: Field("canadian", TRUTH),
    5: Field("loner_lead", ("LEFT_OF_DEALER", "LEFT_OF_LONER")),
    6: Field("farmers", TRUTH),
    7: Field("partners_best", TRUTH),
    8: Field("go_under", TRUTH),
    9: Field("joker", TRUTH),
    10: Field("allow_no_trump", TRUTH),
    11: Field("fast_break", TRUTH),
    12: Field("four_trick_tokens", TRUTH),
    13: Field("loner_march_score", WHOLE),
    14: Field("loner_euchred_score", WHOLE),
    15: Field("defend_alone", TRUTH),
    16: Field("num_players", WHOLE),
    17: Field("num_deals", WHOLE),
}
METADATA: Message = {
    1: Field("gameId", TEXT),
    2: Field("title", TEXT),
    3: Field("description", TEXT),
    4: Field("players", PLAYER, "list"),
    5: Field("initialScore", WHOLE, "list"),
    6: Field("date", TEXT),
    7: Field("ruleset", RULESET),
    8: Field("finalScore", WHOLE, "list"),
}
CARDS: Message = {1: Field("cards", TEXT, "list")}
TEXTS: Message = {1: Field("texts", TEXT, "list")}
EXCHANGE: Message = {1: Field("sender", WHOLE), 2: Field("receiver", WHOLE), 3: Field("cards", TEXT, "list")}
BIDDING: Message = {
    1: Field("phaseNumber", WHOLE),
    2: Field("calls", TEXT, "list"),
    3: Field("isAlone", TRUTH),
    4: Field("aloneDefender", WHOLE),
    5: Field("discard", TEXT),
    6: Field("cardExchanges", EXCHANGE, "list"),
    7: Field("callAnnotations", TEXTS, "map", "texts"),
}
PLAY: Message = {
    1: Field("phaseNumber", WHOLE),
    3: Field("tricks", CARDS, "list", "cards"),
    4: Field("playAnnotations", TEXTS, "map", "texts"),
}
PHASE: Message = {1: Field("EUCHRE_BIDDING", BIDDING), 2: Field("TRICK_PLAY", PLAY)}
STATE: Message = {1: Field("dealer", WHOLE), 2: Field("upCard", TEXT), 4: Field("playerCards", CARDS, "list", "cards")}
LINE: Message = {1: Field("branchIndex", WHOLE), 2: Field("phases", PHASE, "list")}
DEAL: Message = {
    1: Field("dealNumber", WHOLE),
    2: Field("initialState", STATE),
    3: Field("phases", PHASE, "list"),
    4: Field("alternativeLines", LINE, "list"),
}
BEYOND_STANDARD: Message = {1: Field("why", TEXT), 2: Field("log", TEXT, "list")}
"""Uka's own addition to the format. A program that does not know the field skips it, as Protocol Buffers demands."""
FILE: Message = {
    1: Field("fileType", TEXT),
    2: Field("version", TEXT),
    3: Field("metadata", METADATA),
    4: Field("deals", DEAL, "list"),
    100: Field("uka", BEYOND_STANDARD),
}
CONDENSED_FILE: Message = {**FILE, 4: Field("deals", TEXT, "list")}
REQUIRED = {"EUCHRE_BIDDING": "calls", "TRICK_PLAY": "tricks"}
"""The list that each kind of phase has in JSON even if it is empty."""


def is_binary(data: bytes) -> bool:
    """Whether ``data``, the contents of a file, is in EGN's binary form."""
    return data[:1] in (EXPANDED, CONDENSED) or data.startswith(WITHOUT_BYTE)


def json_of(data: bytes) -> dict[str, Any]:
    """Return ``data``, the contents of a binary file, as the JSON object of an ``.egn`` file.

    The deals of a condensed file stay condensed. Raise ``InvalidRecord`` if the file is malformed.
    """
    if len(data) > MAX_BYTES:
        raise InvalidRecord(f"the file is larger than {MAX_BYTES >> 20} MB, which no binary EGN file may be")
    form = FILE if data[:1] == EXPANDED else CONDENSED_FILE
    try:
        value = decode(data if data.startswith(WITHOUT_BYTE) else data[1:], form)
    except MalformedMessage as error:
        raise InvalidRecord(f"this is not EGN's binary form: {error}") from None
    if players := value.get("metadata", {}).get("players"):
        value["metadata"]["players"] = [player.get("player", player.get("name", "")) for player in players]
    return _with_phases(value, _with_type_field) if form is FILE else value


def bytes_of(value: Mapping[str, Any]) -> bytes:
    """Return ``value``, the JSON object of an ``.egn`` file, as the contents of a binary file.

    The file has the condensed form if the deals in ``value`` are condensed, and otherwise the expanded form. Raise
    ``NotExpressible`` if the form cannot hold the whole object, such as an ``id`` of a player.
    """
    meta = dict(value["metadata"])
    if players := meta.get("players"):
        meta["players"] = [_player_message(player) for player in players]
    whole = {**value, "metadata": meta}
    try:
        if any(isinstance(deal, str) for deal in value["deals"]):
            data = CONDENSED + encode(whole, CONDENSED_FILE)
        else:
            data = EXPANDED + encode(_with_phases(whole, _keyed_by_type), FILE)
    except MalformedMessage as error:
        raise NotExpressible((str(error), None, "the binary form has no place for it")) from None
    if len(data) > MAX_BYTES:
        raise NotExpressible(("the file", len(data), f"a binary file holds at most {MAX_BYTES} bytes"))
    return data


def _player_message(player: str | dict[str, Any]) -> dict[str, Any]:
    """Return a player of the JSON form, a name or an object, as the fields of the binary form's message."""
    return {"name": player} if isinstance(player, str) else {"player": player}


def _with_phases(value: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    """Return a copy of ``value`` with ``change`` applied to each phase: the calls or the tricks of a deal.

    ``value`` is the JSON object of a file, of one deal, or of an alternative line of play.
    """
    changed = dict(value)
    for name in ("deals", "alternativeLines"):
        if name in value:
            changed[name] = [_with_phases(each, change) for each in value[name]]
    if "phases" in value:
        changed["phases"] = [change(phase) for phase in value["phases"]]
    return changed


def _with_type_field(phase: dict[str, Any]) -> dict[str, Any]:
    """Return a phase as the JSON form has it: with its type as the field ``type``."""
    if not phase:
        return {}
    kind, fields = next(iter(phase.items()))
    return {"type": kind, REQUIRED[kind]: [], **fields}


def _keyed_by_type(phase: dict[str, Any]) -> dict[str, Any]:
    """Return a phase as the binary form has it: the only field is the type, and its value holds the other fields."""
    return {phase["type"]: {name: value for name, value in phase.items() if name != "type"}}
