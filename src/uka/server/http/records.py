"""Records over HTTP: those of a table's games that are over, and the verification of any."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, Literal, cast

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, QueryParameter, RawBody

from uka.core.seats import Seat
from uka.records import Log, RecordedMatch
from uka.records.files import FORMS
from uka.records.signature import fingerprint
from uka.table.game_replay import GameReplay
from uka.wire.http_bodies import MOST_RECORD_BYTES, GameVerdicts, RecordSummary, ServerKey

from ..base.problems import HttpRefusal, refusal_responses
from .request import Request, enforce_rate_limit
from .tables import InvitationHeader, find_admitted

UNKNOWN = "there is no record of that number: a record is told when its game is over"
TOO_MANY = "many records come from your address: wait a moment"
ShownSeat = Annotated[Seat | None, QueryParameter(description="the seat whose hand alone is shown")]
DealNumber = Annotated[int | None, QueryParameter(ge=0, le=1_000_000, description="the deal whose steps are told")]
GameNumber = Annotated[int, QueryParameter(ge=0, le=1_000_000, description="which of the record's games, from 0")]


@get("/api/tables/{table:str}/records", responses=refusal_responses(403, 404, 503))
async def all_records(
    request: Request, table: FromPath[str], invitation: InvitationHeader = None
) -> list[RecordSummary]:
    """The games of a table that are over."""
    live = await find_admitted(request, table, invitation)
    enforce_rate_limit(request.services.records, request.address, TOO_MANY)
    return [game.line for game in await request.services.archive.games(live.id)]


@get(
    "/api/tables/{table:str}/records/{number:int}",
    media_type="text/plain",
    responses=refusal_responses(400, 403, 404, 409, 503),
)
async def one_record(
    request: Request,
    table: FromPath[str],
    number: FromPath[int],
    form: FromQuery[Literal["uka", "egn", "emn"]] = "uka",
    invitation: InvitationHeader = None,
) -> Response[str]:
    """The record of a game that is over, with all that proves its packs; 409 names what EGN or EMN cannot say."""
    log = await finished_record(request, table, number, invitation)
    text = await asyncio.to_thread(_text, log, form)
    headers = {"Content-Disposition": f'attachment; filename="{table}-{number}.{form}"'}
    return Response(text, media_type="text/plain", headers=headers)


async def finished_record(request: Request, table: str, number: int, invitation: str | None) -> Log:
    """The record of one of a table's games that are over, for who may come in."""
    live = await find_admitted(request, table, invitation)
    enforce_rate_limit(request.services.records, request.address, TOO_MANY)
    games = await request.services.archive.games(live.id)
    if not 0 <= number < len(games):
        raise HttpRefusal(404, UNKNOWN)
    return await games[number].log()


def _text(log: Log, form: str) -> str:
    return FORMS[f".{form}"](RecordedMatch((log,)))


@get("/api/tables/{table:str}/records/{number:int}/replay", responses=refusal_responses(400, 403, 404, 409, 503))
async def replay_of(
    request: Request,
    table: FromPath[str],
    number: FromPath[int],
    seat: ShownSeat = None,
    deal: DealNumber = None,
    invitation: InvitationHeader = None,
) -> Response[GameReplay]:
    """A game that is over, step by step: every deal of it or one alone, with all hands or one seat's alone."""
    log = await finished_record(request, table, number, invitation)
    return await _packed(request, await request.services.archive.replayed(log, seat, deal))


@post(
    "/api/replay",
    status_code=200,
    opt={"body": "text/plain"},
    request_max_body_size=MOST_RECORD_BYTES,
    responses=refusal_responses(400, 413, 415, 503),
)
async def replay(
    request: Request, body: RawBody, game: GameNumber = 0, seat: ShownSeat = None, deal: DealNumber = None
) -> Response[GameReplay]:
    """A game of any record, sent as text, step by step, as of a table's."""
    enforce_rate_limit(request.services.checks, request.address, TOO_MANY)
    return await _packed(request, await request.services.checker.replayed(body, game, seat, deal))


async def _packed(request: Request, told: bytes) -> Response[GameReplay]:
    """A replay, which is a long text that says much the same again and again; packed where the client takes that."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        told = await asyncio.to_thread(gzip.compress, told, 6)
        headers["Content-Encoding"] = "gzip"
    return cast(Response[GameReplay], Response(told, media_type="application/json", headers=headers))


@get("/api/key", responses=refusal_responses())
async def key(request: Request) -> ServerKey:
    """The public key that this server, and all that share its store, sign records with."""
    found = request.services.archive.key
    return ServerKey(found, fingerprint(found))


@post(
    "/api/verify",
    status_code=200,
    opt={"body": "text/plain"},
    request_max_body_size=MOST_RECORD_BYTES,
    responses=refusal_responses(400, 413, 415, 503),
)
async def verify(request: Request, body: RawBody) -> list[GameVerdicts]:
    """Whether the packs of a record, sent as text, follow from what was committed to and added."""
    enforce_rate_limit(request.services.checks, request.address, TOO_MANY)
    return list(await request.services.checker.verify(body))
