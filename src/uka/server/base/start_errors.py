"""The exceptions that a server raises when it can't start."""

from __future__ import annotations

from uka.core.errors import UkaError


class ServerStartError(UkaError):
    """The server can't start; the message says why."""


class PortInUse(ServerStartError):
    """Another program listens on the port."""
