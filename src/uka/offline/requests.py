"""Answers in this process what the page asks of a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar
from urllib.parse import unquote, urlsplit

import msgspec

from uka import __version__
from uka.bots import names
from uka.coach import hint
from uka.core.errors import UkaError
from uka.hosting import lesson_pages, puzzle_pages, ruleset_pages
from uka.hosting.errors import InvalidRequest, NoGuest, Unknown
from uka.hosting.problems import MOST_LETTERS, STATUS, problem_of
from uka.hosting.table_summaries import table_summary
from uka.rulesets.schema import schema
from uka.table.commands import hints
from uka.wire.http_bodies import Guest, Hint, NewTable, RenameRequest, RulesetRequest, ServerInfo, TableTicket
from uka.wire.puzzle_bodies import PuzzleAttempt

from .host import OfflineHost

Body = TypeVar("Body")


class Answer(NamedTuple):
    """The answer to a request: an HTTP status, and a body in JSON."""

    status: int
    body: bytes


class PageRequest(NamedTuple):
    """A request of the page."""

    host: OfflineHost
    names: tuple[str, ...]
    """The parts of the path that stand for names, in their order."""
    content: bytes

    def body(self, kind: type[Body]) -> Body:
        """Return the body. Raise ``InvalidRequest`` if it is not of that kind."""
        try:
            return msgspec.json.decode(self.content, type=kind)
        except msgspec.DecodeError as error:
            raise InvalidRequest(f"the request is not understood: {error}") from None

    async def guest(self) -> Guest:
        """Return the person. Raise ``NoGuest`` if they have no name yet."""
        guest = await self.host.guest()
        if guest is None:
            raise NoGuest
        return guest


Handler: TypeAlias = Callable[[PageRequest], Awaitable[Any]]


async def answer(host: OfflineHost, method: str, address: str, content: bytes = b"") -> Answer:
    """Answer a request. ``address`` is its path and query, ``content`` its body."""
    path = tuple(unquote(part) for part in urlsplit(address).path.strip("/").split("/"))
    try:
        handler, found = _route(method, path)
        return Answer(200, msgspec.json.encode(await handler(PageRequest(host, found, content))))
    except UkaError as error:
        status = next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
        return Answer(status, msgspec.json.encode(problem_of(error, str(error)[:MOST_LETTERS])))


def _route(method: str, path: tuple[str, ...]) -> tuple[Handler, tuple[str, ...]]:
    """Return what answers a request, and the parts of its path that stand for names."""
    for (wanted, template), handler in ROUTES.items():
        parts = template.split("/")
        if (
            method == wanted
            and len(parts) == len(path)
            and all(p in ("*", q) for p, q in zip(parts, path, strict=True))
        ):
            return handler, tuple(q for p, q in zip(parts, path, strict=True) if p == "*")
    raise Unknown("this needs a server")


# The person and this host


async def who_am_i(request: PageRequest) -> Guest:
    """Return the person."""
    return await request.guest()


async def name_me(request: PageRequest) -> Guest:
    """Give the person a name."""
    return await request.host.rename(request.body(RenameRequest))


async def about(request: PageRequest) -> ServerInfo:
    """Say what this host offers."""
    return ServerInfo(__version__, tuple(names()), None, True)


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


async def one_puzzle(request: PageRequest) -> object:
    """Return a puzzle."""
    rules, number = request.names
    return puzzle_pages.page_of_puzzle(rules, _number(number))


async def try_puzzle(request: PageRequest) -> object:
    """Return the answer to an attempt to solve a puzzle."""
    rules, number = request.names
    action = request.body(PuzzleAttempt).action
    attempt = puzzle_pages.Attempt(rules, _number(number), action)
    return attempt.answer(hint(attempt.seen, against=action) if attempt.needs_rating else ())


# Tables


async def open_table(request: PageRequest) -> TableTicket:
    """Open a table."""
    live = await request.host.open(await request.guest(), request.body(NewTable))
    return TableTicket(live.id, "")


async def show_table(request: PageRequest) -> object:
    """Return the summary of a table."""
    live = await request.host.find(*request.names)
    return table_summary(live.id, live.table)


async def join_table(request: PageRequest) -> TableTicket:
    """Return the ticket of a table, at which the person is already."""
    return TableTicket((await request.host.find(*request.names)).id, "")


async def hint_at(request: PageRequest) -> Hint:
    """Rate the person's legal actions, the best first."""
    live = await request.host.find(*request.names)
    seen = hints.hint_observation(live.table, (await request.guest()).player)
    return Hint(live.table.seq, hint(seen))


def _number(text: str) -> int:
    if not text.isdecimal():
        raise InvalidRequest("a puzzle has a number")
    return int(text)


ROUTES: dict[tuple[str, str], Handler] = {
    ("GET", "api/me"): who_am_i,
    ("PUT", "api/me"): name_me,
    ("GET", "api/server"): about,
    ("GET", "api/rulesets"): all_rulesets,
    ("GET", "api/rulesets/schema"): ruleset_schema,
    ("POST", "api/rulesets/check"): check_ruleset,
    ("GET", "api/rulesets/*"): one_ruleset,
    ("GET", "api/lessons"): all_courses,
    ("GET", "api/lessons/*"): one_course,
    ("GET", "api/puzzles"): all_puzzles,
    ("GET", "api/puzzles/*"): puzzles_of,
    ("GET", "api/puzzles/*/*"): one_puzzle,
    ("POST", "api/puzzles/*/*/attempt"): try_puzzle,
    ("POST", "api/tables"): open_table,
    ("GET", "api/tables/*"): show_table,
    ("POST", "api/tables/*/join"): join_table,
    ("GET", "api/tables/*/hint"): hint_at,
}
"""What answers which method at which path. ``*`` stands for a name. The first that fits answers."""
