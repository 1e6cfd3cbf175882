"""The terminal client: a game against bots or through a server, on a terminal of at least 80 by 24 characters.

- ``app``: the Textual application, with its widgets, keys and clicks
- ``dialog_app``: the base class of the application that opens dialogs over the table
- ``paced_app``: the base class of the application that decides when bots act and when the screen pauses
- ``games``: the games that the client shows, on this machine or through a server
- ``screen``: draws a game, and reads the keys for its actions
- ``online``: plays a game through a server, from joining a table to leaving it
- ``width``: shortens text to a number of columns

>>> from uka.terminal import LocalGame
>>> import uka
>>> game = LocalGame.start(uka.ruleset("tainui"), LocalOptions(seed="7"))
>>> events = game.step()
>>> game.state.dealer
Seat.EAST
"""

from .app import TerminalApp, play
from .games.interface import TerminalGame, WaitingFor
from .games.last_game import LastGame
from .games.local import LocalGame
from .games.local_setup import LocalOptions, SeatPlayer, new_record_path, unfinished_games
from .screen.options import TerminalOptions

__all__ = [
    "LastGame",
    "LocalGame",
    "LocalOptions",
    "SeatPlayer",
    "TerminalApp",
    "TerminalGame",
    "TerminalOptions",
    "WaitingFor",
    "new_record_path",
    "play",
    "unfinished_games",
]
