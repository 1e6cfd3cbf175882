"""The subcommands of the ``uka`` command.

- ``arena``: ``uka arena``, contests between bots and programs
- ``bot``: ``uka bot check``, which tests a program against the protocol
- ``equity``: ``uka equity``, the chance of winning from each score
- ``play``: ``uka play``, a game on the terminal
- ``records``: ``uka replay``, ``uka convert`` and ``uka verify``
- ``review``: ``uka review``, what the choices of a finished game cost
- ``rules``: ``uka rules``, rulesets and rulebooks
- ``serve``: ``uka serve``, a server
- ``sim``: ``uka sim``, games between two bots
- ``solve``: ``uka solve``, the double-dummy solver
- ``store``: ``uka backup``, ``uka restore`` and ``uka copy``
- ``tournament``: ``uka tournament``, an event in one file
- ``tournament_simulation``: ``uka tournament simulate``, whole events of bots
- ``train``: ``uka train``, a model by self-play
- ``watch``: ``uka watch``, a game of four bots
"""
