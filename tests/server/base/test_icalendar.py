"""The file of a calendar, read back as RFC 5545 says: unfolded, split into properties, and unescaped."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from uka.server.base.icalendar import CalendarEvent, calendar_text
from uka.wire.club_bodies import MOST_TIME

NOW = 1_796_000_000_000
TIMES = st.integers(0, MOST_TIME)
TEXTS = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs"), include_characters=" \n"), max_size=120
)


def properties(text: str) -> list[tuple[str, str]]:
    """Return the names, with their parameters, and the values of the properties of a calendar."""
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = re.sub(r"\r\n[ \t]", "", text).removesuffix("\r\n").split("\r\n")
    assert not [line for line in lines if "\n" in line or "\r" in line]
    return [(name, value) for name, _, value in (line.partition(":") for line in lines)]


def unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)


def event(**fields: object) -> CalendarEvent:
    usual = CalendarEvent("1@uka", 0, NOW, 90, "Progressive", "", "", "https://uka.example/club/1")
    return usual._replace(**fields)


@given(TEXTS, TEXTS, TEXTS, TIMES, st.integers(1, 10_080))
def test_a_calendar_is_read_as_it_was_written(title: str, place: str, note: str, starts: int, minutes: int) -> None:
    found = properties(
        calendar_text(
            title, NOW, [event(summary=title, location=place, description=note, starts=starts, minutes=minutes)]
        )
    )
    assert [each for each in found if each[0] in ("BEGIN", "END")] == [
        ("BEGIN", "VCALENDAR"), ("BEGIN", "VEVENT"), ("END", "VEVENT"), ("END", "VCALENDAR"),
    ]  # fmt: skip
    values = dict(found)
    assert (values["VERSION"], values["UID"], values["SEQUENCE"]) == ("2.0", "1@uka", "0")
    for name, text in (("SUMMARY", title), ("LOCATION", place), ("DESCRIPTION", note)):
        assert unescaped(values.get(name, "")) == text.strip()
    begin, end = (
        datetime.strptime(values[name], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) for name in ("DTSTART", "DTEND")
    )
    assert begin.timestamp() == starts // 1_000
    assert (end - begin).total_seconds() == 60 * minutes


def test_an_event_as_a_calendar_program_gets_it() -> None:
    text = calendar_text("Cards", NOW, [event(location="Hall; left, then right", description="Bring\na pen")])
    assert text.split("\r\n")[6:-2] == [
        "BEGIN:VEVENT",
        "UID:1@uka",
        "DTSTAMP:20261130T005320Z",
        "SEQUENCE:0",
        "DTSTART:20261130T005320Z",
        "DTEND:20261130T022320Z",
        "SUMMARY:Progressive",
        "LOCATION:Hall\\; left\\, then right",
        "DESCRIPTION:Bring\\na pen",
        "URL:https://uka.example/club/1",
        "END:VEVENT",
    ]
