"""The ``uka`` command with all its subcommands."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from uka import __version__
from uka.core.errors import InvalidRuleset, UkaError

from .commands import (
    arena,
    bot,
    equity,
    learn,
    play,
    puzzle,
    puzzles,
    records,
    review,
    rules,
    serve,
    sim,
    solve,
    store,
    tournament,
    train,
    watch,
)
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
app.command(play.play)
app.command(watch.watch)
app.command(records.replay)
app.command(records.convert)
app.command(records.verify)
app.command(review.review)
app.command(rules.app)
app.command(learn.learn)
app.command(sim.sim)
app.command(arena.arena)
app.command(bot.app)
app.command(train.train)
app.command(puzzle.puzzle)
app.command(puzzles.puzzles)
app.command(solve.solve)
app.command(equity.equity)
app.command(tournament.app)
app.command(serve.serve)
app.command(store.backup)
app.command(store.restore)
app.command(store.copy)
app.register_install_completion_command(  # pyright: ignore[reportUnknownMemberType]
    help="Install completion of commands and options for your shell."
)


def run(words: Sequence[str] | None = None) -> None:
    """Run the command line ``words``. The default is ``sys.argv``.

    If the command line is wrong, print one sentence on standard error and exit with code 2. If a ruleset or a sheet has
    several errors, print one sentence for each.
    """
    try:
        app(sys.argv[1:] if words is None else words)
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


def _refuse(*sentences: str) -> None:
    for sentence in sentences:
        say(" ".join(sentence.split()), stderr=True)
    sys.exit(2)
