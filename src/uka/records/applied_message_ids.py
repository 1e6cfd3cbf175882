"""The ids of the messages that were applied to a log, by which a message that a client sends again is recognized."""

from __future__ import annotations

import msgspec

MAX_APPLIED_IDS = 256
"""The number of ids that are remembered for each sender: more than several clients of one person send in one burst.

A phone that was offline may send a whole burst again.
"""


class AppliedMessageIds(msgspec.Struct, frozen=True, gc=False):
    """The ids of one sender's last applied messages, each with the number of the log line that the message caused.

    They are one text, which takes a fifth of the memory of a tuple of texts: a long game has hundreds of them.

    >>> sent = AppliedMessageIds().added("m1", 7).added("m2", 9)
    >>> sent.line_of("m1"), sent.line_of("m3")
    (7, None)
    """

    text: str = "\n"
    """A line for each id, the newest first: the id, a space, and the number of the log line. An id has no space."""

    def line_of(self, id: str) -> int | None:
        """Return the number of the log line that the message ``id`` caused, or None if ``id`` is not remembered."""
        _, _, rest = self.text.partition(f"\n{id} ")
        number, _, _ = rest.partition("\n")
        return int(number) if number.isdecimal() else None

    def added(self, id: str, line: int) -> AppliedMessageIds:
        """Return a copy that also remembers the message ``id``, which caused the log line with the number ``line``.

        The copy has at most ``MAX_APPLIED_IDS`` ids: the oldest id is left out if there are more.
        """
        kept = self.text
        if kept.count("\n") > MAX_APPLIED_IDS:
            kept = kept[: kept.rindex("\n", 0, -1) + 1]
        return AppliedMessageIds(f"\n{id} {line}{kept}")
