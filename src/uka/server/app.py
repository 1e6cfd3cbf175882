"""Builds the server's ASGI application from its routes, middleware and error responses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State

from uka.wire.http_bodies import MOST_BYTES

from .base.club import ClubSettings
from .base.problems import error_response
from .http import openapi, static_page
from .http.middleware import AccessMiddleware
from .http.request import Request, RequestServices, require_content_type, require_membership
from .http.routes import ROUTES
from .sockets.hub import SocketHub


def app(hub: SocketHub) -> Litestar:
    """Return the ASGI application that serves the tables and tournaments of ``hub``.

    The caller must close ``hub.context`` after the application has stopped.
    """
    club = hub.context.options.club
    litestar = application(club, closed=hub.context.club is not None and hub.context.club.closed)
    litestar.state["services"] = RequestServices(hub)
    litestar.asgi_handler = AccessMiddleware(litestar.asgi_handler, hub)
    return litestar


def application(club: ClubSettings | None, *, closed: bool) -> Litestar:
    """Return the routes of a server as an application, which needs ``services`` in its state before it serves.

    It serves only members of ``club`` if the club is ``closed``.
    """
    return Litestar(
        [*ROUTES, openapi.openapi, *static_page.routes(static_page.BUILT, static_page.ENGINE, club)],
        state=State(),
        request_class=Request,
        request_max_body_size=MOST_BYTES,
        guards=[require_membership, require_content_type] if closed else [require_content_type],
        exception_handlers={Exception: error_response},
        lifespan=[_lifespan],
        openapi_config=None,
        logging_config=None,
    )


@asynccontextmanager
async def _lifespan(litestar: Litestar) -> AsyncGenerator[None]:
    services: RequestServices = litestar.state["services"]
    lag_task = asyncio.create_task(services.context.metrics.measure_loop_lag())
    try:
        yield
    finally:
        lag_task.cancel()
        services.checker.close()
        services.archive.close()
