"""The ``uka`` command run in this process, and what came of it."""

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import pytest

from uka.cli import main


class Done(NamedTuple):
    code: int
    out: str
    err: str


Typed: TypeAlias = Callable[..., Done]
Printed: TypeAlias = Callable[[], str]


def rows_in_terminal(monkeypatch: pytest.MonkeyPatch, printed: Printed, width: int) -> list[str]:
    """Return the rows, without styles, that a terminal of a width gets from a function that returns what it printed."""
    with monkeypatch.context() as terminal:
        terminal.setenv("FORCE_COLOR", "1")  # what is printed counts as shown in a terminal
        terminal.setenv("COLUMNS", str(width))
        text = re.sub(r"\x1b\[[\d;]*m", "", printed())
    return text.replace("(q stops): ", "(q stops): \n").splitlines()  # who answers in a terminal types Enter


def assert_wrapped(monkeypatch: pytest.MonkeyPatch, printed: Printed, width: int = 50) -> None:
    """Assert that a terminal gets the same words as a pipe, in rows that fit and do not break a word."""
    piped = printed()
    assert max(map(len, piped.splitlines())) > width, "no line has to be wrapped"
    rows = rows_in_terminal(monkeypatch, printed, width)
    assert " ".join(rows).split() == piped.split()
    assert max(map(len, rows)) <= width


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Typed:
    """Return a function that runs the command with some arguments."""

    def call(*words: str) -> Done:
        try:
            main(words)
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return call
