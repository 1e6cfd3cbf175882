"""Run the checks of what Uka promises, and write their figures to bench/results.json and results.md.

Such a check is called a line; ``bench.registry`` registers the lines.

    python -m bench.prove                 run all lines
    python -m bench.prove 2.1 "2.3 sim"   run those whose names begin so
    python -m bench.prove --speed         run those that measure speed
    python -m bench.prove --list          only print the names

A line that fails does not stop the others. Lines that are not run keep their last figures.
"""

import datetime
import importlib
import json
import os
import pkgutil
import platform
import shlex
import subprocess
import time
import traceback
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter
from rich.console import Console

import bench.lines
from bench.registry import LINES, Failed, Figure, Line, Skipped

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
PAGE = HERE / "results.md"
MARKS = {True: "yes", False: "NO", None: "not run"}


def prove(*names: str, speed: bool = False, names_only: Annotated[bool, Parameter("--list")] = False) -> int:
    """Run the lines that check what Uka promises, and write their figures to bench/results.

    Args:
        names: the beginnings of the names of the lines to run; without any, all lines run.
        speed: run only the lines that measure speed.
        names_only: print the names and run nothing.
    """
    for module in pkgutil.iter_modules(bench.lines.__path__, "bench.lines."):
        importlib.import_module(module.name)
    chosen = choose(names, speed=speed)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    if not chosen:
        console.print(f"No line's name begins with {' or '.join(names)}.")
        return 2
    if names_only:
        console.print("\n".join(line.name for line in chosen))
        return 0
    outcomes = [run_and_keep(line, f"{i}/{len(chosen)}", console) for i, line in enumerate(chosen, 1)]
    kept, failed = outcomes.count(True), outcomes.count(False)
    console.print(f"\n{kept} kept, {failed} failed, {outcomes.count(None)} not run: bench/{PAGE.name}")
    return 1 if failed else 0


def choose(names: tuple[str, ...], *, speed: bool) -> list[Line]:
    lines = sorted(LINES.values(), key=order)
    return [
        line
        for line in lines
        if (line.speed or not speed) and (not names or any(line.name.startswith(name) for name in names))
    ]


def order(line: Line) -> tuple[list[int], str]:
    """Return the sort key of a line: the numbers at the start of its name (2.10 comes after 2.9), then the name."""
    number = line.name.split()[0]
    return [int(part) for part in number.split(".") if part.isdigit()], line.name


def run_and_keep(line: Line, count: str, console: Console) -> bool | None:
    start = time.perf_counter()
    with console.status(f"{count} {line.name}"):
        ok, figure, why = run(line)
    seconds = round(time.perf_counter() - start, 2)
    keep(line, {"ok": ok, "figure": figure, "why": why, "seconds": seconds} | circumstances())
    console.print(f"{count} {MARKS[ok]:8}{line.name}  ({seconds:.1f} s)")
    console.print(f"{'':13}{say(figure)}{f'  ({why})' if why else ''}".rstrip())
    return ok


def run(line: Line) -> tuple[bool | None, Figure, str]:
    try:
        return True, line.check(), ""
    except Skipped as reason:
        return None, None, str(reason)
    except Failed as failure:
        return False, failure.figure, str(failure)
    except Exception as error:
        traceback.print_exc()
        return False, None, f"{type(error).__name__}: {error}"


def circumstances() -> dict[str, Any]:
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{cpu()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}",
    }


def commit() -> str:
    """Return the short hash of the present commit, followed by a + if the work tree differs from the commit."""
    name = git("rev-parse", "--short", "HEAD")
    changed = git("status", "--porcelain", "--", ":!bench/results.json", ":!bench/results.md")
    return (name or "none") + ("+" if changed else "")


def git(*arguments: str) -> str:
    found = subprocess.run(["git", *arguments], cwd=HERE.parent, capture_output=True, text=True, check=False)
    return found.stdout.strip()


def cpu() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [text.split(":", 1)[1].strip() for text in lines if text.startswith("model name")]
    return models[0] if models else platform.processor() or "unknown processor"


def keep(line: Line, found: dict[str, Any]) -> None:
    """Write the figure of a line to the results. This happens after each line, so a stopped run loses nothing."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    command = f".venv/bin/python -m bench.prove {shlex.quote(line.name)}"
    results[line.name] = {"command": command} | found
    known = [known.name for known in sorted(LINES.values(), key=order)]
    results = {name: results[name] for name in known if name in results}
    RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(results), encoding="utf-8")


def page(results: dict[str, Any]) -> str:
    rows = [
        f"| {name} | {MARKS[found['ok']]} | {say(found['figure'])}{why(found)} "
        f"| `{found['command']}` | {found['seconds']} | {found['date'][:10]} | {found['commit']} |"
        for name, found in results.items()
    ]
    machines = sorted({f"{found['machine']}, {found['python']}" for found in results.values()})
    return "\n".join(
        [
            "# What Uka shows",
            "",
            "Written by `make prove`. A + after the commit: there were changes that were not committed.",
            "",
            *(f"Machine: {machine}." for machine in machines),
            "",
            "| line | kept | figure | to repeat it | seconds | date | commit |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def why(found: dict[str, Any]) -> str:
    return f" ({found['why']})".replace("|", "/").replace("\n", " ") if found["why"] else ""


def say(figure: Figure) -> str:
    if isinstance(figure, dict):
        return "; ".join(f"{key}: {number(value)}" for key, value in figure.items())
    return "" if figure is None else number(figure)


def number(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


if __name__ == "__main__":
    app = App(name="python -m bench.prove", version_flags=[])
    app.default(prove)
    app()
