"""The suite of positions in ``tests/bots/positions``: a TOML file for each kind."""

from __future__ import annotations

from pathlib import Path

import msgspec

import uka
from bench.playouts import Situation
from bench.position_kinds import KINDS, RULES
from uka.core.action_text import action_of
from uka.core.actions import Action
from uka.core.deal import Deal
from uka.core.ruleset import Ruleset

FOLDER = Path(__file__).parent.parent / "tests" / "bots" / "positions"


class Proof(msgspec.Struct, frozen=True):
    """By how much the right choices beat every other, by paired play-outs."""

    margin: float
    """The difference that is the smallest in standard errors: points of the deal, or the chance of winning the game."""
    error: float
    """The standard error of ``margin``."""
    pairs: int
    """The number of layouts in which each choice was played. One that is likely enough counts several times."""


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A choice in a deal, and what is right."""

    name: str
    """Where the position was found: the name of its rules, the number of the deal, and that of the choice."""
    rules: str
    """The name of the rules in ``RULES``."""
    score: tuple[int, int] = (0, 0)
    """The score of the game, north-south first."""
    deal: str
    """The deal until the choice, as ``Deal.parse`` reads it. The other hands are one of many layouts."""
    right: tuple[str, ...]
    """The right choices, the best first. They lie closer together than they are ahead of every other."""
    tempting: str
    """The best choice that the maxim does not name, or the best of the other choices if it names all of them."""
    club: Proof
    """The proof with ``club`` in all seats."""
    expert: Proof
    """The proof with ``expert`` in all seats, for the first right choice against the tempting one."""
    comment: str

    @property
    def ruleset(self) -> Ruleset:
        name, changes = RULES[self.rules]
        return uka.ruleset(name, changes)

    @property
    def situation(self) -> Situation:
        return Situation(Deal.parse(self.deal, self.ruleset), self.score)

    @property
    def right_actions(self) -> frozenset[Action]:
        phase = self.situation.deal.phase
        return frozenset(action_of(text, phase) for text in self.right)


class PositionsOfKind(msgspec.Struct, frozen=True):
    """The contents of a file."""

    position: tuple[Position, ...] = ()


def read(folder: Path = FOLDER) -> dict[str, tuple[Position, ...]]:
    """Return a dict from the name of each kind to its positions."""
    return {
        kind: msgspec.toml.decode(path.read_bytes(), type=PositionsOfKind).position
        for kind in KINDS
        if (path := folder / f"{kind}.toml").exists()
    }


def write(kind: str, positions: tuple[Position, ...], folder: Path = FOLDER) -> None:
    """Write the positions of a kind to its file."""
    folder.mkdir(exist_ok=True)
    head = f"# {KINDS[kind].title}\n# {KINDS[kind].about}\n"
    (folder / f"{kind}.toml").write_text(head + "".join(map(_text, positions)), "utf-8")


def _text(position: Position) -> str:
    fields = msgspec.to_builtins(position)
    lines = [f"{name} = {_value(value)}\n" for name, value in fields.items()]
    return "\n[[position]]\n" + "".join(lines)


def _value(value: object) -> str:
    """Return ``value`` as TOML. Texts of a suite hold no quotes or control characters but the apostrophe."""
    match value:
        case str():
            return f'"{value}"'
        case dict():
            return "{ " + ", ".join(f"{name} = {_value(each)}" for name, each in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
        case _:
            return str(value)
