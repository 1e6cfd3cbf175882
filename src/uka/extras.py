"""The extras of the package ``uka``: sets of optional packages, which pip installs with ``pip install 'uka[NAME]'``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.util import find_spec

from uka.core.errors import UkaError
from uka.invocation import quoted

ZSTD = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
COMMAND = ("cyclopts", "rich")
EXTRAS: Mapping[str, tuple[str, ...]] = {
    "cli": (*COMMAND, "cryptography", ZSTD),
    "play": (*COMMAND, "cryptography", ZSTD, "httpx", "platformdirs", "textual", "websockets"),
    "serve": (
        *(*COMMAND, "cryptography", ZSTD, "httptools", "litestar", "platformdirs"),
        *("prometheus_client", "structlog", "uvicorn", "websockets"),
    ),
    "paper": ("openpyxl", "segno", "typst"),
    "cluster": ("asyncpg",),
    "dask": ("distributed",),
    "parquet": ("pyarrow",),
    "draw": ("altair", "vl_convert"),
}
"""The names by which the packages of each extra are imported. Packages without which Uka also works are left out."""


class MissingPackages(UkaError, ImportError):
    """An optional package is not installed. The sentence names it and the command that installs it."""


def require(extra: str, who: str, *packages: str) -> None:
    """Raise ``MissingPackages`` unless ``packages`` of an extra are installed. The default is all of its packages.

    ``who`` is what needs them, and begins the sentence.

    >>> require("cli", "uka rules", "no_such_package")
    Traceback (most recent call last):
    uka.extras.MissingPackages: uka rules needs no_such_package, which is not installed: pip install 'uka[cli]'
    """
    missing = [name for name in packages or EXTRAS[extra] if not _installed(name)]
    if missing:
        raise MissingPackages(f"{who} needs {_listed(missing)} not installed: pip install {quoted(f'uka[{extra}]')}")


def _installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # the package that contains it is missing too
        return False


def _listed(names: list[str]) -> str:
    """Return the names of missing packages and a verb, as in "a, which is" or "a and b, which are"."""
    *first, last = names
    return f"{', '.join(first)} and {last}, which are" if first else f"{last}, which is"
