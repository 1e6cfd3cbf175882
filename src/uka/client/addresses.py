"""Validates the addresses of servers, and recognizes those of this machine."""

from __future__ import annotations

import httpx


def is_address(address: str) -> bool:
    """Return whether a text is the address of a server: http or https, a host and a port.

    >>> is_address("http://127.0.0.1:8765"), is_address("127.0.0.1:8765")
    (True, False)
    """
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        return False
    plain = url.host and "%" not in url.host  # httpx writes "%" for a character that is not allowed in a host name
    return url.scheme in ("http", "https") and bool(plain) and (url.port or 0) < 1 << 16


def is_local(host: str) -> bool:
    """Return whether a host name stands for this machine. Such a name does not identify one server.

    >>> is_local("127.0.0.1"), is_local("192.0.2.7")
    (True, False)
    """
    return host in ("localhost", "::1") or host.startswith("127.")
