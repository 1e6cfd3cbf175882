"""The server as an ASGI application: its routes, and what stands before and behind them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State

from uka.wire.http_bodies import MOST_BYTES

from .base.problems import error_response
from .http import coaching, health, records, rulesets, tables, tournaments
from .http import identity as me
from .http import openapi as description
from .http import static_page as page
from .http.middleware import AccessMiddleware
from .http.request import Request, RequestServices, require_content_type
from .live.context import ServerContext

ROUTES = (
    *me.ROUTES,
    tables.lobby,
    tables.open_table,
    tables.show_table,
    tables.join_table,
    tables.invite,
    tables.socket_of,
    records.all_records,
    records.one_record,
    records.replay_of,
    records.replay,
    records.key,
    records.verify,
    *coaching.ROUTES,
    *tournaments.ROUTES,
    rulesets.all_rulesets,
    rulesets.ruleset_schema,
    rulesets.one_ruleset,
    rulesets.check_ruleset,
    health.server_page,
    health.is_live,
    health.is_ready,
    health.all_metrics,
    description.openapi,
)
REQUEST = Request


def app(hall: ServerContext) -> Litestar:
    """The application over a hall, by the hall's options; who made the hall closes it."""
    desk = RequestServices(hall)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncGenerator[None]:
        watch = asyncio.create_task(hall.metrics.watch_loop())
        try:
            yield
        finally:
            watch.cancel()
            desk.checker.close()
            desk.archive.close()

    litestar = Litestar(
        [*ROUTES, *page.routes(page.BUILT)],
        state=State({"desk": desk}),
        request_class=Request,
        request_max_body_size=MOST_BYTES,
        guards=[require_content_type],
        exception_handlers={Exception: error_response},
        lifespan=[running],
        openapi_config=None,
        logging_config=None,
    )
    litestar.asgi_handler = AccessMiddleware(litestar.asgi_handler, hall)
    return litestar
