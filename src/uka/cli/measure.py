"""Runs contests with a progress bar, and prints their results as tables."""

from __future__ import annotations

from contextlib import closing

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from uka.arena import ChunkStore, Contest, ContestReport, Interval, PairResult, report, run_contest, workers
from uka.arena.contest import COMMAND
from uka.arena.report import ChoiceTimeReport, PlayerReport

from .options import WorkerOptions

ROWS = (
    ("games won", "games_won", "%"),
    ("deals won", "deals_won", "%"),
    ("points a deal", "points_a_deal", ""),
    ("deals made", "made", "%"),
    ("  of them euchred", "euchred", "%"),
    ("  of them marches", "marches", "%"),
    ("  of them alone", "alone", "%"),
    ("    of those marches", "lone_marches", "%"),
)
SHORT = (("Elo", "elo"), ("points a deal", "points_a_deal"))
SHARES = ("made", "euchred", "alone")


def measure(
    contest: Contest,
    pieces: int,
    *,
    work: WorkerOptions,
    state: str | None = None,
    json: bool = False,
    stderr: bool = False,
) -> None:
    """Run a contest and print its results. On Ctrl-C, print the results so far and raise ``KeyboardInterrupt``.

    ``pieces`` is the number of deals or games. If ``state`` is given, it is the path of a file that stores the results,
    so that a later run continues from them. If ``stderr`` is true, show the error output of bot programs.
    """
    met: tuple[PairResult, ...] | None = None
    stopped = False
    store = ChunkStore[PairResult].open(state, contest, PairResult) if state else None
    try:
        with (
            workers(work.jobs, work.cluster) as executor,
            bar_of(json) as bar,
            closing(run_contest(contest, pieces, executor, store, stderr=stderr)) as steps,
        ):
            task = bar.add_task(" against ".join(contest.players), total=pieces * len(contest.pairs))
            for met in steps:
                bar.update(task, completed=sum(m.points.pieces for m in met))
    except KeyboardInterrupt:
        stopped = True
    if met is not None:
        found = report(contest, pieces, met)
        print(msgspec.json.encode(found).decode()) if json else show(found)
    if stopped:
        raise KeyboardInterrupt


