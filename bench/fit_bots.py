"""Fit the club bot's bidding weights: ``python -m bench.fit_bots`` writes ``src/uka/bots/bidding_weights.py``.

Club bots bid and play deals of many rulesets. At some calls the deal is continued in three ways: the seat calls and
plays with its partner, calls and plays a loner, or passes. Logistic curves are fitted to the makers' tricks as
functions of the hand's features. The points after a pass are fitted as a function of the best call's expected points.

Each round plays by the weights of the round before, and fits to the deals of all rounds. A best response to only the
last round would oscillate between loose and tight bidding. Random passes make strong hands occur late in the bidding
too. NumPy is required (the research extra).
"""

import importlib
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import uka
from uka import CallTrump, Deal, OrderUp, Phase, Ruleset
from uka.bots import bidding_weights, bot, hand_features
from uka.bots.bidding import HandEvaluator
from uka.core.actions import PASS
from uka.core.seats import SEATS

OUT = Path(bidding_weights.__file__)
NAMES = (
    "one", "trump tops", "trumps", "long trumps", "side tops", "voids", "lead",
    "turn-up mine", "turn-up partner's", "turn-up theirs", "trumps a hand", "no trump", "no trump tops",
)  # fmt: skip
MIX: tuple[tuple[str, dict[str, object]], ...] = (
    ("north_american", {}),
    ("north_american", {"no_trump": True}),
    ("knock", {"pack": 28}),
    ("knock", {"pack": 32}),
    ("bicycle", {}),
    ("bicycle", {"pack": 24, "target": 10}),
    ("canadian", {}),
    ("british", {}),
    ("british", {"nobody_calls": "dealer_names"}),
    ("uka", {}),
    ("uka", {"pack": 24}),
    ("tainui", {"clock": 0}),
    ("tainui", {"clock": 0, "pack": 24}),
)
KNOTS = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)
RIDGE, STRAIGHT = 1.0, 50.0
CLOSE, WIDE = 0.5, 0.5
"""Passes count most where a call is worth about ``CLOSE`` points, for there the choice is close."""
SHARE = 0.5
WILD = 0.25
CLUB = bot("club")
KINDS = ("dealer_names", "dealer_picks_up", "throw_in")
Row = tuple[Any, ...]


@dataclass
class Found:
    """Samples from deals: the hands and tricks of makers and of loners, and the points after passes."""

    makers: list[Row] = field(default_factory=list)
    loners: list[Row] = field(default_factory=list)
    passes: list[Row] = field(default_factory=list)

    def add(self, other: "Found") -> None:
        self.makers += other.makers
        self.loners += other.loners
        self.passes += other.passes


def played_out(deal: Deal, rng: random.Random) -> Deal:
    while not deal.over:
        assert deal.turn is not None
        deal, _ = deal.apply(CLUB.choose(deal.observe(deal.turn), rng))
    return deal


def branch(deal: Deal, rng: random.Random, found: Found) -> None:
    """Play a deal to its end in up to three ways after the call whose turn it is; add the results to ``found``."""
    seat = deal.turn
    assert seat is not None
    evaluator = HandEvaluator(deal.observe(seat))
    ordered = any(isinstance(a, OrderUp) for a in deal.legal_actions)
    suits = {a.suit for a in deal.legal_actions if isinstance(a, CallTrump)}
    calls = [OrderUp()] if ordered else [CallTrump(suit) for suit in sorted(suits, key=lambda s: s.index)]
    options = [(evaluator.call_features(call), call) for call in calls]
    if not options:
        return
    options.sort(
        key=lambda option: evaluator.expected_points(hand_features.contract_chances(option[0], False)), reverse=True
    )
    _, chosen = rng.choice(options) if rng.random() < WILD else options[0]
    for call in (chosen, msgspec.structs.replace(chosen, alone=True)):
        if call in deal.legal_actions:
            end = played_out(deal.apply(call)[0], rng)
            assert end.result is not None
            rows = found.loners if call.alone else found.makers
            rows.append((evaluator.call_features(call), end.result.tricks[seat.partnership.index]))
    if PASS in deal.legal_actions:
        place = len(deal.calls) % len(SEATS)
        kind = "throw_in" if deal.rules.nobody_calls.startswith("throw_in") else deal.rules.nobody_calls
        last = kind == "throw_in" and len(deal.calls) == 7
        if not last:
            end = played_out(deal.apply(PASS)[0], rng)
            assert end.result is not None
            points = end.result.points[seat.partnership.index] - end.result.points[seat.partnership.other.index]
            later = evaluator.later_calls() if deal.calling_round == 1 else []
            scoring = rules_points(deal.rules)
            found.passes.append((kind, deal.calling_round, place, options[0][0], later, scoring, points))


