"""The compiled kernels in WebAssembly, for a browser, which can load no extension module.

``install`` puts them in the place of the compiled module. They run in one thread, and have all its functions except
those that play or step many deals side by side: only ``uka.kernels.rollouts`` and ``uka.envs`` use these. The bindings
in ``src/kernels`` declare each function once for both.

A call is a message of MessagePack with the arguments. A buffer is copied into the module's memory, and copied back if
the function writes to it. A buffer of float32, which is the large table of a bidding policy, is copied at its first use
and stays there, so that Python must not change it from then on.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec
from msgspec.msgpack import Ext

if TYPE_CHECKING:
    from typing_extensions import Buffer

COMPILED = "uka.kernels._native"
"""The name of the compiled module."""
FILE = Path(__file__).parent / "kernels.wasm"
"""The WebAssembly module, where ``web/kernels.py`` has compiled it."""
KINDS = {**dict.fromkeys("bhilqn", "i"), **dict.fromkeys("BHILQN", "u"), **dict.fromkeys("fd", "f")}
"""The kind of the numbers in a buffer, by its format: signed, unsigned or floating-point."""
TABLE = "f"
"""The format of a buffer that stays in the module's memory."""
ERRORS = {error.__name__: error for error in (MemoryError, RuntimeError, TypeError, ValueError)}


class Instance(Protocol):
    """A running WebAssembly module."""

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function. Return 0 if it returns nothing."""
        ...

    def read(self, address: int, size: int) -> bytes:
        """Return bytes of the module's memory."""
        ...

    def write(self, address: int, content: Buffer) -> None:
        """Write bytes into the module's memory."""
        ...


def install(instance: Instance) -> None:
    """Let this process use the kernels of ``instance`` as its compiled module."""
    sys.modules[COMPILED] = kernels_module(instance)


def install_in_page() -> None:
    """In a browser, let Pyodide use the kernels that are among its files.

    There are none in an engine that was built without them, and a browser may be too old for them.
    """
    if sys.platform == "emscripten" and FILE.exists():
        js: Any = import_module("js")
        code = js.Uint8Array.new(FILE.stat().st_size)
        code.assign(FILE.read_bytes())
        if js.WebAssembly.validate(code):
            install(PageInstance(js, code))


def kernels_module(instance: Instance) -> ModuleType:
    """Return a module with the functions and classes of the kernels of ``instance``."""
    module = module_from_spec(ModuleSpec(COMPILED, None))
    for name, value in _Kernels(instance).members():
        setattr(module, name, value)
    return module


class PageInstance:
    """A WebAssembly module that runs in the browser, beside Pyodide."""

    def __init__(self, js: Any, code: Any) -> None:
        """Start the module in the array ``code``. ``js`` is Pyodide's module with the browser's names."""
        self._js = js
        module = js.WebAssembly.Module.new(code)
        imports = dict[str, dict[str, Any]]()
        for each in js.WebAssembly.Module.imports(module):  # of WASI, to write why the module aborts: nothing does it
            imports.setdefault(each.module, {})[each.name] = js.Number
        to_js: Any = import_module("pyodide.ffi").to_js
        self._exports = js.WebAssembly.Instance.new(
            module, to_js(imports, dict_converter=js.Object.fromEntries)
        ).exports
        self._exports._initialize()

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function. Return 0 if it returns nothing."""
        return getattr(self._exports, name)(*arguments) or 0

    def read(self, address: int, size: int) -> bytes:
        """Return bytes of the module's memory."""
        return self._view(address, size).to_bytes()

    def write(self, address: int, content: Buffer) -> None:
        """Write bytes into the module's memory."""
        self._view(address, memoryview(content).nbytes).assign(content)

    def _view(self, address: int, size: int) -> Any:
        return self._js.Uint8Array.new(self._exports.memory.buffer, address, size)


class _Function(NamedTuple):
    """A function that the kernels declare."""

    owner: int
    """The number of its class, or -1."""
    name: str
    is_property: bool


class KernelObject:
    """An object of a class of the kernels, which is deleted there when Python has no more use for it."""

    _kernels: _Kernels
    handle: Ext
    """The number of the class and the address of the object."""
    kept: Sequence[KernelObject] = ()
    """The objects to which this one refers."""

    def hold(self, handle: Ext) -> None:
        """Take over the new object with this handle."""
        self.handle = handle
        release = weakref.finalize(self, self._kernels.remove, handle)
        release.atexit = False


