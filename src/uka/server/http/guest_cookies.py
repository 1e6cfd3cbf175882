"""Guest identities in signed cookies; nobody needs an account."""

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
"""The cookie's name over https; browsers accept this prefix only from the host itself and over https."""
YEAR = 365 * 24 * 3_600
"""The seconds of a year, after which a guest's cookie expires."""
LETTERS = 10
"""The length of a guest's id. The id is not a secret: other people see it."""
LONGEST = 1_000
"""The maximum length of a cookie, in characters; a longer cookie is ignored."""


class GuestCookies:
    """Reads and writes the cookies that identify guests; the cookies are signed with a server's key."""

    def __init__(self, key: bytes) -> None:
        self._signed = URLSafeTimedSerializer(key, salt="uka guest", signer_kwargs={"digest_method": hashlib.sha256})

    def read(self, cookie: str | None) -> Guest | None:
        """Return the guest whom a cookie identifies.

        Return None if there is no cookie, if it is expired, or if this server did not sign it.
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

        A cookie whose name lacks the prefix ``__Host-`` is accepted too; such cookies were set over https before.
        """
        return self.read(cookies.get(HOST_COOKIE)) or self.read(cookies.get(COOKIE))

    def write(self, guest: Guest, *, https: bool) -> list[Cookie]:
        """Return the cookies to set for a guest. Scripts can't read these cookies; requests of other sites lack them.

        Over https, a cookie whose name lacks the prefix ``__Host-`` is removed.
        """
        value = self._signed.dumps((guest.player, guest.name))
        if not https:
            return [_cookie(COOKIE, value)]
        return [_cookie(HOST_COOKIE, value), _cookie(COOKIE, "", 0)]


def expired_cookies(*, https: bool) -> list[Cookie]:
    """Return expired cookies; setting these makes a browser delete all cookies that identify a guest."""
    return [_cookie(COOKIE, "", 0), *([_cookie(HOST_COOKIE, "", 0)] if https else [])]


def _cookie(name: str, value: str, age: int = YEAR) -> Cookie:
    secure = name == HOST_COOKIE
    return Cookie(name, value=value, max_age=age, httponly=True, samesite="lax", secure=secure)


def guest_named(name: str | None, before: Guest | None = None) -> Guest:
    """Return a guest with the given name; if it is None, the guest gets a random name.

    The guest has the id of ``before``, or a new id if ``before`` is None. Raise ``InvalidName`` if the name is not
    allowed.
    """
    player = before.player if before else "".join(secrets.choice(string.ascii_lowercase) for _ in range(LETTERS))
    return Guest(player, guest_name() if name is None else clean_name(name))
