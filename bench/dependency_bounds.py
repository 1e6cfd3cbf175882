"""Runs ``make check`` in a clone with the lowest or the newest versions of the packages that ``pyproject.toml`` allows.

``python -m bench.dependency_bounds lowest`` takes some minutes, and prints what ``make check`` prints.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ("dev", "docs", "openspiel", "servers")
"""The extras whose packages keep the versions in ``constraints.txt``: tools of the tests, which no user installs."""
Which = Literal["lowest", "newest"]


def constraints(which: Which) -> list[str]:
    """Return the lines of a constraints file that makes pip install the lowest or the newest allowed versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    tools = {_name(need) for extra in TOOLS for need in extras.get(extra, ())}
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = [line for line in lines if "==" in line and _name(line) in tools]
    needs = [*project["dependencies"], *(need for extra in extras.keys() - {*TOOLS} for need in extras[extra])]
    lowest = {f"{_name(need)}=={need.partition('>=')[2].partition(',')[0]}" for need in needs if ">=" in need}
    return sorted({*pinned, *(lowest if which == "lowest" else ())})


def check(which: Which) -> subprocess.CompletedProcess[str]:
    """Clone the repository, install the versions there, and run ``make check``."""
    outside = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "MAKE"))}
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "main")
        subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
        (clone / "bounds.txt").write_text("\n".join(constraints(which)) + "\n", "utf-8")
        command = ["make", "check", "PIP_CONSTRAINT=bounds.txt"]
        return subprocess.run(command, cwd=clone, env=outside, capture_output=True, text=True)


def _name(need: str) -> str:
    """Return the normalized name of the package that a requirement begins with."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=;]", need)[0].strip()).lower()


if __name__ == "__main__":
    done = check("lowest" if sys.argv[1:] == ["lowest"] else "newest")
    print(done.stdout + done.stderr)
    sys.exit(done.returncode)
