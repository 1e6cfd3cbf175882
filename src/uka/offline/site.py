"""Writes the page with its engine as a folder of files, which any web server can send from any path."""

from __future__ import annotations

import gzip
import re
import shutil
from collections.abc import Mapping
from html import escape
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import uka
from uka.core.errors import UkaError

SERVER = Path(__file__).parents[1] / "server"
PAGE, ENGINE = SERVER / "static", SERVER / "engine"
"""The folders of the built page and of the built engine."""
INDEX, MANIFEST = "index.html", "uka.webmanifest"
DAYS = "days.json"
"""The file beside the engine that holds the last published seed of the day's deals."""
LEFT_OUT = (INDEX, MANIFEST, "robots.txt", "preview-")
"""Beginnings of the names of files that only a server needs, or that are written anew."""
COMPRESSED = (".br", ".gz")
PACKED = (".zip", ".png", ".woff2", *COMPRESSED)
"""The suffixes of files that cannot be made smaller."""

NOT_FOUND = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Uka</title>
  </head>
  <body>
    <main>
      <h1>There is nothing at this address</h1>
      <p id="told">Looking for Uka above it…</p>
    </main>
    <script type="module">
      // Uka lies in a folder above this address, if at all: the one that has the engine.
      const parts = location.pathname.split("/");
      let found = false;
      for (let above = parts.length - 1; above > 0 && !found; above--) {
        const folder = parts.slice(0, above).join("/") + "/";
        const answer = await fetch(`${folder}engine/engine.json`).catch(() => undefined);
        found = answer?.ok === true;
        if (found) location.replace(`${folder}#/${parts.slice(above).join("/")}${location.search}${location.hash}`);
      }
      if (!found) document.getElementById("told").textContent = "Uka is not in a folder above it either.";
    </script>
  </body>
</html>
"""
"""The page for unknown addresses. It goes to the page of Uka, which knows the rest of the address as one of its own."""

READ_ME = """Uka: Euchre and Uka, without a server of its own.

Put these files into a folder of any web server. To play from this folder on your own computer, open a terminal in it,
type

    python3 -m http.server

and open http://localhost:8000 in a browser. Opening index.html itself does not work: browsers give files of a disk no
place to keep games, and let them load no other files.
"""


class NotBuilt(UkaError):
    """Raised if the page or its engine has not been built into this installation of Uka."""


def write_site(
    target: Path, *, server: str = "", days: bytes = b"null", page: Path = PAGE, engine: Path = ENGINE
) -> int:
    """Write the site into the folder ``target``, and return its size in bytes.

    ``server`` is the URL of a server where people meet, and ``days`` its last published seed of the day's deals, as
    JSON. Files that are there already are replaced, and others are left. Raise ``NotBuilt`` if something is missing.
    """
    for folder, sign in ((page, INDEX), (engine, "engine.json")):
        if not (folder / sign).exists():
            raise NotBuilt(f"this installation of Uka has no {folder.name} folder: make page engine in the source tree")
    for source in _files(page):
        _copy(source, target / source.relative_to(page))
    for source in _files(engine):
        _unpack(source, target / "engine" / source.relative_to(engine))
    (target / "engine" / DAYS).write_bytes(days)
    for name, content in _texts(page, server).items():
        (target / name).write_text(content, encoding="utf-8")
    return sum(file.stat().st_size for file in target.rglob("*") if file.is_file() and file.suffix not in COMPRESSED)


def pack_site(folder: Path, archive: Path) -> None:
    """Pack a folder into a zip archive, in a folder of the same name as the archive."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    new = archive.with_name(archive.name + ".new")
    with ZipFile(new, "w") as packed:
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in COMPRESSED):
            kind = ZIP_STORED if file.suffix in PACKED else ZIP_DEFLATED
            packed.write(file, Path(archive.stem, file.relative_to(folder)), kind)
    new.replace(archive)


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith(LEFT_OUT)]


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _unpack(source: Path, target: Path) -> None:
    """Copy a file. Beside a compressed one, write what it holds."""
    _copy(source, target)
    if source.suffix == ".gz":
        target.with_suffix("").write_bytes(gzip.decompress(source.read_bytes()))


def _texts(page: Path, server: str) -> Mapping[str, str]:
    """Return the files that differ from those of a server: their URLs are relative."""
    index, manifest = ((page / name).read_text(encoding="utf-8") for name in (INDEX, MANIFEST))
    index = index.replace("<!--version-->", uka.__version__).replace("<!--preview-->", "")
    named = f' data-server="{escape(server)}"' if server else ""
    index = index.replace("<html ", f'<html data-host="page"{named} ', 1)
    return {
        INDEX: re.sub(r'\b(href|src)="/', r'\1="./', index),
        MANIFEST: manifest.replace('"url": "/', '"url": "./#/').replace('"/', '"./'),
        "404.html": NOT_FOUND,
        "README.txt": READ_ME,
    }
