"""The recent message ids of a sender, by which a log recognizes a repeated message."""

from __future__ import annotations

import msgspec

RECENT = 256
"""The number of recent message ids that a log stores for each sender.

A sender sends fewer than 256 messages in one burst, even with several clients. A phone that was offline may send
messages again.
"""


class RecentMessages(msgspec.Struct, frozen=True, gc=False):
    """The ids of a sender's last messages, and the number of the log line that each message caused.

    >>> sent = RecentMessages().added("m1", 7).added("m2", 9)
    >>> sent.line_of("m1"), sent.line_of("m3")
    (7, None)
    """

    ids: tuple[str, ...] = ()
    """The ids, the last message's first: a search for the last message, which is the most frequent one, is short."""
    lines: tuple[int, ...] = ()

    def line_of(self, id: str) -> int | None:
        """Return the number of the log line that a message caused, or None if the message is not a recent one."""
        return self.lines[self.ids.index(id)] if id in self.ids else None

    def added(self, id: str, line: int) -> RecentMessages:
        """Return the messages with one more. If there are ``RECENT`` messages already, the first is left out."""
        return RecentMessages((id, *self.ids[: RECENT - 1]), (line, *self.lines[: RECENT - 1]))
