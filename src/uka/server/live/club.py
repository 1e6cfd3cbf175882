"""The members of the club that a server belongs to. The store keeps them as one value, which all processes share.

A member is a guest whose id is in that value. A member's link holds the id and a signature, and is valid while the
member is in the club. Whoever opens it becomes this guest.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from uka.core.errors import UkaError
from uka.hosting.errors import Unknown, Withheld
from uka.hosting.ids import new_player_id
from uka.hosting.signer import Signer
from uka.store import Store, StoreUnavailable
from uka.text.confusable import TakenNames
from uka.wire.http_bodies import Guest

from ..base.clock import ServerClock
from ..base.club import ClubSettings, plain_code
from .club_state import ClubState, Member, club_value

INTERVAL = 1.0
"""Seconds after which a process notices at the latest that another one has removed a member."""
MOST_MEMBERS = 2_000
"""The maximum number of members of a club, and of guests who can't come back."""
FIRST_ORGANISER = "Organiser"
"""The name of the first organiser, until they choose another one."""
WRONG_CODE = "that is not the code of this club"
NO_CODE = "an organiser of this club invites its members: ask for a link"
REMOVED = "an organiser has removed you from this club: ask for a new link"


class ClubRefusal(UkaError):
    """Raised if a club can't do what somebody asks for, such as to take two members of one name."""


