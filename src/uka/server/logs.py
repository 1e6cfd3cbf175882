"""What a server tells those who run it, one line each: as text, or as JSON for a machine to read.

Nothing here ever says who somebody is, what cards there are, or how a database is reached.
"""

from __future__ import annotations

import logging
import sys
from typing import Literal

import structlog

Form = Literal["text", "json"]

log: structlog.stdlib.BoundLogger = structlog.get_logger("uka")
"""Where it is told."""


def begin(form: Form | None) -> None:
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
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


begin(None)
