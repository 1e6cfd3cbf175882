"""``uka serve``: a server that people and bots play at, with nothing to set up."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import ExitStack
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from ..options import UsageError, WholeNumber

if TYPE_CHECKING:
    from uka.server.run import ClusterUrls


def serve(
    *,
    data: Annotated[str | None, Parameter(help="The folder of its data, made if missing.", show_default=False)] = None,
    host: Annotated[str, Parameter(help="The address it listens at; 0.0.0.0: for all in your network.")] = "127.0.0.1",
    port: Annotated[WholeNumber | None, Parameter(help="0 takes any; none: 8765, or the next that is free.")] = None,
    browser: Annotated[bool, Parameter(help="Whether to open it in a browser.")] = True,
    name: Annotated[
        tuple[str, ...],
        Parameter(negative="", show_default=False, help="A host name that it is reached by over https."),
    ] = (),
    workers: Annotated[WholeNumber | None, Parameter(help="Processes that bots think in.", show_default=False)] = None,
    proxy: Annotated[
        str | None, Parameter(help="Addresses of proxies to believe, parted by commas.", show_default=False)
    ] = None,
    database: Annotated[
        str | None,
        Parameter(
            help="postgresql://…, which other servers may use too, instead of a folder.",
            show_default=False,
            env_var="UKA_DATABASE",
        ),
    ] = None,
    bus: Annotated[
        str | None,
        Parameter(
            help="redis://…, over which servers of one database hear of each other; the database if not said.",
            show_default=False,
            env_var="UKA_BUS",
        ),
    ] = None,
    drain: Annotated[float, Parameter(help="Seconds from being told to stop to letting go.")] = 0.0,
    limit: Annotated[
        tuple[str, ...],
        Parameter(
            negative="",
            show_default=False,
            help="NAME=VALUE: another limit; docs/serving.md lists them. May be repeated.",
        ),
    ] = (),
    log: Annotated[
        Literal["text", "json"] | None, Parameter(help="Tell what happens, a line each, on stderr.", show_default=False)
    ] = None,
) -> None:
    """Start a server. Ctrl-C stops it; its tables are kept."""
    from uka.server.base import data_folder, logs
    from uka.server.base.listener import PORT, is_own, listen, urls_of
    from uka.server.base.options import ServerOptions, read_limits

    _check(port, workers, drain)
    limits = read_limits(limit)
    shared = _shared(database, bus, data)
    names, proxies = _names(name), _proxies(proxy)
    folder = Path(data).expanduser().absolute() if data else _default_folder()
    logs.configure_logging(log)
    with ExitStack() as stack:
        lock = None if shared else stack.enter_context(data_folder.own_folder(folder))
        listener = stack.enter_context(listen(host, port))
        addresses = urls_of(listener)
        own = ("localhost", *(name.partition(":")[0] for name in names))
        # Imported once the folder and the port are known to be good: it is slow.
        from uka.server.run import run

        options = ServerOptions(
            hosts=own if names or is_own(listener) else (),
            origins=tuple(f"https://{name}" for name in names),
            workers=workers or ServerOptions.workers,
            network=addresses[1] if len(addresses) > 1 else None,
            alone=not names and is_own(listener),
            drain=drain,
            **limits,
        )

        def ready() -> None:
            if lock is not None:
                print(addresses[0], file=lock, flush=True)
                if told := data_folder.close_to_others(folder):  # now that it is known to be ours
                    print(f"{told}.", file=sys.stderr, flush=True)
            _tell(addresses, None if shared else folder, moved=port is None and f":{PORT}" not in addresses[0])
            if browser and _has_desktop():
                threading.Thread(target=_open, args=(addresses[0],), daemon=True).start()

        run(shared or folder / data_folder.STORE, listener, options, proxies=proxies, ready=ready)
    print("Stopped. The tables are kept.", flush=True)


def _tell(addresses: list[str], folder: Path | None, *, moved: bool) -> None:
    from uka.server.base.listener import PORT

    if moved:
        print(f"Port {PORT} is in use by another program, so this is the next one that is free.")
    print(f"Uka is at {addresses[0]}")
    for address in addresses[1:]:
        print(f"In your network, on a phone too, it is at {address}")
    print(f"Its data is in {folder or 'the database'}. Ctrl-C stops it.", flush=True)


def _default_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("uka", appauthor=False)


# What was asked for


def _shared(database: str | None, bus: str | None, data: str | None) -> ClusterUrls | None:
    """What several servers share, if a database was asked for."""
    if database is None:
        if bus is not None:
            raise UsageError("--bus is for servers of one --database: give that too")
        return None
    if data is not None:
        raise UsageError("give either --data or --database: a server has its data in one place")
    from uka.store import is_postgres

    if not is_postgres(database):
        raise UsageError("--database must be a URL that begins with postgresql://")
    if bus is not None and not (bus.startswith(("redis://", "rediss://", "unix://")) or is_postgres(bus)):
        raise UsageError("--bus must be a URL that begins with redis:// or postgresql://")
    if not all(map(find_spec, ("asyncpg", "redis"))):
        raise UsageError("--database needs what is not installed: pip install 'uka[cluster]'")
    from uka.server.run import ClusterUrls

    return ClusterUrls(database, bus or database)


def _check(port: int | None, workers: int | None, drain: float) -> None:
    if port is not None and not 0 <= port <= 65_535:
        raise UsageError("--port must be 0 to 65535")
    if workers is not None and not 1 <= workers <= 256:
        raise UsageError("--workers must be 1 to 256")
    if not 0 <= drain <= 600:
        raise UsageError("--drain must be 0 to 600 seconds")


def _names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Host names as browsers send them, each with its port if it has one."""
    for name in names:
        host, _, port = name.partition(":")
        if not all(part.replace("-", "").isalnum() and part.isascii() for part in host.split(".")) or (
            ":" in name and not port.isdecimal()
        ):
            raise UsageError(f"--name {name} is not understood: give a host name, such as uka.example.org")
    return tuple(name.lower() for name in names)


def _proxies(text: str | None) -> tuple[str, ...]:
    proxies = tuple(part.strip() for part in text.split(",")) if text is not None else ()
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise UsageError(
                f"--proxy {proxy} is not understood: give addresses or networks, such as 10.0.0.0/8"
            ) from None
    return proxies


# The browser


def _has_desktop() -> bool:
    """Whether a browser would be seen by whoever started this."""
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(address: str) -> None:
    import webbrowser
    from contextlib import suppress

    with suppress(Exception):  # the address was printed
        webbrowser.open(address)
