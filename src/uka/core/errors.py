"""The exceptions that Uka raises. The message of an exception is a sentence that a player can understand.

The tree of all exceptions, of which this module has those of the rules::

    UkaError
        IllegalAction                 the rules forbid an action
            OutOfTurn
        InvalidDeal                   a deal cannot start
        UnknownSeat
        InvalidRuleset                a ruleset is wrong
            UnknownRule
            ContradictoryRules
        InvalidModel                  uka.models
        InvalidPosition               uka.solver
        CannotClaim
        MissingKernels                uka.kernels
        MissingPackages               an extra is not installed
        InvalidRecord                 uka.records
            PlayedBeyondEnd
            DamagedLog
        RecordNotWritten
        NotExpressible
        ForgedSignature
        UnfairDeal
        UnknownBot                    uka.bots
        UnknownCourse                 uka.lessons
        InvalidPuzzles                uka.puzzles
        WorkersDied                   uka.arena
        WorkMismatch
        TableRefusal                  uka.table
            StaleVersion
        InvalidTableSettings
        ReplayTooLong
        TournamentRefusal             uka.tournament
            DoubtfulInput
        InvalidTournamentSettings
        CannotSeat
        StoreUnavailable              uka.store
            InvalidStore
        NoSuchTable
            NoSuchTournament
        Conflict
        TargetExists
        InvalidMessage                uka.wire
        UnknownUpdate
        CommandRefused                uka.client
            StaleCommand
        ConnectionEnded
        KeyChanged
        LogFull
        ServerUnreachable
            ServerNotReady
        ServerStartError              uka.server
            PortInUse
        InvalidLimit
        InvalidName
        LimitExceeded
        UnreadableLog
        Withheld
        UsageError                    uka.cli
"""

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


class UnknownSeat(UkaError):
    """A value stands where a seat is meant, and is none."""


class InvalidRuleset(UkaError):
    """A field of a ruleset is unknown, out of range, or contradicts another field.

    ``field`` is the name of the field, and ``value`` the refused value. ``allowed`` is a phrase that describes the
    allowed values. A contradiction can also be resolved by changing one of the fields in ``others``. ``further`` holds
    the other errors of the same ruleset. ``file`` is the name of the file at fault, if there is one.
    """

    further: tuple[InvalidRuleset, ...] = ()
    file: str = ""

    def __init__(
        self, field: str, value: object, allowed: str, sentence: str | None = None, *, others: tuple[str, ...] = ()
    ) -> None:
        self.field, self.value, self.allowed, self.others = field, value, allowed, others
        super().__init__(sentence or f"{field} = {show(value)} is not allowed: {field} must be {allowed}")

    def __str__(self) -> str:
        return f"{self.file}: {super().__str__()}" if self.file else super().__str__()

    def in_file(self, file: str) -> InvalidRuleset:
        """Return the error. It and the other errors of the ruleset now name the file, if they named none."""
        for error in (self, *self.further):
            error.file = error.file or file
        return self

    @property
    def reason(self) -> str:
        """The reason for the error. It need not name the fields, because the fields are shown beside the reason."""
        return super().__str__()

    def __reduce__(self) -> tuple[object, ...]:
        made = partial(type(self), others=self.others), (self.field, self.value, self.allowed, super().__str__())
        return *made, {"further": self.further, "file": self.file}


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
        return type(self), (self.first, self.second, self.why), {"further": self.further, "file": self.file}


def combined(errors: Sequence[InvalidRuleset]) -> InvalidRuleset:
    """Return the first of the errors of a ruleset. Its attribute ``further`` is set to the other errors."""
    first, *others = errors
    first.further = tuple(others)
    return first


def show(value: object) -> str:
    """Return a value as text. Booleans are written as in TOML: ``true`` and ``false``."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
