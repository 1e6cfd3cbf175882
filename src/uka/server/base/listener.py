"""Where a server stands: a folder that is its own, and an address that it listens at."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import IO

from uka.core.errors import UkaError

STORE = "uka.db"
LOCK = "serve.lock"
PORT = 8765
PORTS = 20
"""How many are tried, from ``PORT`` on, where none was asked for."""
BACKLOG = 2_048
"""Connections that wait to be taken in."""


class ServerStartError(UkaError):
    """What keeps a server from starting."""


class PortInUse(ServerStartError):
    """Another program listens there."""


# The folder


@contextmanager
def own_folder(folder: Path) -> Generator[IO[str]]:
    """A folder made where it is missing, for its user alone, and used by no other server while this lasts.

    What is held is the lock's file, which may say where the server is.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ServerStartError(f"{folder} can't be used for the server's data: {error.strerror}") from None
    with os.fdopen(handle, "r+", encoding="utf-8") as file:
        _lock(file, folder)
        file.truncate()
        yield file


def close_to_others(folder: Path) -> str:
    """See to it that nobody but its user reads what a server keeps; a sentence if that was not so, or can't be done."""
    kept = [path for path in sorted(folder.glob(f"{STORE}*")) if os.name == "posix" and path.stat().st_mode & 0o077]
    try:
        for path in kept:
            path.chmod(0o600)
    except OSError as error:
        return f"{kept[0]} holds secrets and others may open it: chmod 600 failed ({error.strerror})"
    return f"{kept[0]} holds secrets and others could open it: now only its user can" if kept else ""


def _lock(file: IO[str], folder: Path) -> None:
    """Lock a file until it is closed or the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        where = file.read(200).strip()
        raise ServerStartError(f"a server runs on {folder} already{where and f', at {where}'}") from None
    except OSError as error:
        raise ServerStartError(f"{folder} can't be locked for one server: {error.strerror}") from None


# The address


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens; without a port at ``PORT`` or the next one that is free, with 0 at any that is."""
    if port is not None:
        return _listen(host, port)
    for tried in range(PORT, PORT + PORTS):
        with suppress(PortInUse):
            return _listen(host, tried)
    raise PortInUse(f"the ports from {PORT} to {PORT + PORTS - 1} are all in use: give another with --port")


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (socket.gaierror, UnicodeError):
        raise ServerStartError(f"there is no address named {host}: give one of this machine's with --host") from None
    except OSError as error:
        raise _trouble(error, host, port) from None


def _trouble(error: OSError, host: str, port: int) -> ServerStartError:
    if error.errno == errno.EADDRINUSE:
        return PortInUse(f"port {port} is in use by another program: give another with --port")
    if error.errno == errno.EADDRNOTAVAIL:
        return ServerStartError(f"{host} is not an address of this machine: give one that is with --host")
    if error.errno in (errno.EACCES, errno.EPERM):
        return ServerStartError(f"port {port} may not be used by this user: give one above 1023 with --port")
    return ServerStartError(f"port {port} of {host} can't be used: {os.strerror(error.errno or 0)}")


def addresses(listener: socket.socket) -> list[str]:
    """Where a browser finds what listens: first on this machine, then, if others may, in its network."""
    host, port = listener.getsockname()[:2]
    if not ip_address(host).is_unspecified:
        return [_url(host, port)]
    near, far = _url("127.0.0.1", port), network_address()
    return [near, _url(far, port)] if far else [near]


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def network_address() -> str | None:
    """This machine's address in its network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: it only asks which way it would go
        return probe.getsockname()[0]
    return None


def is_own(listener: socket.socket) -> bool:
    """Whether only this machine can reach it."""
    return ip_address(listener.getsockname()[0]).is_loopback
