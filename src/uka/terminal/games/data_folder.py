"""The folder in which the terminal client keeps its files."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder of the user's records, which need not exist yet."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "uka"
