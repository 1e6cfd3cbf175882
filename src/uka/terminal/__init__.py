"""The terminal client: a person's game against bots, on any terminal of 80 by 24.

>>> from uka.terminal import LocalGame
>>> import uka
>>> session = LocalGame.start(uka.ruleset("tainui"), seed=7)
>>> events = session.step()
>>> session.state.dealer
Seat.EAST
"""

from .app import TerminalApp, play
from .games.interface import TerminalGame, WaitingFor
from .games.local import LocalGame, SeatPlayer, new_record
from .screen.options import TerminalOptions

__all__ = [
    "LocalGame",
    "SeatPlayer",
    "TerminalApp",
    "TerminalGame",
    "TerminalOptions",
    "WaitingFor",
    "new_record",
    "play",
]
