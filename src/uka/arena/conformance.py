"""Checks that a program follows the line protocol, in every phase of a deal under rules that use them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from time import perf_counter

import msgspec

from uka import rulesets
from uka.core.actions import PASS, Action
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled

from .player_faults import FaultKind, PlayerFault, fallback
from .player_tally import ChoiceTimes
from .program import SECONDS, STILL, ProgramPlayer

TEST_RULESETS: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("tainui", {}),
    ("uka", {}),
    ("cardgames", {"no_trump": True, "nobody_calls": "throw_in"}),
    ("bicycle", {"farmers_hand": "exchange"}),
    ("british", {"pack": 28, "farmers_hand": "no_face", "benny": "seen"}),
    ("knock", {"alone_by": "anyone", "alone_asked": "after_discard", "partners_best": True, "partner_alone": "both"}),
)
"""The rules it is asked under: shipped ones, changed so that between them every phase and every call is met."""
MOMENTS = {Phase.CALLING: 12, Phase.PLAYING: 16}
"""How often it is asked in a phase, before whole deals are played; elsewhere ``FEW`` times."""
FEW = 6
WANDERINGS = 250
"""Deals in which such moments are looked for, under each rules."""
DEALS = 8
"""Whole deals under each rules."""
TWICE = 4
"""Moments under each rules that it is asked about twice."""
PASSING = 0.7
MOST_PROBLEMS = 20
"""After so many it is asked no more."""


class ConformanceProblem(msgspec.Struct, frozen=True, kw_only=True):
    """What was wrong, in a sentence, and what it was asked then."""

    kind: FaultKind
    rules: str
    sentence: str
    observation: Observation | None = None


class ConformanceReport(msgspec.Struct, kw_only=True):
    """What a check found. ``asked`` counts questions by phase; ``remarks`` are no faults."""

    name: str
    asked: dict[str, int]
    deals: int = 0
    problems: list[ConformanceProblem] = msgspec.field(default_factory=list[ConformanceProblem])
    remarks: list[str] = msgspec.field(default_factory=list[str])
    p50: float | None = None
    p99: float | None = None
    slowest: float = 0.0


def check_program(command: str, seconds: float = SECONDS, *, stderr: bool = False) -> ConformanceReport:
    """Ask a program all there is to ask. ``UkaError`` if the command is none."""
    checker = _Checker(command, seconds, stderr=stderr)
    for number, (name, changes) in enumerate(TEST_RULESETS):
        checker.visit(rulesets.find(name, changes), SEATS[number % len(SEATS)])
    return checker.found()


class _Checker:
    def __init__(self, command: str, seconds: float, *, stderr: bool) -> None:
        self._command, self._seconds, self._stderr = command, seconds, stderr
        self._found = ConformanceReport(name=command, asked={})
        self._asked, self._times, self._differs = Counter[str](), ChoiceTimes(), 0

    def visit(self, rules: Ruleset, seat: Seat) -> None:
        """Ask it under some rules, then play whole deals with it."""
        rng = Random(rules.name)
        with ProgramPlayer(self._command, rules, seat, self._seconds, stderr=self._stderr) as program:
            for number, seen in enumerate(_moments(rules, seat, rng)):
                action = self._ask(program, seen, number)
                if number < TWICE and action is not None:
                    self._differs += self._ask(program, seen, number) != action
            for number in range(DEALS):
                self._play(program, rules, seat, rng, number)
            try:
                program.quiet(STILL)
            except PlayerFault as fault:
                self._note(fault, rules)
        self._found.name = program.name
        if program.lingered:
            self._found.remarks.append(
                f"Under {rules.name} it went on when its input had ended, and was killed: it should end."
            )

    def found(self) -> ConformanceReport:
        """All that was found."""
        found, times = self._found, self._times
        found.asked = {phase.value: self._asked[phase.value] for phase in Phase if self._asked[phase.value]}
        found.p50, found.p99 = times.within(0.5), times.within(0.99)
        if self._differs:
            found.remarks.append(
                "Asked the same with the same seed it answers differently: its games can't be repeated."
            )
        return found

    def _play(self, program: ProgramPlayer, rules: Ruleset, seat: Seat, rng: Random, number: int) -> None:
        game = Game.start(rules, rng.choice(rules.seats))
        while not game.finished:
            game, _ = game.start_deal(shuffled(rules, str(rng.random())))
            while (turn := game.turn) is not None:
                seen = game.observe(turn)
                action = (self._ask(program, seen, number) or fallback(seen)) if turn is seat else _wander(seen, rng)
                game, _ = game.apply(action)
        self._found.deals += 1

    def _ask(self, program: ProgramPlayer, seen: Observation, seed: int) -> Action | None:
        if len(self._found.problems) >= MOST_PROBLEMS:
            return None
        self._asked[seen.phase.value] += 1
        start = perf_counter()
        try:
            return program.choose(seen, Random(seed))
        except PlayerFault as fault:
            self._note(fault, seen.rules, seen)
            return None
        finally:
            taken = perf_counter() - start
            self._times.count(taken)
            self._found.slowest = max(self._found.slowest, taken)

    def _note(self, fault: PlayerFault, rules: Ruleset, seen: Observation | None = None) -> None:
        given_up = fault.kind == "given_up"
        told = any(p.kind == "given_up" and p.rules == rules.name for p in self._found.problems)
        if len(self._found.problems) < MOST_PROBLEMS and not (given_up and told):
            observation = None if given_up else seen
            self._found.problems.append(
                ConformanceProblem(kind=fault.kind, rules=rules.name, sentence=str(fault), observation=observation)
            )


def _moments(rules: Ruleset, seat: Seat, rng: Random) -> Iterator[Observation]:
    """What a seat may be asked, so many of each phase, on the way through random deals at random scores."""
    left = {phase: MOMENTS.get(phase, FEW) for phase in Phase}
    for number in range(WANDERINGS):
        most = (rules.target or 10) - 1
        score = (rng.randint(0, most), rng.randint(0, most))
        game = Game.start(rules, rules.seats[number % len(rules.seats)], score=score)
        game, _ = game.start_deal(shuffled(rules, str(rng.random())))
        while (turn := game.turn) is not None:
            seen = game.observe(turn)
            # not every card of one deal, but some of many
            if turn is seat and left[seen.phase] and (seen.phase is not Phase.PLAYING or rng.random() < 0.2):
                left[seen.phase] -= 1
                yield seen
            game, _ = game.apply(_wander(seen, rng))


def _wander(seen: Observation, rng: Random) -> Action:
    """Any lawful action; while trump is called mostly a pass, so that both rounds are met."""
    lawful = seen.lawful_actions
    if seen.phase is Phase.CALLING and PASS in lawful and rng.random() < PASSING:
        return PASS
    return rng.choice(lawful)
