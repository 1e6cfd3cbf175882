"""What all entries of a tournament's log share: their base class, the log's format, and names of authors."""

from __future__ import annotations

import msgspec

FORMAT = 3
"""The format of new logs. Older logs can still be read.

Format 2 adds the running hash. Format 3 adds rulings for live tables, an immediate red card for cheating, cuts by
single captains, doubtful points that somebody insisted on, and people's seats at live tables. From format 3 on, the
"cut" tie-break respects the cuts made at the tables.
"""
CLOCK = "clock"
"""The author of lines that no person caused: the bell."""
DIRECTOR = "director"
"""The id of the grant that every tournament begins with."""


class TournamentEntryBase(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="deed", forbid_unknown_fields=True
):
    """The base class of all entries."""
