"""Answers OPTIONS requests for a path that several route handlers share."""

from __future__ import annotations

from litestar import Response, route
from litestar.handlers import HTTPRouteHandler


def options_route(path: str, methods: str) -> HTTPRouteHandler:
    """Return a route that answers an OPTIONS request for ``path`` with an Allow header, which lists ``methods``.

    Litestar's own answer would list the methods of only one of the path's route handlers. Litestar leaves out its own
    answer if this route is the first route of the path in ``ROUTES``.
    """

    @route(path, http_method="OPTIONS", include_in_schema=False, status_code=204)
    async def options() -> Response[None]:
        return Response(None, headers={"Allow": methods})

    return options
