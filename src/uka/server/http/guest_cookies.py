"""Guest identities in a signed cookie, so that nobody needs an account."""

from __future__ import annotations

import secrets
import string
from collections.abc import Mapping

from litestar.datastructures import Cookie

from uka.wire.http_bodies import Avatar, Guest

from ..base.clock import ServerClock
from ..base.display_names import clean_name, guest_name
from ..base.expiring_tokens import ExpiringTokens

COOKIE = "uka"
"""The cookie's name over http."""
HOST_COOKIE = "__Host-uka"
"""The cookie's name over https. Browsers accept a name with this prefix only over https and from the host itself."""
YEAR = 365 * 24 * 3_600
"""A year in seconds; a guest's cookie expires after this time."""
LETTERS = 10
"""The length of a guest's id, in letters. The id is not a secret, since other people see it."""
LONGEST = 1_000
"""The maximum length of a cookie, in characters; a longer cookie is ignored."""


class GuestCookies:
    """Reads and writes the cookies that identify guests. A cookie is signed with the server's key."""

    def __init__(self, key: bytes, clock: ServerClock) -> None:
        self._tokens = ExpiringTokens(key, "guest", Guest, YEAR, clock)

    def read(self, cookie: str | None) -> Guest | None:
        """Return the guest whom a cookie identifies.

        Return None if the cookie is missing, expired, too long, or not signed by this server.
        """
        if not cookie or len(cookie) > LONGEST:
            return None
        found = self._tokens.read(cookie)
        return found.content if found else None

    def find(self, cookies: Mapping[str, str], *, https: bool) -> Guest | None:
        """Return the guest whom the cookies of a request over http or https identify, or None."""
        return self.read(cookies.get(HOST_COOKIE if https else COOKIE))

    def write(self, guest: Guest, *, https: bool) -> Cookie:
        """Return the cookie to set for a guest.

        Scripts can't read this cookie, and browsers omit it from requests that other sites make.
        """
        return _cookie(self._tokens.write(guest), YEAR, https=https)


def expired_cookie(*, https: bool) -> Cookie:
    """Return an expired cookie. A browser that receives it deletes the cookie that identifies a guest."""
    return _cookie("", 0, https=https)


def _cookie(value: str, age: int, *, https: bool) -> Cookie:
    name = HOST_COOKIE if https else COOKIE
    return Cookie(name, value=value, max_age=age, httponly=True, samesite="lax", secure=https)


def guest_named(name: str | None, before: Guest | None = None, avatar: Avatar | None = None) -> Guest:
    """Return a guest with the name ``name``, or with a random name if ``name`` is None.

    To rename a guest, pass the guest as ``before``: the id and the emblem stay. If ``before`` is None, the guest gets a
    new id. ``avatar`` is a new emblem, or None. Raise ``InvalidName`` if the name is not allowed.
    """
    player = before.player if before else "".join(secrets.choice(string.ascii_lowercase) for _ in range(LETTERS))
    avatar = avatar or (before.avatar if before else None)
    return Guest(player, guest_name() if name is None else clean_name(name), avatar)
