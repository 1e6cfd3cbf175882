"""A request of the page, and the answer to it, without HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from uka.hosting.errors import InvalidRequest, NoGuest
from uka.hosting.request_bodies import decoded_body, decoded_query
from uka.wire.http_bodies import Guest

from .host import OfflineHost
from .table import HostedTable

Body = TypeVar("Body")


class Answer(NamedTuple):
    """The answer to a request: an HTTP status, a body, and what kind of text it is."""

    status: int
    body: bytes
    media_type: str = "application/json"


class PageRequest(NamedTuple):
    """A request of the page."""

    host: OfflineHost
    names: tuple[str, ...]
    """The parts of the path that stand for names, in their order."""
    content: bytes = b""
    """The body."""
    query: str = ""
    """The part of the address after the question mark."""
    link: str = ""
    """The link to a tournament that the page presents, in place of the header ``X-Uka-Link``."""

    def body(self, kind: type[Body]) -> Body:
        """Return the body. Raise ``InvalidRequest`` if it is not of that kind."""
        return decoded_body(self.content, kind)

    def parameters(self, kind: type[Body]) -> Body:
        """Return the parameters of the address. Raise ``InvalidRequest`` if they are not of that kind."""
        return decoded_query(self.query, kind)

    def number(self, index: int = 1) -> int:
        """Return the name with that index as a number. Raise ``InvalidRequest`` if it is none."""
        text = self.names[index]
        if not text.isdecimal() or len(text) > len("1000000"):
            raise InvalidRequest("that has a number")
        return int(text)

    async def guest(self) -> Guest:
        """Return the person. Raise ``NoGuest`` if they have no name yet."""
        guest = await self.host.guest()
        if guest is None:
            raise NoGuest
        return guest

    async def table(self) -> HostedTable:
        """Return the table whose id is the first name. Raise ``Unknown`` if this host has none."""
        return await self.host.find(self.names[0])


Handler: TypeAlias = Callable[[PageRequest], Awaitable[Any]]
"""Answers a request: it returns an ``Answer``, or a value that becomes JSON."""
Routes: TypeAlias = dict[tuple[str, str], Handler]
"""What answers which method at which path. ``*`` stands for a name."""


def text_answer(text: str | bytes, media_type: str = "text/plain") -> Answer:
    """Return an answer that is a text."""
    return Answer(200, text.encode() if isinstance(text, str) else text, media_type)
