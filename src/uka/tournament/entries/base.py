"""The base class of a tournament's log entries, the version of the log's format, and two authors of lines."""

from __future__ import annotations

from uka.core.tagged import Tagged

FORMAT = 1
"""The version of the log format."""
CLOCK = "clock"
"""The author of log lines that no person caused, such as the line for the bell."""
DIRECTOR = "director"
"""The id of the director's grant, a link that every tournament has from its beginning."""


class TournamentEntryBase(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of all entries of a tournament's log."""
