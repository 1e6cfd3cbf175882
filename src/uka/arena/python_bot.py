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
"""The prefix of the name of a player that is a Python class. The module and the class follow, separated by a colon."""
FORM = f"{PYTHON}MODULE:CLASS, such as {PYTHON}mine:MyBot"
"""How the name of such a player is written, with an example."""


class PythonPlayer:
    """A ``Bot`` that lets another bot choose, and raises ``PlayerFault`` for its exceptions and unlawful actions."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name, self._bot = name, bot

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the action that the object chooses.

        Raise ``PlayerFault`` if the object raises an exception, or if the action is not lawful.
        """
        try:
            action = self._bot.choose(observation, rng)
        except Exception as error:
            raise PlayerFault("crashed", f"it raised {type(error).__name__}: {error}") from error
        if action not in observation.lawful_actions:
            raise PlayerFault("illegal", f"it chose {action!r}, which is not lawful")
        return action


def python_player(name: str) -> PythonPlayer:
    """Return a new player of the class that ``name``, in the form ``py:MODULE:CLASS``, stands for.

    Raise ``UkaError`` if there is no such class, or if it is not the class of a bot.
    """
    module, colon, path = name.removeprefix(PYTHON).partition(":")
    if not (module and colon and path):
        raise UkaError(f"{name} names no Python class: write {FORM}")
    bot_class: Any = _class_at(name, _imported_module(name, module), path)
    try:
        bot = bot_class()
    except Exception as error:
        raise UkaError(f"{name} cannot be made without arguments: {type(error).__name__}: {error}") from error
    check_bot(bot, name)
    return PythonPlayer(name, bot)


def check_bot(bot: object, name: str) -> None:
    """Raise ``UkaError`` unless ``bot`` has the method ``choose``. ``name`` is the player's name in the message."""
    if not callable(getattr(bot, "choose", None)):
        raise UkaError(f"{name} is no bot: it has no method choose(observation, rng)")


def _imported_module(name: str, module: str) -> object:
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())  # worker processes take over the path
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        where = "here or among the installed packages"
        raise UkaError(f"{name} cannot be imported: there is no module {error.name} {where}") from None
    except Exception as error:
        raise UkaError(f"{name} cannot be imported: {type(error).__name__}: {error}") from error


def _class_at(name: str, module: object, path: str) -> Callable[[], object]:
    found: Any = module
    for part in path.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise UkaError(f"{name} names no class: the module has no class {path}")
    return found
