"""Finds where frames end in the bytes that a WebSocket server sends (RFC 6455, section 5.2)."""

from __future__ import annotations

SHORT, LONG = 126, 127
"""Values of a frame's length field: the length follows in two bytes (``SHORT``) or in eight bytes (``LONG``)."""
CLOSE = 8
"""The opcode of a close frame."""


class FrameBoundary:
    """Tells whether the bytes that a server has sent so far end with a whole frame, so that another frame may follow.

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
        """Whether a close frame has begun. No frame may follow a close frame."""

    @property
    def reached(self) -> bool:
        """Whether another frame may follow the bytes so far."""
        return not (self._left or self._head or self.closed)

    def feed(self, data: bytes) -> None:
        """Read the next bytes that the server has sent. They may begin or end within a frame."""
        at = self._left
        while at < len(data):
            at = self._frame_end(data, at)
        self._left = at - len(data)

    def _frame_end(self, data: bytes, at: int) -> int:
        """Return the index in ``data`` at which a frame ends, which may be beyond the end of ``data``.

        The frame begins at the index ``at`` or, if earlier bytes held a part of its head, goes on there. If its size is
        still not known, return the length of ``data``.
        """
        known = len(self._head)
        head = self._head + data[at : at + 10 - known]
        size, head_size = _content_size(head)
        if not head_size:
            self._head = head
            return len(data)
        self._head = b""
        self.closed = self.closed or head[0] & 0x0F == CLOSE
        return at - known + head_size + size


def _content_size(head: bytes) -> tuple[int, int]:
    """Return the size of a frame's content and the size of its head in bytes; two zeros if ``head`` is too short."""
    field = head[1] if len(head) > 1 else LONG
    head_size = {SHORT: 4, LONG: 10}.get(field, 2)
    if len(head) < head_size:
        return 0, 0
    size = int.from_bytes(head[2:head_size]) if head_size > 2 else field
    return size, head_size
