"""The network addresses of clients, and the checks of Host and Origin headers."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from .rate_limits import client_network


def address(scope: Any) -> str:
    """Return the client's IPv4 address or IPv6 network. If the ASGI scope has no client address, return empty text."""
    client = scope.get("client")
    return client_network(client[0]) if client else ""


def known_host(host: str | None, names: tuple[str, ...]) -> bool:
    """Return whether a Host header is allowed: whether its host is an IP address or one of ``names``.

    If ``host`` is None or ``names`` is empty, return True.

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
    """Return whether an Origin header is allowed: it is absent, or names the origin of this server or a further origin.

    ``others`` holds the further origins. If ``secure`` is true or ``others`` contains the https origin of ``host``,
    clients use https. Then this server's http origin is not allowed, since an attacker on the network can alter a page
    that is loaded over http.

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
