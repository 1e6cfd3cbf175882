"""The pages about the rulesets that Uka ships with, and about rulesets with a client's changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from uka import rulesets
from uka.wire.http_bodies import FieldDifference, RulesetPage, RulesetSummary

from .chosen_rules import ruleset_with_changes, unknown
from .errors import Unknown


def ruleset_summaries() -> list[RulesetSummary]:
    """Return a summary of each ruleset: first those from published sources, then those of countries and regions."""
    return [RulesetSummary(name, rules.title, rules.source) for name, rules in rulesets.all_rulesets().items()]


def shipped_ruleset_page(name: str) -> RulesetPage:
    """Return the page of a ruleset that Uka ships with. Raise ``Unknown`` if there is none of that name."""
    if name not in rulesets.names():
        raise Unknown(unknown(name))
    return _page(name, None)


def changed_ruleset_page(name: str, changes: Mapping[str, Any]) -> RulesetPage:
    """Return the page of a ruleset with changes to its fields. Raise ``InvalidRuleset`` if they are not allowed."""
    ruleset_with_changes(name, changes)
    return _page(name, changes)


def _page(name: str, changes: Mapping[str, Any] | None) -> RulesetPage:
    """Return a ruleset with its rulebook and its differences from the ruleset that it extends, or from the defaults."""
    differences = tuple(FieldDifference(*difference) for difference in rulesets.differences(name, changes))
    return RulesetPage(rulesets.find(name, changes), rulesets.rulebook_of(name, changes), differences)
