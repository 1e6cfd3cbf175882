"""Lines about the costs of the strongest bot: the time of a choice, memory, and the size of the package."""

import subprocess
import sys
import tempfile
import time
import zipfile
from collections import defaultdict
from importlib.metadata import Distribution, distribution
from pathlib import Path
from random import Random

from packaging.requirements import Requirement

import uka
from bench.lines.bots import timed
from bench.registry import Figure, Skipped, line, promise
from uka import rulesets
from uka.bots import bot
from uka.bots.master import ruleset_model
from uka.core.ruleset import Ruleset

ROOT = Path(__file__).resolve().parents[2]
RULESETS = ("north_american", "uka", "tainui")
DEALS = 300
MOST_MS, MOST_MB = 100, 200
FIRST = """
import time
from itertools import count
from random import Random
import uka
from uka.bots import bot, prepare
from uka.core.seats import SEATS
rules = uka.ruleset("{rules}")
deals = (uka.Deal.start(rules, SEATS[0], uka.shuffled(rules, seed)) for seed in count())
asked = (deal.observe(deal.turn) for deal in deals)
seen = next(seen for seen in asked if len(seen.lawful_actions) > 1)
if {prepared}:
    prepare("master", rules)
begun = time.process_time()
bot("master").choose(seen, Random(1))
print(1e3 * (time.process_time() - begun))
"""
WHOLE = """
from pathlib import Path
from random import Random
import uka
from uka import rulesets
from uka.bots import bot
from uka.core.seats import SEATS
master, rng = bot("master"), Random(1)
for name, rules in rulesets.all_rulesets().items():
    for number in range(5):
        deal = uka.Deal.start(rules, SEATS[number % 4], uka.shuffled(rules, f"{name}/{number}"))
        while deal.turn is not None:
            deal, _ = deal.apply(master.choose(deal.observe(deal.turn), rng))
for row in Path("/proc/self/status").read_text().splitlines():
    if row.startswith(("VmHWM", "VmRSS")):
        print(row.split()[1])
"""


@line("6.4 master: a choice within 100 ms, 99 of 100, on one core", speed=True)
def thinking_time() -> Figure:
    """Measure the processor time of choices by phase of the deal, and the time of a process's first choice.

    The workers of a server prepare for a ruleset before that choice.
    """
    figure: dict[str, object] = {}
    slowest = 0.0
    for name in RULESETS:
        taken = choices(uka.ruleset(name))
        every = [ms for found in taken.values() for ms in found]
        slowest = max(slowest, within(every, 0.99))
        figure[name] = {
            "choices": len(every),
            "all": told(every),
            **{phase: told(found) for phase, found in taken.items()},
        }
    figure["the first choice of a process, ms"] = {name: first(name) for name in rulesets.names()}
    figure["the same after preparing, ms"] = {name: first(name, prepared=True) for name in rulesets.names()}
    return promise(slowest < MOST_MS, figure, f"99 of 100 choices take {MOST_MS} ms or more")


def choices(rules: Ruleset) -> dict[str, list[float]]:
    """Return the milliseconds of each choice in deals of four master bots, by phase of the deal.

    The time to load the trained model does not count.
    """
    taken = defaultdict[str, list[float]](list)
    ruleset_model(rules)
    for seen, seconds in timed(bot("master"), rules, DEALS, Random(6), time.process_time):
        if len(seen.lawful_actions) > 1:
            taken[str(seen.phase)].append(1e3 * seconds)
    return taken


def told(found: list[float]) -> str:
    """Return the median and the 99th percentile of times in milliseconds, as text."""
    return f"p50 {within(found, 0.5):.1f}, p99 {within(found, 0.99):.1f} ms"


def within(found: list[float], share: float) -> float:
    return sorted(found)[min(len(found) - 1, int(share * len(found)))]


def first(name: str, *, prepared: bool = False) -> int:
    """Return the median time of the first choice in three new processes under a ruleset, in milliseconds."""
    return round(sorted(float(python(FIRST.format(rules=name, prepared=prepared))) for _ in range(3))[1])


def python(code: str) -> str:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr.strip().splitlines()[-1]  # the last line names no path of this machine
    return run.stdout


@line("6.4 master: under 200 MB, playing under every ruleset")
def memory() -> Figure:
    """Measure the memory of a process in which a master bot has played under all shipped rulesets."""
    if not Path("/proc/self/status").exists():
        raise Skipped("memory is read from /proc, which is not here")
    most, now = (round(int(kilobytes) / 1024, 1) for kilobytes in python(WHOLE).split())
    figure = {"rulesets": len(rulesets.names()), "MB, most": most, "MB, at the end": now}
    return promise(most < MOST_MB, figure, f"{MOST_MB} MB or more")


@line("6.4 package: its size installed")
def size() -> Figure:
    """Measure the sizes of the files in the wheel and in the wheel's dependencies without extras, without bytecode."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "-w", folder, "-c", "constraints.txt", "."]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            files = {info.filename: info.file_size for info in archive.infolist()}
        packed = wheel.stat().st_size
    parts = {
        "models": [size for name, size in files.items() if name.endswith(".model")],
        "kernels": [size for name, size in files.items() if "_native" in name],
        "the page": [size for name, size in files.items() if "/static/" in name],
    }
    needed = {found.name: bytes_of(found) for found in dependencies("uka").values()}
    return {
        "MB": megabytes(sum(files.values())),
        **{f"of it {what}, MB": megabytes(sum(sizes)) for what, sizes in parts.items()},
        "the wheel, MB": megabytes(packed),
        "the largest model, MB": megabytes(max(parts["models"])),
        "what it needs, MB": megabytes(sum(needed.values())),
        "packages": len(needed),
        "the largest of them": {name: megabytes(needed[name]) for name in sorted(needed, key=needed.__getitem__)[-4:]},
    }


def dependencies(name: str) -> dict[str, Distribution]:
    """Return the installed dependencies of a package without extras, direct and indirect, by name."""
    found, waiting = dict[str, Distribution](), [Requirement(name)]
    while waiting:
        wanted = waiting.pop()
        for text in distribution(wanted.name).requires or ():
            need = Requirement(text)
            extras = wanted.extras or {""}
            if need.name not in found and (not need.marker or any(need.marker.evaluate({"extra": e}) for e in extras)):
                found[need.name] = distribution(need.name)
                waiting.append(need)
    return found


def bytes_of(found: Distribution) -> int:
    paths = [Path(str(file.locate())) for file in found.files or () if not str(file).endswith(".pyc")]
    return sum(path.stat().st_size for path in paths if path.exists())


def megabytes(size: int) -> float:
    return round(size / 1e6, 2)
