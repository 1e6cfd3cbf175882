"""The other live processes of a cluster, and what each reports in its heartbeat."""

from __future__ import annotations

from collections.abc import Mapping, Set

import msgspec

from uka.wire.http_bodies import TableSummary

from .shared_rate_limits import UsageCounts


class MemberState(msgspec.Struct, frozen=True):
    """The content of a process's heartbeat."""

    # Do not rename the fields, since processes of other versions read them.

    lobby: tuple[TableSummary, ...] = ()
    """The public tables of the process."""
    taken: UsageCounts = {}
    """How many tokens the process has taken from the rate limits that the cluster shares."""
    online: int = 0
    """The number of people who are online at the process."""
    address: str = ""
    """The host and port at which other processes reach it; empty if they must not relay connections to it."""


class ClusterMembers:
    """The other live processes of the cluster, by their ids."""

    def __init__(self) -> None:
        self._states: dict[str, MemberState] = {}

    def receive(self, heartbeats: Mapping[str, bytes]) -> Set[str]:
        """Replace the states of all processes by those in ``heartbeats``. Return the ids of those that died or left.

        ``heartbeats`` is a dict from the id of each live process to the content of its heartbeat.
        """
        lost = self._states.keys() - heartbeats.keys()
        self._states = {owner: _decode(state) for owner, state in heartbeats.items()}
        return lost

    @property
    def states(self) -> Mapping[str, MemberState]:
        """The content of the last heartbeat of each process, by the process's id."""
        return self._states

    @property
    def lobbies(self) -> tuple[tuple[TableSummary, ...], ...]:
        """The public tables of the other processes, one list for each process."""
        return tuple(state.lobby for state in self._states.values())

    @property
    def people_online(self) -> int:
        """The number of people who are online at all the other processes together."""
        return sum(state.online for state in self._states.values())

    def address(self, owner: str) -> str:
        """Return the host and port at which the process ``owner`` accepts relayed connections; empty if it does not."""
        state = self._states.get(owner)
        return state.address if state else ""


def _decode(state: bytes) -> MemberState:
    """Decode the heartbeat of another process. Return an empty state if its format is that of another version."""
    try:
        return msgspec.json.decode(state, type=MemberState)
    except msgspec.MsgspecError:
        return MemberState()
