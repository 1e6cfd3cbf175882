"""Lines about the Python package: the time of `import uka`, and the modules that this import loads."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from bench.registry import Figure, line, promise

HEAVY = {"numpy", "textual", "rich", "cyclopts"}
TIMED = "import time; t = time.perf_counter(); import uka; print(time.perf_counter() - t)"


# An installed Uka is compiled once. If Python could not write bytecode, the measurement would include the compiler.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def python(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=ENVIRONMENT).stdout


def wall(code: str) -> float:
    start = time.perf_counter()
    python(code)
    return time.perf_counter() - start


def median_ms(measure: Callable[[], float]) -> float:
    return round(1000 * statistics.median(measure() for _ in range(20)), 1)


@line("2.0 import uka in under 60 ms", speed=True)
def import_time() -> Figure:
    """Measure the medians of 20 new processes. The promise is about the import; a whole process is for comparison."""
    python("import uka")  # the first import compiles the modules
    alone = median_ms(lambda: float(python(TIMED)))
    figure: Figure = {
        "the import, ms": alone,
        "of it msgspec, ms": median_ms(lambda: float(python(TIMED.replace("uka", "msgspec")))),
        "a whole process, ms": median_ms(lambda: wall("import uka")),
        "an empty process, ms": median_ms(lambda: wall("")),
    }
    return promise(alone < 60, figure, "import uka takes 60 ms or more")


@line("2.0 import uka loads nothing heavy")
def import_modules() -> Figure:
    loaded = set(python("import sys, uka; print(*sys.modules)").split())
    heavy = sorted(HEAVY & loaded)
    return promise(not heavy, {"modules loaded": len(loaded)}, f"import uka loads {', '.join(heavy)}")
