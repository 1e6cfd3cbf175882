"""Runs a ``Bot`` as a program that speaks the line protocol of ``protocol`` on its standard input and output."""

from __future__ import annotations

import sys
from random import Random

import msgspec

from uka.bots import Bot

from .protocol import ChooseAction, Hello, ProgramGreeting


def run_bot(bot: Bot) -> None:
    """Greet, and then answer each line of the standard input with an action of ``bot``, until the input ends."""
    msgspec.json.decode(sys.stdin.buffer.readline(), type=Hello)
    _answer(ProgramGreeting(bot.name))
    for line in sys.stdin.buffer:
        asked = msgspec.json.decode(line, type=ChooseAction)
        _answer(bot.choose(asked.observation, Random(asked.seed)))


def _answer(message: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()
