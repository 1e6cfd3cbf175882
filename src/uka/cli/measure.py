"""Runs contests between bots with a progress bar, and prints their results as tables."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from uka.arena import ChunkStore, Contest, ContestReport, Interval, PairResult, report, row_file, run_contest, workers
from uka.arena.contest import COMMAND
from uka.arena.deal_rows import DealRow
from uka.arena.player_faults import PlayerFault
from uka.arena.program import check_found
from uka.arena.report import PlayerReport
from uka.arena.report_text import duration_text, interval_text, short_name
from uka.arena.row_files import WriteRows
from uka.arena.start_check import check_start
from uka.core.seats import SEATS

from .options import UsageError, WorkerOptions
from .printing import printable_console, say_json

Results = TypeVar("Results")

ESTIMATES = (("Elo", "elo"), ("points a deal", "points_a_deal"))
"""Columns of the table of more than two players: the heading, and the field of ``PlayerReport``."""
FREQUENCIES = ("made", "euchred", "alone")
"""Further columns of that table: fields of ``PlayerReport`` that are shown in percent."""


@dataclass(frozen=True)
class ContestFiles:
    """The files to which a contest is written, besides its printed results."""

    state: str | None = None
    """A file for the results so far, from which a later run continues the contest."""
    rows: str | None = None
    """A new file that gets a row for each deal."""

    def check(self) -> None:
        """Raise ``UsageError`` if both files are given, because ``state`` does not keep the rows of earlier deals."""
        if self.state and self.rows:
            raise UsageError("--rows does not go with --resume, which keeps no rows: leave one out")


def run_and_print(
    contest: Contest,
    count: int,
    *,
    work: WorkerOptions,
    files: ContestFiles | None = None,
    json: bool = False,
    stderr: bool = False,
) -> None:
    """Run a contest of ``count`` deals or games and print its results, as JSON if ``json`` is true.

    On Ctrl-C, print the results so far and raise ``KeyboardInterrupt``. ``work`` says in which processes the contest
    runs. If ``stderr`` is true, show the error output of bot programs.
    """
    files = files or ContestFiles()
    files.check()
    store = ChunkStore[PairResult].open(files.state, contest, PairResult) if files.state else None

    def start(executor: Executor, write_rows: WriteRows | None) -> Generator[tuple[PairResult, ...]]:
        return run_contest(contest, count, executor, store, stderr=stderr, write_rows=write_rows)

    def done(results: tuple[PairResult, ...]) -> int:
        return sum(result.points.pieces for result in results)

    def show(results: tuple[PairResult, ...]) -> None:
        contest_report = report(contest, count, results)
        if json:
            say_json(contest_report)
        else:
            print_report(contest_report)

    label, total = " against ".join(contest.players), count * len(contest.pairs)
    measure(start, done, show, label=label, total=total, work=work, rows=files.rows, quiet=json)


def measure(
    start: Callable[[Executor, WriteRows | None], Generator[Results]],
    done: Callable[[Results], int],
    show: Callable[[Results], None],
    *,
    label: str,
    total: int,
    work: WorkerOptions,
    rows: str | None,
    quiet: bool,
) -> None:
    """Run a long measurement with a progress bar, and show its last results. On Ctrl-C, show those so far and raise it.

    ``start`` returns a generator of the results so far, and ``done`` says how many of the ``total`` pieces of work they
    hold. ``rows`` is a file for a row for each deal. If ``quiet`` is true, there is no progress bar.
    """
    results: Results | None = None
    stopped = False
    try:
        with (
            row_file(rows, DealRow) if rows else nullcontext() as write_rows,
            workers(work.jobs, work.cluster) as executor,
            progress_bar(hidden=quiet) as bar,
            closing(start(executor, write_rows)) as steps,
        ):
            task = bar.add_task(label, total=total)
            for results in steps:
                bar.update(task, completed=done(results))
    except KeyboardInterrupt:
        stopped = True
    if results is not None:
        show(results)
    if stopped:
        raise KeyboardInterrupt


def check_programs(contest: Contest) -> None:
    """Raise ``UkaError`` if a player of ``contest`` is a program that does not start.

    In the contest itself, such a program would only be counted as at fault.
    """
    for name in dict.fromkeys(contest.players):
        if not name.startswith(COMMAND):
            continue
        command = name.removeprefix(COMMAND)
        check_found(command)
        try:
            check_start(command, contest.rules, SEATS[0], contest.seconds)
        except PlayerFault as fault:
            raise UsageError(f"{name} does not start: {fault}") from None


def progress_bar(*, hidden: bool) -> Progress:
    """Return a progress bar on standard error. It is invisible if ``hidden`` is true or if there is no terminal."""
    out = printable_console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=out, transient=True, disable=hidden or not out.is_terminal)


def print_report(found: ContestReport) -> None:
    """Print the results of a contest as tables. Two players are shown side by side.

    More players are shown in rows, the strongest first, followed by a table of all pairs.
    """
    out = printable_console()
    out.print_line(found.title)
    if len(found.players) == 2:
        out.print(_side_by_side(found))
    else:
        out.print(_ranking_table(found))
        out.print()
        out.print(_pair_table(found))
    for player in found.players:
        if player.faults.total:
            out.print_line(_fault_sentences(player))
    for sentence in _notes(found):
        out.print_line(sentence, "dim")


def _side_by_side(found: ContestReport) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(no_wrap=True)
    for player in found.players:
        table.add_column(short_name(player.name), justify="right", no_wrap=True)
    for row in found.rows():
        table.add_row(*row)
    return table


def _ranking_table(found: ContestReport) -> Table:
    """Return a table with a row for each player, the highest Elo rating first."""
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for title in (*(title for title, _ in ESTIMATES), *FREQUENCIES, "p50", "p99"):
        table.add_column(title, justify="right", no_wrap=True)
    rows = zip(found.players, found.thinking, strict=True)
    for player, thinking in sorted(rows, key=lambda row: _elo(row[0]), reverse=True):
        table.add_row(
            short_name(player.name),
            *(_estimate_text(getattr(player, field), field) for _, field in ESTIMATES),
            *(_percentage(getattr(player, field)) for field in FREQUENCIES),
            duration_text(thinking.p50),
            duration_text(thinking.p99),
        )
    return table


def _elo(player: PlayerReport) -> float:
    """Return the Elo rating of a player, or 0, the average rating, if it could not be estimated."""
    return player.elo.value if player.elo and player.elo.value is not None else 0.0


def _pair_table(found: ContestReport) -> Table:
    """Return a table with a row for each pair of players: the points of the first, and how often it wins."""
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for title in ("points a deal", f"{found.unit} won"):
        table.add_column(title, justify="right", no_wrap=True)
    for meeting in found.meetings:
        first, second = map(short_name, meeting.players)
        points, won = interval_text(meeting.points_a_deal, ""), interval_text(meeting.won, "%")
        table.add_row(f"{first} against {second}", points, won)
    return table


def _fault_sentences(player: PlayerReport) -> str:
    """Return sentences that say how often a player was at fault in which way, and what its first fault was."""
    kinds = {name: getattr(player.faults, name) for name in player.faults.__struct_fields__ if name != "first"}
    counts = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in kinds.items() if count)
    choices = f"{player.faults.total} of its {player.choices} choices"
    return f"{player.name} was at fault in {choices} ({counts}). The first: {player.faults.first}"


def _notes(found: ContestReport) -> list[str]:
    """Return sentences that explain the figures of a report."""
    spread = f"pairs of {found.unit}" if found.duplicate else found.unit
    notes = [
        f"The 95% intervals come from the spread over {spread}; those of calls and outcomes take deals as independent."
    ]
    if found.unit == "deals":
        both_times = ", both times together" if found.duplicate else ""
        notes.append(f"The winner of a deal is who makes more points in it{both_times}.")
    if len(found.players) > 2:
        notes.append(f"Elo: Bradley and Terry's model of the {found.unit} won, fitted by Newton's method; average 0.")
    if any(player.faults.total for player in found.players):
        notes.append("For a player at fault, the lawful action with the lowest index was played.")
    return notes


def _estimate_text(interval: Interval | None, field: str) -> str:
    """Return an estimate and half the width of its confidence interval, as text, such as "+0.125 ± 0.040".

    ``field`` is the estimate's field in ``PlayerReport``. An Elo rating, "elo", is rounded to a whole number.
    """
    if interval is None or interval.value is None or interval.low is None or interval.high is None:
        return "none"
    form = "{:+.0f} ± {:.0f}" if field == "elo" else "{:+.3f} ± {:.3f}"
    return form.format(interval.value, (interval.high - interval.low) / 2)


def _percentage(interval: Interval) -> str:
    return "none" if interval.value is None else f"{interval.value:.1%}"
