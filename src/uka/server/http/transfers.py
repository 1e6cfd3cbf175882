"""HTTP routes by which a guest moves to a second device: by a token that works once, within ten minutes.

The link of a member of the club works in the same way, as often as the member likes.
"""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody

from uka.wire.http_bodies import Guest
from uka.wire.transfer_bodies import ClaimRequest, TransferToken

from ..base.problems import HttpRefusal, refusal_responses
from .request import FOR_STRANGERS, Request, enforce_rate_limit
from .transfer_tokens import LIFETIME


@get("/api/me/transfer", responses=refusal_responses(401))
async def offer_transfer(request: Request) -> TransferToken:
    """Return a token for a second device, which becomes the same guest when it sends the token to ``/api/me/claim``.

    The token can be used once, within ten minutes.
    """
    guest = request.require_guest()
    services = request.services
    enforce_rate_limit(services.transfers, guest.player, "too many links for other devices: wait a moment")
    return TransferToken(services.transfer_tokens.write(guest), request.context.clock.now() + 1_000 * LIFETIME)


@post("/api/me/claim", status_code=200, opt=FOR_STRANGERS, responses=refusal_responses(400, 403, 413, 415, 503))
async def claim_identity(request: Request, data: JSONBody[ClaimRequest]) -> Response[Guest]:
    """Become the guest who created the token in the body. The response sets the cookie that identifies this guest.

    The token may be that of a member's link too, which is valid for as long as the member is in the club. If ``look``
    in the body is true, only return the guest: no cookie is set, and the token is not used up.
    """
    services, club = request.services, request.context.club
    member = await club.member_of(data.token) if club else None
    if member is not None:
        cookies = [] if data.look else [services.guests.write(member.guest, https=request.https)]
        return Response(member.guest, cookies=cookies)
    found = services.transfer_tokens.read(data.token)
    if found is None:
        raise HttpRefusal(403, "this link has expired: make a new one on your other device")
    guest = found.content
    if data.look:
        return Response(guest)
    enforce_rate_limit(services.claims, request.address, "too many devices of your address: try again in a minute")
    if not await services.used_transfers.use(found.nonce):
        raise HttpRefusal(403, "this link has already been used: make a new one on your other device")
    return Response(guest, cookies=[services.guests.write(guest, https=request.https)])


ROUTES = (offer_transfer, claim_identity)
