"""HTTP routes for rulesets: the shipped ones, and shipped ones with changes."""

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
    """List the shipped rulesets: those of the sources first, then the presets."""
    return [RulesetSummary(name, rules.title, rules.source) for name, rules in rulesets.all().items()]


@get("/api/rulesets/schema", responses=refusal_responses())
async def ruleset_schema(request: Request) -> RulesetSchema:
    """Return the fields of a ruleset: the meaning, allowed values and default of each, and which contradict others."""
    return schema()


@get("/api/rulesets/{name:str}", responses=refusal_responses(404))
async def one_ruleset(request: Request, name: FromPath[str]) -> RulesetPage:
    """Return a shipped ruleset, as data and as a rulebook."""
    if name not in rulesets.names():
        raise HttpRefusal(404, unknown(name))
    return ruleset_page(name)


@post("/api/rulesets/check", status_code=200, responses=refusal_responses(400, 413, 415))
async def check_ruleset(request: Request, data: JSONBody[RulesetRequest]) -> RulesetPage:
    """Return a shipped ruleset with changes; 400 says which changes are invalid or contradict each other."""
    ruleset_with_changes(data.rules, data.changes)
    return ruleset_page(data.rules, data.changes)


def ruleset_page(name: str, changes: Mapping[str, Any] | None = None) -> RulesetPage:
    """Return a ruleset, its rulebook and its differences from the other rulesets."""
    different = tuple(FieldDifference(*found) for found in rulesets.differences(name, changes))
    return RulesetPage(rulesets.find(name, changes), rulesets.rulebook_of(name, changes), different)


def ruleset_with_changes(name: str, changes: Mapping[str, Any]) -> Ruleset:
    """Return a shipped ruleset with a client's changes; raise ``InvalidRuleset`` if they are not allowed.

    Unlike in ``rulesets.find``, the name can't be the path of a file.
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
    """Refuse a long or unprintable text: other players are shown it."""
    if len(text) > LONGEST or not text.isprintable():
        allowed = f"text of at most {LONGEST} letters"
        raise InvalidRuleset(field, text, allowed, f"{field} must be {allowed}")


def unknown(name: str) -> str:
    """Return the error message for an unknown ruleset."""
    near = get_close_matches(name[:40], rulesets.names(), 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"there is no ruleset of that name; the rulesets are {', '.join(rulesets.names())}.{hint}"
