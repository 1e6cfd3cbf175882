"""What hatchling does beside packing Python: it builds the page, and for a release the engine of the page."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Called for a wheel, an editable install and a source archive alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it is there and newer than all that it is made of.

        An editable install does without the engine: ``make engine`` builds it.
        """
        build = runpy.run_path(str(Path(self.root, "web", "build.py")))
        build["build"](Path(self.root))
        if version != "editable":
            build["build_engine"](Path(self.root))
