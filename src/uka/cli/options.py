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

MOST_JOBS = 1_000
LONGEST_DELAY = 60.0
"""The greatest --delay, in seconds."""


class UsageError(UkaError):
    """Raised if a command line is wrong. The user is shown ``why``, then each sentence of ``further`` on a new line."""

    def __init__(self, why: str, *further: str) -> None:
        super().__init__(why)
        self.further = further


def _parse_whole_number(hint: type, tokens: Sequence[Token]) -> int:
    """Return the whole number that the first token holds. Cyclopts itself would round 1.5."""
    try:
        return int(tokens[0].value)
    except ValueError:
        raise ValueError(f"{tokens[0].value} is not a whole number") from None


WholeNumber = Annotated[int, Parameter(converter=_parse_whole_number)]
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
    """The options that choose a ruleset, by its name or as a TOML file, and changes to that ruleset."""

    rules: Annotated[str, Parameter(help="A ruleset's name, or a TOML file.")] = uka.rulesets.DEFAULT_RULESET
    set: RuleChanges = ()

    @property
    def ruleset(self) -> Ruleset:
        """The chosen ruleset with the changes applied. Raises ``InvalidRuleset`` if the result is not valid."""
        return uka.rulesets.find(self.rules, parse_changes(self.set))


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TournamentRulesOptions(RulesOptions):
    """The options that choose a tournament's ruleset and changes to it. The default is that of the Tainui Games."""

    rules: Annotated[
        str,
        Parameter(
            help="A ruleset's name, or a TOML file; without it, that of the Tainui Games, whose clock tournaments have."
        ),
    ] = uka.rulesets.TOURNAMENT_RULESET


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class WorkerOptions:
    """The options that select where a subcommand computes: in processes on this machine, or on a Dask cluster."""

    jobs: Annotated[
        WholeNumber | None,
        Parameter(help="Number of processes; without it, one for each core.", show_default=False),
    ] = None
    cluster: Annotated[
        str | None, Parameter(help="A Dask scheduler instead: dask://HOST:PORT.", show_default=False)
    ] = None

    def check(self) -> None:
        """Raise ``UsageError`` if --jobs is out of range, or if both --jobs and --cluster are given."""
        check_jobs(self.jobs)
        if self.jobs is not None and self.cluster is not None:
            raise UsageError("a cluster has its own workers: leave --jobs out")


ALL_CORES = WorkerOptions()
"""The options without --jobs and --cluster: a process for each core of this machine."""
RULES = RulesOptions()
"""The options without --rules and --set: the default ruleset."""
TOURNAMENT_RULES = TournamentRulesOptions()
"""The options without --rules and --set for a tournament: the ruleset of the Tainui Games."""


def check_jobs(jobs: int | None) -> None:
    """Raise ``UsageError`` if ``jobs``, the value of --jobs, is out of range. It is None without the option."""
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"--jobs must be 1 to {MOST_JOBS}, not {jobs}")


def check_delay(delay: float | None) -> None:
    """Raise ``UsageError`` if ``delay``, the value of --delay in seconds, is out of range. It is None without it."""
    if delay is not None and not 0 <= delay <= LONGEST_DELAY:
        raise UsageError(f"--delay must be 0 to {LONGEST_DELAY:g}, not {delay:g}")


def parse_changes(settings: tuple[str, ...]) -> dict[str, object]:
    """Return the values of ``settings`` such as ``pack=24``, in a dict from field name to value.

    A value that is not valid TOML is treated as text. Raise ``InvalidRuleset`` if a setting has no ``=`` or no name.

    >>> parse_changes(("pack=24", "benny=blind", "cut=true"))
    {'pack': 24, 'benny': 'blind', 'cut': True}
    """
    return dict(_parse_change(setting) for setting in settings)


def _parse_change(setting: str) -> tuple[str, object]:
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
def usage_error_if_unwritable(name: str | None) -> Generator[None]:
    """Raise ``UsageError`` if the ``with`` body raises ``OSError`` because it cannot create or write the file ``name``.

    The body must not accept an existing file, because the error for such a file asks for the name of a new file.
    """
    try:
        yield
    except FileExistsError:
        raise UsageError(f"{name} already exists: give the name of a new file") from None
    except OSError as error:
        raise UsageError(f"{error.filename2 or error.filename or name} cannot be written: {error.strerror}") from None


@contextmanager
def errors_naming(file: str) -> Generator[None]:
    """Put the name of ``file`` before the sentence of a ``UkaError`` that the ``with`` body raises.

    A sentence that contains the name already stays as it is.
    """
    try:
        yield
    except UkaError as error:
        sentence = str(error)
        raise UsageError(sentence if file in sentence else f"{file}: {sentence}") from None


def index_of(number: int, count: int, what: str, where: str) -> int:
    """Return ``number``, which the user counts from 1, as an index, which counts from 0.

    Raise ``UsageError`` if it is not from 1 to ``count``. The error uses the word ``what`` for what is counted, such as
    "deal", and ``where`` for what contains it, such as "the record".
    """
    if not 1 <= number <= count:
        raise UsageError(f"there is no {what} {number}: {where} has {count}, counted from 1")
    return number - 1


def split_names(text: str, counts: tuple[int, ...], option: str) -> tuple[str, ...]:
    """Return the names in ``text``, which commas separate. A single name is repeated ``max(counts)`` times.

    Raise ``UsageError`` if a name is empty, or if the number of names is neither 1 nor in ``counts``. The error names
    ``option``, such as "--bots".
    """
    names = tuple(name.strip() for name in text.split(","))
    if len(names) == 1:
        names *= max(counts)
    if len(names) not in counts or not all(names):
        *fewer, most = (1, *counts)
        wanted = f"{', '.join(map(str, fewer))} or {most}"
        raise UsageError(f"{option} {text} is not understood: give {wanted} names separated by commas")
    return names
