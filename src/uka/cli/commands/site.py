"""``uka site``: writes the page as files that need no server of Uka's own."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from uka.offline.site import pack_site, write_site

from ..options import UsageError
from ..printing import say

MEGABYTE = 1_000_000


def site(
    target: Annotated[Path, Parameter(name="OUT", help="The folder to write, or the archive with --zip.")],
    *,
    zip: Annotated[bool, Parameter(negative="", help="Write one zip archive instead of a folder.")] = False,
) -> None:
    """Write the page with all that it needs to play without a server: for any web host, under any path.

    The browser deals, and the bots play in it. Games are kept in the browser.
    """
    if target.exists() and (zip or not target.is_dir()):
        raise UsageError(f"{target} is there already: give the name of a new {'archive' if zip else 'folder'}")
    if not zip:
        size = write_site(target)
        say(f"{target} written: {size / MEGABYTE:.1f} MB. To try it: python3 -m http.server --directory {target}")
        return
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder))
        pack_site(Path(folder), target)
    say(f"{target} written: {target.stat().st_size / MEGABYTE:.1f} MB. Unpack it; README.txt says how to open it.")
