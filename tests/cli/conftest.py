"""The ``uka`` command run in this process, and what came of it."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import pytest

from uka.cli import main


class Done(NamedTuple):
    code: int
    out: str
    err: str


Typed: TypeAlias = Callable[..., Done]


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
