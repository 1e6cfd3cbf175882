"""Lines about other Pythons and other versions of dependencies than those of the developers."""

import re
import runpy
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench.dependency_bounds import check
from bench.installing import ROOT, pip
from bench.registry import Figure, Skipped, line, promise

PLATFORM = "pyemscripten_2026_0_wasm32"
PACKAGES = ("msgspec", "pytest", "pytest-asyncio", "pytest-timeout", "hypothesis")
PURE = ("core", "rulesets", "narration", "tournament", "table", "wire")
"""The parts of the library whose examples need no kernels."""
TESTS = ("trick", "readings", "deal", "game", "ruleset", "actions", "cards", "draw", "toml")


@line("18.3 Python 3.14 in Pyodide: the examples of the library without kernels, and tests of the rules")
def pyodide() -> Figure:
    """Run pytest in Node. Pyodide comes from npm, and msgspec for it from the package index."""
    if shutil.which("node") is None:
        raise Skipped("there is no Node here")
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for file in (ROOT / "bench" / "pyodide").iterdir():
            shutil.copy(file, here)
        runpy.run_path(str(ROOT / "web" / "build.py"))["npm"](here, "install", "--no-audit", "--loglevel=error")
        target = ["--target", str(here / "packages"), "--only-binary", ":all:", "--platform", PLATFORM]
        pip(["install", *target, "--python-version", "3.14", *PACKAGES])
        paths = [*(f"src/uka/{part}" for part in PURE), *(f"tests/core/test_{name}.py" for name in TESTS)]
        words = ["-q", "-p", "no:cacheprovider", "-m", "not slow", "--timeout=0", *paths]
        run = subprocess.run(
            ["node", "pytest.mjs", ROOT, here / "packages", *words], cwd=here, capture_output=True, text=True
        )
    told = run.stdout.splitlines()
    figure = {"Python": told[0].removeprefix("Python ") if told else "", "tests": told[-1] if told else ""}
    return promise(run.returncode == 0, figure, (run.stdout + run.stderr)[-800:])


@line("18.3 make check with the lowest versions of the dependencies that are allowed")
def lowest() -> Figure:
    return _checked(check("lowest"))


@line("18.3 make check with the newest versions of the dependencies that are allowed")
def newest() -> Figure:
    return _checked(check("newest"))


def _checked(run: subprocess.CompletedProcess[str]) -> Figure:
    counts = re.findall(r"\d+ (?:passed|failed|skipped)", run.stdout)
    return promise(run.returncode == 0, {"tests": ", ".join(counts)}, (run.stdout + run.stderr)[-800:])
