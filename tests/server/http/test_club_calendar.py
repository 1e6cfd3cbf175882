"""The calendar of a club: who plans, who enters, who checks in at the door, and what a calendar program reads."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tests.server.base.test_icalendar import properties
from tests.server.http.test_club import OPEN, club, joined, organiser, player_of
from tests.server.http.test_routes import refusal
from tests.server.web import Web
from uka.server.http.request import MEMBERS_ONLY
from uka.server.live.club_events import CHECK_IN_MARGIN, MOST_EVENTS

pytestmark = pytest.mark.server

HOUR = 3_600_000
ONLY = (403, "only an organiser of the club can do that")
NO_EVENT = (404, "there is no such event in the calendar")
NOT_OPEN = (409, "the door of this event is not open now")
EVENTS = "/api/club/events"


async def planned(mere: httpx.AsyncClient, web: Web, hours: float = 2, **more: Any) -> dict[str, Any]:
    """Plan an event that begins after ``hours`` by the server's clock."""
    starts = web.context.clock.now() + round(hours * HOUR)
    answer = await mere.post(EVENTS, json={"title": "Progressive", "starts": starts, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_only_organisers_plan_change_and_cancel() -> None:
    async with club() as web:
        mere, ana = await organiser(web), await joined(web, "Ana")
        plan = (await planned(mere, web, place="The hall"))["plan"]
        assert refusal(await ana.post(EVENTS, json=plan)) == ONLY
        [event] = (await ana.get(EVENTS)).json()["events"]
        assert (event["plan"], event["check_in_secret"], event["people"]) == (plan, None, [])
        at = f"{EVENTS}/{event['event']}"
        changed = plan | {"title": "Rotation"}
        assert refusal(await ana.put(at, json=changed)) == ONLY
        assert refusal(await ana.delete(at)) == ONLY
        assert (await mere.put(at, json=changed)).json()["plan"] == changed
        assert (await ana.get(at)).json()["plan"] == changed
        assert (await mere.delete(at)).status_code == 204
        assert refusal(await ana.get(at)) == NO_EVENT
        for answer in (await mere.put(at, json=plan), await mere.delete(at)):
            assert refusal(answer) == NO_EVENT


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"title": ""}, "length >= 1"),
        ({"title": " "}, "title must be text of characters that are displayed"),
        ({"note": "\x1b[2J"}, "note must be text of characters that are displayed"),
        ({"starts": -1}, ">= 0"),
        ({"minutes": 0}, ">= 1"),
        ({"starts": "2026-12-01"}, "Expected `int`"),
    ],
)
async def test_a_plan_that_makes_no_sense_is_refused(fields: dict[str, Any], why: str) -> None:
    async with club() as web:
        status, said = refusal(await (await organiser(web)).post(EVENTS, json={"title": "x", "starts": 1} | fields))
        assert status == 400
        assert why in said


async def test_members_enter_beforehand_and_check_in_at_the_door() -> None:
    async with club() as web:
        mere, ana, ben = await organiser(web), await joined(web, "Ana"), await joined(web, "Ben")
        event = await planned(mere, web)
        at = f"{EVENTS}/{event['event']}/entries"
        hers, his = f"{at}/{await player_of(ana)}", f"{at}/{await player_of(ben)}"
        seen = (await ana.put(hers, json={})).json()
        assert (seen["mine"], seen["here"], seen["entered"], seen["check_in_secret"]) == (True, False, 1, None)
        assert (await ana.put(hers, json={})).json() == seen
        assert (await ana.delete(hers)).json()["entered"] == 0
        assert (await ana.put(hers, json={})).json() == seen
        assert refusal(await ben.put(hers, json={})) == ONLY
        assert refusal(await ben.delete(hers)) == ONLY
        wrong = await ana.post(f"{hers}/check-in", json={"secret": event["check_in_secret"][:-1]})
        assert refusal(wrong) == (403, "this is not the code at the door of this event")
        other = await planned(mere, web, 3)
        assert (await ana.post(f"{hers}/check-in", json={"secret": other["check_in_secret"]})).status_code == 403
        assert (await ana.post(f"{hers}/check-in", json={"secret": event["check_in_secret"]})).json()["here"]
        assert refusal(await ben.post(f"{hers}/check-in", json={"secret": event["check_in_secret"]})) == ONLY
        assert (await mere.post(f"{his}/check-in", json={})).status_code == 200  # Ben's phone is empty
        people = (await ben.get(f"{EVENTS}/{event['event']}")).json()["people"]
        assert [(person["name"], person["here"]) for person in people] == [("Ana", True), ("Ben", True)]
        assert refusal(await mere.put(f"{at}/nobody", json={})) == (404, "there is no such member")


