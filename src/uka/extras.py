"""The extras of Uka: sets of optional packages, each of which ``pip install 'uka[NAME]'`` installs."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.util import find_spec

from uka.core.errors import UkaError
from uka.invocation import quoted

ZSTD = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
COMMAND_PACKAGES = ("cyclopts", "rich")
CLI_PACKAGES = (*COMMAND_PACKAGES, "cryptography", "networkx", ZSTD)
EXTRAS: Mapping[str, tuple[str, ...]] = {
    "cli": CLI_PACKAGES,
    "play": (*CLI_PACKAGES, "httpx", "platformdirs", "textual", "websockets"),
    "serve": (
        *CLI_PACKAGES,
        "httptools",
        "litestar",
        "platformdirs",
        "prometheus_client",
        "structlog",
        "uvicorn",
        "websockets",
    ),
    "paper": ("openpyxl", "segno", "typst"),
    "cluster": ("asyncpg",),
    "dask": ("distributed",),
    "parquet": ("pyarrow",),
    "draw": ("altair", "vl_convert"),
    "research": ("gymnasium", "numpy", "pettingzoo"),
}
"""A dict from the name of an extra to its packages, by the names under which they are imported.

Packages without which Uka also works are left out.
"""


class MissingPackages(UkaError, ImportError):
    """Raised if an optional package is needed but not installed. The message says how to install it."""


def require(extra: str, who: str, *packages: str) -> None:
    """Raise ``MissingPackages`` unless all ``packages`` are installed, by default all packages of the extra ``extra``.

    ``who`` names what needs the packages, and begins the sentence of the error.

    >>> require("cli", "uka rules", "no_such_package")
    Traceback (most recent call last):
    uka.extras.MissingPackages: uka rules needs no_such_package, which is not installed: pip install 'uka[cli]'
    """
    missing = [name for name in packages or EXTRAS[extra] if not _installed(name)]
    if missing:
        package = quoted(f"uka[{extra}]")
        raise MissingPackages(f"{who} needs {_listed_with_verb(missing)} not installed: pip install {package}")


def _installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # the package that contains it is missing too
        return False


def _listed_with_verb(names: list[str]) -> str:
    """Return ``names`` as text with a verb, as in "a, which is" or "a and b, which are"."""
    *others, last = names
    return f"{', '.join(others)} and {last}, which are" if others else f"{last}, which is"
