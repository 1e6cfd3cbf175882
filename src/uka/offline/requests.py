"""Answers in this process what the page asks of a server."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import msgspec

from uka.core.errors import UkaError
from uka.hosting import problems
from uka.hosting.errors import Unknown
from uka.hosting.problems import MOST_LETTERS, problem_of
from uka.kernels.compiled import MissingKernels

from . import page_requests, table_requests, tournament_requests
from .host import OfflineHost
from .request import Answer, Handler, PageRequest, Routes
from .storage import NotKept

STATUS: dict[type[UkaError], int] = problems.STATUS | {NotKept: 507}
ROUTES: Routes = {**page_requests.ROUTES, **table_requests.ROUTES, **tournament_requests.ROUTES}
"""What answers which method at which path. ``*`` stands for a name. The first that fits answers."""
CLUB = "a server may belong to a club"
PEOPLE = "other people come to a server"
DEVICES = "another device reaches a server; a copy of all that is kept moves to another device as a file"
NO_KERNELS = "this needs Uka's compiled kernels, which this page does not have"
NEEDS_SERVER = {
    ("GET", "api/me/transfer"): DEVICES,
    ("POST", "api/me/claim"): DEVICES,
    ("GET", "api/club"): CLUB,
    ("POST", "api/club/join"): CLUB,
    ("GET", "api/club/members"): CLUB,
    ("POST", "api/club/members"): CLUB,
    ("PUT", "api/club/members/*"): CLUB,
    ("DELETE", "api/club/members/*"): CLUB,
    ("POST", "api/club/members/*/forget"): CLUB,
    ("GET", "api/club/events"): CLUB,
    ("POST", "api/club/events"): CLUB,
    ("GET", "api/club/events/*"): CLUB,
    ("PUT", "api/club/events/*"): CLUB,
    ("DELETE", "api/club/events/*"): CLUB,
    ("PUT", "api/club/events/*/entries/*"): CLUB,
    ("DELETE", "api/club/events/*/entries/*"): CLUB,
    ("POST", "api/club/events/*/entries/*/check-in"): CLUB,
    ("GET", "api/club/calendar.ics"): CLUB,
    ("GET", "api/lobby"): PEOPLE,
    ("GET", "api/tables/*/invitation"): PEOPLE,
    ("GET", "api/quick"): PEOPLE,
    ("POST", "api/quick"): PEOPLE,
    ("POST", "api/matches"): PEOPLE,
    ("GET", "api/matches/*"): PEOPLE,
    ("POST", "api/matches/*/seat"): PEOPLE,
    ("POST", "api/matches/*/begin"): PEOPLE,
    ("GET", "api/key"): "a signature proves which server dealt; a page that deals to itself signs nothing",
    ("GET", "api/tournaments/*/games.emn"): "games with their cards are played at the online tables of a server",
    ("GET", "api/tournaments/*/event.xlsx"): "a device without a server has no library for workbooks: take CSV",
    ("GET", "api/tournaments/*/paper/*"): "the page makes the PDF itself, from the contents at sheets/*",
    ("GET", "metrics"): "they are for whoever runs a server",
}
"""What only a server answers, each with the reason."""


async def answer(host: OfflineHost, method: str, address: str, content: bytes = b"", link: str = "") -> Answer:
    """Answer a request. ``address`` is its path and query, ``content`` its body, and ``link`` a tournament's link."""
    parts = urlsplit(address)
    path = tuple(unquote(part) for part in parts.path.strip("/").split("/"))
    try:
        handler, names = _route(method, path)
        found = await handler(PageRequest(host, names, content, parts.query, link))
    except UkaError as error:
        status = next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
        why = NO_KERNELS if isinstance(error, MissingKernels) else str(error)[:MOST_LETTERS]
        return Answer(status, msgspec.json.encode(problem_of(error, why)))
    return found if isinstance(found, Answer) else Answer(200, msgspec.json.encode(found))


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