def bar_of(hidden: bool) -> Progress:
    """Return a progress bar on standard error. It is invisible if ``hidden`` is true or if there is no terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=hidden or not console.is_terminal)


def show(found: ContestReport) -> None:
    """Print a report. Two players are shown side by side.

    More players are shown in rows, followed by a table of all pairs.
    """
    console = Console(highlight=False, markup=False)
    console.print(_title(found), soft_wrap=True)
    if len(found.players) == 2:
        console.print(_side_by_side(found))
    else:
        console.print(_places(found))
        console.print()
        console.print(_meetings(found))
    for player in found.players:
        if player.faults.total:
            console.print(_faults(player), soft_wrap=True)
    for sentence in _notes(found):
        console.print(sentence, style="dim", soft_wrap=True)


def _title(found: ContestReport) -> str:
    each = " a meeting" if len(found.meetings) > 1 else ""
    what = f"{found.asked} {found.unit}{each} of {found.ruleset}"
    ways = ", each played twice with the sides exchanged" if found.duplicate else ""
    played = f": {found.games} games, {found.deals} deals" if found.games else f": {found.deals} deals"
    stopped = "" if found.complete else f", stopped after {found.pieces} of {found.asked * len(found.meetings)}"
    return f"{what}{ways}{stopped}{played}"


def _side_by_side(found: ContestReport) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(no_wrap=True)
    for player in found.players:
        table.add_column(_name(player.name), justify="right", no_wrap=True)
    for title, field, unit in ROWS:
        intervals: list[Interval] = [getattr(player, field) for player in found.players]
        if field not in ("games_won", "deals_won") or intervals[0].value is not None:
            table.add_row(title, *(_with_bounds(interval, unit) for interval in intervals))
    if found.drawn:
        table.add_row("games drawn", str(found.drawn))
    if any(player.faults.total for player in found.players):
        table.add_row("faults", *(str(player.faults.total) for player in found.players))
    table.add_row("half of its choices within", *(time_of(thinking.p50) for thinking in found.thinking))
    table.add_row("99 of 100 within", *(time_of(thinking.p99) for thinking in found.thinking))
    return table


def _places(found: ContestReport) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for title in (*(title for title, _ in SHORT), *SHARES, "p50", "p99"):
        table.add_column(title, justify="right", no_wrap=True)
    rows = zip(found.players, found.thinking, strict=True)
    for player, thinking in sorted(rows, key=_rating, reverse=True):
        table.add_row(
            _name(player.name),
            *(_with_margin(getattr(player, field), field) for _, field in SHORT),
            *(_share(getattr(player, field)) for field in SHARES),
            time_of(thinking.p50),
            time_of(thinking.p99),
        )
    return table


def _rating(row: tuple[PlayerReport, ChoiceTimeReport]) -> float:
    elo = row[0].elo
    return elo.value if elo and elo.value is not None else 0.0


def _meetings(found: ContestReport) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for title in ("points a deal", f"{found.unit} won"):
        table.add_column(title, justify="right", no_wrap=True)
    for meeting in found.meetings:
        first, second = map(_name, meeting.players)
        points, won = _with_bounds(meeting.points_a_deal, ""), _with_bounds(meeting.won, "%")
        table.add_row(f"{first} against {second}", points, won)
    return table


def _faults(player: PlayerReport) -> str:
    kinds = {name: getattr(player.faults, name) for name in player.faults.__struct_fields__[:-1]}
    counts = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in kinds.items() if count)
    choices = f"{player.faults.total} of its {player.choices} choices"
    return f"{player.name} was at fault in {choices} ({counts}). The first: {player.faults.first}"


def _notes(found: ContestReport) -> list[str]:
    piece = {True: f"pairs of {found.unit}", False: found.unit}[found.duplicate]
    notes = [
        f"The 95% intervals come from the spread over {piece}; those of calls and outcomes take deals as independent."
    ]
    if found.unit == "deals":
        notes.append(
            "The winner of a deal is who makes more points in it"
            + (", both times together." if found.duplicate else ".")
        )
    if len(found.players) > 2:
        notes.append(f"Elo: Bradley and Terry's model of the {found.unit} won, fitted by Newton's method; average 0.")
    if any(player.faults.total for player in found.players):
        notes.append("For a player at fault, the lawful action with the lowest index was played.")
    return notes


def _name(name: str) -> str:
    """Return a player's name. If it is a long command, return only the end of the command, after an ellipsis."""
    short = name.removeprefix(COMMAND)
    return short if len(short) <= 24 else f"…{short[-23:]}"


def _with_bounds(interval: Interval, unit: str) -> str:
    if interval.value is None:
        return "none"
    form = "{:.1%}" if unit else "{:+.3f}"
    if interval.low is None or interval.high is None:
        return form.format(interval.value)
    return f"{form.format(interval.value)} ({form.format(interval.low)} – {form.format(interval.high)})"


def _with_margin(interval: Interval | None, field: str) -> str:
    """Return an estimate and half the width of its confidence interval, as text.

    ``field`` is the estimate's field in ``PlayerReport``. An Elo rating is rounded to a whole number.
    """
    if interval is None or interval.value is None or interval.low is None or interval.high is None:
        return "none"
    form = "{:+.0f} ± {:.0f}" if field == "elo" else "{:+.3f} ± {:.3f}"
    return form.format(interval.value, (interval.high - interval.low) / 2)


def _share(interval: Interval) -> str:
    return "none" if interval.value is None else f"{interval.value:.1%}"


def time_of(seconds: float | None) -> str:
    """Return a duration as text with three digits and a unit. None gives "none"."""
    if seconds is None:
        return "none"
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.0f} µs"
