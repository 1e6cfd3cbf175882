"""The exceptions that Uka raises. The text of each is a sentence that a player can read."""

from __future__ import annotations

from functools import partial


class UkaError(ValueError):
    """The base class of all refusals."""


class IllegalAction(UkaError):
    """The rules forbid an action. The state is unchanged."""


class OutOfTurn(IllegalAction):
    """A seat acts although it is another seat's turn."""


class InvalidDeal(UkaError):
    """No deal can start from the given pack, hands or upcard."""


class InvalidRuleset(UkaError):
    """A field of a ruleset is unknown, out of range, or contradicts another field.

    ``field`` is its name, ``value`` the refused value, and ``allowed`` a phrase that says which values are allowed.
    ``others`` are the fields whose change would also resolve a contradiction.
    """

    def __init__(
        self, field: str, value: object, allowed: str, sentence: str | None = None, *, others: tuple[str, ...] = ()
    ) -> None:
        self.field, self.value, self.allowed, self.others = field, value, allowed, others
        super().__init__(sentence or f"{field} = {show(value)} is not allowed: {field} must be {allowed}")

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), others=self.others), (self.field, self.value, self.allowed, str(self))


def show(value: object) -> str:
    """Return a value as text, booleans as in TOML."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
