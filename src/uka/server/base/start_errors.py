"""The exceptions that a server raises when it can't start."""

from __future__ import annotations

from uka.core.errors import UkaError


class ServerStartError(UkaError):
    """Raised if the server can't start. The message gives the reason."""


class PortInUse(ServerStartError):
    """Raised if another program already listens on the port."""