async def test_the_door_is_open_around_the_event_only() -> None:
    async with club() as web:
        mere, ana = await organiser(web), await joined(web, "Ana")
        late, over, soon = [
            await planned(mere, web, hours, minutes=60)
            for hours in (CHECK_IN_MARGIN / HOUR + 1, -CHECK_IN_MARGIN / HOUR - 2, -2)
        ]
        player = await player_of(ana)
        for event in (late, over):
            answer = await ana.post(
                f"{EVENTS}/{event['event']}/entries/{player}/check-in", json={"secret": event["check_in_secret"]}
            )
            assert refusal(answer) == NOT_OPEN
        at = f"{EVENTS}/{soon['event']}/entries/{player}"
        assert refusal(await ana.put(at, json={})) == (409, "this event is over")
        assert (await ana.post(f"{at}/check-in", json={"secret": soon["check_in_secret"]})).json()["here"]


async def test_who_is_removed_or_forgotten_is_in_no_list() -> None:
    async with club() as web:
        mere, ana, ben = await organiser(web), await joined(web, "Ana"), await joined(web, "Ben")
        event = (await planned(mere, web))["event"]
        for one in (ana, ben):
            assert (await one.put(f"{EVENTS}/{event}/entries/{await player_of(one)}", json={})).status_code == 200
        ids = [await player_of(one) for one in (ana, ben)]
        await mere.delete(f"/api/club/members/{ids[0]}")
        await mere.post(f"/api/club/members/{ids[1]}/forget", json={})
        seen = (await mere.get(f"{EVENTS}/{event}")).json()
        assert (seen["entered"], seen["people"]) == (0, [])
        assert b"Ben" not in (await web.context.store.get("club") or b"")


async def test_a_calendar_program_reads_the_calendar_while_its_owner_is_a_member() -> None:
    async with club() as web:
        mere, ana = await organiser(web), await joined(web, "Ana")
        event = await planned(mere, web, place="The hall", note="Bring a pen")
        await mere.put(f"{EVENTS}/{event['event']}", json=event["plan"])
        key = (await ana.get(EVENTS)).json()["key"]
        program = web.client()
        answer = await program.get("/api/club/calendar.ics", params={"key": key})
        assert answer.headers["content-type"].startswith("text/calendar; charset=utf-8")
        found = dict(properties(answer.text))
        assert (found["SUMMARY"], found["LOCATION"], found["SEQUENCE"]) == ("Progressive", "The hall", "1")
        assert found["URL"] == f"http://uka.test/club/{event['event']}"
        link = (await ana.get("/api/club")).json()["me"]["link"]
        for wrong in ("", "x", key[:-1], link):
            answer = await program.get("/api/club/calendar.ics", params={"key": wrong})
            assert refusal(answer) == (401, MEMBERS_ONLY)
        assert (await program.post("/api/me/claim", json={"token": key})).status_code == 403
        await mere.delete(f"/api/club/members/{await player_of(ana)}")
        assert (await program.get("/api/club/calendar.ics", params={"key": key})).status_code == 401


async def test_an_open_club_shows_its_calendar_to_all_and_its_people_to_members() -> None:
    async with club(OPEN) as web:
        mere = await organiser(web)
        event = await planned(mere, web)
        await mere.put(f"{EVENTS}/{event['event']}/entries/{await player_of(mere)}", json={})
        stranger = web.client()
        [seen] = (await stranger.get(EVENTS)).json()["events"]
        assert (seen["entered"], seen["people"], seen["check_in_secret"], seen["mine"]) == (1, [], None, False)
        assert (await stranger.get("/api/club/calendar.ics")).status_code == 200
        guest = await web.guest("Ana")
        enters = await guest.put(f"{EVENTS}/{event['event']}/entries/{await player_of(mere)}", json={})
        assert refusal(enters) == (403, "only members of the club can see that")


async def test_a_calendar_keeps_the_latest_events() -> None:
    async with club() as web:
        mere, events, found = await organiser(web), web.context.club_events, web.context.club
        assert found
        assert events
        first = (await planned(mere, web, 1))["event"]
        event = found.state.events[first]
        later = replace(event, plan=replace(event.plan, starts=event.plan.starts + HOUR))
        many = {f"{number:012}": later for number in range(MOST_EVENTS - 1)}
        await found.change(lambda state: replace(state, events=state.events | many))
        last = (await planned(mere, web, 2))["event"]
        kept = {shown.event for shown in events.all(None)}
        assert (len(kept), last in kept, first in kept) == (MOST_EVENTS, True, False)
