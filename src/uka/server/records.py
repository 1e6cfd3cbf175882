"""Records over HTTP: those of a table's games that are over, and the verification of any."""

from __future__ import annotations

import asyncio
from typing import Literal

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, RawBody

from uka.records import Log, Match
from uka.records.match import FORMS
from uka.wire.forms import MOST_RECORD_BYTES, GameVerdicts, RecordLine

from .desk import Request, limit
from .problems import Denied, answers
from .tables import Invited, admitted


@get("/api/tables/{table:str}/records", responses=answers(403, 404, 503))
async def all_records(request: Request, table: FromPath[str], invitation: Invited = None) -> list[RecordLine]:
    """The games of a table that are over."""
    live = await admitted(request, table, invitation)
    return [game.line for game in await request.desk.archive.games(live.id)]


@get(
    "/api/tables/{table:str}/records/{number:int}",
    media_type="text/plain",
    responses=answers(400, 403, 404, 409, 503),
)
async def one_record(
    request: Request,
    table: FromPath[str],
    number: FromPath[int],
    form: FromQuery[Literal["uka", "egn", "emn"]] = "uka",
    invitation: Invited = None,
) -> Response[str]:
    """The record of a game that is over, with all that proves its packs; 409 names what EGN or EMN cannot say."""
    live = await admitted(request, table, invitation)
    games = await request.desk.archive.games(live.id)
    if not 0 <= number < len(games):
        raise Denied(404, "there is no record of that number: a record is told when its game is over")
    text = await asyncio.to_thread(_text, games[number].log, form)
    headers = {"Content-Disposition": f'attachment; filename="{live.id}-{number}.{form}"'}
    return Response(text, media_type="text/plain", headers=headers)


def _text(log: Log, form: str) -> str:
    return FORMS[f".{form}"](Match((log,)))


@post(
    "/api/verify",
    status_code=200,
    opt={"body": "text/plain"},
    request_max_body_size=MOST_RECORD_BYTES,
    responses=answers(400, 413, 415, 503),
)
async def verify(request: Request, body: RawBody) -> list[GameVerdicts]:
    """Whether the packs of a record, sent as text, follow from what was committed to and added."""
    limit(request.desk.checks, request.address, "many records come from your address to be verified: wait a moment")
    return list(await request.desk.checker.verify(body))
