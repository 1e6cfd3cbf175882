"""Lines about the Python package: the time of `import uka` and of a first deal, and the modules that are loaded."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping

from bench.registry import Figure, line, promise

TIMED = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"
RULES = 'import uka; uka.ruleset("tainui"), uka.Deal, uka.Game'
AIM = 35


# An installed Uka is compiled once. If Python could not write bytecode, the measurement would include the compiler.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def python(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=ENVIRONMENT).stdout


def wall(code: str) -> float:
    start = time.perf_counter()
    python(code)
    return time.perf_counter() - start


def timed(code: str) -> float:
    return float(python(TIMED.format(code)))


def medians_ms(measures: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """Return the median of 20 rounds for each measure. All take turns, so a busy machine slows all of them."""
    rounds = [[measure() for measure in measures.values()] for _ in range(20)]
    found = [statistics.median(times) for times in zip(*rounds, strict=True)]
    return dict(zip(measures, (round(1000 * seconds, 1) for seconds in found), strict=True))


@line("2.0 import uka in under 35 ms", speed=True)
def import_time() -> Figure:
    """Measure new processes. The promise is about the import; msgspec and an empty process are for comparison."""
    python(RULES)  # the first import compiles the modules
    figure = medians_ms(
        {
            "the import, ms": lambda: timed("import uka"),
            "and a ruleset, a deal, a game, ms": lambda: timed(RULES),
            "of it msgspec, ms": lambda: timed("import msgspec"),
            "a whole process that imports uka, ms": lambda: wall("import uka"),
            "a whole process that plays, ms": lambda: wall(RULES),
            "an empty process, ms": lambda: wall(""),
        }
    )
    return promise(figure["the import, ms"] < AIM, figure, f"import uka takes {AIM} ms or more")


@line("2.0 import uka loads no other module")
def import_modules() -> Figure:
    loaded = set(python("import sys; first = set(sys.modules); import uka; print(*set(sys.modules) - first)").split())
    others = sorted(loaded - {"uka", "__future__"})
    return promise(not others, {"modules loaded": len(loaded)}, f"import uka loads {', '.join(others)}")
