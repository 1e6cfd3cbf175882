"""Options that several subcommands share, and the parsers of their values."""

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
    """Raised if a command line is wrong. Its text is shown to the user, and then the sentences ``further``."""

    def __init__(self, why: str, *further: str) -> None:
        super().__init__(why)
        self.further = further


def _whole(hint: type, tokens: Sequence[Token]) -> int:
    try:
        return int(tokens[0].value)  # without this conversion, cyclopts would round 1.5
    except ValueError:
        raise ValueError(f"{tokens[0].value} is not a whole number") from None


WholeNumber = Annotated[int, Parameter(converter=_whole)]
RuleChanges = Annotated[
    tuple[str, ...], Parameter(name="--set", negative="", show_default=False, help="Change a rule: --set pack=24.")
]
Rows = Annotated[
    str | None, Parameter(help="Write a row for each deal to this new file: .csv or .parquet.", show_default=False)
]
BeyondEnd = Annotated[
    bool, Parameter(negative="", help="Read a game whose table played on after its end, as one without a target.")
]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RulesOptions:
    """Options that choose a ruleset (its name or a TOML file) and changes to the ruleset."""

    rules: Annotated[str, Parameter(help="A ruleset's name, or a TOML file.")] = uka.rulesets.DEFAULT_RULESET
    set: RuleChanges = ()

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset with the changes applied. Raise ``InvalidRuleset`` if the result is not valid."""
        return uka.rulesets.find(self.rules, changes(self.set))


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TournamentRulesOptions(RulesOptions):
    """The same options for a tournament, which has another default."""

    rules: Annotated[
        str,
        Parameter(
            help="A ruleset's name, or a TOML file; without it, that of the Tainui Games, whose clock tournaments have."
        ),
    ] = uka.rulesets.TOURNAMENT_RULESET


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class WorkerOptions:
    """Options that select where a subcommand computes: in processes on this machine, or on a cluster."""

    jobs: Annotated[
        WholeNumber | None,
        Parameter(help="Number of processes; without it, one for each core.", show_default=False),
    ] = None
    cluster: Annotated[
        str | None, Parameter(help="A Dask scheduler instead: dask://HOST:PORT.", show_default=False)
    ] = None

    def check(self) -> None:
        """Raise ``UsageError`` if --jobs is out of range, or if both --jobs and --cluster are given."""
        if self.jobs is not None and self.jobs < 1:
            raise UsageError("--jobs must be 1 or more")
        if self.jobs is not None and self.cluster is not None:
            raise UsageError("a cluster has its own workers: leave --jobs out")


HERE = WorkerOptions()
"""The default options, which use all cores of this machine."""
RULES = RulesOptions()
"""The default ruleset."""
TOURNAMENT_RULES = TournamentRulesOptions()
"""The default ruleset of a tournament."""


def changes(settings: tuple[str, ...]) -> dict[str, object]:
    """Parse settings such as ``pack=24``. A value that is not valid TOML is treated as text.

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
    """Raise ``UsageError`` instead of the errors that the ``with`` body raises when it creates the file ``name``."""
    try:
        yield
    except FileExistsError:
        raise UsageError(f"{name} already exists: give the name of a new file") from None
    except OSError as error:
        raise UsageError(f"{error.filename or name} cannot be written: {error.strerror}") from None


@contextmanager
def naming(file: str) -> Generator[None]:
    """Begin the sentence of a ``UkaError`` that the ``with`` body raises with the name of the file at fault."""
    try:
        yield
    except UkaError as error:
        named = file in str(error)
        raise UsageError(str(error) if named else f"{file}: {error}") from None


def index_of(number: int, count: int, what: str, where: str) -> int:
    """Return the index of a deal or a game, which people count from 1. ``where`` has ``count`` of them.

    Raise ``UsageError`` if there is none with this number. ``what`` is "deal" or "game".
    """
    if not 1 <= number <= count:
        raise UsageError(f"there is no {what} {number}: {where} has {count}, counted from 1")
    return number - 1


def split(text: str, counts: tuple[int, ...], what: str) -> tuple[str, ...]:
    """Split a text at commas into names. A single name is repeated up to the greatest number in ``counts``.

    Raise ``UsageError`` if the number of names is not in ``counts``. ``what`` is the plural noun that the error uses
    for the names, such as "bots".
    """
    words = tuple(word.strip() for word in text.split(","))
    if len(words) == 1:
        words *= max(counts)
    if len(words) not in counts or not all(words):
        wanted = f"{', '.join(map(str, (1, *counts[:-1])))} or {counts[-1]}"
        raise UsageError(f"--{what} {text} is not understood: give {wanted} names separated by commas")
    return words
