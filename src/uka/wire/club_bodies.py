"""The bodies of HTTP requests and responses about the club that a server belongs to."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .http_bodies import Avatar, Name, RequestBody, ResponseBody

ClubDoor = Literal["open", "code", "invitation"]
"""Who may come in: everybody, whoever knows the club's code, or only whom an organiser has invited."""
MOST_TIME = 253_370_764_800_000
"""The latest time of an event, in milliseconds since 1970: the beginning of the year 9999."""
Colour = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$", description="a colour such as #14532d")]


class ClubColours(ResponseBody, frozen=True, forbid_unknown_fields=True):
    """The colour of a club's links and main buttons."""

    light: Colour
    """The colour on light pages."""
    dark: Colour
    """The colour on dark pages."""


class ClubFace(ResponseBody, frozen=True):
    """What everybody may know of the club that a server belongs to."""

    name: str
    welcome: str
    """A few lines of text, which may be empty."""
    door: ClubDoor
    colours: ClubColours | None
    """If they are null, the page has its own colours."""


class ClubMember(ResponseBody, frozen=True):
    """A member of the club."""

    player: str
    """The id of the guest, which other members can see."""
    name: str
    avatar: Avatar | None
    organiser: bool
    since: int
    """When the member came into the club, in milliseconds since 1970."""
    removed: bool = False
    """Whether an organiser has removed the person. Only organisers see such people."""
    link: str | None = None
    """The secret of the member's link, which ``/api/me/claim`` takes. Only the member and organisers get it."""


class ClubPage(ResponseBody, frozen=True):
    """The club that the server belongs to."""

    club: ClubFace
    me: ClubMember | None
    """You, or null if you are not a member."""


class JoinClub(RequestBody, frozen=True):
    """A request to become a member of the club."""

    code: Annotated[str, Meta(max_length=200)] = ""
    """The code of the club; empty if its door is open."""
    name: Name | None = None
    """Your name. If it is null, you keep your name or get a random one."""
    avatar: Avatar | None = None


class NewMember(RequestBody, frozen=True):
    """A request to take somebody into the club, whom an organiser gives the link."""

    name: Name


class ClubRole(RequestBody, frozen=True):
    """A request to let a member be an organiser, or be one no longer."""

    organiser: bool


class NewClubEvent(RequestBody, frozen=True):
    """A request to put an event into the club's calendar, or to change it there."""

    title: Annotated[str, Meta(min_length=1, max_length=100)]
    starts: Annotated[int, Meta(ge=0, le=MOST_TIME)]
    """When it begins, in milliseconds since 1970."""
    minutes: Annotated[int, Meta(ge=1, le=10_080)] = 180
    """How long it takes."""
    place: Annotated[str, Meta(max_length=200)] = ""
    note: Annotated[str, Meta(max_length=1_000)] = ""
    """A few lines of text."""


class ClubEventPerson(ResponseBody, frozen=True):
    """A member who has entered an event, or is there."""

    player: str
    name: str
    here: bool
    """Whether the member has checked in at the door."""


class ClubEventView(ResponseBody, frozen=True):
    """An event in the club's calendar."""

    event: str
    """The id of the event."""
    plan: NewClubEvent
    entered: int
    """How many members have entered or are there."""
    people: tuple[ClubEventPerson, ...]
    """Who they are, in the order in which they entered. Only members see them."""
    mine: bool
    """Whether you have entered, or are there."""
    here: bool
    """Whether you have checked in at the door."""
    check_in_secret: str | None
    """The secret with which members check in at the door. Only organisers get it."""


class ClubCalendar(ResponseBody, frozen=True):
    """The club's calendar."""

    events: tuple[ClubEventView, ...]
    """In the order of their times."""
    key: str
    """The secret with which a calendar program reads ``/api/club/calendar.ics``; empty if you are not a member."""


class EmptyBody(RequestBody, frozen=True):
    """The body of a request whose path says all: a JSON object without fields."""


class CheckIn(RequestBody, frozen=True):
    """A request to check in a member at the door of an event."""

    secret: Annotated[str, Meta(max_length=64)] = ""
    """The secret that the sign at the door shows, which an organiser does not need."""
