"""How each refusal becomes a status and one sentence for the page, or the answer to a command."""

from __future__ import annotations

from uka.core.errors import InvalidRuleset, UkaError
from uka.records import InvalidRecord
from uka.table import InvalidTableSettings, StaleVersion
from uka.tournament import DoubtfulInput
from uka.wire.http_bodies import HttpProblem, RulesetFault
from uka.wire.message_reader import InvalidMessage
from uka.wire.socket_updates import Rejection

from .display_names import InvalidName
from .errors import InvalidRequest, NoGuest, Unknown, Withheld

MOST_LETTERS = 400
"""The maximum length of an error message, in characters."""
STATUS: dict[type[UkaError], int] = {
    InvalidMessage: 400,
    InvalidName: 400,
    InvalidRecord: 400,
    InvalidRequest: 400,
    InvalidRuleset: 400,
    InvalidTableSettings: 400,
    NoGuest: 401,
    Unknown: 404,
    Withheld: 403,
    UkaError: 409,
}
"""The HTTP status of each kind of refusal. A kind that is not listed has the status of its base class."""


def problem_of(error: Exception, why: str) -> HttpProblem:
    """Return the body that tells a client of ``error``, with the sentence ``why``."""
    faults = ruleset_faults(error)
    fields = tuple(dict.fromkeys(field for fault in faults for field in fault.fields))
    return HttpProblem(why, fields, error.about if isinstance(error, DoubtfulInput) else "", faults)


def rejection_of(id: str, error: UkaError) -> Rejection:
    """Return the answer to the socket command with the id ``id``, which was refused with ``error``."""
    doubt = error.about if isinstance(error, DoubtfulInput) else ""
    return Rejection(id, str(error)[:MOST_LETTERS], stale=isinstance(error, StaleVersion), doubt=doubt)


def ruleset_faults(error: Exception) -> tuple[RulesetFault, ...]:
    """Return all errors of a ruleset that ``error`` reports; an empty tuple unless it is an ``InvalidRuleset``."""
    errors = (error, *error.further) if isinstance(error, InvalidRuleset) else ()
    return tuple(RulesetFault((each.field, *each.others), each.reason[:MOST_LETTERS]) for each in errors)
