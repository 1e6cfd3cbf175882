"""The test whether a program follows the line protocol, in every phase of a deal and with every kind of bid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from time import perf_counter

import msgspec
from msgspec.structs import replace

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
"""The rulesets of the test: for each, its name and a dict from the fields that the test changes to their values.

Together the rulesets have every phase of a deal and every kind of bid.
"""
SAMPLES = {Phase.CALLING: 12, Phase.PLAYING: 16}
"""The number of decisions that are sampled in a phase under each ruleset."""
OTHER_SAMPLES = 6
"""The number of decisions that are sampled in each phase that is not in ``SAMPLES``."""
SAMPLED_DEALS = 250
"""The number of random deals, under each ruleset, from which decisions are sampled."""
DEALS = 8
"""The number of deals that are played to their end under each ruleset."""
REPEATED = 4
"""The number of sampled decisions, under each ruleset, that the program must answer twice."""
PASSING = 0.7
"""The probability of a pass by a random player that may pass."""
ENDINGS = ("crashed", "late")
"""The kinds of fault that are reported with the program's error output."""
MOST_PROBLEMS = 20
"""The test stops after this number of problems."""


class ConformanceProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A fault that the conformance test found in a program that plays in the arena."""

    kind: FaultKind
    rules: str
    """The name of the ruleset under which the fault occurred."""
    sentence: str
    """A sentence that describes the fault."""
    observation: Observation | None = None
    """What the program saw, if it was asked for a choice."""
    error_output: str = ""
    """The last lines of the program's error output, if the program ended, did not start or was late."""


class ConformanceReport(msgspec.Struct, kw_only=True):
    """The result of the test of a program."""

    name: str
    """The name that the program gave itself, or its command."""
    asked: dict[str, int]
    """The number of choices that the program was asked for, by phase."""
    deals: int = 0
    """The number of deals that were played to their end."""
    problems: list[ConformanceProblem] = msgspec.field(default_factory=list[ConformanceProblem])
    remarks: list[str] = msgspec.field(default_factory=list[str])
    """Sentences about weaknesses of the program that are not faults."""
    p50: float | None = None
    """The median of the times of its choices, in seconds."""
    p99: float | None = None
    """The time that 99 of 100 choices did not exceed, in seconds."""
    slowest: float = 0.0
    """The longest time of a choice, in seconds."""


def check_program(command: str, seconds: float = SECONDS, *, stderr: bool = False) -> ConformanceReport:
    """Test the program that ``command`` starts under all rulesets of the test, and return a report.

    ``seconds`` is the time that the program has for each choice. If ``stderr`` is true, the program writes to the
    standard error of this process; otherwise the report has the last lines of that output after a crash. The test ends
    early if the program does not start, or does not answer the first choice in time. Raise ``UkaError`` if ``command``
    is empty.
    """
    with ErrorOutput() as errors:
        checker = _Checker(command, seconds, errors, stderr=stderr)
        with suppress(_TestEnded):
            for number, (name, changes) in enumerate(TEST_RULESETS):
                checker.check_under(rulesets.find(name, changes), SEATS[number % len(SEATS)])
        return checker.report()


class _TestEnded(Exception):
    """Raised to end the test, because further requests would show nothing new."""


class _GivenUp(Exception):
    """Raised to end the test under one ruleset, because the program has failed too often and is asked no more."""


class _Checker:
    """The test of one program while it runs."""

    def __init__(self, command: str, seconds: float, errors: ErrorOutput, *, stderr: bool) -> None:
        self._command, self._seconds, self._errors = command, seconds, errors
        self._stderr: bool | ErrorOutput = stderr or errors
        self._reacted = False
        self._report = ConformanceReport(name=command, asked={})
        self._asked, self._times, self._differs = Counter[str](), ChoiceTimes(), 0

    def check_under(self, rules: Ruleset, seat: Seat) -> None:
        """Test the program under ``rules``: first in sampled positions of ``seat``, and then in whole deals."""
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
            sentence = f"it does not start: {fault}" if fault.kind == "crashed" else str(fault)
            self._record(PlayerFault(fault.kind, sentence), rules)
            raise _TestEnded from None
        self._errors.take_last_lines()

    def report(self) -> ConformanceReport:
        """Return the report on all that was tested so far."""
        remarks = list(self._report.remarks)
        if self._differs:
            remarks.append("It answers the same request with the same seed differently: its games can't be repeated.")
        return replace(
            self._report,
            asked={phase.value: self._asked[phase.value] for phase in Phase if self._asked[phase.value]},
            p50=self._times.quantile(0.5),
            p99=self._times.quantile(0.99),
            remarks=remarks,
        )

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
            self._handle_fault(fault, seen, perf_counter() - start)
            return None
        self._count(seen, perf_counter() - start)
        self._reacted = True
        self._errors.empty_if_large()
        return action

    def _handle_fault(self, fault: PlayerFault, seen: Observation, seconds: float) -> None:
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
        error_output = self._errors.take_last_lines() if fault.kind in ENDINGS else ""
        self._report.problems.append(
            ConformanceProblem(
                kind=fault.kind, rules=rules.name, sentence=str(fault), observation=seen, error_output=error_output
            )
        )


def _sampled_observations(rules: Ruleset, seat: Seat, rng: Random) -> Iterator[Observation]:
    """Yield what ``seat`` sees at some of its turns, up to a fixed number for each phase.

    The turns come from random deals at random scores.
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
    """Return a random lawful action. While seats call, it is mostly a pass, so that deals reach the second round."""
    lawful = seen.lawful_actions
    if seen.phase is Phase.CALLING and PASS in lawful and rng.random() < PASSING:
        return PASS
    return rng.choice(lawful)
