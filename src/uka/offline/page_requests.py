"""Answers requests about the person, this host, rulesets, lessons, puzzles, days and copies of all that is kept."""

from __future__ import annotations

import datetime

import msgspec

from uka import __version__
from uka.bots import playable
from uka.coach import hint
from uka.days import day_rules
from uka.hosting import lesson_pages, puzzle_pages, ruleset_pages, season_pages
from uka.hosting.chosen_rules import ruleset_with_changes
from uka.hosting.day_tables import chosen_pace, date_of, ruleset_with_text
from uka.rulesets import DEFAULT_RULESET
from uka.rulesets.schema import schema
from uka.wire.day_bodies import DayGame, DayPage, DaysStatus, DayTicket
from uka.wire.http_bodies import Guest, RenameRequest, RulesetRequest, ServerHealth, ServerInfo
from uka.wire.puzzle_bodies import PuzzleAttempt
from uka.wire.season_bodies import SeasonPage, SeasonRequest

from .backup import BackupReport, backup_of, take_in
from .request import Answer, PageRequest, Routes, text_answer


class PuzzleDay(msgspec.Struct, frozen=True):
    """Which day's puzzle is asked for; without a date, today's in UTC."""

    date: datetime.date | None = None


class DayRules(msgspec.Struct, frozen=True):
    """The rules of a day's page: a ruleset, and changes to its fields as JSON."""

    rules: str = DEFAULT_RULESET
    changes: str = "{}"


# The person and this host


async def who_am_i(request: PageRequest) -> Guest:
    """Return the person."""
    return await request.guest()


async def name_me(request: PageRequest) -> Guest:
    """Give the person a name."""
    return await request.host.rename(request.body(RenameRequest))


async def forget_me(request: PageRequest) -> Answer:
    """Forget the person's name. The tables stay."""
    await request.host.remember(None)
    return Answer(204, b"")


async def about(request: PageRequest) -> ServerInfo:
    """Say what this host offers."""
    return ServerInfo(__version__, playable(), None, True)


async def health(request: PageRequest) -> ServerHealth:
    """Say that this host answers."""
    return ServerHealth(True, __version__)


async def backup(request: PageRequest) -> Answer:
    """Return a copy of all that is kept."""
    return text_answer(await backup_of(request.host), "application/x-ndjson")


async def read_backup(request: PageRequest) -> BackupReport:
    """Keep what a copy holds."""
    return await take_in(request.host, request.content)


async def season(request: PageRequest) -> SeasonPage:
    """Return the page of a season from its log, perhaps after a change."""
    return season_pages.page_of_season(request.body(SeasonRequest), request.host.now())


# Pages that are the same for everybody


async def all_rulesets(request: PageRequest) -> object:
    """List the rulesets."""
    return ruleset_pages.ruleset_summaries()


async def ruleset_schema(request: PageRequest) -> object:
    """Return what each field of a ruleset means."""
    return schema()


async def one_ruleset(request: PageRequest) -> object:
    """Return a ruleset with its rulebook."""
    return ruleset_pages.shipped_ruleset_page(*request.names)


async def check_ruleset(request: PageRequest) -> object:
    """Return a ruleset with changes."""
    wanted = request.body(RulesetRequest)
    return ruleset_pages.changed_ruleset_page(wanted.rules, wanted.changes)


async def all_courses(request: PageRequest) -> object:
    """List the courses of lessons."""
    return lesson_pages.course_summaries()


async def one_course(request: PageRequest) -> object:
    """Return the lessons for a ruleset."""
    return lesson_pages.page_of_course(*request.names)


async def all_puzzles(request: PageRequest) -> object:
    """List the rulesets that have puzzles."""
    return puzzle_pages.puzzle_collections()


async def puzzles_of(request: PageRequest) -> object:
    """Return the ratings of the puzzles of a ruleset."""
    return puzzle_pages.puzzle_ratings(*request.names)


async def puzzle_of_the_day(request: PageRequest) -> object:
    """Return the puzzle of a day."""
    day = request.parameters(PuzzleDay).date or request.host.today
    return puzzle_pages.page_of_day(request.names[0], day)


async def one_puzzle(request: PageRequest) -> object:
    """Return a puzzle."""
    return puzzle_pages.page_of_puzzle(request.names[0], request.number())


async def try_puzzle(request: PageRequest) -> object:
    """Return the answer to an attempt to solve a puzzle."""
    action = request.body(PuzzleAttempt).action
    attempt = puzzle_pages.Attempt(request.names[0], request.number(), action)
    return attempt.answer(hint(attempt.seen, against=action) if attempt.needs_rating else ())


# Past days


async def all_days(request: PageRequest) -> DaysStatus:
    """Return the days whose deals can be played here."""
    return request.host.days.status


async def one_day(request: PageRequest) -> DayPage:
    """Return the page of a day."""
    chosen = request.parameters(DayRules)
    rules = day_rules(ruleset_with_text(chosen.rules, chosen.changes))
    return request.host.days.page(date_of(*request.names), rules)


async def play_day(request: PageRequest) -> DayTicket:
    """Open a table with the deals of a day."""
    wanted = request.body(DayGame)
    rules = day_rules(ruleset_with_changes(wanted.rules, wanted.changes))
    guest, day = await request.guest(), date_of(*request.names)
    return await request.host.days.play(day, rules, guest, chosen_pace(wanted.settings))


ROUTES: Routes = {
    ("GET", "api/me"): who_am_i,
    ("PUT", "api/me"): name_me,
    ("DELETE", "api/me"): forget_me,
    ("GET", "api/server"): about,
    ("GET", "api/health/live"): health,
    ("GET", "api/health/ready"): health,
    ("GET", "api/backup"): backup,
    ("POST", "api/backup"): read_backup,
    ("GET", "api/rulesets"): all_rulesets,
    ("GET", "api/rulesets/schema"): ruleset_schema,
    ("POST", "api/rulesets/check"): check_ruleset,
    ("GET", "api/rulesets/*"): one_ruleset,
    ("GET", "api/lessons"): all_courses,
    ("GET", "api/lessons/*"): one_course,
    ("POST", "api/seasons"): season,
    ("GET", "api/puzzles"): all_puzzles,
    ("GET", "api/puzzles/*"): puzzles_of,
    ("GET", "api/puzzles/*/day"): puzzle_of_the_day,
    ("GET", "api/puzzles/*/*"): one_puzzle,
    ("POST", "api/puzzles/*/*/attempt"): try_puzzle,
    ("GET", "api/days"): all_days,
    ("GET", "api/days/*"): one_day,
    ("POST", "api/days/*/games"): play_day,
}
