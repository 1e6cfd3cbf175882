"""What a person is told of a game record: its text, its replay, and whether its packs were shuffled fairly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.records import Log, RecordedMatch, fair, parse
from uka.records.files import TEXT_FORMATS
from uka.table.game_replay import replay
from uka.wire.http_bodies import GameVerdicts

from .errors import InvalidRequest

T = TypeVar("T")

RecordForm: TypeAlias = Literal["uka", "egn", "emn"]
"""The format of a record: Uka's own, Euchre Game Notation (EGN) or Euchre Match Notation (EMN)."""


def untrusted(work: Callable[..., T], *arguments: Any) -> T:
    """Return ``work(*arguments)``, which reads a record from a stranger.

    Raise ``InvalidRequest`` if anything is wrong with the record, or with what is asked about it.
    """
    try:
        return work(*arguments)
    except UkaError as error:
        raise InvalidRequest(str(error)) from None
    except RecursionError:
        raise InvalidRequest("the record is nested too deeply") from None


def record_text(log: Log, form: RecordForm) -> str:
    """Return the record of one game as text. Raise ``UkaError`` if the format cannot hold it."""
    return TEXT_FORMATS[f".{form}"](RecordedMatch((log,)))


def replay_of_log(log: Log, seat: Seat | None, deal: int | None) -> bytes:
    """Return the replay of a game record, step by step, as JSON.

    ``deal`` is the index of the deal to show; if it is None, the replay covers all deals. The replay shows what
    ``seat`` saw; if ``seat`` is None, it shows all hands.
    """
    return msgspec.json.encode(replay(log, seat=seat, deal=deal))


def verify_record(data: bytes) -> tuple[GameVerdicts, ...]:
    """Return the verdicts on the fairness of each game of a record."""
    return tuple(GameVerdicts(number, fair.verify(log)) for number, log in enumerate(parse(data).games))


def replay_record(data: bytes, game: int, seat: Seat | None, deal: int | None) -> bytes:
    """Return the replay of the game with the index ``game`` as JSON.

    If ``deal`` is None, the replay covers all deals. If ``seat`` is None, it shows all hands.
    """
    games = parse(data).games
    if game >= len(games):
        raise UkaError(f"there is no game {game}: the record has {len(games)}, counted from 0")
    return msgspec.json.encode(replay(games[game], seat=seat, deal=deal, game=game, games=len(games)))
