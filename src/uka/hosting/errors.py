"""The errors of a host of tables and tournaments, besides those of the parts that it uses."""

from __future__ import annotations

from uka.core.errors import UkaError


class Unknown(UkaError):
    """Raised if nothing has the name or the number that a client asks for."""


class InvalidRequest(UkaError):
    """Raised if what a client asks for makes no sense."""
