"""The pages of the Python API, one for each public package."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from inspect import getmodule, isclass, isfunction
from os.path import relpath
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
INDEX = "api/index.md"
STABLE = "stable"
PROVISIONAL = "provisional"


@dataclass(frozen=True)
class Package:
    """A public package, how firm its names are, and what it is for."""

    name: str
    level: str
    about: str

    @property
    def file(self) -> str:
        return f"api/{self.name}.md"

    @property
    def source(self) -> str:
        """The file of the repository that holds the package.

        >>> Package("uka.solver", STABLE, "").source, Package("uka.kernels.rollouts", STABLE, "").source
        ('src/uka/solver/__init__.py', 'src/uka/kernels/rollouts.py')
        """
        return relpath(import_module(self.name).__file__ or "", ROOT)

    def names(self) -> tuple[str, ...]:
        """Return the public names of the package, in alphabetical order.

        They are those in its ``__all__``, or else the public classes and functions that its own files define.

        >>> Package("uka.solver", STABLE, "").names()[:2]
        ('InvalidPosition', 'parse')
        """
        module = import_module(self.name)
        return tuple(sorted(getattr(module, "__all__", None) or _defined(module), key=str.lower))


PACKAGES = (
    Package("uka", STABLE, "Deals, games, cards, actions and rulesets: the names that most programs need."),
    Package("uka.rulesets", STABLE, "The shipped rulesets, rulesets from files, and rulebooks."),
    Package("uka.records", STABLE, "Records of games: Uka's own format, EGN and EMN."),
    Package("uka.bots", STABLE, "The shipped bots, and their evaluation of each choice."),
    Package("uka.solver", STABLE, "Double-dummy answers for people."),
    Package("uka.coach", STABLE, "Hints, and reviews of finished games."),
    Package("uka.arena", STABLE, "Contests between bots and programs."),
    Package("uka.client", STABLE, "A person or a program at a server."),
    Package("uka.server", PROVISIONAL, "The options of a server that a program of your own starts."),
    Package("uka.tournament", PROVISIONAL, "A tournament as a log, without a server."),
    Package("uka.kernels", PROVISIONAL, "The compiled solver, and the rules of play as tables of integers."),
    Package("uka.kernels.determinization", PROVISIONAL, "Ways to deal the cards that a seat cannot see."),
    Package("uka.kernels.rollouts", PROVISIONAL, "Whole deals by a policy, millions a second."),
    Package("uka.envs", PROVISIONAL, "Research: observations as arrays, thousands of deals stepped at once."),
    Package("uka.envs.batches", PROVISIONAL, "Many deals at once, as NumPy arrays."),
    Package("uka.envs.encoding", PROVISIONAL, "What a seat knows as an array, and its legal actions as a mask."),
    Package("uka.models", PROVISIONAL, "What the bots have learned by self-play."),
    Package("uka.puzzles", PROVISIONAL, "Puzzles: choices from self-play in which one action is clearly the best."),
    Package("uka.lessons", PROVISIONAL, "Lessons: positions that a learner plays, and what follows from each answer."),
    Package("uka.days", PROVISIONAL, "The day's deals: the same deals for everyone, par, and the board of results."),
    Package("uka.table", PROVISIONAL, "A live table as a log, without a server."),
    Package("uka.store", PROVISIONAL, "Logs on disk and in Postgres, and their backups."),
)


def pages() -> dict[str, str]:
    """Return the text of each page by its file."""
    return {INDEX: _index()} | {package.file: _page(package) for package in PACKAGES}


def _index() -> str:
    rows = [f"| [`{p.name}`]({p.file.removeprefix('api/')}) | {p.level} | {p.about} |" for p in PACKAGES]
    head = ["# Python API\n", "[What is stable](../stability.md) says what *stable* and *provisional* promise.\n"]
    return "\n".join([*head, "| package | | for |", "|---|---|---|", *rows]) + "\n"


def _page(package: Package) -> str:
    intro = f"# {package.name}\n\n{package.about} This package is [{package.level}](../stability.md).\n"
    return "\n".join([intro, *(_entry(f"{package.name}.{name}") for name in package.names())])


def _entry(path: str) -> str:
    return f"::: {path}\n"


def _defined(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        if not name.startswith("_") and (isclass(value) or isfunction(value)) and _belongs(value, module):
            yield name


def _belongs(value: object, module: ModuleType) -> bool:
    """Return whether a module, or a module inside it, defines a value."""
    home = getmodule(value)
    return home is not None and f"{home.__name__}.".startswith(f"{module.__name__}.")
