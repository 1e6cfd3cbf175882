"""HTTP routes for health checks, metrics, and information about the server."""

from __future__ import annotations

from importlib.metadata import version

from litestar import Response, get
from litestar.openapi import ResponseSpec

from uka.bots import playable
from uka.store import StoreUnavailable
from uka.wire.http_bodies import ServerHealth, ServerInfo

from ..base.metrics import CONTENT_TYPE
from ..base.problems import DESCRIPTIONS, RETRY, refusal_responses
from .request import FOR_STRANGERS, Request

VERSION = version("uka")
PROBE_TIMEOUT = 5.0
"""Seconds after which a test write to the store counts as failed."""
UNREADY_RESPONSE = ResponseSpec(ServerHealth, generate_examples=False, description=DESCRIPTIONS[503])


@get("/api/server", responses=refusal_responses())
async def server_page(request: Request) -> ServerInfo:
    """Return the server's version, the levels of its bots, and its URL on the local network."""
    options = request.context.options
    return ServerInfo(VERSION, playable(), options.network, options.alone)


@get("/api/health/live", opt=FOR_STRANGERS, responses=refusal_responses())
async def is_live(request: Request) -> ServerHealth:
    """Return status 200 while the server process is running. ``ready`` is false while the server is shutting down."""
    return ServerHealth(not request.context.closing, VERSION)


@get("/api/health/ready", opt=FOR_STRANGERS, responses={**refusal_responses(), 503: UNREADY_RESPONSE})
async def is_ready(request: Request) -> Response[ServerHealth]:
    """Make a test write to the store, to check that people can open tables and play now.

    The status is 503 if the store can't be written to or the server is shutting down. The body gives the reason.
    """
    if request.context.closing:
        return _unready("the server is going down")
    try:
        await request.services.store_probe.check(PROBE_TIMEOUT)
    except TimeoutError:
        return _unready("the store does not answer")
    except StoreUnavailable as error:
        return _unready(str(error))
    return Response(ServerHealth(True, VERSION))


def _unready(why: str) -> Response[ServerHealth]:
    return Response(ServerHealth(False, VERSION, why), status_code=503, headers={"Retry-After": str(RETRY)})


@get("/metrics", media_type=CONTENT_TYPE, responses=refusal_responses())
async def all_metrics(request: Request) -> Response[str]:
    """Return the server's metrics in Prometheus's text format."""
    return Response(request.context.metrics.text().decode(), media_type=CONTENT_TYPE)
