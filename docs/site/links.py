"""Links between pages. A file of ``docs/`` links to files of the repository, and its page to pages of the site."""

import re
from collections.abc import Callable, Mapping
from os.path import relpath
from pathlib import Path

LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)


class NotOnTheSite(Exception):
    """Raised if a page links to a file that is not a page of the site."""


def with_site_links(text: str, page: str, file: Path, pages: Mapping[Path, str]) -> str:
    """Return the text of a page with links to files replaced by links to pages.

    ``page`` is the page's place on the site, and ``file`` the file from which its links lead. ``pages`` maps files to
    places. Raise ``NotOnTheSite`` for a link to a file that is not in ``pages``.
    """

    def replaced(found: re.Match[str]) -> str:
        target = (file.parent / found[1]).resolve()
        if target not in pages:
            raise NotOnTheSite(f"{file}: {found[1]} is no page of the site")
        return relpath(pages[target], Path(page).parent) + (found[2] or "")

    return outside_fences(text, lambda part: LINK.sub(replaced, part))


def outside_fences(text: str, change: Callable[[str], str]) -> str:
    """Return a text with all changed but its fences."""
    parts, at = list[str](), 0
    for fence in FENCE.finditer(text):
        parts += [change(text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, change(text[at:])])
