"""The ids of the messages that were applied to a log, by which a message that a client sends again is recognized."""

from __future__ import annotations

import msgspec

MAX_APPLIED_IDS = 256
"""The number of ids that are remembered for each sender: more than several clients of one person send in one burst.

A phone that was offline may send a whole burst again.
"""


class AppliedMessageIds(msgspec.Struct, frozen=True, gc=False):
    """The ids of one sender's last applied messages, each with the number of the log line that the message caused.

    >>> sent = AppliedMessageIds().added("m1", 7).added("m2", 9)
    >>> sent.line_of("m1"), sent.line_of("m3")
    (7, None)
    """

    ids: tuple[str, ...] = ()
    """The ids, the newest first: a message that is sent again is most often the newest, so the search is short."""
    lines: tuple[int, ...] = ()
    """The numbers of the log lines, in the order of ``ids``."""

    def line_of(self, id: str) -> int | None:
        """Return the number of the log line that the message ``id`` caused, or None if ``id`` is not remembered."""
        return self.lines[self.ids.index(id)] if id in self.ids else None

    def added(self, id: str, line: int) -> AppliedMessageIds:
        """Return a copy that also remembers the message ``id``, which caused the log line with the number ``line``.

        The copy has at most ``MAX_APPLIED_IDS`` ids: the oldest id is left out if there are more.
        """
        return AppliedMessageIds((id, *self.ids[: MAX_APPLIED_IDS - 1]), (line, *self.lines[: MAX_APPLIED_IDS - 1]))
