"""The errors of a host of tables and tournaments, besides those of the parts that it uses."""

from __future__ import annotations

from uka.core.errors import UkaError


class Unknown(UkaError):
    """Raised if nothing has the name or the number that a client asks for."""


class InvalidRequest(UkaError):
    """Raised if what a client asks for makes no sense."""


class Withheld(UkaError):
    """Raised if the client may not see or do what it asks for, such as to read another person's table."""


class NoGuest(UkaError):
    """Raised if a client has to say first who it is."""

    def __init__(self) -> None:
        super().__init__("say who you are first: PUT /api/me")
