"""What all entries of a table's log share: their base class, the log's format and the names of authors that are no
person.
"""

from __future__ import annotations

import msgspec

FORMAT = 5
"""The format of new logs. Older logs can still be read.

Format 2 adds choices that are taken back, and phrases. Format 3 adds claims of the rest of the tricks. Format 4 adds
the running hash, bots' seats that people book, and shares of the packs. Format 5 adds rulings by officials.
"""
TABLE, CLOCK, BOT = "table", "clock", "bot"
"""The authors of lines that no person caused: the table itself, a timer, a bot."""


class TableEntryBase(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="entry", forbid_unknown_fields=True
):
    """The base class of the table's own entries."""
