"""HTTP routes for the club that the server belongs to: what it is called, who is in it, and the way in."""

from __future__ import annotations

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from uka.hosting.errors import Unknown, Withheld
from uka.wire.club_bodies import ClubMember, ClubPage, ClubRole, EmptyBody, JoinClub, NewMember

from ..base.problems import refusal_responses
from ..live.club import Club
from ..live.club_state import Member
from .guest_cookies import guest_named
from .options_route import options_route
from .request import FOR_STRANGERS, Request, enforce_rate_limit

MEMBERS_PATH = "/api/club/members"
MEMBER_PATH = f"{MEMBERS_PATH}/{{player:str}}"


@get("/api/club", opt=FOR_STRANGERS, responses=refusal_responses(404, 503))
async def show_club(request: Request) -> ClubPage:
    """Return what all may know of the club that the server belongs to, and whether you are a member of it."""
    club, guest = club_of(request), request.admit_guest()
    member = await club.member(guest.player) if guest else None
    return ClubPage(club.settings.face, _shown(club, member, linked=True) if member else None)


@post(
    "/api/club/join",
    status_code=200,
    opt=FOR_STRANGERS,
    responses=refusal_responses(400, 403, 404, 409, 413, 415, 503),
)
async def join_club(request: Request, data: JSONBody[JoinClub]) -> Response[ClubPage]:
    """Become a member of the club by its code. The response sets the cookie that identifies you in later requests."""
    club = club_of(request)
    enforce_rate_limit(request.services.codes, request.address, "too many codes from your address: wait a moment")
    before = request.admit_guest()
    guest = guest_named(data.name or (before.name if before else None), before, data.avatar)
    member = await club.join(guest, data.code)
    page = ClubPage(club.settings.face, _shown(club, member, linked=True))
    return Response(page, cookies=[request.services.guests.write(member.guest, https=request.https)])


@get(MEMBERS_PATH, responses=refusal_responses(401, 403, 404, 503))
async def list_members(request: Request) -> list[ClubMember]:
    """Return the members of your club, in the order in which they came.

    An organiser gets their links too, and then the people who have been removed.
    """
    club = club_of(request)
    me = await member_of(request, club)
    members = [_shown(club, member, linked=me.organiser) for member in club.members]
    removed = [replace(_shown(club, member, linked=False), removed=True) for member in club.removed]
    return [*members, *removed] if me.organiser else members


@post(MEMBERS_PATH, responses=refusal_responses(400, 401, 403, 404, 409, 413, 415, 503))
async def invite_member(request: Request, data: JSONBody[NewMember]) -> ClubMember:
    """Take somebody into the club, and return the link that you give them. Only an organiser may do so."""
    club = await as_organiser(request)
    return _shown(club, await club.add(guest_named(data.name)), linked=True)


@put(MEMBER_PATH, responses=refusal_responses(400, 401, 403, 404, 409, 413, 415, 503))
async def appoint_member(request: Request, player: FromPath[str], data: JSONBody[ClubRole]) -> ClubMember:
    """Let a member be an organiser, or be one no longer. Only an organiser may do so."""
    club = await as_organiser(request)
    return _shown(club, await club.appoint(player, organiser=data.organiser), linked=True)


@delete(MEMBER_PATH, responses=refusal_responses(401, 403, 404, 409, 503))
async def remove_member(request: Request, player: FromPath[str]) -> None:
    """Remove a member from the club, whose link and cookie no longer let them in. Only an organiser may do so."""
    club = await as_organiser(request)
    await club.remove(player)
    request.context.dismiss_strangers()


@post(f"{MEMBER_PATH}/forget", status_code=204, responses=refusal_responses(400, 401, 403, 404, 409, 413, 415, 503))
async def forget_member(request: Request, player: FromPath[str], data: JSONBody[EmptyBody]) -> None:
    """Remove a member, or one who is removed already, and forget their name. Only an organiser may do so.

    In the records of games the name is replaced at the next start of the server.
    """
    club = await as_organiser(request)
    await club.forget(player)
    request.context.dismiss_strangers()


def club_of(request: Request) -> Club:
    """Return the club that the server belongs to. Raise ``Unknown`` if it belongs to none."""
    if request.context.club is None:
        raise Unknown("this server belongs to no club")
    return request.context.club


async def member_of(request: Request, club: Club) -> Member:
    """Return the member who sent a request. Raise ``Withheld`` if it is no member."""
    member = await club.member(request.require_guest().player)
    if member is None:
        raise Withheld("only members of the club can see that")
    return member


async def as_organiser(request: Request) -> Club:
    """Return the club. Raise ``Withheld`` unless an organiser sent the request."""
    club = club_of(request)
    if not (await member_of(request, club)).organiser:
        raise Withheld("only an organiser of the club can do that")
    return club


def _shown(club: Club, member: Member, *, linked: bool) -> ClubMember:
    """Return a member as the page shows them, with the secret of their link if ``linked``."""
    guest = member.guest
    link = club.link_of(guest.player) if linked else None
    return ClubMember(guest.player, guest.name, guest.avatar, member.organiser, member.since, link=link)


ROUTES = (
    show_club,
    join_club,
    options_route(MEMBERS_PATH, "GET, OPTIONS, POST"),
    list_members,
    invite_member,
    options_route(MEMBER_PATH, "DELETE, OPTIONS, PUT"),
    appoint_member,
    remove_member,
    forget_member,
)