def rules_points(rules: Ruleset) -> tuple[int, int, int]:
    s = rules.scoring
    return s.made, s.march, s.euchred


def gather(part: tuple[int, int]) -> Found:
    """Play some deals and return samples from them; ``part`` is the number of deals and a seed."""
    deals, seed = part
    rng, found = random.Random(seed), Found()
    for number in range(deals):
        name, changes = MIX[number % len(MIX)]
        rules = uka.ruleset(name, changes)
        deal = Deal.start(rules, rng.choice(SEATS), uka.shuffled(rules, f"fit/{seed}/{number}"))
        while not deal.over and deal.phase is not Phase.PLAYING:
            if deal.phase is Phase.CALLING and rng.random() < SHARE:
                branch(deal, rng, found)
            assert deal.turn is not None
            deal, _ = deal.apply(CLUB.choose(deal.observe(deal.turn), rng))
    return found


def logistic_fit(x: np.ndarray, y: np.ndarray, ridge: float = 1.0) -> np.ndarray:
    """Return the weights of a ridge-regularized logistic regression of ``y`` on ``x``, by Newton's method."""
    weights = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (p - y) + ridge * weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(weights))
        weights = weights - np.linalg.solve(curve, slope)
    return weights


def curves(rows: list[Row]) -> tuple[np.ndarray, np.ndarray]:
    x, tricks = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    return logistic_fit(x, tricks >= 3), logistic_fit(x, tricks == 5)


def pass_fit(rows: list[Row], make: np.ndarray, march: np.ndarray) -> tuple[dict[str, Any], Any, Any, Any]:
    """Fit the points after a pass to the expected points of calls, by calling round and position in the calling order.

    Return the intercepts by kind of outcome, the additions at the knots of the best call's expected points, the slopes
    of the best later call's expected points, and the weights of the features.
    """

    def expected(features: Any, made: int, marched: int, euchred: int) -> float:
        p3, p5 = (1 / (1 + np.exp(-np.dot(w, features))) for w in (make, march))
        p5 = min(p3, p5)
        return float(p5 * marched + (p3 - p5) * made - (1 - p3) * euchred)

    knots = np.array(KNOTS)
    hats = np.eye(len(knots))
    first_knot, first_later = len(KINDS) * 8, (len(KINDS) + len(knots)) * 8
    first_feature = first_later + 4
    x, y, weights = np.zeros((len(rows), first_feature + 8 * len(NAMES))), np.zeros(len(rows)), np.zeros(len(rows))
    for i, (kind, number, place, features, later, scoring, points) in enumerate(rows):
        cell = (number - 1) * 4 + place
        x[i, KINDS.index(kind) * 8 + cell] = 1
        call = expected(features, *scoring)
        for knot, hat in enumerate(hats):
            x[i, first_knot + knot * 8 + cell] = np.interp(call, knots, hat)
        if later:
            x[i, first_later + place] = max(expected(each, *scoring) for each in later)
        start = first_feature + cell * len(NAMES)
        x[i, start : start + len(NAMES)] = features
        y[i] = points
        weights[i] = 1 / (1 + ((call - CLOSE) / WIDE) ** 2)
    smooth = RIDGE * np.eye(x.shape[1])
    for cell in range(8):  # neighbouring knots are drawn to lie on a straight line
        for knot in range(1, len(knots) - 1):
            bend = np.zeros(x.shape[1])
            bend[[first_knot + (knot + step) * 8 + cell for step in (-1, 0, 1)]] = 1, -2, 1
            smooth += STRAIGHT * np.outer(bend, bend)
    weighted = x * weights[:, None]
    w = np.linalg.solve(weighted.T @ x + smooth, weighted.T @ y)
    kinds = w[:first_knot].reshape(-1, 2, 4)
    by_call = w[first_knot:first_later].reshape(len(knots), 2, 4).transpose(1, 2, 0)
    by_features = w[first_feature:].reshape(2, 4, len(NAMES))
    return dict(zip(KINDS, kinds, strict=True)), by_call, w[first_later:first_feature], by_features