class _Kernels:
    """Calls the functions of a WebAssembly module with Python's values."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.tables = dict[int, int]()
        """The address of each table that is in the module's memory, by the identity of the Python object."""
        self._constants, names, functions = self._answer("describe")
        self._functions = [_Function(*row) for row in functions]
        self._classes = [self._new_class(number, name) for number, name in enumerate(names)]

    def members(self) -> list[tuple[str, object]]:
        """Return the names and values of the compiled module."""
        functions = [
            (function.name, self._new_function(number))
            for number, function in enumerate(self._functions)
            if function.owner < 0
        ]
        return [*self._constants, *((made.__name__, made) for made in self._classes), *functions]

    def run(self, number: int, arguments: Sequence[object]) -> Any:
        """Call a function. Return its result, or the handle of an object that it makes."""
        call = _Call(self)
        try:
            message = call.message(arguments)
            result, written = self._answer("call", number, call.copied(message), len(message))
            if isinstance(result, str):
                raise ERRORS[result](written)
            call.copy_back(written)
        finally:
            call.end()
        return result

    def remove(self, handle: Ext) -> None:
        """Delete an object."""
        self.instance.call("remove", handle.code, int.from_bytes(handle.data, "big"))

    def _answer(self, name: str, *arguments: int) -> Any:
        address = self.instance.call(name, *arguments)
        return msgspec.msgpack.decode(self.instance.read(address, self.instance.call("size")))

    def _new_function(self, number: int) -> Callable[..., object]:
        def function(*arguments: object) -> object:
            found = self.run(number, arguments)
            if not isinstance(found, Ext):
                return found
            made = object.__new__(self._classes[found.code])
            made.hold(found)
            return made

        return function

    def _new_class(self, number: int, name: str) -> type[KernelObject]:
        members = dict[str, object](_kernels=self)
        for index, function in enumerate(self._functions):
            if function.owner != number:
                continue
            made = self._new_constructor(index) if function.name == "__init__" else self._new_function(index)
            members[function.name] = property(made) if function.is_property else made
        return type(name, (KernelObject,), members)

    def _new_constructor(self, number: int) -> Callable[..., None]:
        def construct(made: KernelObject, *arguments: object) -> None:
            made.hold(self.run(number, arguments))
            made.kept = [each for each in arguments if isinstance(each, KernelObject)]

        return construct


class _Call:
    """The arguments of one call."""

    def __init__(self, kernels: _Kernels) -> None:
        self._kernels = kernels
        self._copies = list[int]()
        self._buffers = dict[int, memoryview]()

    def message(self, arguments: Sequence[object]) -> bytes:
        """Return the arguments as a message."""
        try:
            return msgspec.msgpack.encode([self._passed(argument) for argument in arguments])
        except OverflowError as error:
            raise TypeError(str(error)) from None

    def copied(self, content: Buffer) -> int:
        """Return the address of a copy of ``content`` in the module's memory, which lasts as long as the call."""
        address = self._new_copy(content)
        self._copies.append(address)
        return address

    def copy_back(self, addresses: Sequence[int]) -> None:
        """Copy what the function has written into the buffers of Python."""
        for address in addresses:
            buffer = self._buffers[address]
            if buffer.nbytes:
                buffer.cast("B")[:] = self._kernels.instance.read(address, buffer.nbytes)

    def end(self) -> None:
        """Release the copies."""
        for address in self._copies:
            self._kernels.instance.call("release", address)

    def _passed(self, value: Any) -> object:
        if value is None or isinstance(value, int | float):
            return value
        if isinstance(value, tuple | list):
            return [*map(self._passed, value)]  # pyright: ignore[reportUnknownArgumentType]
        if isinstance(value, KernelObject):
            return value.handle
        return self._buffer(value)

    def _buffer(self, value: Any) -> object:
        view = memoryview(value)
        kind = KINDS.get(view.format)
        if kind is None or not view.c_contiguous:
            raise TypeError("a buffer must be contiguous and hold numbers")
        address = self._table(value, view) if view.format == TABLE else self.copied(view)
        self._buffers[address] = view
        return kind, view.itemsize, view.shape, view.readonly, address

    def _table(self, owner: object, view: memoryview) -> int:
        tables = self._kernels.tables
        if id(owner) not in tables:
            tables[id(owner)] = self._new_copy(view)
            weakref.finalize(owner, self._drop_table, self._kernels, id(owner)).atexit = False
        return tables[id(owner)]

    @staticmethod
    def _drop_table(kernels: _Kernels, owner: int) -> None:
        kernels.instance.call("release", kernels.tables.pop(owner))

    def _new_copy(self, content: Buffer) -> int:
        instance = self._kernels.instance
        size = memoryview(content).nbytes
        address = instance.call("allocate", size)
        if size:
            instance.write(address, memoryview(content).cast("B"))
        return address
