"""The bodies of HTTP requests and responses by which a guest uses a second device as the same person."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .http_bodies import RequestBody, ResponseBody


class ClaimRequest(RequestBody, frozen=True):
    """A request from a second device to act as the guest whose other device created ``token``."""

    token: Annotated[str, Meta(max_length=400)]
    """The token that the other device shows."""
    look: bool = False
    """If true, the response only names the guest, and nothing else happens."""


class TransferToken(ResponseBody, frozen=True):
    """A token with which a second device can act as the guest who asked for the token."""

    token: str
    expires: int
    """When the token becomes invalid, in milliseconds since 1970."""
