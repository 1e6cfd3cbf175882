"""HTTP routes for tournaments: to open one, enter teams, get results and printed sheets, and open a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple, cast

from litestar import Response, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody, QueryParameter, RawBody
from litestar.response import Stream

from uka.records import RecordedMatch
from uka.records.files import TEXT_FORMATS
from uka.tournament import paper
from uka.tournament.commands.teams import enter_list
from uka.tournament.entries import Role
from uka.tournament.list_files import MOST_BYTES as MOST_LIST_BYTES
from uka.tournament.list_files import text_of_list
from uka.tournament.paper import Size
from uka.tournament.spreadsheets import Rows, result_rows, standing_rows, to_csv, with_home
from uka.tournament.team_lists import has_heading, parse_teams
from uka.tournament.tournament import Tournament, round_of
from uka.tournament.views.builders import round_page
from uka.tournament.views.viewer_boards import ANYBODY, board
from uka.wire.http_bodies import Board, NewTournament, RoundPage, TeamList, TeamListText, TeamsEntered, TournamentTicket

from ..base.chosen_rules import ruleset_with_changes
from ..base.log_reader import read_pages
from ..base.problems import HttpRefusal, refusal_responses
from ..base.requester import Requester
from ..live.tournament import LiveTournament
from ..sockets.tournament import serve_tournament_socket
from .records import TOO_MANY
from .request import Request, RequestServices, enforce_rate_limit

LinkHeader = Annotated[str | None, HeaderParameter(name="X-Uka-Link", description="the link that you hold")]
PageAddress = Annotated[
    str, QueryParameter(max_length=200, pattern=r"^https?://[\w.:\[\]-]+$", description="of the page")
]
FOLDER = "/api/tournaments/{tournament:str}"
BINARY = "application/octet-stream"


class PrintOptions(NamedTuple):
    """How a sheet is printed.

    ``size`` is the paper size. If ``spelling`` is true, long vowels in Māori words are written as two letters instead
    of one with a macron. The links on the sheet begin with ``address``.
    """

    size: Size
    spelling: bool
    address: str


async def print_options(
    size: FromQuery[Size] = "a4", spelling: FromQuery[bool] = True, address: PageAddress = "http://localhost"
) -> PrintOptions:
    """Return the print options that are given in the query of the request."""
    return PrintOptions(size, spelling, address)


@post("/api/tournaments", responses=refusal_responses(400, 409, 413, 415, 503))
async def open_tournament(request: Request, data: JSONBody[NewTournament]) -> TournamentTicket:
    """Open a tournament, and return the director's link. Whoever has this link can act as director."""
    guest = request.guest
    opener = Requester(guest.player if guest else "", request.address)
    event = await request.context.tournaments.open(
        data.name, ruleset_with_changes(data.rules, data.changes), data.settings, opener
    )
    return TournamentTicket(event.id, request.context.links.sign(event.id))


@get(FOLDER, responses=refusal_responses(404, 503))
async def show_tournament(request: Request, tournament: FromPath[str]) -> Board:
    """Return the public board of a tournament: the teams, rounds and standings that everybody may see."""
    return board((await _event(request, tournament)).tournament, ANYBODY)


@get(f"{FOLDER}/rounds/{{number:int}}", responses=refusal_responses(400, 404, 409, 503))
async def one_round(request: Request, tournament: FromPath[str], number: FromPath[int]) -> RoundPage:
    """Return a round and its games."""
    t = (await _event(request, tournament)).tournament
    return round_page(t, round_of(t, number))


@post(f"{FOLDER}/teams", responses=refusal_responses(400, 403, 404, 409, 413, 415, 503))
async def enter_teams(
    request: Request, tournament: FromPath[str], data: JSONBody[TeamList], link: LinkHeader = None
) -> TeamsEntered:
    """Enter all teams of a list, given as CSV or as lines of text. If one team is refused, no team is entered."""
    event, grant = await _directed(request, tournament, link)
    listed = await asyncio.to_thread(parse_teams, data.text, event.tournament.settings.home)
    request.context.quotas.teams(event.tournament, len(listed.rosters))
    request.context.quotas.line(f"{event.id}/{grant}", request.address)
    await event.do(lambda t: enter_list(t, grant, listed, alike=data.alike), grant)
    return TeamsEntered(len(listed.rosters), listed.unused)


@post(
    f"{FOLDER}/teams/file",
    status_code=200,
    opt={"body": BINARY},
    request_max_body_size=MOST_LIST_BYTES,
    responses=refusal_responses(400, 403, 404, 413, 415, 503),
)
async def read_team_file(
    request: Request, tournament: FromPath[str], body: RawBody, link: LinkHeader = None
) -> TeamListText:
    """Return the text of a file with a list of teams: CSV in a usual encoding, or an Excel workbook (.xlsx).

    Nobody is entered. Only the director may send such a file.
    """
    await _directed(request, tournament, link)
    enforce_rate_limit(request.services.sheets, request.address, "too many files from your address: wait a moment")
    return TeamListText(await asyncio.to_thread(text_of_list, body, has_heading))


@get(f"{FOLDER}/results.csv", media_type="text/csv", responses=refusal_responses(404, 503))
async def results_list(request: Request, tournament: FromPath[str]) -> Response[str]:
    """Return all results as CSV."""
    return await _list(request, tournament, "results", result_rows)


@get(f"{FOLDER}/standings.csv", media_type="text/csv", responses=refusal_responses(404, 503))
async def standings_list(request: Request, tournament: FromPath[str]) -> Response[str]:
    """Return the standings as CSV."""
    return await _list(request, tournament, "standings", standing_rows)


