"""The subcommands of the ``uka`` command.

- ``arena``: ``uka arena``, contests between bots and programs
- ``bot``: ``uka bot check``, which tests whether a program follows the protocol
- ``dataset``: ``uka dataset``, data sets of solved deals or of evaluated choices
- ``equity``: ``uka equity``, the chance of winning from each score
- ``exploit``: ``uka exploit``, how far a bot is from perfect
- ``learn``: ``uka learn``, a course of lessons
- ``play``: ``uka play``, a game on the terminal
- ``puzzle``: ``uka puzzle``, which asks a puzzle
- ``puzzles``: ``uka puzzles``, which mines puzzles from self-play
- ``records``: ``uka replay``, ``uka convert`` and ``uka verify`` for game records
- ``review``: ``uka review``, the cost of the choices in a finished game
- ``rules``: ``uka rules``, rulesets and rulebooks
- ``serve``: ``uka serve``, which starts a server
- ``sim``: ``uka sim``, games between two bots
- ``site``: ``uka site``, the page as files for any web host
- ``solve``: ``uka solve``, the double-dummy solver
- ``stats``: ``uka stats``, how often calls of a kind succeed
- ``store``: ``uka backup``, ``uka restore`` and ``uka copy`` for a server's store
- ``tournament``: ``uka tournament``, a tournament in one file
- ``tournament_conduct``: ``uka tournament fair-play``, ``card`` and ``fill-in``
- ``tournament_log``: ``uka tournament log`` and ``undo``
- ``tournament_rounds``: ``uka tournament draw``, ``result``, ``results``, ``cut`` and ``end``, the rounds
- ``tournament_scoring``: ``uka tournament deal``, ``revoke``, ``ruling`` and others, a game deal by deal
- ``tournament_settings``: ``uka tournament settings``, and ``tie`` for teams that are level
- ``tournament_simulation``: ``uka tournament simulate``, whole tournaments of bots
- ``train``: ``uka train``, which trains a model by self-play
- ``watch``: ``uka watch``, a game of four bots
"""
