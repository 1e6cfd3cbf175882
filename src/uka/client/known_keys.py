"""A file of servers' public keys. As ssh does, the client saves the key of each server that it sees for the first time.

Each line of the file contains the URL of a server, a space, and its key in hexadecimal. To trust a new key of a server,
remove the server's line from the file.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import msgspec

from uka.core.errors import UkaError
from uka.records.signature import fingerprint
from uka.wire import http_bodies

from .errors import ServerUnreachable

if TYPE_CHECKING:
    from os import PathLike


class KeyChanged(UkaError):
    """A server signs its records with another key than the key that was saved for it."""


class KnownKeys:
    """A file of servers' public keys, at ``path`` or at the default place. A file that cannot be read counts as empty.

    If the file cannot be written, the keys are not saved, and no error is raised.
    """

    def __init__(self, path: str | PathLike[str] | None = None) -> None:
        self.path = Path(path) if path is not None else _default()

    @property
    def all(self) -> dict[str, str]:
        """A dict from the URL of each server to its saved key."""
        try:
            words = [line.split() for line in self.path.read_text("utf-8").splitlines()]
        except (OSError, UnicodeDecodeError):
            return {}
        return {pair[0]: pair[1] for pair in words if len(pair) == 2 and is_key(pair[1])}

    def check_or_save(self, address: str, key: str) -> None:
        """Compare ``key`` with the saved key of the server at ``address``. If the file has no key of it, save ``key``.

        Raise ``KeyChanged`` if the keys differ.
        """
        known = self.all.get(address)
        if known is None:
            with suppress(OSError):
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(f"{address} {key}\n")
        elif known != key:
            raise KeyChanged(
                f"{address} signs records with another key ({fingerprint(key)}) than when you first used it "
                f"({fingerprint(known)}): it is another server, or it lost its data. If you trust it, remove its line "
                f"from {self.path}"
            )


def is_key(text: str) -> bool:
    """Return whether ``text`` is a public key (Ed25519) in hexadecimal."""
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def fetch_key(address: str) -> str:
    """Fetch the public key of the server at ``address``.

    Raise ``ServerUnreachable`` if the server does not send one.
    """
    try:
        answer = httpx.get(f"{address}/api/key", timeout=10, trust_env=False)
        key = msgspec.json.decode(answer.raise_for_status().content, type=http_bodies.ServerKey).key
    except (httpx.HTTPError, httpx.InvalidURL):
        raise ServerUnreachable(f"the server at {address} does not give its key") from None
    except ValueError:
        key = ""
    if not is_key(key):
        raise ServerUnreachable(f"the answer of {address} is not a key")
    return key


def _default() -> Path:
    from platformdirs import user_data_path

    return user_data_path("uka", appauthor=False) / "known_servers"
