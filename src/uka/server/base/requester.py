"""The guest and the network address that a request comes from. Quotas and the CPU time of bots are charged to both."""

from __future__ import annotations

from typing import NamedTuple


class Requester(NamedTuple):
    """Who sent a request. A field is an empty text if it is unknown."""

    guest: str = ""
    """The id of the guest."""
    address: str = ""
    """The client's IPv4 address or IPv6 network, as ``rate_limits.client_network`` returns it."""


UNKNOWN_REQUESTER = Requester()
