"""Contests and measurements in one call. Players are names or Python objects, in this process or in several."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TypedDict, Unpack

from uka.bots import Bot
from uka.core.dealing import checked_rules
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset

from .contest import OBJECT, Contest, PairResult, Unit, run_contest
from .deal_rows import DealRow
from .executors import workers
from .exploitability import EXPLOITER, Exploitation, new_result, run_exploitation
from .exploitation_report import ExploitationReport, exploitation_report
from .local_best_response import SearchSettings
from .python_bot import check_bot
from .report import ContestReport, report
from .row_files import row_file

DEFAULT_SEARCH = SearchSettings()


class ContestSettings(TypedDict, total=False):
    """The settings of ``play_contest``, which are those of ``Contest`` without its rules and players."""

    unit: Unit
    """Whether two players meet over single deals or over whole games."""
    duplicate: bool
    """Whether each deal or game is played twice, with the sides exchanged."""
    seed: str
    """The seed of all packs and of all random choices."""
    seconds: float
    """The time that a program has for each choice, in seconds."""


def play_contest(
    players: Sequence[str | Bot],
    units_per_pair: int,
    *,
    rules: Ruleset,
    jobs: int | None = None,
    rows_path: str | Path | None = None,
    **settings: Unpack[ContestSettings],
) -> ContestReport:
    """Play a contest between ``players``, in which each pair plays ``units_per_pair`` deals or games.

    A player is a name, as in ``Contest``, or an object with the method ``choose``. An object is copied for each seat
    and each chunk of work, so that it neither remembers other seats nor depends on the number of processes. ``jobs`` is
    the number of processes; without it, the contest is played in this process. If ``rows_path`` is given, a new CSV or
    Parquet file there gets a row for each deal. Raise ``UkaError`` if a player cannot play.

    >>> class Lowest:
    ...     name = "lowest"
    ...     def choose(self, observation, rng):
    ...         return observation.lawful_actions[0]
    >>> found = play_contest(["random", Lowest()], 20, rules=Ruleset(), duplicate=True)
    >>> [player.name for player in found.players], found.deals
    (['random', 'object:lowest'], 40)
    """
    names, objects = _names_and_objects(players)
    if jobs is not None:
        for name, bot in objects.items():
            _check_portable(name, bot)
    chosen = Contest(rules=checked_rules(rules), players=names, **settings)
    results: tuple[PairResult, ...] = ()
    with ExitStack() as stack:
        executor = stack.enter_context(ThreadPoolExecutor(1) if jobs is None else workers(jobs))
        write_rows = None if rows_path is None else stack.enter_context(row_file(rows_path, DealRow))
        for results_so_far in run_contest(chosen, units_per_pair, executor, objects=objects, write_rows=write_rows):
            results = results_so_far
    return report(chosen, units_per_pair, results)


def exploit(
    player: str | Bot,
    deals: int,
    *,
    rules: Ruleset,
    search: SearchSettings = DEFAULT_SEARCH,
    seed: str = "0",
    jobs: int | None = None,
) -> ExploitationReport:
    """Measure how far ``player`` is from perfect: what a local best response gains against it in ``deals`` deals.

    ``player`` and ``jobs`` are as in ``play_contest``, and ``search`` says how the exploiter looks for better choices.

    >>> exploit("random", 10, rules=Ruleset(), search=SearchSettings(worlds=16)).gain.value > 1
    True
    """
    names, objects = _names_and_objects([player])
    if jobs is not None:
        for name, bot in objects.items():
            _check_portable(name, bot)
    contest = Contest(rules=rules, players=(EXPLOITER, *names), duplicate=True, seed=seed)
    about = Exploitation(contest=contest, search=search)
    with ThreadPoolExecutor(1) if jobs is None else workers(jobs) as executor:
        result = new_result()
        for result_so_far in run_exploitation(about, deals, executor, objects=objects):
            result = result_so_far
    return exploitation_report(about, deals, result)


def _names_and_objects(players: Sequence[str | Bot]) -> tuple[tuple[str, ...], dict[str, Bot]]:
    """Return the name of each of ``players``, and a dict from the name to the object for the players that are objects.

    If several objects have the same name, a number is added to the later ones.
    """
    names, objects = list[str](), dict[str, Bot]()
    for player in players:
        if isinstance(player, str):
            names.append(player)
            continue
        plain = f"{OBJECT}{getattr(player, 'name', type(player).__name__)}"
        check_bot(player, plain)
        same = sum(name == plain or name.startswith(f"{plain} ") for name in names)
        name = f"{plain} {same + 1}" if same else plain
        names.append(name)
        objects[name] = player
    return tuple(names), objects


def _check_portable(name: str, bot: Bot) -> None:
    try:
        pickle.dumps(bot)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise UkaError(
            f"{name} cannot be sent to other processes ({why}): leave jobs out, or name its class as py:MODULE:CLASS"
        ) from None
