"""``uka serve``: starts a server without any set-up."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from uka.extras import require

from ..options import UsageError, WholeNumber
from ..printing import say


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """The options of a server, as the user typed them: its address, its data, its workers and its limits."""

    data: Annotated[str | None, Parameter(help="The folder for its data; created if missing.", show_default=False)] = (
        None
    )
    host: Annotated[
        str, Parameter(help="The address to listen on; 0.0.0.0 serves your network, and :: serves it by IPv6 too.")
    ] = "127.0.0.1"
    port: Annotated[
        WholeNumber | None, Parameter(help="0 takes any free port; without it, 8765 or the next free one.")
    ] = None
    browser: Annotated[bool, Parameter(help="Open the page in a browser.")] = True
    name: Annotated[
        tuple[str, ...],
        Parameter(negative="", show_default=False, help="A host name of the server for https. May be repeated."),
    ] = ()
    workers: Annotated[WholeNumber | None, Parameter(help="Processes that run bots.", show_default=False)] = None
    proxy: Annotated[
        str | None, Parameter(help="Addresses of trusted proxies, separated by commas.", show_default=False)
    ] = None
    database: Annotated[
        str | None,
        Parameter(
            help="A database postgresql://… instead of a folder; servers may share it.",
            show_default=False,
            env_var="UKA_DATABASE",
        ),
    ] = None
    advertise: Annotated[
        str | None,
        Parameter(
            help="HOST:PORT at which other servers of the database reach this one.",
            show_default=False,
            env_var="UKA_ADVERTISE",
        ),
    ] = None
    club: Annotated[
        str | None, Parameter(help="A TOML file that describes the club of this server.", show_default=False)
    ] = None
    drain: Annotated[float, Parameter(help="Seconds from a request to stop until connections close.")] = 0.0
    limit: Annotated[
        tuple[str, ...],
        Parameter(
            negative="",
            show_default=False,
            help="Change a limit: NAME=VALUE. May be repeated. --limit help lists them.",
        ),
    ] = ()
    log: Annotated[
        Literal["text", "json"] | None, Parameter(help="Log events on stderr in this format.", show_default=False)
    ] = None


DEFAULTS = ServeOptions()
"""The options if the user gives none."""


def serve(option: ServeOptions = DEFAULTS) -> None:
    """Start a server. Ctrl-C stops the server, and its tables remain saved."""
    require("serve", "uka serve")
    from uka.server.base import data_folder, logs
    from uka.server.base.club import read_club
    from uka.server.base.listening_socket import PORT, is_loopback_only, listen, urls_of
    from uka.server.base.options import ServerOptions, limit_lines, read_limits

    if "help" in option.limit:
        say("\n".join(limit_lines()))
        return
    _check_options(option)
    limits = read_limits(option.limit)
    club = read_club(Path(option.club).expanduser()) if option.club else None
    database = _database_url(option)
    names, proxies = _host_names(option.name), _trusted_proxies(option.proxy)
    folder = Path(option.data).expanduser().absolute() if option.data else _default_folder()
    logs.configure_logging(option.log)
    with ExitStack() as stack:
        lock = None if database else stack.enter_context(data_folder.locked_folder(folder))
        listener = stack.enter_context(listen(option.host, option.port))
        addresses = urls_of(listener)
        hosts = ("localhost", *(name.partition(":")[0] for name in names))
        # This import is slow, so the folder and the port are tested before it.
        from uka.server.run import run

        options = ServerOptions(
            club=club,
            hosts=hosts if names or is_loopback_only(listener) else (),
            origins=tuple(f"https://{name}" for name in names),
            workers=option.workers or ServerOptions.workers,
            network=addresses[1] if len(addresses) > 1 else None,
            alone=not names and is_loopback_only(listener),
            advertise=option.advertise or "",
            drain=option.drain,
            **limits,
        )

        def on_ready(organiser: str | None) -> None:
            if lock is not None:
                print(addresses[0], file=lock, flush=True)
                # The access to the store's files is restricted now, because they exist once the server has started.
                if warning := data_folder.make_private(folder):
                    say(f"{warning}.", stderr=True)
            moved = option.port is None and f":{PORT}" not in addresses[0]
            link = f"{(*options.origins, addresses[0])[0]}/device#{organiser}" if organiser else ""
            _announce(addresses, None if database else folder, moved=moved, organiser=link)
            if option.browser and _has_desktop():
                threading.Thread(target=_open_browser, args=(addresses[0],), daemon=True).start()

        run(database or folder / data_folder.STORE, listener, options, proxies=proxies, ready=on_ready)
    say("Stopped. The tables are saved.")


def _announce(addresses: list[str], folder: Path | None, *, moved: bool, organiser: str = "") -> None:
    """Print the addresses of the server, and where its data is. ``folder`` is None if the data is in a database.

    ``moved`` is true if the usual port is taken. ``organiser`` is the link of the club's organiser, if there is one.
    """
    from uka.server.base.listening_socket import PORT

    if moved:
        say(f"Another program uses port {PORT}, so this is the next free one.")
    say(f"Uka is at {addresses[0]}")
    for address in addresses[1:]:
        say(f"Other devices in your network, such as phones, reach it at {address}")
    if organiser:
        say(f"The organiser of its club opens {organiser}")
    say(f"Its data is in {folder or 'the database'}. Ctrl-C stops it.")


def _default_folder() -> Path:
    """Return the folder for the data of a server if the user gives none."""
    from platformdirs import user_data_path

    return user_data_path("uka", appauthor=False)


# Parsing of options


def _database_url(option: ServeOptions) -> str | None:
    """Return the URL of the database that several servers may share, or None if none is given.

    Raise ``UsageError`` if the URL is invalid.
    """
    if option.database is None:
        return None
    if option.data is not None:
        raise UsageError("give --data or --database, not both: a server has its data in one place")
    from uka.store import is_postgres

    if not is_postgres(option.database):
        raise UsageError("--database must be a URL that begins with postgresql://")
    require("cluster", "--database")
    return option.database


def _check_options(option: ServeOptions) -> None:
    """Raise ``UsageError`` if the port, host, workers, advertised address or drain time is not allowed."""
    if option.port is not None and not 0 <= option.port <= 65_535:
        raise UsageError("--port must be 0 to 65535")
    if not option.host.strip():
        raise UsageError("--host must be an address of this machine; 0.0.0.0 and :: are all of its addresses")
    if option.workers is not None and not 1 <= option.workers <= 256:
        raise UsageError("--workers must be 1 to 256")
    if option.advertise is not None and not _is_host_and_port(option.advertise):
        raise UsageError("--advertise must be HOST:PORT, such as 10.0.0.5:8765 or [fd00::5]:8765")
    if not 0 <= option.drain <= 600:
        raise UsageError("--drain must be 0 to 600 seconds")


def _is_host_and_port(text: str) -> bool:
    """Return whether ``text`` is an address with a port, such as 10.0.0.5:8765, at which others can reach a server."""
    from uka.server.base.security import HOST  # this loads Litestar, which is slow

    found = HOST.fullmatch(text)
    port = found["port"] if found else ""
    if not port or not 0 < int(port[:6]) <= 65_535:  # six digits are enough to see that a port is too large
        return False
    return not _is_unspecified(text.rpartition(":")[0])


def _is_unspecified(host: str) -> bool:
    """Return whether ``host`` is 0.0.0.0 or [::]. At these addresses, other servers would reach themselves."""
    try:
        return ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return False


def _host_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the host names ``names``, each with its port if it has one, in lower case.

    Raise ``UsageError`` if one of them is not a valid host name.
    """
    for name in names:
        host, colon, port = name.partition(":")
        valid_host = all(part.replace("-", "").isalnum() and part.isascii() for part in host.split("."))
        valid_port = port.isdecimal() if colon else True
        if not (valid_host and valid_port):
            raise UsageError(f"--name {name} is not understood: give a host name, such as uka.example.org")
    return tuple(name.lower() for name in names)


def _trusted_proxies(text: str | None) -> tuple[str, ...]:
    """Return the addresses or networks in ``text``, which commas separate.

    Raise ``UsageError`` if one of them is neither an address nor a network.
    """
    proxies = tuple(part.strip() for part in text.split(",")) if text is not None else ()
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise UsageError(
                f"--proxy {proxy} is not understood: give addresses or networks, such as 10.0.0.0/8"
            ) from None
    return proxies


# Opening the browser


def _has_desktop() -> bool:
    """Return whether this process can open a browser window that the user sees."""
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    """Open ``address`` in the browser. Do nothing if that fails, because the address is printed too."""
    import webbrowser
    from contextlib import suppress

    with suppress(Exception):
        webbrowser.open(address)
