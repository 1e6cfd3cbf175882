"""HTTP routes for tournaments: to open one, enter teams, get results and printed sheets, and open a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple, cast

from litestar import Response, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody, QueryParameter, RawBody
from litestar.response import Stream

from uka.extras import MissingPackages
from uka.hosting.chosen_rules import ruleset_with_changes
from uka.hosting.tournament_logs import MOST_LOG_BYTES, check_log, log_file
from uka.hosting.tournament_pages import CsvList, csv_of, page_of_round, parts_of_sheet, sheet_of_name
from uka.records import RecordedMatch
from uka.records.files import TEXT_FORMATS
from uka.tournament.commands.teams import enter_list
from uka.tournament.list_files import MOST_BYTES as MOST_LIST_BYTES
from uka.tournament.list_files import text_of_list
from uka.tournament.paper import Size
from uka.tournament.spreadsheets import event_workbook
from uka.tournament.team_lists import has_heading, parse_teams
from uka.tournament.views.viewer_boards import ANYBODY, board
from uka.wire.http_bodies import Board, NewTournament, RoundPage, TeamList, TeamListText, TeamsEntered, TournamentTicket

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
LOG = "application/x-ndjson"
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class PrintOptions(NamedTuple):
    """How a sheet is printed."""

    size: Size
    """The paper size."""
    spelling: bool
    """Whether long vowels in Māori words are written as two letters instead of one letter with a macron."""
    address: str
    """The URL of the web page, with which the links on the sheet begin."""


async def print_options(
    size: FromQuery[Size] = "a4", spelling: FromQuery[bool] = True, address: PageAddress = "http://localhost"
) -> PrintOptions:
    """Return the print options from the query parameters of the request, or their defaults."""
    return PrintOptions(size, spelling, address)


@post("/api/tournaments", responses=refusal_responses(400, 409, 413, 415, 503))
async def open_tournament(request: Request, data: JSONBody[NewTournament]) -> TournamentTicket:
    """Open a tournament, and return the director's link. Whoever has this link can act as its director."""
    guest = request.admit_guest()
    opener = Requester(guest.player if guest else "", request.address)
    event = await request.context.tournaments.open(
        data.name, ruleset_with_changes(data.rules, data.changes), data.settings, opener
    )
    return TournamentTicket(event.id, request.context.links.sign(event.id))


@post(
    "/api/tournaments/log",
    opt={"body": LOG},
    request_max_body_size=MOST_LOG_BYTES,
    responses=refusal_responses(400, 409, 413, 415, 503),
)
async def continue_tournament(request: Request, body: RawBody) -> TournamentTicket:
    """Continue a tournament that was begun elsewhere, from its whole log, and return the director's link.

    It gets an id and links of this server. The status is 400 if the log is damaged, or if it has online tables.
    """
    enforce_rate_limit(request.services.checks, request.address, TOO_MANY)
    guest = request.admit_guest()
    opener = Requester(guest.player if guest else "", request.address)
    await request.services.checker.do(check_log, body)
    event = await request.context.tournaments.take_over(body.splitlines(), opener)
    return TournamentTicket(event.id, request.context.links.sign(event.id))


@get(FOLDER, responses=refusal_responses(404, 503))
async def show_tournament(request: Request, tournament: FromPath[str]) -> Board:
    """Return the public board of a tournament: the teams, rounds and standings that everybody may see."""
    event = await _find(request, tournament)
    return board(event.tournament, ANYBODY)


@get(f"{FOLDER}/rounds/{{number:int}}", responses=refusal_responses(400, 404, 409, 503))
async def one_round(request: Request, tournament: FromPath[str], number: FromPath[int]) -> RoundPage:
    """Return one round of a tournament and its games."""
    event = await _find(request, tournament)
    return page_of_round(event.tournament, number)


@post(f"{FOLDER}/teams", responses=refusal_responses(400, 403, 404, 409, 413, 415, 503))
async def enter_teams(
    request: Request, tournament: FromPath[str], data: JSONBody[TeamList], link: LinkHeader = None
) -> TeamsEntered:
    """Enter all teams of a list, which is CSV or one team per line. If one team is refused, no team is entered."""
    event, grant = await _as_director(request, tournament, link)
    settings = event.tournament.settings
    listed = await asyncio.to_thread(parse_teams, data.text, settings.home, settings.entrants)
    request.context.quotas.check_team_count(event.tournament, len(listed.rosters))
    request.context.quotas.count_line(f"{event.id}/{grant}", request.address)
    await event.do(lambda state: enter_list(state, grant, listed, alike=data.alike), grant)
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
    """Return as text the list of teams in a file: CSV in a usual encoding, or an Excel workbook (.xlsx).

    No team is entered into the tournament. Only the director may send such a file.
    """
    await _as_director(request, tournament, link)
    enforce_rate_limit(request.services.sheets, request.address, "too many files from your address: wait a moment")
    return TeamListText(await asyncio.to_thread(text_of_list, body, has_heading))


@get(f"{FOLDER}/results.csv", media_type="text/csv", responses=refusal_responses(404, 503))
async def results_list(request: Request, tournament: FromPath[str]) -> Response[str]:
    """Return the results of all games of a tournament as CSV."""
    return await _csv(request, tournament, "results")


@get(f"{FOLDER}/standings.csv", media_type="text/csv", responses=refusal_responses(404, 503))
async def standings_list(request: Request, tournament: FromPath[str]) -> Response[str]:
    """Return the standings of a tournament as CSV."""
    return await _csv(request, tournament, "standings")


