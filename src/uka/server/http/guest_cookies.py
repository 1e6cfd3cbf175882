"""Guest identities in signed cookies, so that nobody needs an account."""

from __future__ import annotations

import hashlib
import secrets
import string
from collections.abc import Mapping

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer
from litestar.datastructures import Cookie

from uka.wire.http_bodies import AVATARS, Avatar, Guest

from ..base.display_names import clean_name, guest_name

COOKIE = "uka"
HOST_COOKIE = "__Host-uka"
"""The cookie's name over https. Browsers accept a name with this prefix only over https and from the host itself."""
AVATAR_COOKIE = "uka-avatar"
"""The cookie of the guest's emblem. It is not signed, since everybody may choose any emblem.

The emblem has a separate cookie, so that earlier versions of the server can still read the cookie with id and name.
"""
YEAR = 365 * 24 * 3_600
"""A year in seconds; a guest's cookie expires after this time."""
LETTERS = 10
"""The length of a guest's id, in letters. The id is not a secret, since other people see it."""
LONGEST = 1_000
"""The maximum length of a cookie, in characters; a longer cookie is ignored."""


class GuestCookies:
    """Reads and writes the cookies that identify guests. The cookies are signed with the server's key."""

    def __init__(self, key: bytes) -> None:
        self._signed = URLSafeTimedSerializer(key, salt="uka guest", signer_kwargs={"digest_method": hashlib.sha256})

    def read(self, cookie: str | None) -> Guest | None:
        """Return the guest whom a cookie identifies.

        Return None if the cookie is missing, expired, too long, or not signed by this server.
        """
        if not cookie or len(cookie) > LONGEST:
            return None
        try:
            player, name = msgspec.convert(self._signed.loads(cookie, max_age=YEAR), tuple[str, str])
        except (BadData, ValueError):
            return None
        return Guest(player, name)

    def find(self, cookies: Mapping[str, str]) -> Guest | None:
        """Return the guest whom a request's cookies identify, or None.

        A cookie without the prefix ``__Host-`` in its name is accepted too, even over https: earlier versions set it.
        """
        guest = self.read(cookies.get(HOST_COOKIE)) or self.read(cookies.get(COOKIE))
        avatar = next((each for each in AVATARS if each == cookies.get(AVATAR_COOKIE)), None)
        return guest and msgspec.structs.replace(guest, avatar=avatar)

    def write(self, guest: Guest, *, https: bool) -> list[Cookie]:
        """Return the cookies to set for a guest.

        Scripts can't read these cookies, and browsers omit them from requests that other sites make. Over https, the
        response also deletes a cookie without the prefix ``__Host-`` in its name.
        """
        value = self._signed.dumps((guest.player, guest.name))
        emblem = [_cookie(AVATAR_COOKIE, guest.avatar)] if guest.avatar else []
        if not https:
            return [_cookie(COOKIE, value), *emblem]
        return [_cookie(HOST_COOKIE, value), _cookie(COOKIE, "", 0), *emblem]


def expired_cookies(*, https: bool) -> list[Cookie]:
    """Return expired cookies. A browser that receives them deletes all cookies that identify a guest.

    ``https`` is true if the request came over https. Only then can the browser have the cookie ``HOST_COOKIE``.
    """
    names = (COOKIE, AVATAR_COOKIE, HOST_COOKIE) if https else (COOKIE, AVATAR_COOKIE)
    return [_cookie(name, "", 0) for name in names]


def _cookie(name: str, value: str, age: int = YEAR) -> Cookie:
    secure = name == HOST_COOKIE
    return Cookie(name, value=value, max_age=age, httponly=True, samesite="lax", secure=secure)


def guest_named(name: str | None, before: Guest | None = None, avatar: Avatar | None = None) -> Guest:
    """Return a guest with the name ``name``, or with a random name if ``name`` is None.

    To rename a guest, pass the guest as ``before``: the id and the emblem stay. If ``before`` is None, the guest gets a
    new id. ``avatar`` is a new emblem, or None. Raise ``InvalidName`` if the name is not allowed.
    """
    player = before.player if before else "".join(secrets.choice(string.ascii_lowercase) for _ in range(LETTERS))
    avatar = avatar or (before.avatar if before else None)
    return Guest(player, guest_name() if name is None else clean_name(name), avatar)
