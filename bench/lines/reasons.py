"""Lines about the reasons of hints: that they are true, and how much longer a hint takes with them."""

from collections import Counter
from itertools import islice
from random import Random
from time import process_time

from bench.registry import Figure, line, promise
from tests.coach.recount import Recount, agree, explained, in_its_own_worlds, observations, told
from uka.bots import evaluate
from uka.coach import hint

RULESETS = ("uka", "tainui", "bicycle", "north_american")
REASONS, HINTS = 1_000, 150


@line("19.1 reasons: true where they were counted, and in fresh worlds in 95 of 100")
def true_reasons() -> Figure:
    """Count the reasons of hints by the plain rules, in the same worlds and in other worlds of the same observation."""
    counts, rng = Counter[str](), Random(191)
    for rules in RULESETS:
        for seen, rated in explained(rules, rng):
            same, other = in_its_own_worlds(seen, rated), Recount(seen, rated, Random(rng.getrandbits(40)))
            for reason in same.reasons:
                true = told(reason) and agree(reason, same.figures(reason), exactly=True)
                counts.update({reason.kind: 1, "true": true, "false": not true})
                if reason.figures:
                    counts.update({"counted": 1, rules: 1, "fresh": agree(reason, other.figures(reason))})
            if counts[rules] >= REASONS // len(RULESETS):
                break
    figure = {
        "reasons": counts["true"] + counts["false"],
        "of a kind": {kind: counts[kind] for kind in ("result", "cards", "score", "view")},
        "true on view, or in their own worlds": counts["true"],
        "counted, within their errors in fresh worlds, %": round(100 * counts["fresh"] / counts["counted"], 1),
    }
    kept = not counts["false"] and counts["fresh"] >= 0.95 * counts["counted"]
    return promise(kept, figure, "a reason is false, or too many do not hold in fresh worlds")


@line("19.1 reasons: a hint takes at most a fifth longer with them", speed=True)
def time_of_a_hint() -> Figure:
    """Measure hints with reasons and without them in turn, in processor time."""
    figure, most = dict[str, object](), 0.0
    for rules in RULESETS:
        seen = list(islice(observations(rules, Random(5)), HINTS))
        for each in seen[:5]:
            hint(each)
        plain = explaining = 0.0
        for each in seen:
            begun = process_time()
            hint(each, evaluate)
            between = process_time()
            hint(each)
            plain, explaining = plain + between - begun, explaining + process_time() - between
        most = max(most, explaining / plain)
        figure[rules] = {"ms without": round(1e3 * plain / HINTS, 2), "times with": round(explaining / plain, 2)}
    return promise(most <= 1.2, figure, "a hint takes more than a fifth longer")
