"""HTTP routes for the rulesets that Uka ships with, and for rulesets with a client's changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import get, post
from litestar.params import FromPath, JSONBody

from uka import rulesets
from uka.hosting.chosen_rules import ruleset_with_changes, unknown
from uka.rulesets.schema import RulesetSchema, schema
from uka.wire.http_bodies import FieldDifference, RulesetPage, RulesetRequest, RulesetSummary

from ..base.problems import HttpRefusal, refusal_responses
from .request import Request


@get("/api/rulesets", responses=refusal_responses())
async def all_rulesets(request: Request) -> list[RulesetSummary]:
    """List the rulesets that Uka ships with.

    Rulesets from published sources come first, then rulesets of countries and regions.
    """
    return [RulesetSummary(name, rules.title, rules.source) for name, rules in rulesets.all_rulesets().items()]


@get("/api/rulesets/schema", responses=refusal_responses())
async def ruleset_schema(request: Request) -> RulesetSchema:
    """Return the meaning, the allowed values and the default of each field of a ruleset.

    The response also lists which values of two fields contradict each other.
    """
    return schema()


@get("/api/rulesets/{name:str}", responses=refusal_responses(404))
async def one_ruleset(request: Request, name: FromPath[str]) -> RulesetPage:
    """Return a ruleset that Uka ships with: its fields, its rulebook and its differences.

    The differences are those from the ruleset that it extends. If it extends none, they are those from the defaults.
    """
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
    """Return the ruleset ``name`` with ``changes`` to its fields, its rulebook, and its differences from its base.

    The base is the ruleset that it extends or, if it extends none, the default values.
    """
    differences = tuple(FieldDifference(*difference) for difference in rulesets.differences(name, changes))
    return RulesetPage(rulesets.find(name, changes), rulesets.rulebook_of(name, changes), differences)
