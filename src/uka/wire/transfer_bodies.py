"""The bodies of HTTP requests and responses by which a guest becomes the same person on a second device."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .http_bodies import RequestBody, ResponseBody


class ClaimRequest(RequestBody, frozen=True):
    """A request to become the guest who created a token. If ``look`` is true, the response only names that guest."""

    token: Annotated[str, Meta(max_length=400)]
    look: bool = False


class TransferToken(ResponseBody, frozen=True):
    """A token by which a second device becomes the same guest. It ``expires`` at a time in milliseconds since 1970."""

    token: str
    expires: int