async def _list(request: Request, tournament: str, name: str, rows: Callable[[Tournament], Rows]) -> Response[str]:
    t = (await _event(request, tournament)).tournament
    text = await asyncio.to_thread(lambda: to_csv(with_home(t, rows(t))))
    return Response(text, media_type="text/csv", headers=_named(f"{name}.csv"))


@get(f"{FOLDER}/log.jsonl", responses=refusal_responses(400, 403, 404, 503))
async def whole_log(request: Request, tournament: FromPath[str], link: LinkHeader = None) -> Response[bytes]:
    """Return the whole log of a tournament as lines of JSON. Only the director may request the log.

    The command ``uka tournament`` reads this format.
    """
    event, _ = await _directed(request, tournament, link)
    enforce_rate_limit(request.services.records, request.address, TOO_MANY)
    pages = read_pages(request.context.store, event.id)
    first = await anext(pages)  # so that a log that can't be read is refused, and not cut off
    answer = Stream(_joined(first, pages), media_type="application/x-ndjson", headers=_named("tournament.jsonl"))
    return cast(Response[bytes], answer)


async def _joined(page: Sequence[bytes], pages: AsyncIterator[Sequence[bytes]]) -> AsyncGenerator[bytes]:
    """Yield a page of a log as text, then each further page. A page is read when the client has taken the ones before.

    A log may be longer than what all answers to an address may take of the memory.
    """
    yield b"\n".join([*page, b""])
    async for page in pages:
        yield b"\n".join([*page, b""])


@get(f"{FOLDER}/games.emn", media_type="text/plain", responses=refusal_responses(400, 403, 404, 409, 503))
async def all_games(request: Request, tournament: FromPath[str], link: LinkHeader = None) -> Response[str]:
    """Return the tournament's games at online tables, as EMN. Only the director may request the games.

    The status is 409 if EMN can't express the games; the body gives the reason.
    """
    event, _ = await _directed(request, tournament, link)
    enforce_rate_limit(request.services.records, request.address, TOO_MANY)
    tables = [match.live for playing in event.tournament.rounds for match in playing.matches if match.live]
    archive = request.services.archive
    async with archive.one_match():
        games = [await game.log() for table in tables for game in await archive.games(table)]
        if not games:
            raise HttpRefusal(409, "EMN holds the cards of games: none was played to its end at a table of this server")
        match = RecordedMatch(tuple(games), {"title": event.tournament.name})
        text = await asyncio.to_thread(TEXT_FORMATS[".emn"], match)
    return Response(text, media_type="text/plain", headers=_named("games.emn"))


@get(
    f"{FOLDER}/paper/{{sheet:str}}",
    media_type="application/pdf",
    dependencies={"options": Provide(print_options)},
    responses=refusal_responses(400, 403, 404, 409, 503),
)
async def on_paper(
    request: Request,
    tournament: FromPath[str],
    sheet: FromPath[str],
    options: NamedDependency[PrintOptions],
    link: LinkHeader = None,
) -> Response[bytes]:
    """Return a sheet as a PDF for the director to print. A large sheet is returned as a ZIP of several PDFs.

    ``sheet`` names the sheet: ``numbers`` (of the tables), ``cards`` (a score card for each team), ``scores``,
    ``movement`` (which teams play at which table in each round), ``results``, ``certificates``, ``calls`` (what players
    say) or ``links`` (QR codes of people's links). ``address`` is the URL of the web page; each link begins with it.
    """
    event, _ = await _directed(request, tournament, link)
    t, links = event.tournament, request.context.links
    if sheet == "links":
        link_of = partial(
            _address, f"{options.address}/tournament/{event.id}", lambda grant: links.sign(event.id, grant)
        )
        made = partial(paper.parts_of_links, t, link_of, spelling=options.spelling)
    elif sheet in paper.SHEETS:
        made = partial(paper.parts, t, sheet, spelling=options.spelling)
    else:
        raise HttpRefusal(404, f"there is no sheet of that name: there are {', '.join((*paper.SHEETS, 'links'))}")
    enforce_rate_limit(request.services.sheets, request.address, "too many sheets from your address: wait a moment")
    printed = await request.services.printer.printed(sheet, options.size, made)
    return Response(printed.content, media_type=printed.media_type, headers=_named(printed.name))


def _address(page: str, link: Callable[[str], str], grant: str) -> str:
    return f"{page}#{link(grant)}"


@websocket(f"{FOLDER}/socket")
async def tournament_socket(socket: WebSocket[Any, Any, State], tournament: FromPath[str]) -> None:
    """Open a WebSocket to a tournament.

    ``uka.wire.tournament_commands`` and ``uka.wire.tournament_updates`` define its messages.
    """
    services: RequestServices = socket.app.state["services"]
    guest = services.guests.find(socket.cookies, https=socket.scope["scheme"] == "wss")
    await serve_tournament_socket(socket, services.hub, guest, tournament)


async def _event(request: Request, tournament: str) -> LiveTournament:
    return await request.context.tournaments.find(tournament)


async def _directed(request: Request, tournament: str, link: str | None) -> tuple[LiveTournament, str]:
    """Return a tournament, and the id of the ``Grant`` that makes the holder of ``link`` a director.

    Raise ``HttpRefusal`` 403 if ``link`` is not a valid link of a director.
    """
    event = await _event(request, tournament)
    grant = request.context.links.read(tournament, link or "")
    held = event.tournament.grant(grant) if grant else None
    if held is None or held.revoked or held.role is not Role.DIRECTOR:
        raise HttpRefusal(403, "only the director can do that: use the director's link")
    return event, held.id


def _named(file: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{file}"'}


ROUTES = (
    open_tournament,
    show_tournament,
    one_round,
    enter_teams,
    read_team_file,
    results_list,
    standings_list,
    whole_log,
    all_games,
    on_paper,
    tournament_socket,
)
