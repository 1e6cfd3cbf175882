"""``uka site``: writes the page as files that need no server of Uka's own."""

from __future__ import annotations

import tempfile
from http.client import HTTPException
from pathlib import Path
from typing import Annotated
from urllib.parse import urljoin, urlsplit
from urllib.request import urlopen

import msgspec
from cyclopts import Parameter

from uka.offline.site import DAYS, pack_site, write_site
from uka.wire.day_bodies import PublishedSeed

from ..options import UsageError, usage_error_if_unwritable
from ..printing import say

MEGABYTE = 1_000_000
PATIENCE = 10.0
"""The number of seconds within which a server must answer."""


def site(
    target: Annotated[Path, Parameter(name="OUT", help="The folder to write, or the archive with --zip.")],
    *,
    server: Annotated[
        str,
        Parameter(help="The URL of a server where people meet. The page links to it, and has its past days' deals."),
    ] = "",
    zip: Annotated[bool, Parameter(negative="", help="Write one zip archive instead of a folder.")] = False,
) -> None:
    """Write the page with all that it needs to play without a server: for any web host, under any path.

    The browser deals, and the bots play in it. Games are kept in the browser.
    """
    if target.exists() and (zip or not target.is_dir()):
        raise UsageError(f"{target} is there already: give the name of a new {'archive' if zip else 'folder'}")
    days = _published_seed(server) if server else b"null"
    if not zip:
        with usage_error_if_unwritable(str(target)):
            size = write_site(target, server=server, days=days)
        say(f"{target} written: {size / MEGABYTE:.1f} MB. To try it: python3 -m http.server --directory {target}")
        return
    with tempfile.TemporaryDirectory() as folder, usage_error_if_unwritable(str(target)):
        write_site(Path(folder), server=server, days=days)
        pack_site(Path(folder), target)
    say(f"{target} written: {target.stat().st_size / MEGABYTE:.1f} MB. Unpack it; README.txt says how to open it.")


def _published_seed(server: str) -> bytes:
    """Return the last seed of the day's deals that a server has published, as JSON. Return ``null`` if it has none."""
    parts = urlsplit(server)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UsageError(f"--server takes a URL such as https://uka.example.org, not {server!r}")
    try:
        with urlopen(urljoin(server, f"/engine/{DAYS}"), timeout=PATIENCE) as answer:
            found = msgspec.json.decode(answer.read(), type=PublishedSeed | None)
    except (OSError, HTTPException, msgspec.MsgspecError) as error:
        say(f"The page will have no deals of past days: {server} does not say them ({error}).")
        found = None
    return msgspec.json.encode(found)
