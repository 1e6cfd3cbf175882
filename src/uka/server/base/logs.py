"""The server's diagnostic log, for its operators: one line per event, as text or as JSON.

No line names a person or a card, or contains the URL of a database.
"""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from typing import Literal

import structlog

LogFormat = Literal["text", "json"]

log: structlog.stdlib.BoundLogger = structlog.get_logger("uka")
"""The logger that all parts of the server use."""


class _Stderr:
    """A log output that writes each line to the present value of ``sys.stderr``, and ignores write errors."""

    def __init__(self, *_: object) -> None:
        pass

    def msg(self, line: str) -> None:
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)

    debug = info = warning = error = critical = exception = msg


def configure_logging(form: LogFormat | None) -> None:
    """Log to stderr as text or JSON, as ``form`` says. If ``form`` is None, log only warnings and errors, as text."""
    renderer = structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,  # the console shows a traceback as plain text, too
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO if form else logging.WARNING),
        logger_factory=_Stderr,
    )


configure_logging(None)
