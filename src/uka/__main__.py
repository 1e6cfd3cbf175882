"""Runs the ``uka`` command for ``python -m uka``."""

from uka.cli import main

main()
