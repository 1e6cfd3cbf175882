"""The ``uka`` command.

- ``app``: the command with all its subcommands, and the way it prints errors
- ``commands``: the subcommands, one module for each
- ``options``: options that several subcommands share
- ``usage_errors``: sentences for command lines that cannot be parsed
- ``measure``: runs contests with a progress bar, and prints their results as tables
- ``charts``: tables of winning chances, and charts of those tables
- ``transcript``: prints a game as lines of text
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(words: Sequence[str] | None = None) -> None:
    """Run the command line ``words``. The default is ``sys.argv``.

    Ctrl-C ends the command without a message and with exit code 130.
    """
    try:
        from .app import run  # the import takes a third of a second, and Ctrl-C may arrive during the import

        run(words)
    except KeyboardInterrupt:
        sys.exit(130)
