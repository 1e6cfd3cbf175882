"""What a server tells those who run it, one line each: as text, or as JSON for a machine to read.

Nothing here ever says who somebody is, what cards there are, or how a database is reached.
"""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from typing import Literal

import structlog

LogFormat = Literal["text", "json"]

log: structlog.stdlib.BoundLogger = structlog.get_logger("uka")
"""Where it is told."""


class _Stderr:
    """Lines to stderr, whichever it is by then; one that can't be written is no reason to stop what it tells of."""

    def __init__(self, *_: object) -> None:
        pass

    def msg(self, line: str) -> None:
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)

    debug = info = warning = error = critical = exception = msg


def configure_logging(form: LogFormat | None) -> None:
    """Write to stderr; without a form only what is wrong, as text."""
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
