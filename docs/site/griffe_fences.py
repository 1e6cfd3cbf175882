"""Puts the examples of docstrings into fences, since Markdown takes lines that begin with >>> for quotations."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class Fences(griffe.Extension):
    """Changes the docstring of each object that mkdocstrings shows."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of one object's docstring."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
