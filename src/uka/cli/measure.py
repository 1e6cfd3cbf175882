"""Runs contests with a progress bar, and prints their results as tables."""

from __future__ import annotations

from contextlib import closing, nullcontext
from dataclasses import dataclass

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from uka.arena import ChunkStore, Contest, ContestReport, Interval, PairResult, report, row_file, run_contest, workers
from uka.arena.report import ChoiceTimeReport, PlayerReport
from uka.arena.report_text import duration_text, interval_text, short_name

from .options import UsageError, WorkerOptions
from .printing import printable_console, say_json

SHORT = (("Elo", "elo"), ("points a deal", "points_a_deal"))
SHARES = ("made", "euchred", "alone")


@dataclass(frozen=True)
class ContestFiles:
    """The files of a contest.

    ``state`` stores the results, so that a later run continues from them. ``rows`` is a new file for a row a deal.
    """

    state: str | None = None
    rows: str | None = None

    def check(self) -> None:
        """Raise ``UsageError`` if both files are given, because the results that are kept hold no rows."""
        if self.state and self.rows:
            raise UsageError("--rows does not go with --resume, which keeps no rows: leave one out")


def measure(
    contest: Contest,
    pieces: int,
    *,
    work: WorkerOptions,
    files: ContestFiles | None = None,
    json: bool = False,
    stderr: bool = False,
) -> None:
    """Run a contest and print its results. On Ctrl-C, print the results so far and raise ``KeyboardInterrupt``.

    ``pieces`` is the number of deals or games. If ``stderr`` is true, show the error output of bot programs.
    """
    met: tuple[PairResult, ...] | None = None
    stopped = False
    files = files or ContestFiles()
    files.check()
    store = ChunkStore[PairResult].open(files.state, contest, PairResult) if files.state else None
    try:
        with (
            row_file(files.rows) if files.rows else nullcontext() as write_rows,
            workers(work.jobs, work.cluster) as executor,
            bar_of(json) as bar,
            closing(run_contest(contest, pieces, executor, store, stderr=stderr, write_rows=write_rows)) as steps,
        ):
            task = bar.add_task(" against ".join(contest.players), total=pieces * len(contest.pairs))
            for met in steps:
                bar.update(task, completed=sum(m.points.pieces for m in met))
    except KeyboardInterrupt:
        stopped = True
    if met is not None:
        found = report(contest, pieces, met)
        say_json(found) if json else show(found)
    if stopped:
        raise KeyboardInterrupt


def bar_of(hidden: bool) -> Progress:
    """Return a progress bar on standard error. It is invisible if ``hidden`` is true or if there is no terminal."""
    out = printable_console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=out, transient=True, disable=hidden or not out.is_terminal)


def show(found: ContestReport) -> None:
    """Print a report. Two players are shown side by side.

    More players are shown in rows, followed by a table of all pairs.
    """
    out = printable_console()
    out.print_line(found.title)
    if len(found.players) == 2:
        out.print(_side_by_side(found))
    else:
        out.print(_places(found))
        out.print()
        out.print(_meetings(found))
    for player in found.players:
        if player.faults.total:
            out.print_line(_faults(player))
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


def _places(found: ContestReport) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for title in (*(title for title, _ in SHORT), *SHARES, "p50", "p99"):
        table.add_column(title, justify="right", no_wrap=True)
    rows = zip(found.players, found.thinking, strict=True)
    for player, thinking in sorted(rows, key=_rating, reverse=True):
        table.add_row(
            short_name(player.name),
            *(_with_margin(getattr(player, field), field) for _, field in SHORT),
            *(_share(getattr(player, field)) for field in SHARES),
            duration_text(thinking.p50),
            duration_text(thinking.p99),
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
        first, second = map(short_name, meeting.players)
        points, won = interval_text(meeting.points_a_deal, ""), interval_text(meeting.won, "%")
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
