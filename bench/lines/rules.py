"""Lines about the rules: their speed, and their agreement with OpenSpiel's rules of euchre."""

from contextlib import suppress
from typing import Any

import uka
from bench.deals import median, openspiel_hands, race, ratio, uka_deals
from bench.registry import Figure, Skipped, line, promise
from tests.openspiel.lockstep import mismatches
from tests.openspiel.variants import VARIANTS
from uka.rulesets import SOURCES

HANDS = 5_000
AIM = 15_000


def openspiel() -> Any:
    """Import and return OpenSpiel's module, which is an optional dependency."""
    try:
        import pyspiel
    except ImportError:
        raise Skipped("OpenSpiel is not installed: pip install -e '.[openspiel]'") from None
    return pyspiel


@line("2.6 random full deals a second, one core, plain Python", speed=True)
def deals_a_second() -> Figure:
    """Measure the deals a second of every ruleset and of OpenSpiel, as medians of rounds in which all take turns.

    The promise is about the slowest ruleset.
    """
    rivals = {name: uka_deals(uka.ruleset(name)) for name in SOURCES}
    rivals["by OpenSpiel's rules"] = uka_deals(VARIANTS["stick the dealer"].rules)
    with suppress(Skipped):
        rivals["OpenSpiel"] = openspiel_hands(openspiel().load_game("euchre"))
    rates = race(rivals, rounds=9, count=1_000)
    figure: dict[str, Any] = {name: median(found) for name, found in rates.items()}
    if "OpenSpiel" in rates:
        figure["ours to OpenSpiel's, same rules"] = ratio(rates["by OpenSpiel's rules"], rates["OpenSpiel"])
    slowest = min(figure[name] for name in SOURCES)
    return promise(slowest >= AIM, figure, f"fewer than {AIM:,} deals a second")


@line("2.7 the same legal actions and returns as OpenSpiel's euchre")
def differential() -> Figure:
    """Play random hands in Uka and OpenSpiel in step, under OpenSpiel's defaults and each of OpenSpiel's options."""
    figure: dict[str, Any] = {}
    found = list[str]()
    for name, variant in VARIANTS.items():
        game = openspiel().load_game("euchre", variant.parameters)
        found += mismatches(game, variant.rules, range(HANDS))
        figure[f"hands, {name}"] = HANDS
    figure["mismatches"] = len(found)
    return promise(not found, figure, "".join(found[:1]))
