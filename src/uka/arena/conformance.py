"""Tests whether a program follows the line protocol, in every phase of a deal and with every kind of bid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
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

from .error_output import ErrorOutput
from .player_faults import DOES_IT_FLUSH, FaultKind, PlayerFault, fallback
from .player_tally import ChoiceTimes
from .program import SECONDS, STILL, ProgramPlayer
from .start_check import check_start

TEST_RULESETS: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("tainui", {}),
    ("uka", {}),
    ("cardgames", {"no_trump": True, "nobody_calls": "throw_in"}),
    ("bicycle", {"farmers_hand": "exchange"}),
    ("british", {"pack": 28, "farmers_hand": "no_face", "benny": "seen"}),
    ("knock", {"alone_by": "anyone", "alone_asked": "after_discard", "partners_best": True, "partner_alone": "both"}),
)
"""The rulesets of the test. Each item is the name of a ruleset, and the fields of that ruleset that the test changes.
Together the rulesets contain every phase and every kind of bid."""
SAMPLES = {Phase.CALLING: 12, Phase.PLAYING: 16}
"""The number of decisions to sample for a phase under each ruleset. Phases that are missing here have
``OTHER_SAMPLES``."""
OTHER_SAMPLES = 6
SAMPLED_DEALS = 250
"""The number of random deals, under each ruleset, from which decisions are sampled."""
DEALS = 8
"""The number of deals that are played to their end under each ruleset."""
REPEATED = 4
"""The number of sampled decisions, under each ruleset, that the program must answer twice."""
PASSING = 0.7
ENDINGS = ("crashed", "late")
"""The kinds of fault that are reported with the program's error output."""
MOST_PROBLEMS = 20
"""The test stops after this number of problems."""


class ConformanceProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A fault of the program.

    It has a sentence that describes the fault, and the observation that the program had to answer, if it was asked for
    a choice. ``error_output`` has the last lines of the error output if the program ended, or did not start.
    """

    kind: FaultKind
    rules: str
    sentence: str
    observation: Observation | None = None
    error_output: str = ""


class ConformanceReport(msgspec.Struct, kw_only=True):
    """The result of a test. ``asked`` counts the requests by phase.

    ``remarks`` are sentences about weaknesses of the program that are not faults. ``p50`` and ``p99`` are quantiles of
    the answer times, and ``slowest`` is the longest time. All three are in seconds.
    """

    name: str
    asked: dict[str, int]
    deals: int = 0
    problems: list[ConformanceProblem] = msgspec.field(default_factory=list[ConformanceProblem])
    remarks: list[str] = msgspec.field(default_factory=list[str])
    p50: float | None = None
    p99: float | None = None
    slowest: float = 0.0


def check_program(command: str, seconds: float = SECONDS, *, stderr: bool = False) -> ConformanceReport:
    """Test a program under all test rulesets, and return a report. Raise ``UkaError`` if the command is empty.

    ``seconds`` is the time that the program has for each choice. If ``stderr`` is true, the program writes to the
    standard error of this process; otherwise the report has the last lines after a crash. The test ends early if the
    program does not start, or does not answer the first choice in time.
    """
    with ErrorOutput() as errors:
        checker = _Checker(command, seconds, errors, stderr=stderr)
        with suppress(_TestEnded):
            for number, (name, changes) in enumerate(TEST_RULESETS):
                checker.check_under(rulesets.find(name, changes), SEATS[number % len(SEATS)])
        return checker.report()


class _TestEnded(Exception):
    """Raised if further requests would tell nothing new."""


class _GivenUp(Exception):
    """Raised if the program is asked no more under the present ruleset."""


class _Checker:
    """A test of one program in progress."""

    def __init__(self, command: str, seconds: float, errors: ErrorOutput, *, stderr: bool) -> None:
        self._command, self._seconds, self._errors = command, seconds, errors
        self._stderr: bool | ErrorOutput = stderr or errors
        self._reacted = False
        self._report = ConformanceReport(name=command, asked={})
        self._asked, self._times, self._differs = Counter[str](), ChoiceTimes(), 0

    def check_under(self, rules: Ruleset, seat: Seat) -> None:
        """Ask the program to decide in sampled positions of ``seat``, then let it play ``seat`` in whole deals."""
        rng = Random(rules.name)
        if not self._asked:
            self._check_start(rules, seat)
        with ProgramPlayer(self._command, rules, seat, self._seconds, stderr=self._stderr) as program:
            self._report.name = program.name
            with suppress(_GivenUp):
                self._ask_samples(program, rules, seat, rng)
                for number in range(DEALS):
                    self._play(program, rules, seat, rng, number)
            try:
                program.check_silent(STILL)
            except PlayerFault as fault:
                self._record(fault, rules)
        if program.lingered:
            self._report.remarks.append(
                f"Under {rules.name} it went on when its input had ended, and was killed: it should end."
            )

    def _check_start(self, rules: Ruleset, seat: Seat) -> None:
        try:
            check_start(self._command, rules, seat, self._seconds, stderr=self._stderr)
        except PlayerFault as fault:
            told = f"it does not start: {fault}" if fault.kind == "crashed" else str(fault)
            self._record(PlayerFault(fault.kind, told), rules)
            raise _TestEnded from None
        self._errors.take()

    def report(self) -> ConformanceReport:
        """Return the report on everything tested so far."""
        report, times = self._report, self._times
        report.asked = {phase.value: self._asked[phase.value] for phase in Phase if self._asked[phase.value]}
        report.p50, report.p99 = times.within(0.5), times.within(0.99)
        if self._differs:
            report.remarks.append(
                "It answers the same request with the same seed differently: its games can't be repeated."
            )
        return report

    def _ask_samples(self, program: ProgramPlayer, rules: Ruleset, seat: Seat, rng: Random) -> None:
        for number, seen in enumerate(_sampled_observations(rules, seat, rng)):
            action = self._ask(program, seen, number)
            if number < REPEATED and action is not None:
                self._differs += self._ask(program, seen, number) != action

    def _play(self, program: ProgramPlayer, rules: Ruleset, seat: Seat, rng: Random, number: int) -> None:
        game = Game.start(rules, rng.choice(rules.seats))
        while not game.finished:
            game, _ = game.start_deal(shuffled(rules, str(rng.random())))
            while (turn := game.turn) is not None:
                seen = game.observe(turn)
                if turn is seat:
                    action = self._ask(program, seen, number) or fallback(seen)
                else:
                    action = _random_action(seen, rng)
                game, _ = game.apply(action)
        self._report.deals += 1

    def _ask(self, program: ProgramPlayer, seen: Observation, seed: int) -> Action | None:
        if len(self._report.problems) >= MOST_PROBLEMS:
            raise _TestEnded
        start = perf_counter()
        try:
            action = program.choose(seen, Random(seed))
        except PlayerFault as fault:
            self._fail(fault, seen, perf_counter() - start)
            return None
        self._count(seen, perf_counter() - start)
        self._reacted = True
        self._errors.trim()
        return action

    def _fail(self, fault: PlayerFault, seen: Observation, seconds: float) -> None:
        """Add the fault of a choice to the report.

        Raise ``_GivenUp`` if the program is asked no more, and ``_TestEnded`` if it has never answered in time.
        """
        if fault.kind == "given_up":
            self._record(fault, seen.rules)
            raise _GivenUp
        self._count(seen, seconds)
        self._reacted |= fault.kind != "late"
        if self._reacted:
            self._record(fault, seen.rules, seen)
            return
        self._record(PlayerFault("late", f"{fault}; {DOES_IT_FLUSH}"), seen.rules, seen)
        raise _TestEnded

    def _count(self, seen: Observation, seconds: float) -> None:
        self._asked[seen.phase.value] += 1
        self._times.count(seconds)
        self._report.slowest = max(self._report.slowest, seconds)

    def _record(self, fault: PlayerFault, rules: Ruleset, seen: Observation | None = None) -> None:
        told = self._errors.take() if fault.kind in ENDINGS else ""
        self._report.problems.append(
            ConformanceProblem(
                kind=fault.kind, rules=rules.name, sentence=str(fault), observation=seen, error_output=told
            )
        )


def _sampled_observations(rules: Ruleset, seat: Seat, rng: Random) -> Iterator[Observation]:
    """Yield observations of a seat at its turn, a fixed number for each phase.

    The observations come from random deals at random scores.
    """
    left = {phase: SAMPLES.get(phase, OTHER_SAMPLES) for phase in Phase}
    for number in range(SAMPLED_DEALS):
        most = (rules.target or 10) - 1
        score = (rng.randint(0, most), rng.randint(0, most))
        game = Game.start(rules, rules.seats[number % len(rules.seats)], score=score)
        game, _ = game.start_deal(shuffled(rules, str(rng.random())))
        while (turn := game.turn) is not None:
            seen = game.observe(turn)
            # Only a fifth of the decisions in play are sampled, so that the samples come from many deals.
            if turn is seat and left[seen.phase] and (seen.phase is not Phase.PLAYING or rng.random() < 0.2):
                left[seen.phase] -= 1
                yield seen
            game, _ = game.apply(_random_action(seen, rng))


def _random_action(seen: Observation, rng: Random) -> Action:
    """Return a random lawful action.

    In the calling rounds the action is usually a pass, so that deals reach the second round.
    """
    lawful = seen.lawful_actions
    if seen.phase is Phase.CALLING and PASS in lawful and rng.random() < PASSING:
        return PASS
    return rng.choice(lawful)
