"""The exceptions that Uka raises. The message of an exception is a sentence that a player can understand."""

from __future__ import annotations

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
    allowed values. A contradiction can also be resolved by changing one of the fields in ``others``.
    """

    def __init__(
        self, field: str, value: object, allowed: str, sentence: str | None = None, *, others: tuple[str, ...] = ()
    ) -> None:
        self.field, self.value, self.allowed, self.others = field, value, allowed, others
        super().__init__(sentence or f"{field} = {show(value)} is not allowed: {field} must be {allowed}")

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), others=self.others), (self.field, self.value, self.allowed, str(self))


def show(value: object) -> str:
    """Return a value as text. Booleans are written as in TOML: ``true`` and ``false``."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
