"""The log lines that a server writes for its operators: one line per event, as text or as JSON.

A log line never names a person or a card, and never holds the URL of a database.
"""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from typing import Literal

import structlog

LogFormat = Literal["text", "json"]

log: structlog.stdlib.BoundLogger = structlog.get_logger("uka")
"""The logger of all parts of the server."""


class _Stderr:
    """A file that writes to whatever ``sys.stderr`` is at that moment, and ignores write errors."""

    def __init__(self, *_: object) -> None:
        pass

    def msg(self, line: str) -> None:
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)

    debug = info = warning = error = critical = exception = msg


def configure_logging(form: LogFormat | None) -> None:
    """Write log lines to stderr in the given format. If ``form`` is None, write only warnings and errors, as text."""
    last = structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO if form else logging.WARNING),
        logger_factory=_Stderr,
    )


configure_logging(None)
