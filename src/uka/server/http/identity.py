"""HTTP routes for a guest's identity: an id, a name and an emblem, stored in a signed cookie."""

from __future__ import annotations

from litestar import Response, delete, get, put
from litestar.params import JSONBody

from uka.wire.http_bodies import Guest, RenameRequest

from ..base.problems import refusal_responses
from .guest_cookies import expired_cookie, guest_named
from .options_route import options_route
from .request import Request, enforce_rate_limit

IDENTITY_PATH = "/api/me"


@get(IDENTITY_PATH, responses=refusal_responses(401))
async def who_am_i(request: Request) -> Guest:
    """Return the guest whom your cookie identifies."""
    return request.require_guest()


@put(IDENTITY_PATH, responses=refusal_responses(400, 409, 413, 415, 503), status_code=200)
async def name_me(request: Request, data: JSONBody[RenameRequest]) -> Response[Guest]:
    """Become a guest, or change your name. The response sets the cookie that identifies you in later requests."""
    before = request.admit_guest()
    guest = guest_named(data.name, before, data.avatar)
    if before is None:
        enforce_rate_limit(
            request.services.new_guests, request.address, "too many guests from your address: wait a moment"
        )
    if request.context.club is not None:
        await request.context.club.rename(guest)
    return Response(guest, cookies=[request.services.guests.write(guest, https=request.https)])


@delete(IDENTITY_PATH, responses=refusal_responses())
async def forget_me(request: Request) -> Response[None]:
    """Delete the cookie that identifies you. Afterwards nobody, not even you, can return to your seats at tables."""
    return Response(None, cookies=[expired_cookie(https=request.https)])


ROUTES = (options_route(IDENTITY_PATH, "DELETE, GET, OPTIONS, PUT"), who_am_i, name_me, forget_me)
