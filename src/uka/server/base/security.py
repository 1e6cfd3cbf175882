"""The network addresses of clients, and the checks of Host and Origin headers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any

from .problems import HttpRefusal
from .rate_limits import client_network

SECURE_SCHEMES = frozenset({"https", "wss"})
HOST = re.compile(r"(?P<name>[\w.-]+|\[[\da-f:.]+\])(?::(?P<port>\d*))?", re.ASCII | re.IGNORECASE)
"""A Host header: a host name or an IP address, perhaps with a port (RFC 9110, section 7.2)."""


def client_address(scope: Any) -> str:
    """Return the client's IPv4 address or IPv6 network; an empty text if the ASGI ``scope`` has no client address."""
    client = scope.get("client")
    return client_network(client[0]) if client else ""


def check_host(values: Sequence[str], names: tuple[str, ...]) -> str:
    """Check and return a request's Host header. ``values`` holds the values of all Host headers of the request.

    Raise ``HttpRefusal`` unless there is exactly one such header, whose host is one of ``names`` or an IP address. If
    ``names`` is empty, every host name is allowed.

    >>> check_host(["127.0.0.1:8000"], ("localhost",)), check_host(["uka.example"], ())
    ('127.0.0.1:8000', 'uka.example')
    """
    found = HOST.fullmatch(values[0]) if len(values) == 1 else None
    if found is None:
        raise HttpRefusal(400, "a request needs one Host header, with a host name or an IP address and perhaps a port")
    name = found["name"].lower()
    if names and name not in names and not _is_address(name.strip("[]")):
        raise HttpRefusal(400, "this server does not answer to that name")
    return found[0]


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_allowed_origin(origin: str | None, host: str, others: tuple[str, ...], *, secure: bool = False) -> bool:
    """Return whether a request's Origin header ``origin`` is allowed; it is None if the request has no such header.

    Allowed are None, the origins in ``others``, and this server's own origin: ``host`` over http or https. If
    ``secure`` is true or ``others`` contains the https origin of ``host``, clients use https. Then this server's http
    origin is not allowed, since an attacker on the network can alter a page that is loaded over http.

    >>> is_allowed_origin("http://uka.example", "uka.example", ()), is_allowed_origin("null", "uka.example", ())
    (True, False)
    >>> is_allowed_origin("http://uka.example", "uka.example", ("https://uka.example",))
    False
    """
    if origin is None or origin in others:
        return True
    scheme, _, rest = origin.partition("://")
    own = host.lower()
    schemes = ("https",) if secure or f"https://{own}" in others else ("http", "https")
    return scheme in schemes and rest.lower() == own
