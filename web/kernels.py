"""Compiles the kernels to WebAssembly, with the Clang of the package ``ziglang``.

``python web/kernels.py`` compiles them if a source file has changed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

SOURCES = Path("src/kernels")
COMPILED = Path("src/uka/kernels/kernels.wasm")
CACHE = Path("build/zig")
LEFT_OUT = ("deal_step_bindings.cpp", "deal_steps.cpp", "rollout_bindings.cpp", "rollouts.cpp")
"""What plays and steps many deals side by side, which the page does not use."""
EXCEPTIONS = (
    "libcxxabi/src/cxa_exception.cpp",
    "libcxxabi/src/cxa_personality.cpp",
    "libunwind/src/Unwind-wasm.c",
)
"""The parts of the C++ runtime that throw and catch exceptions. ``ziglang`` has their sources, but leaves them out."""
FLAGS = (
    "-target", "wasm32-wasi", "-O3", "-msimd128", "-mexception-handling", "-fwasm-exceptions", "-mllvm",
    "-wasm-use-legacy-eh=false", "-ffp-contract=off",
)  # fmt: skip
RUNTIME_FLAGS = (
    "-D_LIBCPP_BUILDING_LIBRARY", "-D_LIBCXXABI_BUILDING_LIBRARY", "-D_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS",
    "-D_LIBCXXABI_HAS_NO_THREADS", "-D_LIBUNWIND_HIDE_SYMBOLS", "-D_LIBUNWIND_HAS_NO_THREADS", "-Wno-c23-extensions",
)  # fmt: skip


def compile_kernels(root: Path) -> Path | None:
    """Compile the kernels of the source tree ``root`` if a source file has changed since the last time.

    Return the path of the WebAssembly module, or None if ``ziglang`` is needed and not installed.
    """
    compiled, sources = root / COMPILED, sorted((root / SOURCES).iterdir())
    if compiled.exists() and all(file.stat().st_mtime <= compiled.stat().st_mtime for file in sources):
        return compiled
    compiled.unlink(missing_ok=True)
    found = find_spec("ziglang")
    if found is None or found.origin is None:
        return None
    library = Path(found.origin).parent / "lib"
    include = [f"-I{library / part}" for part in ("libcxxabi/include", "libunwind/include", "libcxx/src")]
    own = [file for file in sources if file.suffix == ".cpp" and file.name not in LEFT_OUT]
    with TemporaryDirectory() as folder:
        objects = [
            *(_object(root, file, Path(folder), "-std=c++20") for file in own),
            *(_object(root, library / name, Path(folder), *RUNTIME_FLAGS, *include) for name in EXCEPTIONS),
        ]
        _zig(root, "c++", *FLAGS, "-mexec-model=reactor", "-s", *objects, "-o", str(compiled))
    return compiled


def _object(root: Path, source: Path, folder: Path, *flags: str) -> str:
    """Compile a source file into ``folder``, and return the path of the result."""
    target = str(folder / f"{source.stem}.o")
    _zig(root, "cc" if source.suffix == ".c" else "c++", *FLAGS, *flags, "-c", str(source), "-o", target)
    return target


def _zig(root: Path, *arguments: str) -> None:
    cache = {name: str(root / CACHE) for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")}
    subprocess.run([sys.executable, "-m", "ziglang", *arguments], env={**os.environ, **cache}, check=True)


if __name__ == "__main__":
    sys.exit(None if compile_kernels(Path(__file__).resolve().parents[1]) else "ziglang is not installed")
