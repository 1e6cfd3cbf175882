"""The base class of a tournament's log entries, the version of the log's format, and two authors of lines."""

from __future__ import annotations

import msgspec

FORMAT = 3
"""The version of the log format that new tournaments use. Older versions can still be read.

Version 2 added the running hash. Version 3 added rulings for live tables, red cards as the first card for cheating,
and an entry for a single captain's cut after a drawn match. It also added the field ``insisted`` for doubtful points,
and people's seats at live tables. From version 3 on, the standings use these cuts for the tie-break "cut".
"""
CLOCK = "clock"
"""The author of log lines that no person caused, such as the line for the bell."""
DIRECTOR = "director"
"""The id of the director's grant, a link that every tournament has from its beginning."""


class TournamentEntryBase(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="deed", forbid_unknown_fields=True
):
    """The base class of all entries of a tournament's log."""
