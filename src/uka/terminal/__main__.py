"""Runs a game against three bots for ``python -m uka.terminal [RULESET]``."""

import sys

import uka

from . import LocalGame, LocalOptions, new_record, play

play(LocalGame.start(uka.ruleset(sys.argv[1] if len(sys.argv) > 1 else "uka"), LocalOptions(record=new_record())))