def text(makers: Any, loners: Any, passes: Any, by_call: Any, later: Any, by_features: Any, size: str) -> str:
    def row(values: Any) -> str:
        return "(" + ", ".join(f"{v:.3f}" for v in values) + ")"

    def two(rounds: Any) -> str:
        return f"({row(rounds[0])}, {row(rounds[1])})"

    lines = [
        '"""Fitted values of the club bot\'s calls. Written by ``python -m bench.fit_bots``.',
        "",
        f"Fitted to {size}.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "FEATURES = (",
        *(f'    "{name}",' for name in NAMES),
        ")",
        '"""The names of the features that ``hand_features.hand_features`` returns, in the same order."""',
        f"MAKE = {row(makers[0])}",
        f"MARCH = {row(makers[1])}",
        f"LONE_MAKE = {row(loners[0])}",
        f"LONE_MARCH = {row(loners[1])}",
        '"""Logistic weights of the features. ``MAKE`` and ``MARCH`` predict three tricks or more, and all five,',
        'with a partner. ``LONE_MAKE`` and ``LONE_MARCH`` predict the same for a loner."""',
        "PASS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {",
        *(f'    "{kind}": {two(rounds)},' for kind, rounds in passes.items()),
        "}",
        '"""``PASS[rule][round][seat]``: the expected points after a pass, if the best call is worth nothing.',
        "",
        "``rule`` says what happens if nobody calls. ``round`` is the calling round, from 0. ``seat`` is counted",
        "from the dealer's left, so that the dealer is 3.",
        '"""',
        f"KNOTS = {KNOTS}",
        '"""Expected points of the best call that the seat may make now."""',
        "PASS_BY_CALL = (",
        *(line for seats in by_call for line in ("    (", *(f"        {row(seat)}," for seat in seats), "    ),")),
        ")",
        '"""``PASS_BY_CALL[round][seat]``: what to add to ``PASS`` at each of ``KNOTS``."""',
        f"PASS_BY_LATER_CALL = {row(later)}",
        '"""``PASS_BY_LATER_CALL[seat]``: what to add in the first round for each expected point of the best call that',
        'the seat could make after the upcard is turned down."""',
        "PASS_BY_FEATURES = (",
        *(line for seats in by_features for line in ("    (", *(f"        {row(seat)}," for seat in seats), "    ),")),
        ")",
        '"""``PASS_BY_FEATURES[round][seat]``: what to add for each of ``FEATURES`` of the best call."""',
    ]
    return "\n".join(lines) + "\n"


def main(deals: int = 12_000, rounds: int = 6, jobs: int = 2) -> None:
    found = Found()
    for number in range(rounds):
        parts = [(deals // jobs, 1000 * number + j) for j in range(jobs)]
        with ProcessPoolExecutor(jobs) as pool:  # new processes import the weights of the last round
            for part in pool.map(gather, parts):
                found.add(part)
        makers, loners = curves(found.makers), curves(found.loners)
        passes, by_call, later, by_features = pass_fit(found.passes, *makers)
        size = f"{len(found.makers)} calls with a partner, {len(found.loners)} alone and {len(found.passes)} passes"
        OUT.write_text(text(makers, loners, passes, by_call, later, by_features, size), "utf-8")
        importlib.reload(bidding_weights)
        print(OUT.read_text("utf-8"), flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
