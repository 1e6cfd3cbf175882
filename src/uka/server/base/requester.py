"""Who asked for something, and from where: quotas and bots' processor time are counted by it."""

from __future__ import annotations

from typing import NamedTuple


class Requester(NamedTuple):
    """Who opened a table or a tournament, and from where; empty where that is not known."""

    guest: str = ""
    address: str = ""


UNKNOWN_REQUESTER = Requester()
