"""The live processes of a cluster, as each tells it with its heartbeat."""

from __future__ import annotations

from collections.abc import Mapping, Set

import msgspec

from uka.wire.http_bodies import TableSummary

from .shared_rate_limits import UsageCounts


class MemberState(msgspec.Struct, frozen=True):
    """The content of a process's heartbeat: its public tables, and its counts for the cluster's shared rate limits.

    ``online`` is the number of people who are online at the process. ``address`` is the host and port at which other
    processes reach the process; it is empty if they must not relay connections to it.
    """

    lobby: tuple[TableSummary, ...] = ()
    taken: UsageCounts = {}
    online: int = 0
    address: str = ""

    # Do not rename the fields, since processes of other versions read them.


class ClusterMembers:
    """The other live processes of the cluster, by their ids."""

    def __init__(self) -> None:
        self._states: dict[str, MemberState] = {}

    def receive(self, heartbeats: Mapping[str, bytes]) -> Set[str]:
        """Replace all states by those of ``heartbeats``; return the ids of the processes that have died or left."""
        lost = self._states.keys() - heartbeats.keys()
        self._states = {owner: _decode(state) for owner, state in heartbeats.items()}
        return lost

    @property
    def states(self) -> Mapping[str, MemberState]:
        """The last heartbeat of each process."""
        return self._states

    @property
    def lobbies(self) -> tuple[tuple[TableSummary, ...], ...]:
        """The public tables of the processes, one list for each process."""
        return tuple(state.lobby for state in self._states.values())

    @property
    def online(self) -> int:
        """The number of people who are online at the processes."""
        return sum(state.online for state in self._states.values())

    def address(self, owner: str) -> str:
        """Return the host and port at which a process accepts relayed connections, or empty text."""
        state = self._states.get(owner)
        return state.address if state else ""


def _decode(state: bytes) -> MemberState:
    """Decode the heartbeat of another process. If a later version sent it in another format, return an empty state."""
    try:
        return msgspec.json.decode(state, type=MemberState)
    except msgspec.MsgspecError:
        return MemberState()
