"""What every process that works for the server does first."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def begin() -> None:
    """Leave Ctrl-C to the server, and end when it ends, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)
