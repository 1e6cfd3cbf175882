"""Exceptions that stop a server from starting."""

from __future__ import annotations

from uka.core.errors import UkaError


class ServerStartError(UkaError):
    """The server can't start; the message says why."""


class PortInUse(ServerStartError):
    """Another program listens on the port."""
