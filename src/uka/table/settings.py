"""A table's settings that are not rules of the game. Times are in milliseconds."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, cast, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.ruleset_fields import allowed, unpack

GivenKind: TypeAlias = Literal["number", "day", "match"]
DEALS_PATTERN = r"^(number:(0|[1-9][0-9]{0,8})|day:\d{4}-\d{2}-\d{2}|match:[2-9a-z]{8})?\Z"
DEALS_MEANING = (
    "the deals that the table plays: number:4711 for those with a number, day:2026-11-24 for those of a day, "
    "match:abcdefgh for those of a match; empty for random deals. Only the server opens tables for a day or a match"
)


class GivenDeals(NamedTuple):
    """Deals that are fixed before the game, so that several tables can play the same deals.

    ``name`` is the number that stands for the deals, the day as YYYY-MM-DD, or the id of the match.

    >>> GivenDeals.parse("number:4711")
    GivenDeals(kind='number', name='4711')
    """

    kind: GivenKind
    name: str

    @classmethod
    def parse(cls, text: str) -> GivenDeals | None:
        """Parse ``text``, the value of the setting ``deals``. Return None if it is empty.

        Raise ``ValueError`` if ``text`` does not have the form of that setting.
        """
        if not re.fullmatch(DEALS_PATTERN, text):
            raise ValueError(f"{text!r} names no deals")
        kind, _, name = text.partition(":")
        return cls(cast(GivenKind, kind), name) if text else None

    @property
    def number(self) -> int | None:
        """The number by which these deals are known; None for the deals of a day or of a match."""
        return int(self.name) if self.kind == "number" else None


SECOND = 1_000


class InvalidTableSettings(UkaError):
    """The value of a table's setting is out of range."""


def _ms(most: int, text: str) -> Meta:
    return Meta(ge=0, le=most * SECOND, description=text)


def _description(text: str) -> Meta:
    return Meta(description=text)


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a table. The constructor raises ``InvalidTableSettings`` if a value is out of range.

    >>> TableSettings(rest_ms=5_000).rest_ms
    5000
    >>> TableSettings(secrets_open_after="never")
    Traceback (most recent call last):
    ...
    uka.table.settings.InvalidTableSettings: secrets_open_after is 'game' or 'deal', not 'never'
    """

    public: Annotated[bool, _description("whether the lobby lists the table")] = False
    locked: Annotated[bool, _description("whether nobody new may come to the table")] = False
    reserved: Annotated[bool, _description("whether only the host seats people, as at a tournament")] = False
    spectators: Annotated[bool, _description("whether people without a seat may watch")] = True
    by_hand: Annotated[bool, _description("whether people draw, cut and deal; else the server does")] = False
    secrets_open_after: Annotated[
        Literal["game", "deal"], _description("whether the server opens its secrets after each game or after each deal")
    ] = "game"
    revokes: Annotated[bool, _description("whether revokes can happen and be claimed; else they are prevented")] = False
    undo: Annotated[bool, _description("whether a person who plays only with bots may undo")] = True
    bots: Annotated[str, Meta(min_length=1, max_length=20, description="the level of bots")] = "club"
    bots_talk: Annotated[bool, _description("whether bots say a phrase now and then")] = True
    deals: Annotated[str, Meta(max_length=40, pattern=DEALS_PATTERN, description=DEALS_MEANING)] = ""
    clock: Annotated[bool, _description("whether the server rings the bell of a timed ruleset")] = True
    move_ms: Annotated[int, _ms(3_600, "for each move, before the bank is used; 0: no move clock")] = 0
    bank_ms: Annotated[int, _ms(3_600, "time bank for all moves of a game together")] = 60 * SECOND
    answer_ms: Annotated[int, _ms(60, "until a bot answers, whatever its hand is")] = 400
    draw_ms: Annotated[int, _ms(60, "between the steps of the draw")] = 300
    deal_ms: Annotated[int, _ms(60, "to show a deal, before the first turn counts")] = 900
    trick_ms: Annotated[int, _ms(60, "to show a finished trick, before the next turn counts")] = 700
    rest_ms: Annotated[int, _ms(3_600, "between deals, or until all are ready; a lone person is awaited")] = 10 * SECOND
    hand_ms: Annotated[int, _ms(3_600, "for a step by hand; then the server does it")] = 20 * SECOND
    away_ms: Annotated[int, _ms(3_600, "from a lost connection until a bot fills in")] = 30 * SECOND

    def __post_init__(self) -> None:
        check_ranges(self, InvalidTableSettings)
        if self.deals and self.by_hand:
            raise InvalidTableSettings("given deals are not dealt by hand: set by_hand to false")

    @property
    def given(self) -> GivenDeals | None:
        """The deals, fixed before the game, that the table plays; None if the deals are random."""
        return GivenDeals.parse(self.deals) if self.deals else None


def default_settings(rules: Ruleset) -> TableSettings:
    """Return the settings that a new table has if nobody chooses others.

    If the ruleset has a clock, the time for each move is limited, so that players who are ahead cannot stall until
    the bell.
    """
    return TableSettings(move_ms=15 * SECOND, bank_ms=45 * SECOND) if rules.clock else TableSettings()


def check_ranges(settings: msgspec.Struct, error: type[UkaError]) -> None:
    """Raise ``error`` if a field of ``settings`` has a value that the annotated type of the field does not allow.

    msgspec checks such limits only when it decodes a struct, not when Python code creates the struct.
    """
    for name, hint in _hints(type(settings)).items():
        value = getattr(settings, name)
        try:
            msgspec.convert(value, hint, strict=True)
        except msgspec.ValidationError:
            raise error(f"{name} is {_allowed(hint)}, not {value!r}") from None


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _allowed(hint: object) -> str:
    base, metas = unpack(hint)
    longest = next((meta.max_length for meta in metas if meta.max_length), None)
    if base is str and longest:
        return f"1 to {longest} letters"
    return "made of values in their range" if get_origin(base) is tuple else allowed(hint)


NO_PAUSES = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0)
"""The settings of a table for programs: without the pauses that let people follow the game."""
