"""The guest and the network address that a request comes from. Quotas and the CPU time of bots are charged to both."""

from __future__ import annotations

from typing import NamedTuple


class Requester(NamedTuple):
    """A guest's id and a client's network address. An unknown guest or address is an empty text."""

    guest: str = ""
    address: str = ""


UNKNOWN_REQUESTER = Requester()
