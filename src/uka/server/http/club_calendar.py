"""HTTP routes for the calendar of a club: its events, entries beforehand, the check-in at the door, and a file."""

from __future__ import annotations

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from uka.hosting.errors import Withheld
from uka.wire.club_bodies import CheckIn, ClubCalendar, ClubEventView, EmptyBody, NewClubEvent

from ..base.icalendar import CalendarEvent, calendar_text
from ..base.problems import HttpRefusal, refusal_responses
from ..live.club_events import ClubEvents
from ..live.club_state import Member
from .club import as_organiser, club_of, member_of
from .options_route import options_route
from .request import FOR_STRANGERS, MEMBERS_ONLY, Request

EVENTS = "/api/club/events"
EVENT = f"{EVENTS}/{{event:str}}"
ENTRY = f"{EVENT}/entries/{{player:str}}"


@get(EVENTS, responses=refusal_responses(404, 503))
async def list_club_events(request: Request) -> ClubCalendar:
    """Return the events of the club. Only members see who has entered."""
    viewer, events = await _viewer(request), _events(request)
    return ClubCalendar(events.all(viewer), events.key_of(viewer.guest.player) if viewer else "")


@post(EVENTS, responses=refusal_responses(400, 401, 403, 404, 413, 415, 503))
async def add_club_event(request: Request, data: JSONBody[NewClubEvent]) -> ClubEventView:
    """Put an event into the calendar of the club. Only an organiser may do so."""
    await as_organiser(request)
    return await _shown(request, await _events(request).add(data))


@get(EVENT, responses=refusal_responses(404, 503))
async def show_club_event(request: Request, event: FromPath[str]) -> ClubEventView:
    """Return an event of the club."""
    return _events(request).view(event, await _viewer(request))


@put(EVENT, responses=refusal_responses(400, 401, 403, 404, 413, 415, 503))
async def change_club_event(request: Request, event: FromPath[str], data: JSONBody[NewClubEvent]) -> ClubEventView:
    """Change an event. Whoever has entered stays entered. Only an organiser may do so."""
    await as_organiser(request)
    await _events(request).change(event, data)
    return await _shown(request, event)


@delete(EVENT, responses=refusal_responses(401, 403, 404, 503))
async def cancel_club_event(request: Request, event: FromPath[str]) -> None:
    """Take an event out of the calendar. Only an organiser may do so."""
    await as_organiser(request)
    await _events(request).cancel(event)


@put(ENTRY, responses=refusal_responses(400, 401, 403, 404, 409, 413, 415, 503))
async def enter_club_event(
    request: Request, event: FromPath[str], player: FromPath[str], data: JSONBody[EmptyBody]
) -> ClubEventView:
    """Enter yourself for an event. An organiser may enter every member."""
    await _check_about(request, player)
    await _events(request).enter(event, player)
    return await _shown(request, event)


@delete(ENTRY, status_code=200, responses=refusal_responses(401, 403, 404, 503))
async def withdraw_from_club_event(request: Request, event: FromPath[str], player: FromPath[str]) -> ClubEventView:
    """Take back your entry for an event. An organiser may take back every entry."""
    await _check_about(request, player)
    await _events(request).withdraw(event, player)
    return await _shown(request, event)


@post(f"{ENTRY}/check-in", status_code=200, responses=refusal_responses(400, 401, 403, 404, 409, 413, 415, 503))
async def check_in(
    request: Request, event: FromPath[str], player: FromPath[str], data: JSONBody[CheckIn]
) -> ClubEventView:
    """Check in at the door of an event, with the secret that the sign there shows. An organiser needs no secret."""
    me = await _check_about(request, player)
    if not me.organiser:
        _events(request).check_secret(event, data.secret)
    await _events(request).check_in(event, player)
    return await _shown(request, event)


@get("/api/club/calendar.ics", media_type="text/calendar", opt=FOR_STRANGERS, responses=refusal_responses(401, 404))
async def calendar_file(request: Request, key: FromQuery[str] = "") -> Response[str]:
    """Return the calendar of the club as an iCalendar file. A calendar program of a member sends ``key``."""
    club, events = club_of(request), _events(request)
    if club.closed and not await events.has_key(key) and await _viewer(request) is None:
        raise HttpRefusal(401, MEMBERS_ONLY)
    entries = [
        CalendarEvent(
            uid=f"{id}@uka",
            sequence=version,
            starts=plan.starts,
            minutes=plan.minutes,
            summary=plan.title,
            location=plan.place,
            description=plan.note,
            url=f"{request.origin}/club/{id}",
        )
        for id, plan, version in events.versions()
    ]
    text = calendar_text(club.settings.name, request.context.clock.now(), entries)
    return Response(text, media_type="text/calendar")


def _events(request: Request) -> ClubEvents:
    club_of(request)
    assert request.context.club_events is not None
    return request.context.club_events


async def _viewer(request: Request) -> Member | None:
    """Return the member who sent a request, or None."""
    club, guest = club_of(request), request.admit_guest()
    return await club.member(guest.player) if guest else None


async def _shown(request: Request, event: str) -> ClubEventView:
    """Return an event as the member sees it who has just changed it."""
    guest = request.services.guests.find(request.cookies, https=request.https)
    return _events(request).view(event, await club_of(request).member(guest.player) if guest else None)


async def _check_about(request: Request, player: str) -> Member:
    """Return the member who sent a request about ``player``. Raise ``Withheld`` unless it is their own business."""
    me = await member_of(request, club_of(request))
    if player != me.guest.player and not me.organiser:
        raise Withheld("only an organiser of the club can do that")
    return me


ROUTES = (
    options_route(EVENTS, "GET, OPTIONS, POST"),
    list_club_events,
    add_club_event,
    options_route(EVENT, "DELETE, GET, OPTIONS, PUT"),
    show_club_event,
    change_club_event,
    cancel_club_event,
    options_route(ENTRY, "DELETE, OPTIONS, PUT"),
    enter_club_event,
    withdraw_from_club_event,
    check_in,
    calendar_file,
)
