"""The verbs of the ``uka`` command, a module each."""
