"""Guests: who one is without signing up, kept in a signed cookie."""

from __future__ import annotations

import hashlib
import secrets
import string
from collections.abc import Mapping

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer
from litestar.datastructures import Cookie

from uka.wire.http_bodies import Guest

from ..base.display_names import clean_name, guest_name

COOKIE = "uka"
HOST_COOKIE = "__Host-uka"
"""Its name over https: browsers take it from this very host only, and never over http."""
YEAR = 365 * 24 * 3_600
"""Seconds that a cookie is good for."""
LETTERS = 10
"""Of a player's id, which others see: it proves nothing."""
LONGEST = 1_000
"""Letters of a cookie that is looked at."""


class GuestCookies:
    """Reads and writes the cookies of one server, which signs them with its key."""

    def __init__(self, key: bytes) -> None:
        self._signed = URLSafeTimedSerializer(key, salt="uka guest", signer_kwargs={"digest_method": hashlib.sha256})

    def read(self, cookie: str | None) -> Guest | None:
        """Who sent a cookie; None without one, or with one that this server did not write, or long ago."""
        if not cookie or len(cookie) > LONGEST:
            return None
        try:
            player, name = msgspec.convert(self._signed.loads(cookie, max_age=YEAR), tuple[str, str])
        except (BadData, ValueError):
            return None
        return Guest(player, name)

    def find(self, cookies: Mapping[str, str]) -> Guest | None:
        """Who sent these cookies; one of the name that servers gave over https before counts as well."""
        return self.read(cookies.get(HOST_COOKIE)) or self.read(cookies.get(COOKIE))

    def write(self, guest: Guest, *, https: bool) -> list[Cookie]:
        """The cookie that says who a guest is; scripts can't read it, other sites can't have it sent.

        Over https it takes the place of one without the prefix.
        """
        value = self._signed.dumps((guest.player, guest.name))
        if not https:
            return [_cookie(COOKIE, value)]
        return [_cookie(HOST_COOKIE, value), _cookie(COOKIE, "", 0)]


def expired_cookies(*, https: bool) -> list[Cookie]:
    """Cookies that end those that there may be."""
    return [_cookie(COOKIE, "", 0), *([_cookie(HOST_COOKIE, "", 0)] if https else [])]


def _cookie(name: str, value: str, age: int = YEAR) -> Cookie:
    secure = name == HOST_COOKIE
    return Cookie(name, value=value, max_age=age, httponly=True, samesite="lax", secure=secure)


def guest_named(name: str | None, before: Guest | None = None) -> Guest:
    """A guest of a name, or of one found for them; who was a guest before stays the same player."""
    player = before.player if before else "".join(secrets.choice(string.ascii_lowercase) for _ in range(LETTERS))
    return Guest(player, guest_name() if name is None else clean_name(name))
