"""HTTP routes for the rulesets that Uka ships with, and for rulesets with a client's changes."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from uka import rulesets
from uka.core.errors import InvalidRuleset
from uka.core.ruleset import Ruleset
from uka.rulesets.schema import LONGEST, RulesetSchema, schema
from uka.wire.http_bodies import FieldDifference, RulesetPage, RulesetRequest, RulesetSummary

from ..base.problems import HttpRefusal, refusal_responses
from .request import Request


@get("/api/rulesets", responses=refusal_responses())
async def all_rulesets(request: Request) -> list[RulesetSummary]:
    """List the rulesets that Uka ships with.

    Rulesets from published sources come first, then rulesets of countries and regions.
    """
    return [RulesetSummary(name, rules.title, rules.source) for name, rules in rulesets.all().items()]


@get("/api/rulesets/schema", responses=refusal_responses())
async def ruleset_schema(request: Request) -> RulesetSchema:
    """Return the meaning, the allowed values and the default of each field of a ruleset.

    The response also lists the values that contradict each other.
    """
    return schema()


@get("/api/rulesets/{name:str}", responses=refusal_responses(404))
async def one_ruleset(request: Request, name: FromPath[str]) -> RulesetPage:
    """Return a ruleset that Uka ships with: its fields, its rulebook, and its differences from the other rulesets."""
    if name not in rulesets.names():
        raise HttpRefusal(404, unknown(name))
    return ruleset_page(name)


@post("/api/rulesets/check", status_code=200, responses=refusal_responses(400, 413, 415))
async def check_ruleset(request: Request, data: JSONBody[RulesetRequest]) -> RulesetPage:
    """Apply changes to a ruleset that Uka ships with, and return the changed ruleset. Nothing is stored.

    The status is 400 if changes are invalid or contradict each other; the body names the fields.
    """
    ruleset_with_changes(data.rules, data.changes)
    return ruleset_page(data.rules, data.changes)


def ruleset_page(name: str, changes: Mapping[str, Any] | None = None) -> RulesetPage:
    """Return a ruleset, its rulebook and its differences from the other rulesets."""
    different = tuple(FieldDifference(*found) for found in rulesets.differences(name, changes))
    return RulesetPage(rulesets.find(name, changes), rulesets.rulebook_of(name, changes), different)


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
                _check(prefix + field, value)
    return rules


def _check(field: str, text: str) -> None:
    """Raise ``InvalidRuleset`` if a text is too long or unprintable, since the page shows it to other players."""
    if len(text) > LONGEST or not text.isprintable():
        allowed = f"text of at most {LONGEST} letters"
        raise InvalidRuleset(field, text, allowed, f"{field} must be {allowed}")


def unknown(name: str) -> str:
    """Return the error message for a name that no shipped ruleset has. It suggests a similar name, if there is one."""
    near = get_close_matches(name[:40], rulesets.names(), 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"there is no ruleset of that name; the rulesets are {', '.join(rulesets.names())}.{hint}"
