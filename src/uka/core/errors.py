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
        UnplayableBot
        UnknownCourse                 uka.lessons
        InvalidPuzzles                uka.puzzles
        WorkersDied                   uka.arena
        WorkMismatch
        TableRefusal                  uka.table
            StaleVersion
        InvalidTableSettings
        ReplayTooLong
        SeasonRefusal                 uka.seasons
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
        InvalidName                   uka.hosting
        InvalidRequest
        NoGuest
        Unknown
        Withheld
        NotKept                       uka.offline
        NotBuilt
        ServerStartError              uka.server
            PortInUse
        ClubRefusal
        InvalidClub
        InvalidLimit
        LimitExceeded
        UnreadableLog
        UsageError                    uka.cli
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial


class UkaError(ValueError):
    """The base class of Uka's exceptions."""


class IllegalAction(UkaError):
    """An action is forbidden by the rules. The game stays as it was."""


class OutOfTurn(IllegalAction):
    """A seat tried to act during another seat's turn."""


class InvalidDeal(UkaError):
    """A deal cannot start from the given pack, hands or upcard."""


class UnknownSeat(UkaError):
    """A value that should name a seat names none."""


class InvalidRuleset(UkaError):
    """A field of a ruleset is unknown, out of range, or contradicts another field.

    ``field`` is the name of the field, and ``value`` the refused value. ``allowed`` is a phrase that describes the
    allowed values. ``others`` holds the names of other fields whose change would also remove the error.
    """

    further: tuple[InvalidRuleset, ...] = ()
    """The other errors of the same ruleset."""
    file: str = ""
    """The name of the file with the ruleset, or "" if the ruleset was not read from a file."""

    def __init__(
        self, field: str, value: object, allowed: str, sentence: str | None = None, *, others: tuple[str, ...] = ()
    ) -> None:
        self.field, self.value, self.allowed, self.others = field, value, allowed, others
        super().__init__(sentence or f"{field} = {value_text(value)} is not allowed: {field} must be {allowed}")

    def __str__(self) -> str:
        return f"{self.file}: {super().__str__()}" if self.file else super().__str__()

    def in_file(self, file: str) -> InvalidRuleset:
        """Set the file of this error, and of the other errors of the same ruleset, to ``file``. Return this error.

        An error that has a file already keeps it.
        """
        for error in (self, *self.further):
            error.file = error.file or file
        return self

    @property
    def reason(self) -> str:
        """The error as a sentence without the file's name, for a display that already shows the file and the field."""
        return super().__str__()

    def __reduce__(self) -> tuple[object, ...]:
        make = partial(type(self), others=self.others)
        arguments = (self.field, self.value, self.allowed, super().__str__())
        return make, arguments, {"further": self.further, "file": self.file}


class UnknownRule(InvalidRuleset):
    """A ruleset was given a field that does not exist. ``field`` is its name. ``allowed`` lists the existing fields."""


class ContradictoryRules(InvalidRuleset):
    """The values of two fields of a ruleset contradict each other.

    ``first`` and ``second`` are these fields, as (name, value). ``why`` is the reason as a sentence.
    """

    def __init__(self, first: tuple[str, object], second: tuple[str, object], why: str) -> None:
        self.first, self.second, self.why = first, second, why
        field, value = first
        other, other_value = second
        sentence = (
            f"{field} = {value_text(value)} contradicts {other} = {value_text(other_value)}: {why}; change one of them"
        )
        allowed = f"another value, or {other} another than {value_text(other_value)}"
        super().__init__(field, value, allowed, sentence, others=(other,))

    @property
    def reason(self) -> str:
        return self.why

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.first, self.second, self.why), {"further": self.further, "file": self.file}


def combined(errors: Sequence[InvalidRuleset]) -> InvalidRuleset:
    """Return the first error of ``errors``, all of one ruleset, with the others as its attribute ``further``."""
    first, *others = errors
    first.further = tuple(others)
    return first


def value_text(value: object) -> str:
    """Return a value as it is written in Python, but booleans as in TOML: ``true`` and ``false``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)
