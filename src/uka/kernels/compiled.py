"""The compiled module of the kernels, loaded when it is first used, so that Uka works in part where it is missing."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from uka.core.errors import UkaError


class MissingKernels(UkaError, ImportError):
    """The compiled kernels are not installed. The random, novice, casual and club bots play without them."""


class CompiledModule:
    """Stands for the compiled module, and looks up each of its names when it is first used."""

    def __getattr__(self, name: str) -> object:
        value = self.__dict__[name] = getattr(_load(), name)
        return value


def _load() -> ModuleType:
    try:
        from . import _native
    except ImportError:
        raise MissingKernels(
            "this needs Uka's compiled kernels, which are not installed here: install a wheel of Uka for this "
            "machine, or build Uka with a C++ compiler"
        ) from None
    return _native


def are_installed() -> bool:
    """Return whether the compiled kernels are installed here."""
    try:
        _load()
    except MissingKernels:
        return False
    return True


if TYPE_CHECKING:
    from . import _native

    native = _native
else:
    native = CompiledModule()
