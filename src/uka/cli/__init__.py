"""The ``uka`` command.

- ``app``: the command with all its subcommands, and the way it prints errors
- ``commands``: the subcommands, one module for each
- ``options``: options that several subcommands share
- ``usage_errors``: sentences for command lines that cannot be parsed
- ``measure``: runs contests between bots with a progress bar, and prints their results as tables
- ``charts``: tables of the chances of winning a game, and charts of those tables
- ``season_file``: a season whose log is one file
- ``tournament_file``: a tournament whose log is one file
- ``tournament_options``: the options of a tournament's subcommands
- ``tournament_tables``: tables of a tournament for a terminal
- ``tournament_words``: the entries of a tournament's log in words
- ``choices``: prints positions as text, and lets the user choose one of several actions by its number
- ``record_files``: opens the files of recorded games that the user names
- ``printing``: prints text and JSON without control characters
- ``streams``: replaces characters that the encoding of standard output or standard error cannot express
- ``transcript``: prints a game as lines of text
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from uka.extras import COMMAND_PACKAGES, MissingPackages, require

from .streams import prepare_streams


def main(words: Sequence[str] | None = None) -> None:
    """Run the ``uka`` command with the arguments ``words``, which default to those of this process.

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
    """Raise ``MissingPackages`` if cyclopts or rich, which all subcommands need, is not installed.

    The error names the pip command that installs them, with the other packages that the subcommand ``verb`` needs.
    """
    extra = verb if verb in ("play", "serve") else "cli"
    require(extra, f"uka {verb}" if verb.isalpha() else "the uka command", *COMMAND_PACKAGES)
