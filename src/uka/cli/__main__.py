"""``python -m uka.cli`` is ``uka``."""

from . import main

main()
