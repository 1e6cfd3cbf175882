"""What NetworkX's matching imports of ``networkx.utils``."""

from collections.abc import Callable
from typing import Any


def not_implemented_for(*_: str) -> Callable[..., Any]:
    """Return a decorator that returns a function as it is. NetworkX's own refuses graphs of other types."""
    return lambda function: function
