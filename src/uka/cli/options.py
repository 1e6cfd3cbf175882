"""Options that several verbs share, and how they are read."""

from __future__ import annotations

import tomllib
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter, Token

import uka.rulesets
from uka.core.errors import InvalidRuleset, UkaError
from uka.core.ruleset import Ruleset


class UsageError(UkaError):
    """A word of the command line that means nothing here."""


def _whole(hint: type, tokens: Sequence[Token]) -> int:
    try:
        return int(tokens[0].value)  # on its own cyclopts would round 1.5
    except ValueError:
        raise ValueError(f"{tokens[0].value} is not a whole number") from None


WholeNumber = Annotated[int, Parameter(converter=_whole)]
RuleChanges = Annotated[
    tuple[str, ...], Parameter(name="--set", negative="", show_default=False, help="Change a rule: --set pack=24.")
]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RulesOptions:
    """The ruleset of a verb: a name or a TOML file, and changes to it."""

    rules: Annotated[str, Parameter(help="A ruleset's name, or a TOML file.")] = "tainui"
    set: RuleChanges = ()

    @property
    def ruleset(self) -> Ruleset:
        """The rules meant. ``InvalidRuleset`` says what is wrong."""
        return uka.rulesets.find(self.rules, changes(self.set))


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class WorkerOptions:
    """Who does the work of a verb: processes of this machine, or a cluster."""

    jobs: Annotated[WholeNumber | None, Parameter(help="Processes; one a core if not said.", show_default=False)] = None
    cluster: Annotated[
        str | None, Parameter(help="A Dask scheduler instead: dask://HOST:PORT.", show_default=False)
    ] = None

    def check(self) -> None:
        """Refuse what makes no sense."""
        if self.jobs is not None and self.jobs < 1:
            raise UsageError("--jobs must be 1 or more")
        if self.jobs is not None and self.cluster is not None:
            raise UsageError("a cluster has its own workers: leave --jobs out")


HERE = WorkerOptions()
"""All cores of this machine."""
TAINUI = RulesOptions()
"""The ruleset of a verb that is told none."""


def changes(settings: tuple[str, ...]) -> dict[str, object]:
    """``pack=24`` and the like as values; what is no number, no true and no false is text.

    >>> changes(("pack=24", "benny=blind", "cut=true"))
    {'pack': 24, 'benny': 'blind', 'cut': True}
    """
    return dict(_change(setting) for setting in settings)


def _change(setting: str) -> tuple[str, object]:
    field, equals, text = setting.partition("=")
    if not equals or not field:
        raise InvalidRuleset(
            setting, setting, "field=value", f"--set {setting} is not understood: write --set field=value"
        )
    try:
        return field.strip(), tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return field.strip(), text.strip()


@contextmanager
def new_file(name: str | None) -> Generator[None]:
    """While a new file is made: one sentence if it is there already or cannot be written."""
    try:
        yield
    except FileExistsError:
        raise UsageError(f"{name} is there already: give the name of a new file") from None
    except OSError as error:
        raise UsageError(f"{error.filename or name} cannot be written: {error.strerror}") from None


def split(text: str, counts: tuple[int, ...], what: str) -> tuple[str, ...]:
    """Words parted by commas, as many as one of ``counts``; one word stands for all."""
    words = tuple(word.strip() for word in text.split(","))
    if len(words) == 1:
        words *= max(counts)
    if len(words) not in counts or not all(words):
        wanted = f"{', '.join(map(str, (1, *counts[:-1])))} or {counts[-1]}"
        raise UsageError(f"--{what} {text} is not understood: give {wanted} names parted by commas")
    return words
