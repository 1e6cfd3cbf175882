"""Runs a game against three bots for ``python -m uka.terminal [RULESET]``."""

import sys

import uka
import uka.rulesets

from . import LocalGame, LocalOptions, new_record_path, play

name = sys.argv[1] if len(sys.argv) > 1 else uka.rulesets.DEFAULT_RULESET
play(LocalGame.start(uka.ruleset(name), LocalOptions(record=new_record_path())))
