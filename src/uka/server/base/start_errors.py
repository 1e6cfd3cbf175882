"""What keeps a server from starting."""

from __future__ import annotations

from uka.core.errors import UkaError


class ServerStartError(UkaError):
    """What keeps a server from starting."""


class PortInUse(ServerStartError):
    """Another program listens there."""
