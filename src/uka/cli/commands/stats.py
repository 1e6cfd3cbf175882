"""``uka stats``: how often calls of a kind succeed, in self-play or in records."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.table import Table

from uka import bots
from uka.arena import Chunk, Interval, RatioSums, chunks, row_file, run, workers
from uka.arena.call_facts import CallFacts, call_facts, check_fact, condition
from uka.arena.confidence_intervals import hit_share
from uka.arena.match_play import play_deal, play_game
from uka.arena.report_text import interval_text
from uka.core.deal import Deal
from uka.core.errors import InvalidDeal
from uka.core.rubber import GameOrRubber
from uka.core.ruleset import Ruleset
from uka.records.entries import Dealt

from ..measure import progress_bar
from ..options import ALL_CORES, RULES, RulesOptions, UsageError, WholeNumber, WorkerOptions
from ..printing import printable_console, say_json
from ..record_files import read_record

DEALS = 1_000
NO_POINTS = "0-0"
CHUNK = 20


class DealtRows(msgspec.Struct, frozen=True):
    """The facts about the deals of a chunk in which trump was made."""

    deals: int
    rows: tuple[CallFacts, ...]


class CallStats(msgspec.Struct, frozen=True):
    """How the deals of one group ended."""

    group: dict[str, bool | int | str]
    """The facts that the deals have in common."""
    deals: int
    made: Interval
    """The share of deals in which the defenders did not score."""
    marched: Interval
    """The share of deals in which the makers took all tricks."""
    points: Interval
    """The mean points a deal of the makers minus those of the defenders."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class StatsOptions:
    """Which deals count, and how they are grouped."""

    where: Annotated[
        tuple[str, ...],
        Parameter(negative="", show_default=False, help="Count only such deals: --where alone=true --where trumps>=3."),
    ] = ()
    by: Annotated[
        tuple[str, ...], Parameter(negative="", show_default=False, help="Group the deals by a fact: --by place.")
    ] = ()
    json: Annotated[bool, Parameter(negative="", help="Print one JSON object.")] = False
    rows: Annotated[
        str | None,
        Parameter(help="Write a row for each deal that counts to this new .csv or .parquet file.", show_default=False),
    ] = None


STATS = StatsOptions()


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """Which deals the bots play, where there are no records."""

    bot: Annotated[str, Parameter(help="The bot that plays in all seats.")] = "club"
    deals: Annotated[
        WholeNumber | None,
        Parameter(help=f"Number of deals that the bots play; without it, {DEALS}.", show_default=False),
    ] = None
    score: Annotated[
        str, Parameter(help="The score at which each of these deals begins, north-south first: --score 9-8.")
    ] = NO_POINTS
    games: Annotated[
        WholeNumber | None, Parameter(help="Number of whole games instead, so that scores differ.", show_default=False)
    ] = None
    seed: Annotated[str, Parameter(help="The same seed gives the same deals.")] = "0"

    def starting_score(self, rules: Ruleset) -> tuple[int, int] | None:
        """Return the score at which each deal begins; None for whole games. Raise ``UsageError`` for wrong options."""
        if self.games is not None and (self.deals is not None or self.score != NO_POINTS):
            raise UsageError(f"give either --games or --deals with their --score: games begin at {NO_POINTS}")
        if self.count < 1:
            raise UsageError("--deals and --games must be 1 or more")
        return None if self.games is not None else read_score(self.score, rules)

    @property
    def count(self) -> int:
        """The number of games, or else of deals."""
        return self.games if self.games is not None else DEALS if self.deals is None else self.deals


PLAY = PlayOptions()


def stats(
    *records: Annotated[str, Parameter(help="Files of game records; without them, deals of bots.")],
    option: RulesOptions = RULES,
    play: PlayOptions = PLAY,
    show: StatsOptions = STATS,
    work: WorkerOptions = ALL_CORES,
) -> None:
    """Count how the deals end in which trump is made, by facts about the call.

    The facts are place (1 is the dealer's left, 4 the dealer), round, trump, call (upcard, next or cross), alone; of
    the hand on which trump was made trumps, benny, right, left, ace, aces (others than of trumps); ours and theirs, the
    score of the makers and of the defenders before the deal; outcome, tricks and points (the makers' minus the
    defenders'). Each share and mean has its 95% interval.
    """
    tests = [condition(text) for text in show.where]
    names = tuple(map(check_fact, show.by))
    if records:
        found = list(_recorded(records))
    else:
        work.check()
        bots.bot(play.bot)
        score = play.starting_score(option.ruleset)
        found = _played(partial(play_chunk, option.ruleset, play.bot, score), play.count, play.seed, work)
    kept = [facts for facts in found if all(test(facts) for test in tests)]
    if show.rows is not None:
        with row_file(show.rows, CallFacts) as write:
            write(kept)
    groups = tuple(grouped(kept, names))
    if show.json:
        say_json(groups)
    else:
        _print(groups, names, len(found))


