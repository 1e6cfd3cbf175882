"""The events in the calendar of a club: who enters them beforehand, and who checks in at the door.

A sign at the door has a secret of its event as a QR code. So whoever sends the secret has been there, or knows somebody
who is.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from uka.hosting.errors import InvalidRequest, Unknown, Withheld
from uka.hosting.ids import new_id
from uka.hosting.signer import Signer
from uka.text.printable import is_displayed
from uka.wire.club_bodies import ClubEventPerson, ClubEventView, NewClubEvent

from ..base.clock import ServerClock
from .club import Club, ClubRefusal
from .club_state import ClubEvent, ClubState, Member

ID_LENGTH = 12
"""The number of characters of an event's id. No other server's event has it, so that calendars know the event by it."""
MOST_EVENTS = 1_000
"""The maximum number of events in a calendar. If there are more, the earliest leave it."""
CHECK_IN_MARGIN = 12 * 3_600_000
"""Milliseconds before the beginning of an event, and after its end, at which members can check in."""


class ClubEvents:
    """The events in the calendar of a club."""

    def __init__(self, club: Club, secret: bytes, clock: ServerClock) -> None:
        """``secret`` is the key from which the secrets of doors and of calendars follow."""
        self._club, self._clock = club, clock
        self._check_ins, self._keys = Signer(secret, "club check-in"), Signer(secret, "club calendar")

    def all(self, viewer: Member | None) -> tuple[ClubEventView, ...]:
        """Return all events as ``viewer`` sees them, in the order of their times."""
        events = sorted(self._club.state.events.items(), key=lambda item: (item[1].plan.starts, item[0]))
        return tuple(self._view(id, event, viewer) for id, event in events)

    def view(self, id: str, viewer: Member | None) -> ClubEventView:
        """Return an event as ``viewer`` sees it. Raise ``Unknown`` if there is none with this id."""
        return self._view(id, _found(self._club.state, id), viewer)

    def versions(self) -> tuple[tuple[str, NewClubEvent, int], ...]:
        """Return the id and the plan of each event, and how often it was changed."""
        return tuple((id, event.plan, event.version) for id, event in self._club.state.events.items())

    def key_of(self, player: str) -> str:
        """Return the secret with which a member's calendar program reads the calendar."""
        return f"{player}.{self._keys.sign(player)}"

    async def has_key(self, key: str) -> bool:
        """Return whether ``key`` is that of a present member."""
        player, _, signature = key.partition(".")
        return self._keys.verify(player, signature) and await self._club.member(player) is not None

    async def add(self, plan: NewClubEvent) -> str:
        """Put an event into the calendar, and return its id. Raise ``InvalidRequest`` if a text is not displayed."""
        _check(plan)
        id = new_id(ID_LENGTH)

        def added(state: ClubState) -> ClubState:
            kept = sorted(state.events.items(), key=lambda item: item[1].plan.starts)[-(MOST_EVENTS - 1) :]
            return replace(state, events=dict([*kept, (id, ClubEvent(plan))]))

        await self._club.change(added)
        return id

    async def change(self, id: str, plan: NewClubEvent) -> None:
        """Give an event another plan. Whoever has entered stays entered."""
        _check(plan)
        await self._update(id, lambda event: replace(event, plan=plan, version=event.version + 1))

    async def cancel(self, id: str) -> None:
        """Take an event out of the calendar."""

        def cancelled(state: ClubState) -> ClubState:
            _found(state, id)
            return replace(state, events={other: event for other, event in state.events.items() if other != id})

        await self._club.change(cancelled)

    async def enter(self, id: str, player: str) -> None:
        """Enter a member for an event that is not over."""
        now = self._clock.now()

        def entered(event: ClubEvent) -> ClubEvent:
            if now > _end(event):
                raise ClubRefusal("this event is over")
            return event if player in event.entered else replace(event, entered=event.entered | {player: now})

        await self._update(id, entered, player)

    async def withdraw(self, id: str, player: str) -> None:
        """Take back a member's entry and check-in."""
        await self._update(id, lambda event: event.without(player), player)

    async def check_in(self, id: str, player: str) -> None:
        """Note that a member is there. Whoever has not entered beforehand enters at the door."""
        now = self._clock.now()

        def present(event: ClubEvent) -> ClubEvent:
            if not event.plan.starts - CHECK_IN_MARGIN <= now <= _end(event) + CHECK_IN_MARGIN:
                raise ClubRefusal("the door of this event is not open now")
            if player in event.here:
                return event
            entered = event.entered if player in event.entered else event.entered | {player: now}
            return replace(event, entered=entered, here=event.here | {player: now})

        await self._update(id, present, player)

    def check_secret(self, id: str, secret: str) -> None:
        """Raise ``Withheld`` unless ``secret`` is the one with which members check in at an event."""
        if not self._check_ins.verify(id, secret):
            raise Withheld("this is not the code at the door of this event")

    async def _update(self, id: str, update: Callable[[ClubEvent], ClubEvent], player: str = "") -> None:
        """Change an event. Raise ``Unknown`` if there is none with this id, or no member with the id ``player``."""

        def updated(state: ClubState) -> ClubState:
            if player and player not in state.members:
                raise Unknown("there is no such member")
            return replace(state, events=state.events | {id: update(_found(state, id))})

        await self._club.change(updated)

    def _view(self, id: str, event: ClubEvent, viewer: Member | None) -> ClubEventView:
        members = self._club.state.members
        people = [
            ClubEventPerson(player, members[player].guest.name, player in event.here)
            for player in event.entered
            if player in members
        ]
        me = viewer.guest.player if viewer else ""
        return ClubEventView(
            event=id,
            plan=event.plan,
            entered=len(people),
            people=tuple(people) if viewer else (),
            mine=me in event.entered,
            here=me in event.here,
            check_in_secret=self._check_ins.sign(id) if viewer and viewer.organiser else None,
        )


def _found(state: ClubState, id: str) -> ClubEvent:
    if id not in state.events:
        raise Unknown("there is no such event in the calendar")
    return state.events[id]


def _end(event: ClubEvent) -> int:
    return event.plan.starts + 60_000 * event.plan.minutes


def _check(plan: NewClubEvent) -> None:
    for field, text in (("title", plan.title), ("place", plan.place), ("note", plan.note)):
        if not is_displayed(text) or (field == "title" and not text.strip()):
            raise InvalidRequest(f"{field} must be text of characters that are displayed")
