"""Where requests come from, and which names and pages a server answers to."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from .rate_limits import client_network


def address(scope: Any) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client_network(client[0]) if client else ""


def known_host(host: str | None, names: tuple[str, ...]) -> bool:
    """Whether a server answers to a name: an address, one of its names, or any if it has none.

    >>> known_host("127.0.0.1:8000", ("localhost",)), known_host("evil.example", ("localhost",))
    (True, False)
    """
    if host is None or not names:
        return True
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return name in names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def own_origin(origin: str | None, host: str | None, others: tuple[str, ...], *, secure: bool = False) -> bool:
    """Whether a request comes from a page of this server's or one that may use it; or from no page at all.

    A page that came over http, where anybody on the way can change it, is none of a server's that is reached over
    https: the request came so (``secure``), or its name is one of the ``others``.

    >>> own_origin("http://uka.example", "uka.example", ()), own_origin("null", "uka.example", ())
    (True, False)
    >>> own_origin("http://uka.example", "uka.example", ("https://uka.example",))
    False
    """
    if origin is None or origin in others:
        return True
    scheme, _, rest = origin.partition("://")
    own = (host or "").lower()
    schemes = ("https",) if secure or f"https://{own}" in others else ("http", "https")
    return scheme in schemes and rest.lower() == own != ""
