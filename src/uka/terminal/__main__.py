"""``python -m uka.terminal [RULESET]``: a game against three bots, at once."""

import sys

import uka

from . import Session, new_record, play

play(Session.start(uka.ruleset(sys.argv[1] if len(sys.argv) > 1 else "tainui"), record=new_record()))