def _recorded(files: Iterable[str]) -> Iterator[CallFacts]:
    """Yield the facts about the deals in record files. Deals in which an official gave a ruling are left out."""
    for file in files:
        for log in read_record(file).games:
            before: GameOrRubber | None = None
            for step in log.replay():
                if isinstance(step.entry, Dealt):
                    before = step.state
                deal = step.state.deal if step.state else None
                if before is not None and deal is not None and deal.over:
                    yield from _facts(deal, before)
                    before = None


def _facts(deal: Deal, before: GameOrRubber) -> Iterator[CallFacts]:
    try:
        facts = call_facts(deal, before.score)
    except InvalidDeal:
        return
    if facts is not None:
        yield facts


def read_score(text: str, rules: Ruleset) -> tuple[int, int]:
    """Return a score such as 9-8. Raise ``UsageError`` if a game by these rules cannot stand so."""
    found = re.fullmatch(r"(\d+)-(\d+)", text)
    points = (int(found[1]), int(found[2])) if found else None
    if points is None or (rules.target and max(points) >= rules.target):
        less = f", each less than {rules.target}" if rules.target else ""
        raise UsageError(f"--score is two numbers such as 9-8{less}, not {text}")
    return points


def play_chunk(rules: Ruleset, name: str, score: tuple[int, int] | None, chunk: Chunk) -> DealtRows:
    """Let a bot play the deals of a chunk in all seats, and return the facts about the deals.

    ``score`` is that at which each deal begins; if it is None, the bot plays whole games.
    """
    rows, player = list[CallFacts](), bots.bot(name)
    play = play_game if score is None else partial(play_deal, score=score)

    def ended(seed: str, before: GameOrRubber, deal: Deal) -> None:
        rows.extend(_facts(deal, before))

    for number in range(chunk.size):
        play(rules, dict.fromkeys(rules.seats, player.choose), f"{chunk.seed}/{number}", ended)
    return DealtRows(chunk.size, tuple(rows))


def _played(job: Callable[[Chunk], DealtRows], count: int, seed: str, work: WorkerOptions) -> list[CallFacts]:
    found = list[CallFacts]()

    def steps(executor: Executor) -> Generator[DealtRows]:
        return run(job, chunks(seed, count, CHUNK), executor)

    with (
        workers(work.jobs, work.cluster) as executor,
        progress_bar(hidden=False) as bar,
        closing(steps(executor)) as results,
    ):
        task = bar.add_task("deals", total=count)
        for result in results:
            found += result.rows
            bar.advance(task, result.deals)
    return found


def grouped(rows: Iterable[CallFacts], names: tuple[str, ...]) -> Iterator[CallStats]:
    """Yield the statistics of each group of deals that agree in the facts ``names``, in the order of these facts."""
    groups = dict[tuple[bool | int | str, ...], list[CallFacts]]()
    for row in rows:
        groups.setdefault(tuple(getattr(row, name) for name in names), []).append(row)
    for key in sorted(groups):
        members, points = groups[key], RatioSums()
        for row in members:
            points.count(row.points, 1)
        yield CallStats(
            group=dict(zip(names, key, strict=True)),
            deals=len(members),
            made=hit_share(sum(not row.euchred for row in members), len(members)),
            marched=hit_share(sum(row.marched for row in members), len(members)),
            points=points.mean(),
        )


def _print(groups: tuple[CallStats, ...], names: tuple[str, ...], total: int) -> None:
    out = printable_console()
    table = Table(box=None, pad_edge=False)
    for title in (*names, "deals"):
        table.add_column(title, justify="right", no_wrap=True)
    for title in ("made", "marched", "points a deal"):
        table.add_column(title, justify="right")  # in a narrow terminal, an interval goes to a second row
    for each in groups:
        shares = [interval_text(each.made, "%"), interval_text(each.marched, "%")]
        told = [str(each.group[name]).lower() for name in names]
        table.add_row(*told, str(each.deals), *shares, interval_text(each.points, ""))
    out.print(table)
    counted = sum(each.deals for each in groups)
    out.print_line(f"{counted} of {total} deals in which trump was made.", "dim")
