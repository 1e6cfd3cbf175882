"""Builds the ruleset that a client chose: a shipped ruleset with changes to its fields."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import msgspec

from uka import rulesets
from uka.core.errors import InvalidRuleset
from uka.core.ruleset import Ruleset
from uka.days import day_rules
from uka.rulesets.schema import MAX_TEXT


def ruleset_with_changes(name: str, changes: Mapping[str, Any]) -> Ruleset:
    """Return a shipped ruleset with a client's changes; raise ``InvalidRuleset`` if the changes are not allowed.

    Unlike ``rulesets.find``, this function does not accept the path of a file as the name.
    """
    if name not in rulesets.names():
        raise InvalidRuleset("rules", name, "a shipped ruleset", unknown(name))
    rules = rulesets.find(name, changes)
    for prefix, part in (("", rules), ("words.", rules.words)):
        for field, value in msgspec.structs.asdict(part).items():
            if isinstance(value, str):
                _check_text(prefix + field, value)
    return rules


def is_made_up(rules: Ruleset) -> bool:
    """Return whether rules differ from the shipped ruleset of the same name in more than how a game ends."""
    return rules.name not in rulesets.names() or day_rules(rules) != day_rules(rulesets.find(rules.name))


def _check_text(field: str, text: str) -> None:
    """Raise ``InvalidRuleset`` if a text is too long or unprintable, since the page shows it to other players."""
    if len(text) > MAX_TEXT or not text.isprintable():
        allowed = f"text of at most {MAX_TEXT} letters"
        raise InvalidRuleset(field, text, allowed, f"{field} must be {allowed}")


def unknown(name: str) -> str:
    """Return the error message for a name that no shipped ruleset has. It suggests a similar name, if there is one."""
    near = get_close_matches(name[:40], rulesets.names(), 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"there is no ruleset of that name; the rulesets are {', '.join(rulesets.names())}.{hint}"
