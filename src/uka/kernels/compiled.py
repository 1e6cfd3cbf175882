"""The compiled module, loaded when it is first used. So Uka can be imported and played where it was not compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uka.core.errors import UkaError


class MissingKernels(UkaError, ImportError):
    """The compiled kernels are not installed. Random, novice, casual and club bots play without them."""


class CompiledModule:
    """Stands for the compiled module: each of its names is looked up when it is first used."""

    def __getattr__(self, name: str) -> object:
        try:
            from . import _native
        except ImportError:
            raise MissingKernels(
                "this needs Uka's compiled kernels, which are not installed here: install a wheel of Uka for this "
                "machine, or build Uka with a C++ compiler"
            ) from None
        value = self.__dict__[name] = getattr(_native, name)
        return value


if TYPE_CHECKING:
    from . import _native

    native = _native
else:
    native = CompiledModule()
