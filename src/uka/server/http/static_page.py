"""Serves the built files of the web page, compressed if the browser accepts compression."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from ..base.club import ClubSettings
from ..base.problems import SENTENCES, HttpRefusal
from .previews import MARK, preview_kind, preview_tags
from .request import FOR_STRANGERS, Request

BUILT = Path(__file__).parents[1] / "static"
ENGINE = Path(__file__).parents[1] / "engine"
"""What a browser needs to run Uka without a server. The folder may be missing."""
INDEX = "index.html"
TITLE = b"<title>Uka</title>"
"""The title in ``index.html`` that the name of a club replaces."""
PAGE_PATHS = frozenset(
    {
        "",
        "table",
        "tables",
        "tournament",
        "season",
        "club",
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
"""The first segments of the paths at which ``index.html`` is returned, whose script shows a part of the web page."""
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""The content encodings of compressed files, best first, each with the suffix of the files' names."""
MEDIA_TYPES = {
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
MOST_INDEXES = 64
"""The number of versions of ``index.html`` that are kept in memory: one for each kind of link and each origin."""
CACHE_FOR_EVER = "public, max-age=31536000, immutable"
"""The Cache-Control header of files whose names contain a hash of their content; such files never change."""


class StaticFile(NamedTuple):
    """A built file of the web page, in memory."""

    media_type: str
    cache_control: str
    """The value of the Cache-Control header."""
    content: bytes | None
    """The uncompressed content. None if only compressed content is kept, since nearly all browsers ask for that."""
    compressed: Mapping[str, bytes]
    """The compressed content by encoding, the best encoding first."""

    def response(self, accept_encoding: str, status: int = 200) -> Response[bytes]:
        """Return a response in the best encoding that the Accept-Encoding header ``accept_encoding`` allows."""
        headers = {"Cache-Control": self.cache_control, "Vary": "Accept-Encoding"}
        offered = {part.partition(";")[0].strip() for part in accept_encoding.split(",")}
        for encoding, content in self.compressed.items():
            if encoding in offered:
                headers["Content-Encoding"] = encoding
                return Response(content, media_type=self.media_type, headers=headers, status_code=status)
        content = gzip.decompress(self.compressed["gzip"]) if self.content is None else self.content
        return Response(content, media_type=self.media_type, headers=headers, status_code=status)


def routes(folder: Path, engine: Path, club: ClubSettings | None = None) -> list[HTTPRouteHandler]:
    """Return the routes that serve the web page's files from ``folder``, and the files of its engine at ``/engine``.

    Every path in ``PAGE_PATHS`` returns ``index.html``, whose script shows what belongs to the path. It differs only in
    what other sites show beside a link to the path. It tells what all may know of ``club``, if there is one.
    """
    files = {path.relative_to(folder).as_posix(): _read_file(path, folder) for path in _uncompressed_files(folder)}
    files |= {f"engine/{name}": file for name, file in _engine_files(engine)}
    built = files.pop(INDEX, None)
    plain = _with_club(_with_version(built), club) if built else None

    @lru_cache(MOST_INDEXES)
    def index_of(kind: str, origin: str) -> StaticFile | None:
        return _with_preview(plain, kind, origin, club) if plain else None

    def index_response(request: Request, name: str = "", status: int = 200) -> Response[bytes]:
        index = index_of(preview_kind(name), request.origin)
        if index is None:
            raise HttpRefusal(503, "the page has not been built: in the source tree, make page")
        return index.response(request.headers.get("accept-encoding", ""), status)

    @get("/", include_in_schema=False, opt=FOR_STRANGERS)
    async def home(request: Request) -> Response[bytes]:
        return index_response(request)

    @get("/{path:path}", include_in_schema=False, opt=FOR_STRANGERS)
    async def file_or_page(request: Request, path: FromPath[str]) -> Response[bytes]:
        name = path.lstrip("/")
        if name in files:
            return files[name].response(request.headers.get("accept-encoding", ""))
        first = name.partition("/")[0]
        if name == INDEX or first in PAGE_PATHS:
            return index_response(request, name)
        if first == "api" or "text/html" not in request.headers.get("accept", ""):
            raise HttpRefusal(404, SENTENCES[404])
        return index_response(request, status=404)  # the page shows "not found" in the person's language

    return [home, file_or_page]


def _with_version(index: StaticFile) -> StaticFile:
    """Insert the server's version into ``index.html``, which shows it if the script of the page does not start."""
    return _with_content(index, (index.content or b"").replace(b"<!--version-->", version("uka").encode()))


def _with_club(index: StaticFile, club: ClubSettings | None) -> StaticFile:
    """Insert a club's name and what else all may know of it into ``index.html``, whose script reads it."""
    if club is None:
        return index
    face = escape(msgspec.json.encode(club.face).decode())
    tags = f'<title>{escape(club.name)}</title>\n    <meta name="uka-club" content="{face}" />'
    return _with_content(index, (index.content or b"").replace(TITLE, tags.encode()))


def _with_preview(index: StaticFile, kind: str, origin: str, club: ClubSettings | None) -> StaticFile:
    """Insert into ``index.html`` what other sites show beside a link of a kind."""
    return _with_content(index, (index.content or b"").replace(MARK, preview_tags(kind, origin, club).encode()))


def _with_content(index: StaticFile, content: bytes) -> StaticFile:
    return index._replace(content=content, compressed={"gzip": gzip.compress(content, mtime=0)})


def _uncompressed_files(folder: Path) -> list[Path]:
    suffixes = tuple(ENCODINGS.values())
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in suffixes]


def _engine_files(folder: Path) -> Iterator[tuple[str, StaticFile]]:
    """Yield the files of the engine with their paths. What compresses well is there in compressed form only."""
    suffixes = tuple(ENCODINGS.values())
    files = (path for path in folder.rglob("*") if path.is_file())
    for plain in sorted({path.with_suffix("") if path.suffix in suffixes else path for path in files}):
        yield (
            plain.relative_to(folder).as_posix(),
            StaticFile(
                media_type=_media_type(plain),
                cache_control=_cache_control(plain, folder) if plain.suffix != ".zip" else CACHE_FOR_EVER,
                content=plain.read_bytes() if plain.exists() else None,
                compressed=_compressed(plain),
            ),
        )


def _media_type(path: Path) -> str:
    return MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def _cache_control(path: Path, folder: Path) -> str:
    return CACHE_FOR_EVER if path.parent != folder else "no-cache"


def _read_file(path: Path, folder: Path) -> StaticFile:
    return StaticFile(
        media_type=_media_type(path),
        cache_control=_cache_control(path, folder),
        content=path.read_bytes(),
        compressed=_compressed(path),
    )


def _compressed(path: Path) -> dict[str, bytes]:
    files = {encoding: Path(f"{path}{suffix}") for encoding, suffix in ENCODINGS.items()}
    return {encoding: file.read_bytes() for encoding, file in files.items() if file.exists()}
