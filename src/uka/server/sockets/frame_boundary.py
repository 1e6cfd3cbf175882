"""Follows the frames in the bytes that a WebSocket server sends (RFC 6455, section 5.2)."""

from __future__ import annotations

SHORT, LONG = 126, 127
"""The values of the length field that say that the length follows in two bytes, or in eight."""
CLOSE = 8


class FrameBoundary:
    """Tells whether the bytes so far end with a whole frame, so that another frame may follow.

    >>> boundary = FrameBoundary()
    >>> boundary.feed(b"\\x81\\x05hel"); boundary.reached
    False
    >>> boundary.feed(b"lo"); boundary.reached
    True
    """

    def __init__(self) -> None:
        self._left = 0
        """The number of bytes of the present frame that are still to come."""
        self._head = b""
        """The first bytes of a frame, while its length is not known."""
        self.closed = False
        """Whether a close frame has begun. No frame may follow it."""

    @property
    def reached(self) -> bool:
        """Whether another frame may follow the bytes so far."""
        return not (self._left or self._head or self.closed)

    def feed(self, data: bytes) -> None:
        """Read bytes that a server has sent. They may begin or end within a frame."""
        at = self._left
        while at < len(data):
            at = self._frame(data, at)
        self._left = at - len(data)

    def _frame(self, data: bytes, at: int) -> int:
        """Return where the frame ends that begins at ``at``, or the end of the data if the frame's length is unknown.

        The frame may have begun in earlier bytes.
        """
        known = len(self._head)
        head = self._head + data[at : at + 10 - known]
        size, begins = _length(head)
        if not begins:
            self._head = head
            return len(data)
        self._head = b""
        self.closed = self.closed or head[0] & 0x0F == CLOSE
        return at - known + begins + size


def _length(head: bytes) -> tuple[int, int]:
    """Return the length of a frame's content, and where the content begins; return zeros if ``head`` is too short."""
    field = head[1] if len(head) > 1 else LONG
    begins = {SHORT: 4, LONG: 10}.get(field, 2)
    if len(head) < begins:
        return 0, 0
    return (int.from_bytes(head[2:begins]) if begins > 2 else field), begins
