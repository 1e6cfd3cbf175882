"""The objects that all sockets of a server share: context, limits, flush scheduler and relays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

from ..base.metrics import ServerMetrics
from ..base.options import ServerOptions
from ..live.context import ServerContext
from .client import FlushScheduler
from .outbox_limits import OutboxLimits
from .relay import Relays


class SocketLimits:
    """Counts the open sockets of each guest and each address, and compares the counts with their limits."""

    def __init__(self, options: ServerOptions, metrics: ServerMetrics) -> None:
        self._options, self._metrics = options, metrics
        self._open = Counter[str]()

    def is_within(self, player: str, address: str) -> bool:
        """Return whether the open sockets of the guest ``player`` and of ``address`` are within their limits.

        If ``player`` is empty, only the limit of the address applies.
        """
        if player and self._open[player] > self._options.sockets_a_guest:
            return False
        return self._open[address] <= self._options.sockets_an_address

    @contextmanager
    def counted(self, player: str, address: str) -> Generator[None]:
        """Count a socket of the guest ``player`` at ``address`` as open within this context."""
        keys = (player, address)
        self._open.update(keys)
        self._metrics.sockets.inc()
        try:
            yield
        finally:
            self._metrics.sockets.dec()
            self._open.subtract(keys)
            for key in keys:
                if not self._open[key]:
                    del self._open[key]


class SocketHub:
    """What all sockets of a server share: the server's context, limits, the scheduler of writes, and relays."""

    def __init__(self, context: ServerContext) -> None:
        self.context = context
        self.limits = SocketLimits(context.options, context.metrics)
        self.outboxes = OutboxLimits(context.options)
        self.flushes = FlushScheduler()
        self.relays = Relays(context)
        context.metrics.outbox_bytes.set_function(lambda: self.outboxes.queued_bytes)
