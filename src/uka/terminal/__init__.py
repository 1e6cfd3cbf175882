"""The terminal client: a person's game against bots, on any terminal of 80 by 24.

- ``app``: the client: the pace of the game, keys and dialogs.
- ``games``: the games that it shows, here or over a server.
- ``screen``: what it shows of them.
- ``online``: playing over a server, from joining a table to leaving it.
- ``width``: text cut to a number of columns.

>>> from uka.terminal import LocalGame
>>> import uka
>>> game = LocalGame.start(uka.ruleset("tainui"), LocalOptions(seed="7"))
>>> events = game.step()
>>> game.state.dealer
Seat.EAST
"""

from .app import TerminalApp, play
from .games.interface import TerminalGame, WaitingFor
from .games.local import LocalGame
from .games.local_setup import LocalOptions, SeatPlayer, new_record
from .screen.options import TerminalOptions

__all__ = [
    "LocalGame",
    "LocalOptions",
    "SeatPlayer",
    "TerminalApp",
    "TerminalGame",
    "TerminalOptions",
    "WaitingFor",
    "new_record",
    "play",
]
