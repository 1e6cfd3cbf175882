"""HTTP routes for health checks, metrics, and information about the server."""

from __future__ import annotations

from importlib.metadata import version

from litestar import Response, get

from uka.bots import names
from uka.store import StoreUnavailable
from uka.wire.http_bodies import ServerHealth, ServerInfo

from ..base.metrics import CONTENT_TYPE
from ..base.problems import HttpRefusal, refusal_responses
from .request import Request

VERSION = version("uka")
PATIENCE = 5.0
"""Seconds after which a test write to the store counts as failed."""


@get("/api/server", responses=refusal_responses())
async def server_page(request: Request) -> ServerInfo:
    """Return the server's version, the levels of its bots, and its network address."""
    options = request.context.options
    return ServerInfo(VERSION, names(), options.network, options.alone)


@get("/api/health/live", responses=refusal_responses())
async def is_live(request: Request) -> ServerHealth:
    """Answer whenever the server process is running. ``ready`` is false while the server is shutting down."""
    return ServerHealth(not request.context.closing, VERSION)


@get("/api/health/ready", responses=refusal_responses(503))
async def is_ready(request: Request) -> ServerHealth:
    """Make a test write to the store, to check that people can open tables and play now.

    The status is 503 if the store can't be written to or the server is shutting down. The body gives the reason.
    """
    if request.context.closing:
        raise HttpRefusal(503, "the server is going down", wait=5)
    try:
        await request.services.store_probe.check(PATIENCE)
    except TimeoutError:
        raise HttpRefusal(503, "the store does not answer", wait=5) from None
    except StoreUnavailable as error:
        raise HttpRefusal(503, str(error), wait=5) from None
    return ServerHealth(True, VERSION)


@get("/metrics", media_type=CONTENT_TYPE, responses=refusal_responses())
async def all_metrics(request: Request) -> Response[str]:
    """Return the server's metrics in Prometheus's text format."""
    return Response(request.context.metrics.text().decode(), media_type=CONTENT_TYPE)
