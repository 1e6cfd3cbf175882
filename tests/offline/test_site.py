"""The page as a folder of files."""

from __future__ import annotations

import gzip
from pathlib import Path
from zipfile import ZipFile

import pytest

from uka.offline.site import NotBuilt, pack_site, write_site

INDEX = '<html lang="en"><link href="/icon.svg" /><script src="/assets/page-1.js"></script><!--version--></html>'
MANIFEST = '{"start_url": "/", "icons": [{"src": "/icon.svg"}], "shortcuts": [{"url": "/help"}]}'


def built(folder: Path) -> tuple[Path, Path]:
    """Write a page and an engine as builds of them look, and return their folders."""
    page, engine = folder / "static", folder / "engine"
    (page / "assets").mkdir(parents=True)
    (engine / "pyodide-1").mkdir(parents=True)
    for name, text in {
        "index.html": INDEX, "index.html.br": "old", "uka.webmanifest": MANIFEST, "icon.svg": "<svg/>",
        "assets/page-1.js": "page", "preview-home.png": "for messengers",
    }.items():  # fmt: skip
        (page / name).write_text(text)
    (engine / "engine.json").write_text("{}")
    (engine / "pyodide-1" / "python.wasm.gz").write_bytes(gzip.compress(b"python"))
    (engine / "pyodide-1" / "python.wasm.br").write_bytes(b"brotli")
    return page, engine


def test_a_site_is_in_any_folder_and_sends_what_a_host_can_send(tmp_path: Path) -> None:
    page, engine = built(tmp_path)
    write_site(tmp_path / "site", page=page, engine=engine)
    site = tmp_path / "site"
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert files == {
        "index.html", "uka.webmanifest", "icon.svg", "assets/page-1.js", "404.html", "README.txt",
        "engine/engine.json", "engine/days.json", "engine/pyodide-1/python.wasm", "engine/pyodide-1/python.wasm.gz",
        "engine/pyodide-1/python.wasm.br",
    }  # fmt: skip
    index = (site / "index.html").read_text(encoding="utf-8")
    assert index.startswith('<html data-host="page" lang="en"><link href="./icon.svg" /><script src="./assets/page-1')
    assert '"/' not in index
    assert (site / "uka.webmanifest").read_text() == (
        '{"start_url": "./", "icons": [{"src": "./icon.svg"}], "shortcuts": [{"url": "./#/help"}]}'
    )
    assert (site / "engine" / "pyodide-1" / "python.wasm").read_bytes() == b"python"
    assert (site / "engine" / "days.json").read_bytes() == b"null"


def test_a_site_names_the_server_where_people_meet_and_has_the_days_that_it_published(tmp_path: Path) -> None:
    page, engine = built(tmp_path)
    write_site(tmp_path / "site", server="https://uka.example/?a&b", days=b"{}", page=page, engine=engine)
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert '<html data-host="page" data-server="https://uka.example/?a&amp;b" lang="en">' in index
    assert (tmp_path / "site" / "engine" / "days.json").read_bytes() == b"{}"


def test_an_archive_holds_one_folder_without_compressed_files(tmp_path: Path) -> None:
    page, engine = built(tmp_path)
    write_site(tmp_path / "site", page=page, engine=engine)
    pack_site(tmp_path / "site", tmp_path / "new" / "uka.zip")
    names = ZipFile(tmp_path / "new" / "uka.zip").namelist()
    assert {"uka/index.html", "uka/README.txt", "uka/engine/pyodide-1/python.wasm"} < set(names)
    assert not any(name.endswith((".gz", ".br")) for name in names)
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["uka.zip"]


def test_without_an_engine_nothing_is_written(tmp_path: Path) -> None:
    page, engine = built(tmp_path)
    (engine / "engine.json").unlink()
    with pytest.raises(NotBuilt, match="no engine folder"):
        write_site(tmp_path / "site", page=page, engine=engine)
    assert not (tmp_path / "site").exists()
