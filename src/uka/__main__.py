"""The module that ``python -m uka`` runs: the command ``uka``."""

from uka.cli import main

main()
