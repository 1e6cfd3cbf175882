"""Random games as logs, with everything that a log can hold, and random rulesets that EGN can express."""

from __future__ import annotations

from random import Random

from tests.strategies import LEANS, laid_over, leaning, playing
from uka.core.cards import JOKER
from uka.core.draw import Draw
from uka.core.errors import UkaError
from uka.core.game import Game
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.scoring import Scoring
from uka.core.seats import SEATS
from uka.core.shuffle import shuffled
from uka.records import Acted, BellRecorded, Dealt, Log, MisdealRecorded, Note, drawn
from uka.rulesets import find

SAYABLE: tuple[tuple[str, tuple[object, ...]], ...] = (
    ("pack", (24, 28, 32)),
    ("nobody_calls", ("dealer_names", "throw_in")),
    ("partner_alone", ("off", "ordered")),
    ("loner_lead", ("dealer_left", "loner_left")),
    ("defend_alone", ("off", "against_loner")),
    ("partners_best", (False, True)),
    ("benny", ("off", "blind")),
    ("no_trump", (False, True)),
    ("farmers_hand", ("off", "exchange")),
    ("target", (0, 3, 10, 11)),
    ("deals", (0, 4)),
    ("scoring", (Scoring(), Scoring(lone_march=5, lone_euchred=3))),
    ("draw", ("random", "high_cut", "first_jack", "low_card")),
    ("packets", ("3-2", "2-3", "free", "kept_in_game", "kept")),
    ("cut", (False, True)),
)
"""Every field that EGN has a flag for, and some that it may leave out, with the values that it can express."""


def sayable_rules(rng: Random) -> Ruleset:
    """Return a random ruleset that EGN can express."""
    changes = {field: rng.choice(values) for field, values in SAYABLE}
    if changes["target"] and changes["deals"]:
        del changes["deals"]
    return laid_over(find("north_american"), changes)


def random_log(rules: Ruleset, rng: Random, *, plain: bool = False, most: int = 40) -> Log:
    """Return a game or rubber played at random.

    Unless ``plain``, it has draws, misdeals, bells, notes and claims of revokes.
    """
    lets = not plain and rng.random() < 0.3
    log = Log.start(rules, dealer=None if not plain and rng.random() < 0.5 else rng.choice(SEATS), revokes=lets)
    if log.header.dealer is None:
        log.append(_draw(rules, rng))
    for _ in range(most):
        if log.state.over:
            break
        _disturb(log, rng, plain)
        if not log.state.over:
            _play(log, rng, plain)
    return log


def _draw(rules: Ruleset, rng: Random):
    while True:
        draw = Draw.start(rules, shuffled(rules, rng.getrandbits(32)), rng.choice(SEATS))
        try:
            while draw.waiting:
                draw = draw.take(rng.randrange(len(draw.face_down)))
        except UkaError:  # ties used up the pack
            continue
        return drawn(draw.name_dealer(rng.choice(draw.namer.seats)) if draw.namer else draw)


def _disturb(log: Log, rng: Random, plain: bool) -> None:
    if plain:
        return
    if rng.random() < 0.1:
        log.append(MisdealRecorded())
    if log.rules.clock and rng.random() < 0.05 and not log.state.over:
        log.append(BellRecorded(rng.choice((None, 720.5))))
    if rng.random() < 0.1:
        log.append(Note('between deals: “kia ora”\n\u2028"quoted"'))


def _play(log: Log, rng: Random, plain: bool) -> None:
    rules = log.rules
    pack = leaning(rules, shuffled(rules, rng.getrandbits(32)), rng.choice(LEANS[:1] if plain else LEANS))
    if plain and rules.joker and pack[20] is JOKER:
        pack = (*pack[1:], pack[0])
    cut = rng.randint(4, len(pack) - 4) if rules.cut and not plain and rng.random() < 0.5 else None
    log.append(Dealt(pack, cut, _way(log, rng)))
    game = _game(log)
    assert game.deal is not None
    for step in playing(game.deal, rng):
        if not plain and rng.random() < 0.01 and not step.before.over:
            log.append(MisdealRecorded(late=bool(step.before.trick or step.before.tricks)))
            return
        if step.action not in log.state.legal_actions_of(step.seat):
            return  # a penalty for a revoke has won the game
        log.append(Acted(step.seat, step.action))
        if rng.random() < 0.02:
            log.append(Note(f"a remark on {step.seat}"))


def _game(log: Log) -> Game:
    return log.state.game if isinstance(log.state, Rubber) else log.state


def _way(log: Log, rng: Random) -> str | None:
    return log.state.kept_packet_pattern or rng.choice((None, *log.rules.packet_patterns))
