"""``uka backup``, ``uka restore`` and ``uka copy``: backs up, restores and moves the store of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Annotated

from cyclopts import Parameter
from rich.progress import Progress

from uka import store
from uka.narration.names import counted

from ..options import UsageError
from ..printing import printable_console, say


def backup(
    source: Annotated[str, Parameter(name="STORE", help="The store; its server may be running.")],
    target: Annotated[str, Parameter(name="NEW", help="A new file for the copy.")],
) -> None:
    """Copy a store as it is at one moment, even while a server writes to the store, and verify the copy."""
    with _usage_error_if_target_exists("give the name of a new file"), _progress_bar("copying") as report:
        store.backup(source, target, progress=report)
    say(f"{target} written.")


def restore(
    source: Annotated[str, Parameter(name="BACKUP", help="A copy made by uka backup.")],
    target: Annotated[str, Parameter(name="STORE", help="The store to write; no server may have it open.")],
    *,
    overwrite: Annotated[bool, Parameter(negative="", help="Replace an existing store.")] = False,
) -> None:
    """Verify a backup, and write it as a store. An existing store is replaced only with --overwrite."""
    with _usage_error_if_target_exists("--overwrite replaces it"), _progress_bar("restoring") as report:
        store.restore(source, target, overwrite=overwrite, progress=report)
    say(f"{target} written.")


def copy(
    source: Annotated[str, Parameter(name="STORE", help="The store, a file; its server may be running.")],
    target: Annotated[str, Parameter(name="DATABASE", help="postgresql://USER@HOST/NAME, where Uka has no store yet.")],
) -> None:
    """Copy a store as it is at one moment into a Postgres database, and verify each row that was written."""
    from uka.store import postgres  # the packages that Postgres needs are optional

    with _progress_bar("copying") as report:
        moved = asyncio.run(postgres.copy(source, target, progress=report))
    tables, lines, facts = map(counted, moved, ("table", "line", "fact"))
    say(f"{tables} with {lines}, and {facts}: copied and compared.")


@contextmanager
def _usage_error_if_target_exists(remedy: str) -> Generator[None]:
    """Raise ``UsageError`` if the ``with`` body raises ``TargetExists``. ``remedy`` says what the user can do."""
    try:
        yield
    except store.TargetExists as error:
        raise UsageError(f"{error}: {remedy}") from None


@contextmanager
def _progress_bar(title: str) -> Generator[Callable[[int, int], None]]:
    """Show a progress bar during the ``with`` body.

    Yield a function that updates the bar. It takes the number of parts that are done, and the number of all parts.
    """
    out = printable_console(stderr=True)
    with Progress(console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
