"""Guests' identities in signed cookies, so that nobody needs an account."""

from __future__ import annotations

from collections.abc import Mapping

from litestar.datastructures import Cookie

from uka.hosting.display_names import clean_name, guest_name
from uka.hosting.ids import new_player_id
from uka.wire.http_bodies import Avatar, Guest

from ..base.clock import ServerClock
from ..base.expiring_tokens import ExpiringTokens

COOKIE = "uka"
"""The name of the cookie that identifies a guest over http."""
HOST_COOKIE = "__Host-uka"
"""The name of this cookie over https. Browsers accept its prefix only over https and from the host itself."""
LIFETIME = 365 * 24 * 3_600
"""The number of seconds after which a guest's cookie expires: a year."""
MOST_COOKIE_CHARACTERS = 1_000
"""The maximum length of a cookie, in characters; a longer cookie is ignored."""


class GuestCookies:
    """Reads and writes the cookies that identify guests. The cookies are signed with the server's key."""

    def __init__(self, key: bytes, clock: ServerClock) -> None:
        self._tokens = ExpiringTokens(key, "guest", Guest, LIFETIME, clock)

    def read(self, cookie: str | None) -> Guest | None:
        """Return the guest whom the text of a cookie identifies.

        Return None if the cookie is missing, expired, too long, or not signed by this server.
        """
        if not cookie or len(cookie) > MOST_COOKIE_CHARACTERS:
            return None
        found = self._tokens.read(cookie)
        return found.content if found else None

    def find(self, cookies: Mapping[str, str], *, https: bool) -> Guest | None:
        """Return the guest whom the cookies of a request identify, or None. ``https`` says whether https was used."""
        return self.read(cookies.get(HOST_COOKIE if https else COOKIE))

    def write(self, guest: Guest, *, https: bool) -> Cookie:
        """Return the cookie that identifies ``guest``, to be set by a response.

        Scripts can't read this cookie, and browsers omit it from requests that other sites make.
        """
        return _cookie(self._tokens.write(guest), LIFETIME, https=https)


def expired_cookie(*, https: bool) -> Cookie:
    """Return an expired cookie. A browser that receives it deletes the cookie that identifies the guest."""
    return _cookie("", 0, https=https)


def _cookie(value: str, age: int, *, https: bool) -> Cookie:
    name = HOST_COOKIE if https else COOKIE
    return Cookie(name, value=value, max_age=age, httponly=True, samesite="lax", secure=https)


def guest_named(name: str | None, before: Guest | None = None, avatar: Avatar | None = None) -> Guest:
    """Return a guest with the name ``name``, or with a random name if ``name`` is None.

    ``before`` is the guest to rename, whose id is kept; if it is None, the guest gets a new random id. ``avatar`` is
    the emblem; if it is None, the emblem of ``before`` is kept. Raise ``InvalidName`` if the name is not allowed.
    """
    player = before.player if before else new_player_id()
    avatar = avatar or (before.avatar if before else None)
    return Guest(player, guest_name() if name is None else clean_name(name), avatar)
