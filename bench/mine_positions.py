"""Find the positions of the suite in tests/bots/positions, and prove them by paired play-outs.

python -m bench.mine_positions            searches deals until each kind has its positions
python -m bench.mine_positions --prove    proves the positions again, with the bots as they are now

The search continues where it was stopped, by build/positions.json. Without this file, it begins with the first deal,
and adds to the positions in the suite.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from math import ceil, inf
from pathlib import Path
from random import Random

import msgspec

import uka
from bench.playouts import Difference, PlayOuts, Situation, observed
from bench.position_file import Position, Proof, read, write
from bench.position_kinds import KINDS, RULES, Named, is_of_kind
from bench.position_words import comment
from uka.bots import bot
from uka.core.action_text import action_text
from uka.core.actions import Action
from uka.core.deal import Deal
from uka.core.seats import SEATS

STATE = Path(__file__).parent.parent / "build" / "positions.json"
QUOTA, EASY, OF_RULES = 6, 2, 3
"""How many positions a kind has, how many of them may be easy, and how many may be of the same rules."""
STAGES = 32, 48, 120, 240, 400
"""The layouts that are played one after the other until a choice is clearly the best, or until it is hopeless."""
HOPELESS = 0.4, 1.0, 1.8, 2.8, 4.8
"""A position is given up if the lead of its best choice is fewer standard errors after the stage."""
CLEAR, ERRORS, AIM, MOST = 4.8, 4.0, 5.4, 2_000
"""The lead in standard errors after the search, the lead that is demanded of the proof, the lead that it aims at, and
the most layouts that it plays."""
MARGINS = {False: 0.1, True: 0.02}
"""The least lead: in points a deal, or in the chance of winning the game."""
AGREED, TRIES = 2.0, (60, 60, 120, 240)
"""The lead in standard errors that is demanded with ``expert`` in all seats, and the layouts played until it is."""
SURPRISES = 0.1
"""The share of the positions in which the strong bots agree that are tested although they cannot be easy ones."""
STRONG = "club", "expert", "master"
"""The levels of bots whose errors make a position hard."""
NEEDS = (1, 4), (1, 3), (1, 1), (1, 2), (2, 1), (2, 2), (2, 4)
"""Points that the two sides need in deals that are not the first of a game."""


class State(msgspec.Struct):
    """How far the search has come. What it has found is in the files of the suite."""

    deals: dict[str, int] = {}
    """The number of searched deals of each ruleset."""
    tested: dict[str, int] = {}
    """The number of positions of each kind that were played out."""
    easy: dict[str, int] = {}
    """The number of easy positions of each kind that were found."""


def situations(rules_name: str, number: int) -> Iterator[Situation]:
    """Yield the choices of the deal with the number ``number``, which ``club`` plays."""
    name, changes = RULES[rules_name]
    rules = uka.ruleset(name, changes)
    rng = Random(f"positions/{rules_name}/{number}")
    score = (0, 0)
    if rng.random() < 0.4:
        first, second = rng.sample(rng.choice(NEEDS), 2)
        score = (rules.target - first, rules.target - second)
    deal = Deal.start(rules, rng.choice(SEATS), uka.shuffled(rules, rng.getrandbits(64)))
    club = bot("club")
    while deal.turn is not None:
        if len(deal.legal_actions) > 1:
            yield Situation(deal, score)
        deal, _ = deal.apply(club.choose(observed(deal, score), rng))


class Miner:
    """Searches deals for positions of the kinds that are still wanted."""

    def __init__(self, state: State, kinds: Sequence[str], *, easy: bool) -> None:
        """Take the kinds that are searched. If ``easy`` is true, there may be any number of easy positions."""
        self.state, self._kinds, self._easy = state, kinds, easy
        suite = read()
        self.found = {kind: list(suite.get(kind, ())) for kind in kinds}

    @property
    def open_rules(self) -> list[str]:
        """The rulesets in which more positions are wanted."""
        return [rules for rules in RULES if any(self.wanted(kind, rules) for kind in self._kinds)]

    def wanted(self, kind: str, rules: str) -> bool:
        """Return whether more positions of a kind are wanted under these rules."""
        found = self.found[kind]
        of_rules = sum(position.rules == rules for position in found)
        most = QUOTA if len(KINDS[kind].rules) == 1 else OF_RULES
        return rules in KINDS[kind].rules and len(found) < QUOTA and of_rules < most

    def search(self, rules: str) -> None:
        """Search the next deal of a ruleset.

        A choice becomes a position of one kind, that with the fewest so far. A deal has one position of each kind.
        """
        number = self.state.deals.get(rules, 0)
        open_kinds = [kind for kind in self._kinds if self.wanted(kind, rules)]
        for choice, situation in enumerate(situations(rules, number)):
            named = {kind: is_of_kind(KINDS[kind], situation.seen) for kind in sorted(open_kinds, key=self._found_of)}
            fitting = {kind: each for kind, each in named.items() if each}
            if fitting:
                kept = self._test(rules, f"{rules} {number}.{choice}", situation, fitting)
                open_kinds = [kind for kind in open_kinds if kind != kept]
        self.state.deals[rules] = number + 1

    def _found_of(self, kind: str) -> int:
        return len(self.found[kind])

    def _may_be_easy(self, kind: str) -> bool:
        return self._easy or self.state.easy.get(kind, 0) < EASY

    def _test(self, rules: str, name: str, situation: Situation, named: dict[str, Named]) -> str:
        """Keep a position if its right choice can be proven, and return its kind, or an empty text.

        ``named`` has the choices that the maxims of its kinds name. A kind takes a position that is easy for strong
        bots only if it may have more of them. Where these bots agree on another choice, they are hardly ever wrong.
        """
        choices = {bot(level).choose(situation.seen, Random(f"{name}/{level}")) for level in STRONG}
        if len(choices) == 1 and Random(name).random() > SURPRISES:
            named = {kind: each for kind, each in named.items() if self._may_be_easy(kind) and choices <= each}
        if not named:
            return ""
        for kind in named:
            self.state.tested[kind] = self.state.tested.get(kind, 0) + 1
        games = situation.score != (0, 0)
        right, pairs = searched(games, name, situation, list(named.values()))
        easy = choices.issubset(right)
        kinds = (kind for kind, each in named.items() if each.issuperset(right))
        kind = next((kind for kind in kinds if not easy or self._may_be_easy(kind)), "")
        position = with_proof(kind, rules, name, situation, right, pairs) if right and kind else None
        if position is None:
            return ""
        self.state.easy[kind] = self.state.easy.get(kind, 0) + easy
        self.found[kind].append(position)
        write(kind, tuple(self.found[kind]))
        print(f"{kind}, {'easy' if easy else 'hard'}: {name}: {position.comment} {position.club}", flush=True)
        return kind


def searched(games: bool, name: str, situation: Situation, named: Sequence[Named]) -> tuple[list[Action], int]:
    """Return the right choices and how many layouts should prove them.

    There are none if no choices are clearly right, or if not all of them are among those that one of ``named`` has.
    """
    outs = PlayOuts(situation, bot("club"), games=games, seed=f"search/{name}")
    for count, least in zip(STAGES, HOPELESS, strict=True):
        outs.play(count)
        right = best_choices(outs)
        lead = outs.lead(right)
        fits = any(each.issuperset(right) for each in named)
        if lead.errors < least or (not fits and lead.errors > 2):
            break
        if outs.pairs > STAGES[0] and lead.errors >= CLEAR and lead.mean >= MARGINS[games]:
            return (right, needed(lead, outs.pairs)) if fits else ([], 0)
    return [], 0


def best_choices(outs: PlayOuts) -> list[Action]:
    """Return the best choices before the widest gap, in standard errors, between any choices and all worse ones.

    The best choices lie closer together than the gap is wide.
    """
    order = sorted(outs.results, key=outs.mean, reverse=True)
    groups = [order[:1]]
    for size in range(2, len(order)):
        if outs.mean(order[0]) - outs.mean(order[size - 1]) < outs.mean(order[size - 1]) - outs.mean(order[size]):
            groups.append(order[:size])
    return max(groups, key=lambda group: outs.lead(group).errors)


def needed(lead: Difference, pairs: int) -> int:
    """Return how many layouts make a lead so many standard errors as a proof aims at."""
    return min(MOST, max(100, ceil(pairs * (AIM / min(lead.errors, 10 * AIM)) ** 2 / 50) * 50))


def with_proof(
    kind: str, rules: str, name: str, situation: Situation, right: list[Action], pairs: int
) -> Position | None:
    """Return the position of which ``right`` are the right choices, or None if the proof fails.

    The tempting choice is the best that the maxim does not name, or the best of all others if it names them all.
    """
    games, named = KINDS[kind].games, is_of_kind(KINDS[kind], situation.seen)
    if not named or not named.issuperset(right):
        return None
    outs = PlayOuts(situation, bot("club"), games=games, seed=f"proof/{name}")
    outs.play(pairs)
    lead = outs.lead(right)
    if lead.errors < ERRORS or lead.mean < MARGINS[games]:
        return None
    others = outs.results.keys() - set(right)
    tempting = max(sorted(others - named or others, key=lambda action: action.index), key=outs.mean)
    right = sorted(right, key=outs.mean, reverse=True)
    confirmed = PlayOuts(situation, bot("expert"), games=games, seed=f"expert/{name}", only=(right[0], tempting))
    for count in TRIES:
        confirmed.play(count)
        second = confirmed.difference(right[0], tempting)
        if second.errors >= AGREED or second.errors < -1:
            break
    if second.errors < AGREED:
        return None
    return Position(
        name=name,
        rules=rules,
        score=situation.score,
        deal=situation.deal.text,
        right=tuple(map(action_text, right)),
        tempting=action_text(tempting),
        club=proof(lead, outs.pairs),
        expert=proof(second, confirmed.pairs),
        comment=comment(situation.seen, right[0], tempting),
    )


def proof(lead: Difference, pairs: int) -> Proof:
    return Proof(round(lead.mean, 4), round(lead.error, 4), pairs)


def search(in_time: Callable[[], bool], kinds: Sequence[str], *, easy: bool) -> None:
    """Search deals until each kind has its positions, or as long as ``in_time`` returns true."""
    state = msgspec.json.decode(STATE.read_bytes(), type=State) if STATE.exists() else State()
    miner = Miner(state, kinds, easy=easy)
    while miner.open_rules and in_time():
        for rules in miner.open_rules:
            if in_time():
                miner.search(rules)
        save(state)
    print(f"{sum(state.deals.values())} deals, {sum(state.tested.values())} positions tested; found of each kind:")
    print(", ".join(f"{kind} {len(found)} of {state.tested.get(kind, 0)}" for kind, found in miner.found.items()))


def save(state: State) -> None:
    STATE.parent.mkdir(exist_ok=True)
    new = STATE.with_suffix(".new")
    new.write_bytes(msgspec.json.encode(state))
    os.replace(new, STATE)


def prove_again(kinds: Sequence[str]) -> None:
    """Prove the positions of the suite again, and leave out those of which the proof fails."""
    for kind, positions in read().items():
        if kind in kinds:
            proofs = [proven_again(kind, position) for position in positions]
            for position, proof in zip(positions, proofs, strict=True):
                print(f"{kind}: {position.name}: {proof.club if proof else 'is not proven any more'}", flush=True)
            write(kind, tuple(proof for proof in proofs if proof))


def proven_again(kind: str, position: Position) -> Position | None:
    situation = position.situation
    right = [action for action in situation.deal.legal_actions if action in position.right_actions]
    return with_proof(kind, position.rules, position.name, situation, right, position.club.pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS], help="by default all kinds")
    parser.add_argument("--seconds", type=float, default=inf, help="how long to search")
    parser.add_argument("--easy", action="store_true", help="take any number of positions that all good bots get right")
    parser.add_argument("--prove", action="store_true", help="prove the positions of the suite again")
    options = parser.parse_args()
    kinds, end = options.kinds or list(KINDS), time.monotonic() + options.seconds
    if options.prove:
        prove_again(kinds)
    else:
        search(lambda: time.monotonic() < end, kinds, easy=options.easy)


if __name__ == "__main__":
    main()
