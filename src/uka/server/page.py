"""The server's own page, for who opens its address."""

from __future__ import annotations

from pathlib import Path

from litestar import Response, get

HERE = Path(__file__).parent / "static"


@get("/", include_in_schema=False)
async def home() -> Response[bytes]:
    """What this is, and how to play."""
    return _file("index.html", "text/html")


@get("/style.css", include_in_schema=False)
async def style() -> Response[bytes]:
    """How the page looks."""
    return _file("style.css", "text/css")


def _file(name: str, media_type: str) -> Response[bytes]:
    return Response((HERE / name).read_bytes(), media_type=media_type, headers={"Cache-Control": "no-cache"})
