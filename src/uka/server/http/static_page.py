"""Serves the built files of the web page, compressed if the browser accepts compression."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from ..base.problems import SENTENCES, HttpRefusal
from .request import Request

BUILT = Path(__file__).parents[1] / "static"
INDEX = "index.html"
VIEWS = frozenset(
    {
        "",
        "table",
        "tables",
        "tournament",
        "puzzles",
        "day",
        "match",
        "records",
        "replay",
        "rules",
        "house",
        "figures",
        "help",
        "settings",
        "about",
        "device",
    }
)
"""The first path segments of the URLs at which the web page shows a view."""
PACKED = {"br": ".br", "gzip": ".gz"}
"""The content encodings, best first, each with the suffix of the compressed files' names."""
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}
FOR_EVER = "public, max-age=31536000, immutable"
"""The Cache-Control header of files whose names contain a hash of their content; such files never change."""


class StaticFile(NamedTuple):
    """A file of the web page. ``packed`` holds the compressed content by encoding, ``whole`` the uncompressed content.

    ``type`` is the media type, and ``cached`` the Cache-Control header.
    """

    type: str
    cached: str
    whole: bytes
    packed: Mapping[str, bytes]

    def answer(self, accepts: str, status: int = 200) -> Response[bytes]:
        """Return the response in the best encoding that the Accept-Encoding header ``accepts`` allows."""
        headers = {"Cache-Control": self.cached, "Vary": "Accept-Encoding"}
        offered = {part.partition(";")[0].strip() for part in accepts.split(",")}
        for encoding, content in self.packed.items():
            if encoding in offered:
                headers["Content-Encoding"] = encoding
                return Response(content, media_type=self.type, headers=headers, status_code=status)
        return Response(self.whole, media_type=self.type, headers=headers, status_code=status)


def routes(folder: Path) -> list[HTTPRouteHandler]:
    """Return the routes that serve the web page's files from ``folder``.

    The URL of each view returns ``index.html``, whose script shows the view.
    """
    files = {path.relative_to(folder).as_posix(): _read(path, folder) for path in _whole(folder)}
    if INDEX in files:
        files[INDEX] = _with_version(files[INDEX])

    @get("/", include_in_schema=False)
    async def home(request: Request) -> Response[bytes]:
        return _view(files, request)

    @get("/{path:path}", include_in_schema=False)
    async def there(request: Request, path: FromPath[str]) -> Response[bytes]:
        name = path.lstrip("/")
        if name in files:
            return files[name].answer(request.headers.get("accept-encoding", ""))
        first = name.partition("/")[0]
        if first in VIEWS:
            return _view(files, request)
        if first == "api" or "text/html" not in request.headers.get("accept", ""):
            raise HttpRefusal(404, SENTENCES[404])
        return _view(files, request, status=404)  # the page shows "not found" in the person's language

    return [home, there]


def _view(files: Mapping[str, StaticFile], request: Request, status: int = 200) -> Response[bytes]:
    if INDEX not in files:
        raise HttpRefusal(503, "the page has not been built: in the source tree, make page")
    return files[INDEX].answer(request.headers.get("accept-encoding", ""), status)


def _with_version(index: StaticFile) -> StaticFile:
    """Return ``index.html`` with the server's version, which the page shows if its script does not start."""
    whole = index.whole.replace(b"<!--version-->", version("uka").encode())
    return index._replace(whole=whole, packed={"gzip": gzip.compress(whole, mtime=0)})


def _whole(folder: Path) -> list[Path]:
    packed = tuple(PACKED.values())
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in packed]


def _read(path: Path, folder: Path) -> StaticFile:
    packed = {encoding: Path(f"{path}{end}") for encoding, end in PACKED.items()}
    return StaticFile(
        type=TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream",
        cached=FOR_EVER if path.parent != folder else "no-cache",
        whole=path.read_bytes(),
        packed={encoding: file.read_bytes() for encoding, file in packed.items() if file.exists()},
    )
