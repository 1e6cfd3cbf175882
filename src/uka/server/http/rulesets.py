"""HTTP routes for the rulesets that Uka ships with, and for rulesets with a client's changes."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from uka.hosting import ruleset_pages
from uka.rulesets.schema import RulesetSchema, schema
from uka.wire.http_bodies import RulesetPage, RulesetRequest, RulesetSummary

from ..base.problems import refusal_responses
from .request import Request


@get("/api/rulesets", responses=refusal_responses())
async def all_rulesets(request: Request) -> list[RulesetSummary]:
    """List the rulesets that Uka ships with.

    Rulesets from published sources come first, then rulesets of countries and regions.
    """
    return ruleset_pages.ruleset_summaries()


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
    return ruleset_pages.shipped_ruleset_page(name)


@post("/api/rulesets/check", status_code=200, responses=refusal_responses(400, 413, 415))
async def check_ruleset(request: Request, data: JSONBody[RulesetRequest]) -> RulesetPage:
    """Apply changes to a ruleset that Uka ships with, and return the changed ruleset. Nothing is stored.

    The status is 400 if changes are invalid or contradict each other; the body names the fields.
    """
    return ruleset_pages.changed_ruleset_page(data.rules, data.changes)
