"""Writes events as an iCalendar file (RFC 5545), which calendar programs read. All times are in UTC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

MOST_OCTETS = 75
"""The maximum length of a line, in octets of UTF-8 (RFC 5545, section 3.1)."""
ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})
"""How special characters stand in a text (section 3.3.11)."""


class CalendarEvent(NamedTuple):
    """An event in a calendar."""

    uid: str
    """An id of the event that no other event in the world has."""
    sequence: int
    """How often the event has been changed."""
    starts: int
    """When it begins, in milliseconds since 1970."""
    minutes: int
    """How long it takes."""
    summary: str
    location: str
    description: str
    url: str


def calendar_text(name: str, now: int, events: Iterable[CalendarEvent]) -> str:
    """Return an iCalendar file with ``events``. ``name`` is that of the calendar, and ``now`` the present time."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Uka//Club calendar//EN",
        f"NAME:{_escaped(name)}",
        f"X-WR-CALNAME:{_escaped(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        *(line for event in events for line in _event_lines(event, now)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event_lines(event: CalendarEvent, now: int) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"DTSTAMP:{_time(now)}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTART:{_time(event.starts)}"
    yield f"DTEND:{_time(event.starts + 60_000 * event.minutes)}"
    yield f"SUMMARY:{_escaped(event.summary)}"
    for name, text in (("LOCATION", event.location), ("DESCRIPTION", event.description)):
        if text:
            yield f"{name}:{_escaped(text)}"
    yield f"URL:{event.url}"
    yield "END:VEVENT"


def _time(milliseconds: int) -> str:
    """Return a time in UTC, such as ``20261201T060000Z``."""
    return f"{datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    return text.strip().translate(ESCAPES)


def _folded(line: str) -> str:
    """Return a line in parts of at most ``MOST_OCTETS`` octets, each after the first with a space before it.

    >>> _folded("SUMMARY:" + "ā" * 40).encode().count(b"\\r\\n ")
    1
    """
    parts, part, size = list[str](), "", 0
    for character in line:
        octets = len(character.encode())
        if size + octets > MOST_OCTETS:
            parts.append(part)
            part, size = " ", 1
        part, size = part + character, size + octets
    return "\r\n".join([*parts, part])
