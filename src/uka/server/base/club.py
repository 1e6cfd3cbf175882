"""The club that a server belongs to: its name, welcome, colours and door, read from a TOML file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uka.core.errors import UkaError
from uka.text.printable import is_displayed
from uka.wire.club_bodies import ClubColours, ClubDoor, ClubFace

LEAST_CONTRAST = 4.5
"""The least contrast of text (WCAG 2.2, success criterion 1.4.3)."""
BACKGROUNDS = {
    "light": {"paper": "#f6f3ea", "raised": "#fffdf8", "soft": "#e1ecdf", "on-accent": "#ffffff"},
    "dark": {"paper": "#121614", "raised": "#1b211d", "soft": "#1f3327", "on-accent": "#0b1f13"},
}
"""The page's own colours beside a club's colour, by colour scheme and design token (``web/src/styles/tokens.css``)."""
LEAST_CODE = 6
"""The minimum length of a club's code, in characters."""


class InvalidClub(UkaError):
    """Raised for a file that does not describe a club."""


class ClubSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a club, as its file gives them."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    welcome: Annotated[str, Meta(max_length=1_000)] = ""
    """What the page tells everybody who comes, a stranger too."""
    door: ClubDoor = "open"
    code: Annotated[str, Meta(max_length=100)] = ""
    """The code with which people become members, if ``door`` is "code"."""
    colours: ClubColours | None = None

    @property
    def face(self) -> ClubFace:
        """What everybody may know of the club."""
        return ClubFace(self.name, self.welcome, self.door, self.colours)


def read_club(path: Path) -> ClubSettings:
    """Return the club that the TOML file ``path`` describes. Raise ``InvalidClub`` if it describes none."""
    try:
        return club_of(tomllib.loads(path.read_text("utf-8")))
    except OSError as error:
        why = f"it can't be read: {error.strerror}"
    except UnicodeDecodeError:
        why = "it is not UTF-8 text"
    except (tomllib.TOMLDecodeError, InvalidClub) as error:
        why = str(error)
    raise InvalidClub(f"{path.name} does not describe a club: {why}")


def club_of(fields: dict[str, Any]) -> ClubSettings:
    """Return the club with these fields. Raise ``InvalidClub``, with one sentence, if a field is missing or wrong.

    >>> club_of({"name": "Kirikiriroa Cards", "colours": {"light": "#ffe14d", "dark": "#ffe14d"}})
    Traceback (most recent call last):
    ...
    uka.server.base.club.InvalidClub: the light colour #ffe14d has a contrast of 1.1 to #e1ecdf: choose a darker one, \
from 4.5 on
    """
    try:
        club = msgspec.convert(fields, ClubSettings)
    except msgspec.ValidationError as error:
        raise InvalidClub(str(error)) from None
    for field, text in (("name", club.name), ("welcome", club.welcome)):
        if not is_displayed(text) or (field == "name" and not text.strip()):
            raise InvalidClub(f"{field} must be text of characters that are displayed")
    if club.door == "code" and len(plain_code(club.code)) < LEAST_CODE:
        raise InvalidClub(f'a club with door = "code" needs a code of at least {LEAST_CODE} letters')
    if club.code and club.door != "code":
        raise InvalidClub(f'a code is for door = "code", and this door is "{club.door}"')
    if club.colours is not None:
        _check_contrast("light", club.colours.light, "darker")
        _check_contrast("dark", club.colours.dark, "lighter")
    return club


def plain_code(code: str) -> str:
    """Return a code as it is compared: without spaces, and in small letters.

    >>> plain_code(" Kōwhai tree ")
    'kōwhaitree'
    """
    return "".join(code.casefold().split())


def _check_contrast(scheme: str, colour: str, better: str) -> None:
    """Raise ``InvalidClub`` unless a colour and each background of the page have enough contrast."""
    found, worst = min((contrast(colour, other), other) for other in BACKGROUNDS[scheme].values())
    if found < LEAST_CONTRAST:
        raise InvalidClub(
            f"the {scheme} colour {colour} has a contrast of {found:.1f} to {worst}: choose a {better} one, "
            f"from {LEAST_CONTRAST} on"
        )


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio).

    >>> contrast("#000000", "#ffffff"), contrast("#777777", "#777777")
    (21.0, 1.0)
    """
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
