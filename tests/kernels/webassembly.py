"""The kernels in WebAssembly under CPython, by the package ``wasmtime``. It runs the module that a browser runs."""

from __future__ import annotations

import runpy
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Buffer

ROOT = Path(__file__).resolve().parents[2]


class Unable(Exception):
    """Raised if there are no kernels in WebAssembly on this machine; the message says why."""


class WasmtimeInstance:
    """A WebAssembly module that runs in this process."""

    def __init__(self, code: bytes) -> None:
        from wasmtime import Config, Engine, Linker, Module, Store

        config = Config()
        config.wasm_exceptions = True
        engine = Engine(config)
        module, linker, self._store = Module(engine, code), Linker(engine), Store(engine)
        linker.define_unknown_imports_as_traps(module)
        self._exports: Any = linker.instantiate(self._store, module).exports(self._store)
        self._memory = self._exports["memory"]
        self.call("_initialize")

    def call(self, name: str, *arguments: int) -> int:
        return self._exports[name](self._store, *arguments) or 0

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, address, address + size))

    def write(self, address: int, content: Buffer) -> None:
        self._memory.write(self._store, bytes(content), address)


@cache  # nothing changes while the tests run
def compiled() -> Path:
    """Return the path of the module, compiled again if a source file has changed."""
    if find_spec("wasmtime") is None:
        raise Unable("wasmtime is not installed: pip install -e '.[dev]'")
    path = runpy.run_path(str(ROOT / "web" / "kernels.py"))["compile_kernels"](ROOT)
    if path is None:
        raise Unable("ziglang is not installed: pip install -e '.[dev]'")
    return path


def new_instance() -> WasmtimeInstance:
    """Return a new running module."""
    return WasmtimeInstance(compiled().read_bytes())
