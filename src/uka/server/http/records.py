"""HTTP routes for game records: to download the records of a table, and to verify and replay any record."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, cast

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, QueryParameter, RawBody

from uka.core.seats import Seat
from uka.hosting.finished_games import game_of_number
from uka.hosting.record_pages import RecordForm, record_text
from uka.records import Log
from uka.records.signature import fingerprint
from uka.table.game_replay import GameReplay
from uka.wire.http_bodies import MOST_RECORD_BYTES, GameVerdicts, RecordSummary, ServerKey

from ..base.problems import refusal_responses
from .request import Request, enforce_rate_limit
from .tables import InvitationHeader, find_readable

TOO_MANY = "too many records from your address: wait a moment"
OnlySeat = Annotated[Seat | None, QueryParameter(description="the only seat whose hand is shown; without it, all")]
DealNumber = Annotated[
    int | None,
    QueryParameter(ge=0, le=1_000_000, description="the only deal that is returned, from 0; without it, all"),
]
GameNumber = Annotated[int, QueryParameter(ge=0, le=1_000_000, description="which of the record's games, from 0")]


@get("/api/tables/{table:str}/records", responses=refusal_responses(403, 404, 503))
async def all_records(
    request: Request, table: FromPath[str], invitation: InvitationHeader = None
) -> list[RecordSummary]:
    """List the finished games of a table."""
    live = await find_readable(request, table, invitation)
    enforce_rate_limit(request.services.records, request.address, TOO_MANY)
    return [game.summary for game in await request.services.archive.games(live.id)]


@get(
    "/api/tables/{table:str}/records/{number:int}",
    media_type="text/plain",
    responses=refusal_responses(400, 403, 404, 409, 503),
)
async def one_record(
    request: Request,
    table: FromPath[str],
    number: FromPath[int],
    form: FromQuery[RecordForm] = "uka",
    invitation: InvitationHeader = None,
) -> Response[str]:
    """Return the record of a finished game, with the data that proves that its shuffles are fair.

    ``form`` is the format: Uka's own, Euchre Game Notation (EGN) or Euchre Match Notation (EMN). The status is 409 for
    a rubber (best of three games) in EGN, which holds one game only.
    """
    log = await finished_record(request, table, number, invitation)
    text = await asyncio.to_thread(record_text, log, form)
    headers = {"Content-Disposition": f'attachment; filename="{table}-{number}.{form}"'}
    return Response(text, media_type="text/plain", headers=headers)


async def finished_record(request: Request, table: str, number: int, invitation: str | None) -> Log:
    """Return the record of the finished game number ``number``, counted from 0, of the table with the id ``table``.

    Raise ``Unknown`` if there is no such game, and ``Withheld`` if the client may not read it.
    """
    live = await find_readable(request, table, invitation)
    enforce_rate_limit(request.services.records, request.address, TOO_MANY)
    games = await request.services.archive.games(live.id)
    return await game_of_number(games, number).log()


@get("/api/tables/{table:str}/records/{number:int}/replay", responses=refusal_responses(400, 403, 404, 409, 503))
async def replay_of(
    request: Request,
    table: FromPath[str],
    number: FromPath[int],
    seat: OnlySeat = None,
    deal: DealNumber = None,
    invitation: InvitationHeader = None,
) -> Response[GameReplay]:
    """Replay a finished game step by step.

    The response covers all deals or one deal, and shows all hands or only the hand of one seat.
    """
    log = await finished_record(request, table, number, invitation)
    return await _replay_response(request, await request.services.archive.replayed(log, seat, deal))


@post(
    "/api/replay",
    status_code=200,
    opt={"body": "text/plain"},
    request_max_body_size=MOST_RECORD_BYTES,
    responses=refusal_responses(400, 413, 415, 503),
)
async def replay(
    request: Request, body: RawBody, game: GameNumber = 0, seat: OnlySeat = None, deal: DealNumber = None
) -> Response[GameReplay]:
    """Replay a game step by step, from a record in the body of the request.

    The response covers all deals or one deal, and shows all hands or only the hand of one seat.
    """
    enforce_rate_limit(request.services.checks, request.address, TOO_MANY)
    return await _replay_response(request, await request.services.checker.replayed(body, game, seat, deal))


async def _replay_response(request: Request, replayed: bytes) -> Response[GameReplay]:
    """Return a response whose body is the JSON text ``replayed``, compressed if the client accepts gzip."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        replayed = await asyncio.to_thread(gzip.compress, replayed, 6)
        headers["Content-Encoding"] = "gzip"
    return cast(Response[GameReplay], Response(replayed, media_type="application/json", headers=headers))


@get("/api/key", responses=refusal_responses())
async def key(request: Request) -> ServerKey:
    """Return the public key that verifies the signatures of records. Servers that share a store share the key."""
    public = request.services.archive.key
    return ServerKey(public, fingerprint(public))


@post(
    "/api/verify",
    status_code=200,
    opt={"body": "text/plain"},
    request_max_body_size=MOST_RECORD_BYTES,
    responses=refusal_responses(400, 413, 415, 503),
)
async def verify(request: Request, body: RawBody) -> list[GameVerdicts]:
    """Verify the shuffles of the games in a record, and return what was found for each game.

    A shuffle is fair if it follows from the secret that the server had committed to and from the players' shares. A
    share is a player's random contribution to a shuffle.
    """
    enforce_rate_limit(request.services.checks, request.address, TOO_MANY)
    return list(await request.services.checker.verify(body))
