"""The services that HTTP routes share, and the request class that gives routes access to them."""

from __future__ import annotations

import time
from typing import Any, TypeAlias

import litestar
from litestar.datastructures import State
from litestar.exceptions import InternalServerException

from uka.hosting.request_bodies import decoded_body
from uka.wire.http_bodies import Guest

from ..base.problems import HttpRefusal
from ..base.rate_limits import RateLimiter
from ..base.security import SECURE_SCHEMES, client_address
from ..live.context import ServerContext
from ..sockets.hub import SocketHub
from ..workers.coach import CoachService
from ..workers.record_archive import RecordArchive
from ..workers.record_checker import RecordChecker
from ..workers.sheet_printer import SheetPrinter
from .guest_cookies import GuestCookies
from .store_probe import StoreProbe
from .transfer_tokens import LIFETIME, OFFER_RATE, transfer_tokens
from .used_tokens import UsedTokens

STRANGERS = "strangers"
"""The key in the options of a route that answers people who are not members of the club too."""
FOR_STRANGERS = {STRANGERS: True}
"""The options of such a route."""
MEMBERS_ONLY = "only members of the club can use this server: come in with its code, or by your link"
BaseRequest: TypeAlias = litestar.Request[Any, Any, State]


class RequestServices:
    """What the HTTP routes of a server share: guests' cookies, rate limits, and services such as the one for hints."""

    def __init__(self, hub: SocketHub) -> None:
        self.hub, self.context = hub, hub.context
        context, options = hub.context, hub.context.options
        self.guests = GuestCookies(context.keys.secret, context.clock)
        self.archive = RecordArchive(context.store, context.keys.signing, options.record_deadline)
        self.store_probe = StoreProbe(context.store)
        self.checker = RecordChecker(options.check_deadline)
        self.coach = CoachService(context.bots, options.coach_deadline)
        self.printer = SheetPrinter(options)
        limited = context.rate_limits.limiter
        self.requests = limited("asked", options.requests_a_guest)
        self.new_guests = limited("new guests", options.guests_an_address)
        self.sheets = limited("sheets", options.sheets_an_address)
        self.records = limited("records", options.records_an_address)
        self.checks = limited("checks", options.checks_an_address)
        self.hints = limited("hints", options.hints_a_guest)
        self.reviews = limited("reviews", options.reviews_an_address)
        self.transfer_tokens = transfer_tokens(context.keys.secret, context.clock)
        self.transfers = limited("transfers", OFFER_RATE)
        self.claims = limited("claims", options.claims_an_address)
        self.codes = limited("club codes", options.codes_an_address)
        self.used_transfers = UsedTokens(context.store, "used transfers", LIFETIME, context.clock)
        self.quick = limited("quick games", options.quick_games_a_guest)


class Request(BaseRequest):
    """An HTTP request, with access to the guest who sent it and to the services that routes share."""

    @property
    def services(self) -> RequestServices:
        """The services that all routes share."""
        return self.app.state["services"]

    @property
    def context(self) -> ServerContext:
        """The server's tables, tournaments, options and other objects."""
        return self.services.context

    def admit_guest(self) -> Guest | None:
        """Return the guest whom the request's cookie identifies, after counting the request; return None if unknown.

        The request counts towards the guest's rate limit, and the guest now counts as online. So call this method once
        for a request. Raise ``HttpRefusal`` 429 if the guest sends too many requests.
        """
        guest = self.services.guests.find(self.cookies, https=self.https)
        if guest is not None:
            enforce_rate_limit(self.services.requests, guest.player, "too many requests at once: wait a moment")
            self.context.presence.note_request(guest.player)
        return guest

    def require_guest(self) -> Guest:
        """Do the same as ``admit_guest``, but raise ``HttpRefusal`` 401 if no cookie identifies a guest."""
        guest = self.admit_guest()
        if guest is None:
            raise HttpRefusal(401, "say who you are first: PUT /api/me")
        return guest

    @property
    def https(self) -> bool:
        """Whether the client used https, to reach this server or a trusted proxy in front of it."""
        return self.scope["scheme"] == "https"

    @property
    def origin(self) -> str:
        """The scheme and host by which the client reached this server. The host has been checked already."""
        return f"{'https' if self.https else 'http'}://{self.headers.get('host', '')}"

    @property
    def address(self) -> str:
        """The client's IPv4 address or IPv6 network; an empty text if unknown."""
        return client_address(self.scope)

    async def body(self) -> bytes:
        """Return the request's body; raise ``HttpRefusal`` 400 if the connection ends before the body is complete."""
        try:
            return await super().body()
        except InternalServerException:
            raise HttpRefusal(400, "the request was cut off") from None

    async def json(self) -> Any:
        """Decode the JSON body into the type that the route expects, and return the result.

        Raise ``InvalidRequest`` if the body is invalid. Litestar's own decoder is less strict: it accepts the text
        ``"1"`` as the number 1.
        """
        field = self.route_handler.parsed_data_field
        assert field is not None
        return decoded_body(await self.body(), field.annotation)


def enforce_rate_limit(limiter: RateLimiter, key: str, why: str) -> None:
    """Count one request of ``key``, such as a guest's id or an address, towards the rate limit of ``limiter``.

    If ``key`` has made too many requests, raise ``HttpRefusal`` 429 with the message ``why``.
    """
    if wait := limiter.take(key, time.monotonic()):
        raise HttpRefusal(429, why, wait=wait)


async def require_membership(connection: Any, handler: Any) -> None:
    """Refuse a request of somebody who is not a member of the club, unless the route ``handler`` is for strangers too.

    A server whose door is open has no such guard. So a route is for members only, unless it says otherwise.
    """
    if handler.opt.get(STRANGERS):
        return
    services: RequestServices = connection.app.state["services"]
    club = services.context.club
    assert club is not None
    guest = services.guests.find(connection.cookies, https=connection.scope["scheme"] in SECURE_SCHEMES)
    if guest is None or await club.member(guest.player) is None:
        raise HttpRefusal(401, MEMBERS_ONLY)


def require_content_type(connection: Any, handler: Any) -> None:
    """Refuse a POST or PUT request unless its content type is the one that the route ``handler`` expects.

    So an HTML form of another site can't send a JSON body, because a form can't set the content type of JSON.
    """
    if connection.scope.get("method") not in ("POST", "PUT"):
        return
    wanted = handler.opt.get("body", "application/json")
    given, _ = connection.content_type
    if given != wanted:
        raise HttpRefusal(415, f"the body must be {wanted}, and the request must say so in Content-Type")
