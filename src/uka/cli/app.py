"""The ``uka`` command with all its subcommands."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from uka import __version__
from uka.core.errors import InvalidRuleset, UkaError

from .options import UsageError
from .printing import say
from .usage_errors import usage_sentence

app = App(
    name="uka",
    help="Euchre and Uka: play, watch, replay, and study the rules.",
    version=__version__,
    help_format="markdown",
    print_error=False,
    exit_on_error=False,
    result_action="return_value",
)
COMMANDS = {
    "play": "play:play",
    "watch": "watch:watch",
    "replay": "records:replay",
    "convert": "records:convert",
    "verify": "records:verify",
    "review": "review:review",
    "rules": "rules:app",
    "learn": "learn:learn",
    "sim": "sim:sim",
    "arena": "arena:arena",
    "exploit": "exploit:exploit",
    "bot": "bot:app",
    "train": "train:train",
    "puzzle": "puzzle:puzzle",
    "puzzles": "puzzles:puzzles",
    "solve": "solve:solve",
    "dataset": "dataset:dataset",
    "stats": "stats:stats",
    "equity": "equity:equity",
    "season": "season:app",
    "tournament": "tournament:app",
    "serve": "serve:serve",
    "site": "site:site",
    "backup": "store:backup",
    "restore": "store:restore",
    "copy": "store:copy",
}
"""The module and the function of each subcommand. Only the module of the subcommand that runs is imported."""
for name, function in COMMANDS.items():
    app.command(f"uka.cli.commands.{function}", name=name)
app.register_install_completion_command(  # pyright: ignore[reportUnknownMemberType]
    help="Install completion of commands and options for your shell."
)


def run(words: Sequence[str] | None = None) -> None:
    """Run the ``uka`` command with the arguments ``words``, which default to those of this process.

    If the command line is wrong, or names a file that cannot be used, print one sentence on standard error and exit
    with code 2. If a ruleset or a sheet of results has several errors, print one sentence for each error.
    """
    words = sys.argv[1:] if words is None else words
    try:
        if not words or words[0] not in COMMANDS:
            app.resolved_commands()  # imports all modules, because the help shows a summary of each command
        app(words)
        sys.stdout.flush()  # a closed pipe raises its error here, where the error is handled
    except (InvalidRuleset, UsageError) as error:
        _refuse(str(error), *map(str, error.further))
    except UkaError as error:
        _refuse(str(error))
    except CycloptsError as error:
        _refuse(usage_sentence(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # prevents a second error at exit
        sys.exit(1)
    except OSError as error:
        if error.filename is None:
            raise
        _refuse(f"{error.filename2 or error.filename} cannot be used: {error.strerror}")


def _refuse(*sentences: str) -> None:
    """Print each sentence on a line of standard error, and exit with code 2."""
    for sentence in sentences:
        say(" ".join(sentence.split()), stderr=True)
    sys.exit(2)
