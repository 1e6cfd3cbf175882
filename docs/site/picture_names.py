"""Which pictures the site may show."""

from collections.abc import Mapping

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
