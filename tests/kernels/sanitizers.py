"""The kernels compiled with address and undefined-behaviour sanitizers, and tests run with them.

    python -m tests.kernels.sanitizers                                the kernels' tests
    python -m tests.kernels.sanitizers tests/kernels -k nonsense      some of them: what follows goes to pytest

They are built in ``build/sanitized``, in a package ``uka`` of links to the tree, with its own compiled module.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "sanitized" / f"{sys.implementation.cache_tag}"
FLAGS = "-O0 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS"
ALL = ("tests/kernels", "tests/solver")


class Unable(Exception):
    """Raised if sanitized kernels can't be built or run on this machine; the message says why."""


def compiler() -> str:
    """Return the C++ compiler if it is GCC, which ships the sanitizers."""
    found = shutil.which(os.environ.get("CXX", "g++"))
    if not found or not library("libasan.so", found).is_absolute():
        raise Unable("There is no g++ with its sanitizers here: the kernels' tests are not run with them.")
    return found


def library(name: str, cxx: str) -> Path:
    """Return the path of one of the compiler's libraries, or only its name if the compiler has none."""
    told = subprocess.run([cxx, f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout
    path = Path(told.strip())
    return path.resolve() if path.is_absolute() else path


@cache  # nothing changes while the tests run
def built() -> Path:
    """Return a folder for PYTHONPATH whose ``uka`` has sanitized kernels.

    The kernels are compiled again if a source changed.
    """
    cxx = compiler()
    try:
        import cmake
        import nanobind
        import ninja
    except ImportError as missing:
        raise Unable(f"{missing.name} is not installed: pip install -e '.[dev]'") from None
    told = {
        "CMAKE_BUILD_TYPE": "Sanitized",
        "CMAKE_CXX_COMPILER": cxx,
        "CMAKE_CXX_FLAGS": FLAGS,
        "CMAKE_MAKE_PROGRAM": str(Path(ninja.BIN_DIR, "ninja")),
        "Python_EXECUTABLE": sys.executable,
        "UKA_FOR_ANY": "ON",
        "nanobind_DIR": nanobind.cmake_dir(),
    }
    run = str(Path(cmake.CMAKE_BIN_DIR, "cmake"))
    made = BUILD / "made"
    source = ["-S", str(ROOT / "src" / "kernels"), "-B", str(made), "-G", "Ninja"]
    for command in ([run, *source, *(f"-D{k}={v}" for k, v in told.items())], [run, "--build", str(made)]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unable(f"The kernels could not be compiled with sanitizers:\n{(done.stdout + done.stderr)[-3000:]}")
    return laid_out(BUILD / "tree", next(made.glob("_native*.so")))


def laid_out(tree: Path, module: Path) -> Path:
    """Create a package of links to the tree's files and the compiled module."""
    shutil.rmtree(tree, ignore_errors=True)
    package, kernels = ROOT / "src" / "uka", tree / "uka" / "kernels"
    kernels.mkdir(parents=True)
    for path in package.iterdir():
        if path.name not in ("kernels", "__pycache__"):
            (tree / "uka" / path.name).symlink_to(path)
    for path in (package / "kernels").glob("*.py*"):
        (kernels / path.name).symlink_to(path)
    (kernels / module.name).symlink_to(module)
    return tree


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the sanitized kernels. A sanitizer's report ends the process and is part of its output."""
    tree, cxx = built(), compiler()
    env = {
        **os.environ,
        "PYTHONPATH": str(tree),
        "LD_PRELOAD": " ".join(str(library(name, cxx)) for name in ("libasan.so", "libstdc++.so")),
        "ASAN_OPTIONS": "detect_leaks=0",  # an interpreter never frees everything
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def tested(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest with the sanitized kernels."""
    plain = ["-q", "-p", "no:cacheprovider", "--capture=sys", f"--ignore={ROOT / 'tests/kernels/test_sanitized.py'}"]
    return python("-m", "pytest", *plain, *arguments)


if __name__ == "__main__":
    ran = tested(*(sys.argv[1:] or ALL))
    print(ran.stdout, ran.stderr, sep="\n")
    sys.exit(ran.returncode)
