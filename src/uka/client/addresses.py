"""Validates the addresses of servers, and recognizes the addresses of this machine."""

from __future__ import annotations

import httpx


def is_address(address: str) -> bool:
    """Return whether ``address`` is a valid address of a server: http or https, a host, and perhaps a port.

    >>> is_address("http://127.0.0.1:8765"), is_address("127.0.0.1:8765")
    (True, False)
    """
    return origin_of(address) is not None


def origin_of(address: str) -> str | None:
    """Return the origin of a server's address: scheme, host and port. Return None if ``address`` is not valid.

    All spellings of an address have the same origin. The public keys of servers are saved under their origins.

    >>> origin_of("HTTPS://Uka.Example.org:443/table/x"), origin_of("uka.example.org")
    ('https://uka.example.org', None)
    """
    try:
        url = httpx.URL(str(httpx.URL(address)))  # a usual port is left out only after a scheme in small letters
    except httpx.InvalidURL:
        return None
    plain = url.host and "%" not in url.host  # httpx writes "%" for a character that is not allowed in a host name
    if url.scheme not in ("http", "https") or not plain or (url.port or 0) >= 1 << 16:
        return None
    return f"{url.scheme}://{url.netloc.decode()}"


def is_local(host: str) -> bool:
    """Return whether the host name ``host`` stands for this machine. A different server may answer there each time.

    >>> is_local("127.0.0.1"), is_local("192.0.2.7")
    (True, False)
    """
    return host in ("localhost", "::1") or host.startswith("127.")
