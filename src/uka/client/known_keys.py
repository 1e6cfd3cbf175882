"""A file of servers' public keys. The client saves a server's key when it first sees the server, as ssh does.

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
    """A server signs with a key that differs from the saved key of that server."""


class KnownKeys:
    """A file of servers' public keys. If the file cannot be read or written, the error is ignored."""

    def __init__(self, path: str | PathLike[str] | None = None) -> None:
        self.path = Path(path) if path is not None else _default()

    @property
    def all(self) -> dict[str, str]:
        """The saved keys, by the URL of the server."""
        try:
            words = [line.split() for line in self.path.read_text("utf-8").splitlines()]
        except (OSError, UnicodeDecodeError):
            return {}
        return {pair[0]: pair[1] for pair in words if len(pair) == 2 and is_key(pair[1])}

    def meet(self, address: str, key: str) -> None:
        """Save the key of a server if the file contains no key of that server.

        Raises ``KeyChanged`` if the file contains a different key of that server.
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
    """Return whether a text is a public key in hexadecimal."""
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def fetch_key(address: str) -> str:
    """Fetch the public key of a server. Raises ``ServerUnreachable`` if the server does not send a key."""
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
