"""Typesets one part of a sheet (a part is what becomes one PDF) in a separate process.

The command is ``python -m uka.tournament.paper.print_process MEGABYTES SECONDS``. It reads the contents as JSON from
standard input and writes the PDF to standard output. If the process exceeds its limit of memory or of CPU time, it ends
without a PDF.
"""

from __future__ import annotations

import json
import os
import sys


def main(megabytes: int, seconds: int) -> None:
    """Read one part of a sheet from standard input, and write its PDF to standard output.

    ``megabytes`` is the limit of memory, and ``seconds`` is the limit of CPU time.
    """
    _limit(megabytes << 20, seconds)
    if hasattr(os, "nice"):
        os.nice(10)  # games have priority over printing
    from .typesetting import typeset

    part = json.load(sys.stdin.buffer)
    sys.stdout.buffer.write(typeset(part["data"], part["sheet"], part["size"], "pdf")[0])


def _limit(memory: int, seconds: int) -> None:
    """Limit the memory of this process to ``memory`` bytes, and its CPU time to ``seconds``."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the timeout of the parent process still applies
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
