"""Entries about the table itself: its opening, its settings and its rules."""

from __future__ import annotations

from uka.core.ruleset import Ruleset

from ..settings import TableSettings
from .base import TableEntryBase


class TableOpened(TableEntryBase, frozen=True):
    """A person opened the table and is its host. ``rules`` is the complete ruleset.

    ``format`` is the version of the log's format. ``host`` is the person's id, ``name`` the person's name, and
    ``avatar`` the emblem that the person chose, or an empty text. A quick game has ``QUICK_HOST`` as its host, which is
    nobody, and begins ``quick_ms`` milliseconds after this line.
    """

    format: int
    rules: Ruleset
    settings: TableSettings
    host: str
    name: str
    quick_ms: int = 0
    avatar: str = ""


class SettingsChanged(TableEntryBase, frozen=True):
    """The host changed the settings."""

    settings: TableSettings


class RulesChanged(TableEntryBase, frozen=True):
    """The host chose other rules before the first game. ``rules`` is the complete ruleset."""

    rules: Ruleset
