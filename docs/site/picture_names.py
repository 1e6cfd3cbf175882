"""Which pictures the site may show, and where a page shows one.

The pictures are not in the repository, so a page of ``docs/`` names one in a comment: ``<!-- picture home: The first
page -->``.
"""

import re
from collections.abc import Mapping
from os.path import relpath
from pathlib import Path

DESK, PHONE = (1200, 750), (390, 760)
SCREENS: Mapping[str, tuple[int, int]] = {
    "home": DESK,
    "room": DESK,
    "invite": DESK,
    "playgathered": DESK,
    "play": PHONE,
    "hintcall": DESK,
    "review": DESK,
    "director": DESK,
    "hall": DESK,
    "official": PHONE,
    "captain": PHONE,
}
"""The screens of ``bench.screens`` that the site shows, and the size of the window."""
SCHEMES = ("light", "dark")
SHEETS = ("cards", "scores", "numbers")
FILES = (
    *(f"{screen}-{scheme}.jpg" for screen in SCREENS for scheme in SCHEMES),
    *(f"{sheet}.png" for sheet in SHEETS),
)
FOLDER = "pictures"
COMMENT = re.compile(r"^<!-- picture (\w+): (.*) -->$", re.MULTILINE)


def with_pictures(text: str, page: str) -> str:
    """Return the text of a page with its comments replaced by pictures. Raise ``KeyError`` if there is no such picture.

    >>> with_pictures("<!-- picture cards: A card -->", "tutorials/clubs.md")
    '![A card](../pictures/cards.png)'
    """
    place = relpath(FOLDER, Path(page).parent)
    return COMMENT.sub(lambda found: _shown(found[1], found[2], place), text)


def _shown(name: str, told: str, place: str) -> str:
    if name in SHEETS:
        return f"![{told}]({place}/{name}.png)"
    if name not in SCREENS:
        raise KeyError(name)
    return "\n".join(f"![{told}]({place}/{name}-{scheme}.jpg#only-{scheme})" for scheme in SCHEMES)
