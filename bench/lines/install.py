"""Lines about installing Uka: the size of each part, the wheel without a compiler, and the source archive."""

import statistics
import subprocess
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

from bench.installing import ROOT, Environment, source_archive, wheel
from bench.registry import Figure, Skipped, line, promise
from tests.server.process import Serving
from tests.web.browser import DESK, Visitor, chromium, launched
from tests.web.playing import over, play, table

PARTS = {
    "": "uka",
    "cli": "uka.cli.app",
    "play": "uka.terminal.online",
    "serve": "uka.server.run",
    "paper": "typst",
    "cluster": "uka.store.postgres",
    "dask": "distributed",
    "draw": "altair",
    "parquet": "pyarrow.parquet",
    "research": "uka.envs",
    "all": "uka.server.run",
}
"""A module that needs each part, by the name of the extra."""
MEGABYTES, SECONDS = 15, 5
"""The aims for the library alone: its size, and the time of the first steps in a new process."""
IN_SDIST = ("Makefile", "CONTRIBUTING.md", "LICENSE", "constraints.txt", "src/uka/server/static/index.html")


@line("18.1 each part in a new environment: its size, and the time of its import", speed=True)
def parts() -> Figure:
    """Install the wheel with each extra alone. The time is that of a new process, the median of five after a first."""
    figure: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        made = wheel(Path(folder))
        for extra, module in PARTS.items():
            name = f"uka[{extra}]" if extra else "uka"
            here = Environment(Path(folder) / (extra or "library"))
            here.install(f"{made}[{extra}]" if extra else made)
            figure[name] = f"{here.megabytes:.1f} MB, {module} in {_seconds(here, f'import {module}') * 1000:.0f} ms"
            if not extra:
                size, steps = here.megabytes, _seconds(here, (ROOT / "bench" / "first_steps.py").read_text("utf-8"))
    figure |= {"the library's first steps": f"{steps:.2f} s"}
    return promise(size < MEGABYTES and steps < SECONDS, figure, f"more than {MEGABYTES} MB or {SECONDS} s")


@line("18.3 the wheel, without compiler and Node: a browser plays a game at its server, its examples run")
def wheel_alone() -> Figure:
    if chromium() is None:
        raise Skipped("there is no Chromium here")
    with tempfile.TemporaryDirectory() as folder:
        here = Environment(Path(folder) / "environment")
        here.install(f"{wheel(Path(folder))}[all]")
        said = _game(here)
        here.install("pytest", "pytest-asyncio")
        command = [here.python, "-m", "pytest", "-q", "--doctest-modules", "--pyargs", "uka", "-c", "/dev/null"]
        tested = subprocess.run(command, cwd=folder, env=here.variables, capture_output=True, text=True)
    figure = {"the game": said, "examples": tested.stdout.strip().splitlines()[-1]}
    return promise(tested.returncode == 0, figure, tested.stdout[-800:])


@line("18.3 the source archive holds what builds and tests it, and builds the same wheel")
def archive() -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "ours"), Path(folder, "theirs")
        made = source_archive(Path(folder))
        with tarfile.open(made) as tar:
            names = {name.partition("/")[2] for name in tar.getnames()}
        missing = {*IN_SDIST} - names
        files = [set(zipfile.ZipFile(wheel(*where)).namelist()) for where in ((ours,), (theirs, made))]
        figure = {"kB": made.stat().st_size // 1000, "files": len(names), "files of the wheel": len(files[1])}
    other = sorted(missing | (files[0] ^ files[1]))
    return promise(not other, figure, f"missing or different: {', '.join(other[:9])}")


def _seconds(here: Environment, code: str) -> float:
    """Return the median time of five processes that run a program, after one that is not timed."""

    def timed() -> float:
        start = time.perf_counter()
        here.run(code)
        return time.perf_counter() - start

    return statistics.median([timed() for _ in range(6)][1:])


def _game(here: Environment) -> str:
    """Play a short game in a browser, at a server of an environment, and return what the page says at its end."""
    data = str(here.bin.parent / "data")
    command = [here.bin / "uka", "serve", "--no-browser", "--port", "0", "--data", data]
    with (
        subprocess.Popen(
            command, env=here.variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process,
        launched() as browser,
    ):
        try:
            ana = Visitor(browser, Serving(process).at, DESK)
            ana.page.goto(table(ana, changes={"target": 3}))
            play(ana.page, until=lambda: over(ana.page))
            return ana.page.get_by_role("region", name="The game is over").inner_text().splitlines()[0]
        finally:
            process.kill()
