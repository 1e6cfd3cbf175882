"""The command line that starts this program again, as its user can type it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from shlex import quote
from shutil import which

NAME = "uka"


def invocation(*words: str) -> str:
    """Return a command line that starts this program with the arguments ``words``, quoted for the user's shell.

    The program is named as it was started: as ``uka`` if the shell finds it by that name, else by its path, or with
    ``-m`` if it was started as a module of Python. A program that uses Uka as a library gets ``uka``.

    >>> invocation("replay", "my game.uka")
    "uka replay 'my game.uka'"
    """
    return " ".join(map(quoted, (*_program(), *words)))


def quoted(word: str) -> str:
    """Return ``word``, in quotes if the user's shell needs them. The shell of Windows knows double quotes only."""
    if sys.platform == "win32":
        return f'"{word}"' if re.search(r"[^\w.:\\/=@,+-]", word) else word
    return quote(word)


def _program() -> tuple[str, ...]:
    """Return the words that start this program, in the way in which it was started."""
    started = Path(sys.argv[0])
    if started.stem == NAME:
        return (NAME if _is_on_path(started) else sys.argv[0],)
    if started.name == "__main__.py" and Path(__file__).parent in started.parents:
        return sys.orig_argv[0], "-m", NAME
    return (NAME,)


def _is_on_path(program: Path) -> bool:
    """Return whether the shell finds ``program`` by the name ``uka``."""
    found = which(NAME)
    return found is not None and Path(found).parent.resolve() == program.parent.resolve()
