"""Client addresses, and the checks of Host and Origin headers."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from .rate_limits import client_network


def address(scope: Any) -> str:
    """Return the client's address, or its network with IPv6; empty if it is unknown."""
    client = scope.get("client")
    return client_network(client[0]) if client else ""


def known_host(host: str | None, names: tuple[str, ...]) -> bool:
    """Return whether a Host header is allowed: any IP address, one of ``names``, or anything if ``names`` is empty.

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
    """Return whether an Origin header is allowed: absent, this server's own, or one of ``others``.

    A page loaded over http could have been changed on the way. So its origin is not allowed if the server is reached
    over https: if the request is ``secure``, or ``others`` holds the https origin of ``host``.

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
