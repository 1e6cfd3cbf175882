"""The ``uka`` command.

- ``app``: the command with all its subcommands, and the way it prints errors
- ``commands``: the subcommands, one module for each
- ``options``: options that several subcommands share
- ``usage_errors``: sentences for command lines that cannot be parsed
- ``measure``: runs contests with a progress bar, and prints their results as tables
- ``charts``: tables of winning chances, and charts of those tables
- ``tournament_file``: a tournament whose log is one file
- ``tournament_options``: the options of a tournament's subcommands
- ``tournament_tables``: tables of a tournament for a terminal
- ``tournament_words``: the entries of a tournament's log in words
- ``choices``: positions as text, and questions that are answered with a number
- ``record_files``: the files of recorded games, and where they are kept
- ``printing``: prints text and JSON
- ``streams``: the encodings of standard output and standard error
- ``transcript``: prints a game as lines of text
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from uka.extras import COMMAND, MissingPackages, require

from .streams import prepare_streams


def main(words: Sequence[str] | None = None) -> None:
    """Run the command line ``words``. The default is ``sys.argv``.

    If packages are missing, print the command that installs them, and exit with code 2. Ctrl-C ends the command without
    a message and with exit code 130.
    """
    words = sys.argv[1:] if words is None else words
    prepare_streams()
    try:
        _require_packages(words[0] if words else "")
        from .app import run  # the import takes a third of a second, and Ctrl-C may arrive during the import

        run(words)
    except MissingPackages as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def _require_packages(verb: str) -> None:
    """Raise ``MissingPackages`` if the packages of the command line are missing, with the extra that ``verb`` needs."""
    who = f"uka {verb}" if verb.isalpha() else "the uka command"
    require(verb if verb in ("play", "serve") else "cli", who, *COMMAND)