class Club:
    """The club that a server belongs to, and its members as this process knows them."""

    def __init__(self, settings: ClubSettings, store: Store, secret: bytes, clock: ServerClock) -> None:
        """``secret`` is the key with which the links of members are signed."""
        self.settings, self._clock = settings, clock
        self._shared, self._signer = club_value(store), Signer(secret, "member")
        self._state, self._lock = ClubState(), asyncio.Lock()

    @property
    def closed(self) -> bool:
        """Whether only members may use the server."""
        return self.settings.door != "open"

    @property
    def members(self) -> tuple[Member, ...]:
        """The members, in the order in which they came."""
        return tuple(self._state.members.values())

    @property
    def removed(self) -> tuple[Member, ...]:
        """Whom an organiser has removed, and not yet forgotten."""
        return tuple(self._state.removed.values())

    async def start(self) -> None:
        """Read the members from the store. If none of them is an organiser, add the first one."""
        organiser = Guest(new_player_id(), FIRST_ORGANISER)

        def with_organiser(state: ClubState) -> ClubState:
            if any(member.organiser for member in state.members.values()):
                return state
            return _with_member(state, Member(organiser, self._clock.now(), organiser=True))

        await self.change(with_organiser)

    async def run(self, dismiss_strangers: Callable[[], None]) -> None:
        """Read the members every ``INTERVAL`` seconds and call ``dismiss_strangers``, until the task is cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            with suppress(StoreUnavailable):  # nobody's rights change while the store is away
                await self._read()
            dismiss_strangers()

    async def member(self, player: str) -> Member | None:
        """Return the member with the id ``player``; None if nobody in the club has it.

        A member whom another process has just taken is found too.
        """
        if player and player not in self._state.members:
            await self._read()
        return self._state.members.get(player)

    def is_member(self, player: str) -> bool:
        """Return whether the guest with the id ``player`` is a member, as far as this process knows."""
        return player in self._state.members

    def link_of(self, player: str) -> str:
        """Return the secret part of a member's link: the member's id, a dot and a signature."""
        return f"{player}.{self._signer.sign(player)}"

    async def member_of(self, link: str) -> Member | None:
        """Return the member to whom a link belongs; None if it is no link of a present member."""
        player, _, signature = link.partition(".")
        return await self.member(player) if self._signer.verify(player, signature) else None

    def organisers_link(self) -> str:
        """Return the secret part of the link of the organiser who has been one for longest."""
        return self.link_of(next(member.guest.player for member in self.members if member.organiser))

    async def join(self, guest: Guest, code: str) -> Member:
        """Take ``guest`` into the club. Raise ``Withheld`` if the door does not let them in with ``code``."""
        if self.settings.door == "invitation":
            raise Withheld(NO_CODE)
        wanted, given = (plain_code(each).encode() for each in (self.settings.code, code))
        if self.closed and not hmac.compare_digest(wanted, given):
            raise Withheld(WRONG_CODE)
        return await self.add(guest)

    async def add(self, guest: Guest) -> Member:
        """Take ``guest`` into the club, and return the member. Whoever is a member stays as they are.

        Raise ``ClubRefusal`` if the club is full or has a member of that name, and ``Withheld`` if the guest has been
        removed.
        """
        await self.change(lambda state: _with_member(state, Member(guest, self._clock.now())))
        return self._state.members[guest.player]

    async def rename(self, guest: Guest) -> None:
        """Note that a member has another name or emblem. Raise ``ClubRefusal`` if another member has that name."""

        def renamed(state: ClubState) -> ClubState:
            member = state.members.get(guest.player)
            if member is None or member.guest == guest:
                return state
            _check_name(state, guest)
            return replace(state, members=state.members | {guest.player: replace(member, guest=guest)})

        if self.is_member(guest.player):
            await self.change(renamed)

    async def appoint(self, player: str, *, organiser: bool) -> Member:
        """Let a member be an organiser, or be one no longer, and return the member. Raise an error like ``remove``."""

        def appointed(state: ClubState) -> ClubState:
            member = _member(state, player)
            if not organiser:
                _check_other_organisers(state, player)
            return replace(state, members=state.members | {player: replace(member, organiser=organiser)})

        await self.change(appointed)
        return self._state.members[player]

    async def remove(self, player: str) -> None:
        """Take a member out of the club, so that they come back only as somebody whom an organiser invites anew.

        Raise ``Unknown`` if nobody in the club has the id ``player``, and ``ClubRefusal`` for the last organiser.
        """
        await self.change(lambda state: _without_member(state, player))

    async def forget(self, player: str) -> None:
        """Forget all of a member, or of one who has been removed. Raise an error like ``remove`` does.

        The name goes at once, but in the logs of games only at the next start of the server.
        """
        await self.change(lambda state: _without_traces(state, player))

    @property
    def state(self) -> ClubState:
        """What the store keeps of the club, as far as this process knows."""
        return self._state

    async def change(self, update: Callable[[ClubState], ClubState]) -> None:
        """Change what the store keeps, and take notice of it. ``update`` may be called more than once."""
        found = self._state

        def noted(state: ClubState) -> ClubState:
            nonlocal found
            found = update(state)
            return found

        async with self._lock:
            await self._shared.change(noted)
            self._state = found

    async def _read(self) -> None:
        async with self._lock:  # or else a state from before a change could replace the one after it
            self._state = await self._shared.read()


def _with_member(state: ClubState, member: Member) -> ClubState:
    player = member.guest.player
    if player in state.members:
        return state
    if player in state.removed or player in state.forgotten:
        raise Withheld(REMOVED)
    if len(state.members) >= MOST_MEMBERS:
        raise ClubRefusal(f"this club has {MOST_MEMBERS} members already: remove one first")
    _check_name(state, member.guest)
    return replace(state, members=state.members | {player: member})


def _check_name(state: ClubState, guest: Guest) -> None:
    """Raise ``ClubRefusal`` if another member's name is or looks like that of ``guest``."""
    others = TakenNames(other.guest.name for other in state.members.values() if other.guest.player != guest.player)
    if alike := others.like(guest.name):
        raise ClubRefusal(f"there is already a member named {alike}: choose another name")


def _without_member(state: ClubState, player: str) -> ClubState:
    member = _member(state, player)
    _check_other_organisers(state, player)
    members = {other: found for other, found in state.members.items() if other != player}
    removed = dict([*state.removed.items(), (player, member)][-MOST_MEMBERS:])
    return replace(state, members=members, removed=removed)


def _member(state: ClubState, player: str) -> Member:
    if player not in state.members:
        raise Unknown("there is no such member")
    return state.members[player]


def _check_other_organisers(state: ClubState, player: str) -> None:
    """Raise ``ClubRefusal`` if the member with the id ``player`` is the only organiser."""
    if [other for other, member in state.members.items() if member.organiser] == [player]:
        raise ClubRefusal("a club needs an organiser, and this is the only one")


def _without_traces(state: ClubState, player: str) -> ClubState:
    if player not in state.removed:
        state = _without_member(state, player)
    return replace(
        state,
        removed={other: found for other, found in state.removed.items() if other != player},
        events={id: event.without(player) for id, event in state.events.items()},
        forgotten=(*state.forgotten, player),
    )
