"""The base class of a table's log entries, the version of the log's format, and the authors that are not persons."""

from __future__ import annotations

from uka.core.tagged import Tagged

FORMAT = 1
"""The version of the log format."""
TABLE, CLOCK, BOT = "table", "clock", "bot"
"""The authors of lines that no person caused: the table itself, its clock, and a bot."""
QUICK_HOST = "quick"
"""The host of a quick game. It is nobody's id, so that nobody has the rights of a host."""
BOT_SPEAKER = "bot/"
"""The prefix of a bot as the speaker of a phrase; the bot's seat follows. No person's id has this prefix."""


class TableEntryBase(Tagged, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base class of the entries that only a table's log holds."""
