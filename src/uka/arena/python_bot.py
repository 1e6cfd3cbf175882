"""Players that are Python classes or objects: ``py:MODULE:CLASS``, or a ``Bot``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from uka.bots import Bot
from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.observation import Observation

from .player_faults import PlayerFault

PYTHON = "py:"
"""The prefix that marks a player as a Python class. The module and the class follow, separated by a colon."""
FORM = f"{PYTHON}MODULE:CLASS, such as {PYTHON}mine:MyBot"


class PythonPlayer:
    """A ``Bot`` that asks an object. What the object does wrong becomes a ``PlayerFault``."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name, self._bot = name, bot

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the object's action. Raise ``PlayerFault`` if it raises an error or the action is not lawful."""
        try:
            action = self._bot.choose(observation, rng)
        except Exception as error:
            raise PlayerFault("crashed", f"it raised {type(error).__name__}: {error}") from error
        if action not in observation.lawful_actions:
            raise PlayerFault("illegal", f"it chose {action!r}, which is not lawful")
        return action


def python_player(name: str) -> PythonPlayer:
    """Return a new player of the class that ``py:MODULE:CLASS`` names. Raise ``UkaError`` if there is no such class."""
    module, colon, path = name.removeprefix(PYTHON).partition(":")
    if not (module and colon and path):
        raise UkaError(f"{name} names no Python class: write {FORM}")
    made: Any = _attribute(name, _module(name, module), path)
    try:
        bot = made()
    except Exception as error:
        raise UkaError(f"{name} cannot be made without arguments: {type(error).__name__}: {error}") from error
    check_bot(bot, name)
    return PythonPlayer(name, bot)


def check_bot(bot: object, name: str) -> None:
    """Raise ``UkaError`` unless an object has the method ``choose`` of a bot."""
    if not callable(getattr(bot, "choose", None)):
        raise UkaError(f"{name} is no bot: it has no method choose(observation, rng)")


def _module(name: str, module: str) -> object:
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())  # worker processes take over the path
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        where = "here or among the installed packages"
        raise UkaError(f"{name} cannot be imported: there is no module {error.name} {where}") from None
    except Exception as error:
        raise UkaError(f"{name} cannot be imported: {type(error).__name__}: {error}") from error


def _attribute(name: str, module: object, path: str) -> Callable[[], object]:
    found: Any = module
    for part in path.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise UkaError(f"{name} names no class: the module has no class {path}")
    return found
