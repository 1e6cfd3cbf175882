"""What hatchling does beside packing Python: it builds the page."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Called for a wheel, an editable install and a source archive alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it is there and newer than all that it is made of."""
        runpy.run_path(str(Path(self.root, "web", "build.py")))["build"](Path(self.root))
