"""Sets one part of a sheet in a process of its own: ``python -m uka.tournament.paper.print_process MEGABYTES SECONDS``.

What is on it comes as JSON on standard input, the PDF goes to standard output. A process that wants more memory or time
than it is given ends without one.
"""

from __future__ import annotations

import json
import os
import sys


def main(megabytes: int, seconds: int) -> None:
    """Set what is asked for, within limits."""
    _limit(megabytes << 20, seconds)
    if hasattr(os, "nice"):
        os.nice(10)  # play comes first
    from . import set_in_type

    asked = json.load(sys.stdin.buffer)
    sys.stdout.buffer.write(set_in_type(asked["data"], asked["sheet"], asked["size"], "pdf")[0])


def _limit(memory: int, seconds: int) -> None:
    try:
        import resource
    except ImportError:  # Windows: the deadline alone
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
