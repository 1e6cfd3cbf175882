"""The guest and address that a request comes from; quotas and the bots' CPU time are charged to them."""

from __future__ import annotations

from typing import NamedTuple


class Requester(NamedTuple):
    """A guest's id and a client's address; an unknown one is empty."""

    guest: str = ""
    address: str = ""


UNKNOWN_REQUESTER = Requester()