@get(f"{FOLDER}/event.xlsx", media_type=WORKBOOK, responses=refusal_responses(404, 503))
async def event_workbook_file(request: Request, tournament: FromPath[str]) -> Response[bytes]:
    """Return the standings and the results of a tournament as an Excel workbook."""
    event = await _find(request, tournament)
    enforce_rate_limit(request.services.sheets, request.address, "too many files from your address: wait a moment")
    try:
        content = await asyncio.to_thread(event_workbook, event.tournament)
    except MissingPackages as error:
        raise HttpRefusal(503, str(error)) from None
    return Response(content, media_type=WORKBOOK, headers=_attachment("event.xlsx"))


async def _csv(request: Request, tournament: str, name: CsvList) -> Response[str]:
    event = await _find(request, tournament)
    text = await asyncio.to_thread(csv_of, event.tournament, name)
    return Response(text, media_type="text/csv", headers=_attachment(f"{name}.csv"))


@get(f"{FOLDER}/log.jsonl", responses=refusal_responses(400, 403, 404, 503))
async def whole_log(request: Request, tournament: FromPath[str], link: LinkHeader = None) -> Response[bytes]:
    """Return the whole log of a tournament as lines of JSON. Only the director may request the log.

    The command ``uka tournament`` reads this format.
    """
    event, _ = await _as_director(request, tournament, link)
    enforce_rate_limit(request.services.records, request.address, TOO_MANY)
    pages = read_pages(request.context.store, event.id)
    first_page = await anext(pages)  # so that a log that can't be read is refused, and not cut off
    body = _lines_of_pages(first_page, pages)
    response = Stream(body, media_type=LOG, headers=_attachment("tournament.jsonl"))
    return cast(Response[bytes], response)


async def _lines_of_pages(first: Sequence[bytes], rest: AsyncIterator[Sequence[bytes]]) -> AsyncGenerator[bytes]:
    """Yield the lines of each page of a log as one text: those of ``first``, then those of the pages in ``rest``.

    Each page is read only when the client has received the one before, since a whole log may take too much memory.
    """
    yield log_file(first)
    async for page in rest:
        yield log_file(page)


@get(f"{FOLDER}/games.emn", media_type="text/plain", responses=refusal_responses(400, 403, 404, 409, 503))
async def all_games(request: Request, tournament: FromPath[str], link: LinkHeader = None) -> Response[str]:
    """Return the tournament's games at online tables. Only the director may request the games.

    The format is Euchre Match Notation (EMN). The status is 409 if EMN can't express the games; the body gives the
    reason.
    """
    event, _ = await _as_director(request, tournament, link)
    enforce_rate_limit(request.services.records, request.address, TOO_MANY)
    tables = [match.live for playing in event.tournament.rounds for match in playing.matches if match.live]
    archive = request.services.archive
    async with archive.turn_for_many_tables():
        games = [await game.log() for table in tables for game in await archive.games(table)]
        if not games:
            raise HttpRefusal(409, "EMN holds the cards of games: none was played to its end at a table of this server")
        match = RecordedMatch(tuple(games), {"title": event.tournament.name})
        text = await asyncio.to_thread(TEXT_FORMATS[".emn"], match)
    return Response(text, media_type="text/plain", headers=_attachment("games.emn"))


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
    """Return a sheet as a PDF for the director to print. A large sheet is returned as a ZIP file of several PDFs.

    ``sheet`` names the sheet: ``numbers`` (of the tables), ``tables`` (a card for each), ``cards`` (a score card for
    each team or player), ``badges``, ``schedule`` (of each entry), ``scores``, ``games`` (of the round, for the wall),
    ``movement`` (who plays at which table in each round), ``chart`` (for the wall), ``results``, ``certificates``,
    ``calls`` (what players say) or ``links`` (QR codes of people's links). ``address`` is the URL of the web page; each
    link begins with it.
    """
    event, _ = await _as_director(request, tournament, link)
    kind = sheet_of_name(sheet)
    page, links = f"{options.address}/tournament/{event.id}", request.context.links
    make_parts = partial(
        parts_of_sheet,
        event.tournament,
        sheet,
        lambda grant: f"{page}#{links.sign(event.id, grant)}",
        doubled_vowels=options.spelling,
    )
    enforce_rate_limit(request.services.sheets, request.address, "too many sheets from your address: wait a moment")
    printed = await request.services.printer.print_sheet(kind, options.size, make_parts)
    return Response(printed.content, media_type=printed.media_type, headers=_attachment(printed.name))


@websocket(f"{FOLDER}/socket")
async def tournament_socket(socket: WebSocket[Any, Any, State], tournament: FromPath[str]) -> None:
    """Open a WebSocket to a tournament.

    ``uka.wire.tournament_commands`` and ``uka.wire.tournament_updates`` define its messages.
    """
    services: RequestServices = socket.app.state["services"]
    guest = services.guests.find(socket.cookies, https=socket.scope["scheme"] == "wss")
    await serve_tournament_socket(socket, services.hub, guest, tournament)


async def _find(request: Request, tournament: str) -> LiveTournament:
    return await request.context.tournaments.find(tournament)


async def _as_director(request: Request, tournament: str, link: str | None) -> tuple[LiveTournament, str]:
    """Return a tournament, and the id of the ``Grant`` that makes the holder of ``link`` a director.

    Raise ``Withheld`` if ``link`` is not a valid link of a director.
    """
    event = await _find(request, tournament)
    return event, request.context.links.director_of(tournament, event.tournament, link or "")


def _attachment(file: str) -> dict[str, str]:
    """Return the header that makes a browser save a response under the name ``file``."""
    return {"Content-Disposition": f'attachment; filename="{file}"'}


ROUTES = (
    open_tournament,
    continue_tournament,
    show_tournament,
    one_round,
    enter_teams,
    read_team_file,
    results_list,
    standings_list,
    event_workbook_file,
    whole_log,
    all_games,
    on_paper,
    tournament_socket,
)
