"""The public keys of servers that one has met, kept in a file, as ssh does with known hosts.

A line is a server's address, a space, and its key in hexadecimal. Who wants to trust a server's new key takes its line
out of the file.
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
    """A server signs with another key than when it was first met."""


class KnownKeys:
    """A file of keys; one that is not there, or can't be written, is no obstacle."""

    def __init__(self, path: str | PathLike[str] | None = None) -> None:
        self.path = Path(path) if path is not None else _default()

    @property
    def all(self) -> dict[str, str]:
        """Keys by address."""
        try:
            words = [line.split() for line in self.path.read_text("utf-8").splitlines()]
        except (OSError, UnicodeDecodeError):
            return {}
        return {pair[0]: pair[1] for pair in words if len(pair) == 2 and is_key(pair[1])}

    def meet(self, address: str, key: str) -> None:
        """Keep a server's key at the first meeting; ``KeyChanged`` if another is known."""
        known = self.all.get(address)
        if known is None:
            with suppress(OSError):
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(f"{address} {key}\n")
        elif known != key:
            raise KeyChanged(
                f"{address} signs records with another key ({fingerprint(key)}) than when you first met it "
                f"({fingerprint(known)}): it is another server, or lost its data. If you trust it, take its line out "
                f"of {self.path}"
            )


def is_key(text: str) -> bool:
    """Whether this can be a public key in hexadecimal."""
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def fetch_key(address: str) -> str:
    """The public key that a server tells now."""
    try:
        answer = httpx.get(f"{address}/api/key", timeout=10, trust_env=False)
        key = msgspec.json.decode(answer.raise_for_status().content, type=http_bodies.ServerKey).key
    except (httpx.HTTPError, httpx.InvalidURL):
        raise ServerUnreachable(f"the server at {address} does not tell its key") from None
    except ValueError:
        key = ""
    if not is_key(key):
        raise ServerUnreachable(f"what {address} tells is no key")
    return key


def _default() -> Path:
    from platformdirs import user_data_path

    return user_data_path("uka", appauthor=False) / "known_servers"
