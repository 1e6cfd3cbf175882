"""Stands for NetworkX in the engine: its matching, the only part that Uka uses, with as much of a graph as that reads.

The whole of NetworkX would add a quarter to what a browser loads.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any


def _dispatchable(function: Callable[..., Any] | None = None, **_: Any) -> Callable[..., Any]:
    """Return a function as it is. NetworkX's own decorator lets other libraries compute its result."""
    return function or _dispatchable


class Graph:
    """A graph whose nodes are numbers, with a weight for each edge."""

    def __init__(self) -> None:
        self._neighbors = dict[int, dict[int, dict[str, int]]]()

    def add_weighted_edges_from(self, edges: Iterable[tuple[int, int, int]]) -> None:
        """Add edges, each as (node, node, weight)."""
        for one, other, weight in edges:
            edge = {"weight": weight}
            self._neighbors.setdefault(one, {})[other] = self._neighbors.setdefault(other, {})[one] = edge

    def edges(self, data: bool) -> Iterator[tuple[int, int, dict[str, int]]]:
        """Yield each edge once, as (node, node, its data)."""
        seen = set[int]()
        for one, others in self._neighbors.items():
            yield from ((one, other, edge) for other, edge in others.items() if other not in seen)
            seen.add(one)

    def neighbors(self, node: int) -> Iterator[int]:
        """Yield the nodes to which a node has an edge."""
        return iter(self._neighbors[node])

    def nodes(self) -> Iterator[int]:
        """Yield all nodes."""
        return iter(self)

    def __iter__(self) -> Iterator[int]:
        return iter(self._neighbors)

    def __getitem__(self, node: int) -> dict[int, dict[str, int]]:
        return self._neighbors[node]


from .algorithms.matching import max_weight_matching as max_weight_matching  # noqa: E402 (it imports this module)
