"""The ``uka`` command.

- ``app``: all verbs put together, and how errors are printed.
- ``commands``: the verbs, a module each.
- ``options``: options that several verbs share.
- ``measure``: contests with a progress bar, and their tables.
- ``charts``: tables of chances, and pictures of them.
- ``transcript``: a game as lines of text.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(words: Sequence[str] | None = None) -> None:
    """Run a command, from ``sys.argv`` if not told; Ctrl-C ends it without a word, with exit code 130."""
    try:
        from .app import run  # here, since it takes a third of a second, and Ctrl-C may come meanwhile

        run(words)
    except KeyboardInterrupt:
        sys.exit(130)
