"""Opens the server's listening socket, and finds the URLs that reach it."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from ipaddress import ip_address

from .start_errors import PortInUse, ServerStartError

PORT = 8765
PORTS = 20
"""The number of ports to try, from ``PORT`` upwards, if no port is given."""
BACKLOG = 2_048
"""The maximum number of connections that wait until the server accepts them."""


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on ``host`` and ``port``; raise ``ServerStartError`` if it can't be opened.

    If ``host`` is ``::``, the socket also listens on all IPv4 addresses, if the operating system supports this.
    If ``port`` is None, use the first free port from ``PORT`` on. If it is 0, the operating system chooses a port.
    """
    if port is not None:
        return _listen(host, port)
    for tried in range(PORT, PORT + PORTS):
        with suppress(PortInUse):
            return _listen(host, tried)
    raise PortInUse(f"the ports from {PORT} to {PORT + PORTS - 1} are all in use: give another with --port")


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        is_wildcard = family is socket.AF_INET6 and ip_address(where[0]).is_unspecified
        dualstack = is_wildcard and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=dualstack)
    except (socket.gaierror, UnicodeError):
        raise ServerStartError(f"there is no address named {host}: give one of this machine's with --host") from None
    except OSError as error:
        raise _start_error(error, host, port) from None


def _start_error(error: OSError, host: str, port: int) -> ServerStartError:
    if error.errno == errno.EADDRINUSE:
        return PortInUse(f"port {port} is in use by another program: give another with --port")
    if error.errno == errno.EADDRNOTAVAIL:
        return ServerStartError(f"{host} is not an address of this machine: give one that is with --host")
    if error.errno in (errno.EACCES, errno.EPERM):
        return ServerStartError(f"port {port} may not be used by this user: give one above 1023 with --port")
    return ServerStartError(f"port {port} of {host} can't be used: {os.strerror(error.errno or 0)}")


def address_of(listener: socket.socket) -> str:
    """Return the host and port at which other machines probably reach ``listener``, such as ``192.0.2.7:8765``.

    If ``listener`` listens on all addresses, the host is this machine's address on its network.
    """
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = next(iter(_network_addresses(listener)), None) or _host_name_address()
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _host_name_address() -> str:
    """Return the IP address that this machine's host name stands for; 127.0.0.1 if the name stands for none.

    A container without a route to other networks has such an address too.
    """
    try:
        return socket.gethostbyname(socket.gethostname())
    except OSError:
        return "127.0.0.1"


def urls_of(listener: socket.socket) -> list[str]:
    """Return the URLs that reach ``listener``.

    If ``listener`` listens on all addresses, the first URL works on this machine only; the others work on its networks.
    """
    host, port = listener.getsockname()[:2]
    if not ip_address(host).is_unspecified:
        return [_url(host, port)]
    loopback = "127.0.0.1" if socket.AF_INET in _families(listener) else "::1"
    return [_url(each, port) for each in (loopback, *_network_addresses(listener))]


def _families(listener: socket.socket) -> tuple[socket.AddressFamily, ...]:
    """Return the address families on which ``listener`` listens, IPv4 first."""
    if listener.family is socket.AF_INET:
        return (socket.AF_INET,)
    ipv6_only = listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
    return (socket.AF_INET6,) if ipv6_only else (socket.AF_INET, socket.AF_INET6)


def _network_addresses(listener: socket.socket) -> list[str]:
    """Return this machine's network address in each address family on which ``listener`` listens."""
    return [found for family in _families(listener) if (found := network_address(family))]


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def network_address(family: socket.AddressFamily) -> str | None:
    """Return this machine's IP address on its network, or None if it has no network of this address family."""
    elsewhere = "192.0.2.1" if family is socket.AF_INET else "2001:db8::1"
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((elsewhere, 9))  # connecting a UDP socket sends nothing, but selects a route
        return probe.getsockname()[0]
    return None


def is_loopback_only(listener: socket.socket) -> bool:
    """Return whether only programs on this machine can reach ``listener``."""
    return ip_address(listener.getsockname()[0]).is_loopback
