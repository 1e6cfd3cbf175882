"""A contest in one call: players by name or as objects, in this process or in several."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TypedDict, Unpack

from uka.bots import Bot
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset

from .contest import OBJECT, Contest, PairResult, Unit, run_contest
from .executors import workers
from .python_bot import check_bot
from .report import ContestReport, report
from .row_files import row_file


class ContestSettings(TypedDict, total=False):
    """The settings of ``Contest``, without its rules and players."""

    unit: Unit
    duplicate: bool
    seed: str
    seconds: float


def play_contest(
    players: Sequence[str | Bot],
    pieces: int,
    *,
    rules: Ruleset,
    jobs: int | None = None,
    rows: str | Path | None = None,
    **settings: Unpack[ContestSettings],
) -> ContestReport:
    """Play a contest and return its results. A player is a name, as in ``Contest``, or an object with ``choose``.

    An object is copied for each seat and for each chunk of work, so that it neither remembers other seats nor depends
    on the number of processes. ``pieces`` is the number of deals or games for each pair. ``jobs`` is the number of
    processes; without it, the contest is played in this process. ``rows`` is a new CSV or Parquet file for a row a
    deal. Raise ``UkaError`` if a player cannot play.

    >>> class Lowest:
    ...     name = "lowest"
    ...     def choose(self, observation, rng):
    ...         return observation.lawful_actions[0]
    >>> found = play_contest(["random", Lowest()], 20, rules=Ruleset(), duplicate=True)
    >>> [player.name for player in found.players], found.deals
    (['random', 'object:lowest'], 40)
    """
    names, objects = _named(players)
    if jobs is not None:
        for name, bot in objects.items():
            _check_portable(name, bot)
    chosen = Contest(rules=rules, players=names, **settings)
    met: tuple[PairResult, ...] = ()
    with ExitStack() as stack:
        executor = stack.enter_context(ThreadPoolExecutor(1) if jobs is None else workers(jobs))
        write = None if rows is None else stack.enter_context(row_file(rows))
        for now in run_contest(chosen, pieces, executor, objects=objects, write_rows=write):
            met = now
    return report(chosen, pieces, met)


def _named(players: Sequence[str | Bot]) -> tuple[tuple[str, ...], dict[str, Bot]]:
    """Return the names of the players, and the objects among them by their names."""
    names, objects = list[str](), dict[str, Bot]()
    for player in players:
        if isinstance(player, str):
            names.append(player)
            continue
        plain = f"{OBJECT}{getattr(player, 'name', type(player).__name__)}"
        check_bot(player, plain)
        same = sum(name == plain or name.startswith(f"{plain} ") for name in names)
        names.append(f"{plain} {same + 1}" if same else plain)
        objects[names[-1]] = player
    return tuple(names), objects


def _check_portable(name: str, bot: Bot) -> None:
    try:
        pickle.dumps(bot)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise UkaError(
            f"{name} cannot be sent to other processes ({why}): leave jobs out, or name its class as py:MODULE:CLASS"
        ) from None
