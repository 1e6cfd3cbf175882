"""All verbs of the ``uka`` command: each is a function of the library with a face."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from uka import __version__
from uka.core.errors import UkaError

from .commands import (
    arena,
    bot,
    equity,
    play,
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

app = App(
    name="uka",
    help="Euchre and Uka: play, watch, replay, and study the rules.",
    version=__version__,
    help_format="plaintext",
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
app.command(sim.sim)
app.command(arena.arena)
app.command(bot.app)
app.command(train.train)
app.command(solve.solve)
app.command(equity.equity)
app.command(tournament.app)
app.command(serve.serve)
app.command(store.backup)
app.command(store.restore)
app.command(store.copy)


def run(words: Sequence[str] | None = None) -> None:
    """Run a command, from ``sys.argv`` if not told; bad input gets one sentence on the error stream and exit code 2."""
    try:
        app(sys.argv[1:] if words is None else words)
        sys.stdout.flush()  # here, where a closed pipe can still be met quietly
    except UkaError as error:
        _refuse(str(error))
    except CycloptsError as error:
        _refuse(f"{str(error).rstrip('.')}. See: uka --help")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that closing it is quiet too
        sys.exit(1)


def _refuse(sentence: str) -> None:
    print(" ".join(sentence.split()), file=sys.stderr)
    sys.exit(2)
