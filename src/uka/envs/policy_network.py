"""A network that plays: from what a seat knows, a score for each action. It needs NumPy, but not the compiled kernels.

Any library can train such a network, if its layers are linear with rectifiers (ReLU) between them. ``save`` writes it
as a file of NumPy arrays, which ``load`` reads.

>>> rng = np.random.default_rng(7)
>>> sizes = SIZE, 32, len(ACTIONS)
>>> layers = [(rng.normal(size=(out, size)), np.zeros(out)) for size, out in itertools.pairwise(sizes)]
>>> network = PolicyNetwork(layers)
>>> import uka
>>> rules = uka.ruleset("cardgames")
>>> seen = uka.Deal.start(rules, dealer="south", pack=uka.shuffled(rules, seed=7)).observe("west")
>>> network.choose(seen, random.Random(1)) in seen.legal_actions
True
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from uka.core.actions import ACTIONS, Action
from uka.core.errors import UkaError
from uka.core.observation import Observation

from .encoding import FORMAT, SIZE, Mask, Numbers, action_mask, encode
from .relative_suits import first_suits, to_absolute, to_relative

Floats: TypeAlias = npt.NDArray[np.float32]
Layer: TypeAlias = tuple[npt.ArrayLike, npt.ArrayLike]
"""The weights of a layer, of shape outputs by inputs, and its biases."""


class PolicyNetwork:
    """A ``Bot`` that takes the legal action with the highest score.

    ``layers`` are linear, and all but the last are followed by a rectifier. The first has ``SIZE`` inputs: an array of
    ``encode``, unscaled. The last has an output for each action in ``uka.ACTIONS``. Raise ``ValueError`` if the shapes
    do not fit. If ``relative`` is true, inputs and outputs are numbered by suits relative to trump, as in
    ``relative_suits``.
    """

    def __init__(self, layers: Sequence[Layer], name: str = "network", *, relative: bool = False) -> None:
        self.name = name
        self.relative = relative
        self.layers = tuple(
            (np.asarray(weights, np.float32), np.asarray(biases, np.float32)) for weights, biases in layers
        )
        _check_shapes([weights.shape for weights, _ in self.layers], [biases.shape for _, biases in self.layers])

    def scores(self, observations: Numbers) -> Floats:
        """Return the scores of all actions: an array of shape *n* by 124 for *n* observations, or of 124 for one."""
        rows = np.atleast_2d(observations)
        if self.relative:
            suits = first_suits(rows)
            found = to_absolute(self._computed(to_relative(rows, suits)), suits)
        else:
            found = self._computed(rows)
        return found.reshape(*observations.shape[:-1], len(ACTIONS))

    def _computed(self, observations: Numbers) -> Floats:
        values = observations.astype(np.float32)
        for weights, biases in self.layers[:-1]:
            values = np.maximum(values @ weights.T + biases, 0)
        weights, biases = self.layers[-1]
        return values @ weights.T + biases

    def best(self, observations: Numbers, masks: Mask) -> npt.NDArray[np.int64]:
        """Return the index of the best legal action for each row, as ``VectorDeals.step`` takes it."""
        return np.where(masks, self.scores(observations), -np.inf).argmax(axis=-1)

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return the legal action with the highest score. ``rng`` is not used."""
        return ACTIONS[int(self.best(encode(observation), action_mask(observation)))]

    def save(self, path: str | Path) -> None:
        """Write the network to a file, whose name should end in ``.npz``."""
        arrays: dict[str, Any] = {"format": FORMAT, "name": self.name, "relative": self.relative}
        for i, (weights, biases) in enumerate(self.layers):
            arrays |= {f"w{i}": weights, f"b{i}": biases}
        with Path(path).open("wb") as file:
            np.savez(file, **arrays)

    @classmethod
    def load(cls, path: str | Path) -> PolicyNetwork:
        """Return the network in a file. Raise ``UkaError`` if there is none for this format of observations."""
        try:
            with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                if int(arrays["format"]) != FORMAT:
                    raise UkaError(f"{path} is for observations of format {int(arrays['format'])}, not {FORMAT}")
                count = sum(name.startswith("w") for name in arrays.files)
                layers = [(arrays[f"w{i}"], arrays[f"b{i}"]) for i in range(count)]
                return cls(layers, str(arrays["name"]), relative=bool(arrays["relative"]))
        except OSError as error:
            raise UkaError(f"{path} cannot be read: {error.strerror or error}") from None
        except (BadZipFile, EOFError, KeyError, TypeError, ValueError) as error:
            raise UkaError(f"{path} holds no network: {error}") from None


def _check_shapes(weights: Sequence[tuple[int, ...]], biases: Sequence[tuple[int, ...]]) -> None:
    """Raise ``ValueError`` unless each layer takes what the layer before it gives."""
    if not weights or any(len(shape) != 2 for shape in weights):
        raise ValueError("a network has one layer or more, each with weights of shape outputs by inputs")
    if weights[0][1] != SIZE or weights[-1][0] != len(ACTIONS):
        raise ValueError(f"a network has {SIZE} inputs and {len(ACTIONS)} outputs")
    if any(after[1] != before[0] for before, after in itertools.pairwise(weights)):
        raise ValueError("each layer must have as many inputs as the layer before it has outputs")
    if any(bias != (shape[0],) for shape, bias in zip(weights, biases, strict=True)):
        raise ValueError("each layer must have as many biases as outputs")
