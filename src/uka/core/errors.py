"""What can be refused, each with a sentence that a player could read."""

from __future__ import annotations

from functools import partial


class UkaError(ValueError):
    """Anything that Uka refuses; its text is one clear sentence."""


class IllegalAction(UkaError):
    """An action that the rules forbid here; nothing was changed."""


class OutOfTurn(IllegalAction):
    """An action by a seat whose turn it is not."""


class InvalidDeal(UkaError):
    """A pack, a hand or an upcard that no deal can start from."""


class InvalidRuleset(UkaError):
    """A field that is unknown, out of range, or at odds with another.

    ``field``, ``value`` and ``allowed`` say which, what it was, and what it may be; ``others`` are fields that another
    value of would do as well.
    """

    def __init__(
        self, field: str, value: object, allowed: str, sentence: str | None = None, *, others: tuple[str, ...] = ()
    ) -> None:
        self.field, self.value, self.allowed, self.others = field, value, allowed, others
        super().__init__(sentence or f"{field} = {show(value)} is not allowed: {field} must be {allowed}")

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), others=self.others), (self.field, self.value, self.allowed, str(self))


def show(value: object) -> str:
    """A value as TOML would write it."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
