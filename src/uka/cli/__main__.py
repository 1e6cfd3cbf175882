"""Runs the ``uka`` command for ``python -m uka.cli``."""

from . import main

main()
