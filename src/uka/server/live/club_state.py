"""What the store keeps of a club, as one value that all processes share."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from uka.store import Store
from uka.wire.club_bodies import NewClubEvent
from uka.wire.http_bodies import Guest

from ..base.shared_value import SharedValue


class Member(msgspec.Struct, frozen=True):
    """A member of a club."""

    guest: Guest
    since: int
    """When the member came into the club, in milliseconds since 1970."""
    organiser: bool = False


class ClubEvent(msgspec.Struct, frozen=True):
    """An event in the calendar of a club, with those who come."""

    plan: NewClubEvent
    """What an organiser has written: the title, the time and the place."""
    version: int = 0
    """How often the plan has been changed."""
    entered: dict[str, int] = {}
    """When each member entered, in milliseconds since 1970, by the id of the guest."""
    here: dict[str, int] = {}
    """When each member checked in at the door, in milliseconds since 1970."""

    def without(self, player: str) -> ClubEvent:
        """Return the event without a member's entry and check-in."""
        entered, here = (
            {each: at for each, at in those.items() if each != player} for those in (self.entered, self.here)
        )
        return replace(self, entered=entered, here=here)


class ClubState(msgspec.Struct, frozen=True):
    """What the store keeps of a club."""

    members: dict[str, Member] = {}
    """By the id of the guest."""
    events: dict[str, ClubEvent] = {}
    """By their ids."""
    removed: dict[str, Member] = {}
    """Whom an organiser has removed, by the id of the guest, the last of them at the end."""
    forgotten: tuple[str, ...] = ()
    """The ids of the guests whose names are to be forgotten in the logs of their games (see ``forgetting``)."""


def club_value(store: Store) -> SharedValue[ClubState]:
    """Return the value in the store that holds all that is kept of a club."""
    return SharedValue(store, "club", ClubState())
