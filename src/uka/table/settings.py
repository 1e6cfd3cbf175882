"""What a table agrees on beside the rules. Times are in milliseconds."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset, allowed

SECOND = 1_000


class InvalidSetting(UkaError):
    """A setting out of its range."""


def _ms(most: int, text: str) -> Meta:
    return Meta(ge=0, le=most * SECOND, description=text)


def _about(text: str) -> Meta:
    return Meta(description=text)


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table's settings. ``InvalidSetting`` for a value out of range.

    >>> Settings(rest_ms=5_000).rest_ms
    5000
    >>> Settings(reveal="never")
    Traceback (most recent call last):
    ...
    uka.table.settings.InvalidSetting: reveal is 'game' or 'deal', not 'never'
    """

    public: Annotated[bool, _about("whether the table is in the lobby")] = False
    spectators: Annotated[bool, _about("whether others may watch")] = True
    by_hand: Annotated[bool, _about("whether people draw, cut and deal; else it happens by itself")] = False
    reveal: Annotated[Literal["game", "deal"], _about("when secrets are told: after the game, or each deal")] = "game"
    revokes: Annotated[bool, _about("whether revokes can happen, to be claimed; else they are prevented")] = False
    undo: Annotated[bool, _about("whether a person who plays with bots alone may take choices back")] = True
    bots: Annotated[str, Meta(min_length=1, max_length=20, description="the level of bots")] = "club"
    clock: Annotated[bool, _about("whether the bell of a timed ruleset rings by itself")] = True
    move_ms: Annotated[int, _ms(3_600, "for each move, after which the bank is used; 0: no move clock")] = 0
    bank_ms: Annotated[int, _ms(3_600, "for all moves of a game beside that")] = 60 * SECOND
    answer_ms: Annotated[int, _ms(60, "after which a bot answers, whatever it holds")] = 900
    draw_ms: Annotated[int, _ms(60, "between the steps of the draw")] = 700
    deal_ms: Annotated[int, _ms(60, "to show a deal, before the first turn counts")] = 1_500
    trick_ms: Annotated[int, _ms(60, "to show a finished trick, before the next turn counts")] = 1_000
    rest_ms: Annotated[int, _ms(3_600, "between deals, cut short when all are ready")] = 10 * SECOND
    hand_ms: Annotated[int, _ms(3_600, "for what is done by hand; then it happens by itself")] = 20 * SECOND
    away_ms: Annotated[int, _ms(3_600, "after a lost connection, until a bot fills in")] = 30 * SECOND

    def __post_init__(self) -> None:
        for name, hint in _hints().items():
            value = getattr(self, name)
            try:
                msgspec.convert(value, hint, strict=True)
            except msgspec.ValidationError:
                raise InvalidSetting(f"{name} is {_allowed(name, hint)}, not {value!r}") from None


def usual(rules: Ruleset) -> Settings:
    """The settings a table of these rules begins with: a move clock where a leader could stall to the bell."""
    return Settings(move_ms=15 * SECOND, bank_ms=45 * SECOND) if rules.clock else Settings()


_found: dict[str, Any] = {}


def _hints() -> dict[str, Any]:
    if not _found:
        _found.update(get_type_hints(Settings, include_extras=True))
    return _found


def _allowed(name: str, hint: object) -> str:
    return "1 to 20 letters" if name == "bots" else allowed(hint)
