"""The terminal client: a person's game against bots, on any terminal of 80 by 24.

>>> from uka.terminal import Session
>>> import uka
>>> session = Session.start(uka.ruleset("tainui"), seed=7)
>>> events = session.step()
>>> session.state.dealer
Seat.EAST
"""

from .app import Client, play
from .options import Options
from .session import Chooser, Session, new_record
from .sitting import Sitting, Waits

__all__ = ["Chooser", "Client", "Options", "Session", "Sitting", "Waits", "new_record", "play"]
