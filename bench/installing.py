"""Builds the wheel and the source archive of this checkout, and installs them into new environments."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONSTRAINTS = {"PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "PIP_BUILD_CONSTRAINT": str(ROOT / "constraints.txt")}
UNUSED = ("PYTHON", "PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT", "PIP_REQUIRE", "VIRTUAL_ENV", "MAKE")
OUTSIDE = {key: value for key, value in os.environ.items() if not key.startswith(UNUSED)}
"""The variables of this process without those of its virtual environment."""


class Environment:
    """A new virtual environment. Its programs find no compiler and no Node, because PATH holds only its own folder."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / ("python.exe" if os.name == "nt" else "python")
        self.variables = {"PATH": str(self.bin), "HOME": str(folder), "LANG": "C.UTF-8"}
        self.packages = Path(self.run("import sysconfig; print(sysconfig.get_path('platlib'))").strip())

    def install(self, *needs: str | Path, constraints: Mapping[str, str] = CONSTRAINTS) -> None:
        """Install packages with the pip of this process."""
        pip(["--python", str(self.python), "install", *map(str, needs)], constraints)

    def run(self, code: str) -> str:
        """Run a program in an empty folder, and return what it prints. Raise ``CalledProcessError`` if it fails."""
        command = [str(self.python), "-c", code]
        return subprocess.run(
            command, cwd=self.bin.parent, env=self.variables, capture_output=True, text=True, check=True
        ).stdout

    @property
    def megabytes(self) -> float:
        """The size of all installed files, compiled modules too."""
        return sum(file.stat().st_size for file in self.packages.rglob("*") if file.is_file()) / 1e6


def pip(words: list[str], constraints: Mapping[str, str] = CONSTRAINTS) -> None:
    """Run pip. Raise ``RuntimeError`` with what it printed if it fails."""
    command = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", *words]
    done = subprocess.run(command, env=OUTSIDE | dict(constraints), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[-2_000:])


def wheel(folder: Path, source: Path = ROOT) -> Path:
    """Build a wheel of a source tree or a source archive, by default of this checkout, into an empty folder."""
    pip(["wheel", "--no-deps", "-w", str(folder), str(source)])
    return next(folder.glob("*.whl"))


def source_archive(folder: Path) -> Path:
    """Build the source archive of this checkout into a folder."""
    environment = Environment(folder / "build")
    environment.install("build", constraints={})
    command = [environment.python, "-m", "build", "--sdist", "-o", folder, ROOT]
    subprocess.run(command, env=OUTSIDE | CONSTRAINTS, capture_output=True, check=True)
    return next(folder.glob("*.tar.gz"))
