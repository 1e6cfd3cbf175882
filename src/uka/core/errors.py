"""The exceptions that Uka raises. The message of an exception is a sentence that a player can understand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial


class UkaError(ValueError):
    """The base class of Uka's exceptions."""


class IllegalAction(UkaError):
    """The rules forbid an action. The game is unchanged."""


class OutOfTurn(IllegalAction):
    """A seat tried to act during another seat's turn."""


class InvalidDeal(UkaError):
    """A deal cannot start from the given pack, hands or turn-up."""


class InvalidRuleset(UkaError):
    """A field of a ruleset is unknown, out of range, or contradicts another field.

    ``field`` is the name of the field, and ``value`` the refused value. ``allowed`` is a phrase that describes the
    allowed values. A contradiction can also be resolved by changing one of the fields in ``others``. ``further`` holds
    the other errors of the same ruleset.
    """

    further: tuple[InvalidRuleset, ...] = ()

    def __init__(
        self, field: str, value: object, allowed: str, sentence: str | None = None, *, others: tuple[str, ...] = ()
    ) -> None:
        self.field, self.value, self.allowed, self.others = field, value, allowed, others
        super().__init__(sentence or f"{field} = {show(value)} is not allowed: {field} must be {allowed}")

    @property
    def reason(self) -> str:
        """The reason for the error. It need not name the fields, because the fields are shown beside the reason."""
        return str(self)

    def __reduce__(self) -> tuple[object, ...]:
        made = partial(type(self), others=self.others), (self.field, self.value, self.allowed, str(self))
        return *made, {"further": self.further}


class UnknownRule(InvalidRuleset):
    """No field of a ruleset has the name ``field``. ``allowed`` lists the names of the fields."""


class ContradictoryRules(InvalidRuleset):
    """The values of two fields of a ruleset contradict each other. ``why`` is the reason."""

    def __init__(self, first: tuple[str, object], second: tuple[str, object], why: str) -> None:
        self.first, self.second, self.why = first, second, why
        (a, x), (b, y) = first, second
        sentence = f"{a} = {show(x)} contradicts {b} = {show(y)}: {why}; change one of them"
        super().__init__(a, x, f"another value, or {b} another than {show(y)}", sentence, others=(b,))

    @property
    def reason(self) -> str:
        return self.why

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.first, self.second, self.why), {"further": self.further}


def combined(errors: Sequence[InvalidRuleset]) -> InvalidRuleset:
    """Return the first of the errors of a ruleset. Its attribute ``further`` is set to the other errors."""
    first, *others = errors
    first.further = tuple(others)
    return first


def show(value: object) -> str:
    """Return a value as text. Booleans are written as in TOML: ``true`` and ``false``."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
