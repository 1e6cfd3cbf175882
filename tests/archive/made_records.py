"""Games for the archive: one of each source ruleset, house rules, misdeals, a revoke, rulings, and a rubber."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from tests.records.games import random_log
from uka import rulesets
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling
from uka.core.seats import Partnership
from uka.core.shuffle import shuffled
from uka.records import Acted, BellRecorded, Dealt, Log, MisdealRecorded, Note, RulingGiven, Scored, read

HERE = Path(__file__).parent
PLAYERS = ("Ana", "Ben", "Caro", "Dan")
HOUSES: Mapping[str, Mapping[str, Any]] = {
    "house_benny_blind": {"benny": "blind", "farmers_hand": "no_face"},
    "house_benny_seen": {"benny": "seen", "natural_needed": True, "alone_asked": "after_discard"},
    "house_benny_next": {"benny": "next"},
    "house_redeal": {"farmers_hand": "low", "nobody_calls": "throw_in"},
    "house_under_and_best": {
        "farmers_hand": "exchange", "partners_best": True, "dealer_out": "loner", "partner_alone": "both",
        "defend_alone": "against_loner", "scoring.defended_alone": 4,
    },
    "house_alone_after": {
        "alone_by": "anyone", "alone_asked": "after_discard", "defend_alone": "always", "scoring.defended_alone": 4,
        "no_trump": True,
    },
    "house_must_head": {"must_head": True, "first_lead_trump": False},
}  # fmt: skip
"""The changes to the ruleset ``cardgames``, by the name of the file."""
WANTED: Mapping[str, frozenset[str]] = {
    "uka": frozenset({"lone_euchred"}),
    "tainui": frozenset({"CallTrump"}),
    "knock": frozenset({"made", "lone_march"}),
    "bicycle": frozenset({"lone_made"}),
    "cardgames": frozenset({"march", "euchred"}),
    "house_benny_blind": frozenset({"NameSuit"}),
    "house_benny_seen": frozenset({"NameSuit", "GoAlone"}),
    "house_redeal": frozenset({"ClaimRedeal", "redeal", "thrown_in"}),
    "house_under_and_best": frozenset({"GoUnder", "Give", "defended_alone"}),
    "house_alone_after": frozenset({"GoAlone", "defended_alone"}),
}
"""The actions and outcomes that a game has, by the name of the file."""


def made() -> Iterator[tuple[str, Log]]:
    """Yield the name of each record, and the record."""
    for name in rulesets.SOURCES:
        ends = _rung if name == "tainui" else _drawn_first
        yield name, _found(rulesets.find(name), ends, name)
    yield "rubber", _found(rulesets.find("bicycle", {"rubber": True, "target": 3}), _of_three_games)
    yield "misdeal", _found(rulesets.find("tainui", {"target": 3}), _misdealt_twice)
    yield "revoke", _found(rulesets.find("cardgames", {"target": 5}), _made_and_revoked)
    yield "rulings", _ruled()
    for name, changes in HOUSES.items():
        house = replace(rulesets.find("cardgames", {**changes, "target": 3}), name=name, title=name, source="")
        yield name, _found(house, lambda log: True, name)
    for name in ("small", "early"):
        yield f"imported_{name}", read(HERE / f"{name}.egn").games[0]


def _found(rules: Ruleset, wanted: Callable[[Log], bool], name: str = "") -> Log:
    """Return the first of many random games that is over and is wanted, and in which all happens that must happen."""
    for number in count():
        log = random_log(rules, Random(f"{rules.name} {number}"), most=60)
        if log.entries and log.state.over and wanted(log) and WANTED.get(name, frozenset()) <= _happened(log):
            return _renamed(log)
    raise AssertionError


def _renamed(log: Log) -> Log:
    other = Log(replace(log.header, players=PLAYERS))
    for entry in log.entries:
        if not isinstance(entry, Scored):
            other.append(entry)
    return other


def _happened(log: Log) -> set[str]:
    """Return the actions and the outcomes of a game."""
    actions = {type(entry.action).__name__ for entry in log.entries if isinstance(entry, Acted)}
    return actions | {str(entry.result.outcome.value) for entry in log.entries if isinstance(entry, Scored)}


def _drawn_first(log: Log) -> bool:
    return log.header.dealer is None and any(isinstance(entry, Note) for entry in log.entries)


def _rung(log: Log) -> bool:
    return _drawn_first(log) and any(isinstance(entry, BellRecorded) for entry in log.entries)


def _of_three_games(log: Log) -> bool:
    return isinstance(log.state, Rubber) and len(log.state.games) == 3


def _misdealt_twice(log: Log) -> bool:
    return any(
        isinstance(one, MisdealRecorded) and isinstance(two, MisdealRecorded) for one, two in pairwise(log.entries)
    )


def _made_and_revoked(log: Log) -> bool:
    return {"revoked", "made"} <= _happened(log)


def _ruled() -> Log:
    """Return a game in which officials give each kind of ruling."""
    rules, rng = rulesets.find("tainui"), Random("rulings")
    log = Log.start(rules, dealer=rules.seats[0], players=PLAYERS)
    side, other = Partnership.NORTH_SOUTH, Partnership.EAST_WEST
    for line, ruling in enumerate(
        (
            PointsRuling(points=(2, 0), reason="a point was missed"),
            RevokeRuling(offenders=other),
            MisdealRuling(reason="six cards to West"),
            PointsRuling(points=(-1, 0)),
            ForfeitRuling(side=side, ejected=True, reason="signs"),
        ),
        7,
    ):
        log.append(Dealt(shuffled(rules, rng.getrandbits(32))))
        while not _played_a_card(log):
            log.act(rng.choice(log.state.legal_actions))
        log.append(RulingGiven(ruling, line))
        while log.state.in_deal and not log.state.over:
            log.act(rng.choice(log.state.legal_actions))
    return log


def _played_a_card(log: Log) -> bool:
    deal = log.state.deal
    return deal is not None and (bool(deal.trick) or deal.over)
