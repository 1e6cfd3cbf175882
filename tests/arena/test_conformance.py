"""``uka bot check`` accepts programs that follow the protocol, and reports each fault with its observation."""

import msgspec
import pytest

import uka
from tests.arena import programs
from uka import Observation, Phase, Seat
from uka.arena.conformance import TEST_RULESETS, check_program
from uka.arena.program import STRIKES
from uka.arena.start_check import check_start

FEWER = 3


@pytest.fixture(autouse=True)
def shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uka.arena.conformance.DEALS", FEWER)


def test_the_example_conforms_and_is_asked_in_every_phase() -> None:
    found = check_program(programs.EXAMPLE)
    assert not found.problems
    assert not found.remarks
    assert found.name == "example"
    assert set(found.asked) == {phase.value for phase in Phase} - {"over"}
    assert found.deals == len(TEST_RULESETS) * FEWER
    assert found.p50
    assert found.p99
    assert found.p50 <= found.p99 <= found.slowest * 1.02


@pytest.mark.parametrize(
    ("command", "kind", "told"),
    [
        (programs.CRASHES, "crashed", "it ended with exit code 3"),
        (programs.SHOT, "crashed", "it was ended by signal 9"),
        (programs.GARBLED, "garbled", "it answered I pass, which is no action"),
        (programs.UNLAWFUL, "illegal", "which is not lawful"),
        (programs.TWICE, "unasked", "without being asked"),
        (programs.SILENT, "late", "it did not answer in 0.2 seconds"),
    ],
)
def test_a_fault_is_reported_with_its_observation(
    command: str, kind: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uka.arena.conformance.TEST_RULESETS", TEST_RULESETS[:1])
    found = check_program(command, seconds=0.2 if command == programs.SILENT else 5.0)
    first = next(problem for problem in found.problems if problem.kind == kind)
    assert told in first.sentence
    assert first.observation is not None
    assert msgspec.json.decode(msgspec.json.encode(first.observation), type=Observation) == first.observation


@pytest.mark.parametrize(
    ("command", "kind", "told", "error_output"),
    [
        (programs.ABSENT, "crashed", "it does not start: its command failed: No such file or directory", ""),
        (programs.NO_FILE, "crashed", "it does not start: it ended with exit code 2", "can't open file"),
        (programs.NAMELESS, "garbled", "it answered hello with []", ""),
        (programs.UNFLUSHED, "late", "it answers hello only when its input has ended: it must flush each line", ""),
        (programs.MUTE, "late", "it did not answer hello in 0.5 seconds; does it flush each line of output?", ""),
    ],
)
def test_a_program_that_does_not_start_is_not_asked_for_choices(
    command: str, kind: str, told: str, error_output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uka.arena.start_check.QUICK", 0.4)
    if command == programs.MUTE:
        monkeypatch.setattr("uka.arena.start_check.START", 0.5)
    found = check_program(command)
    assert found.asked == {}
    (problem,) = found.problems
    assert (problem.kind, problem.observation) == (kind, None)
    assert told in problem.sentence
    assert error_output in problem.error_output


def test_a_slow_start_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uka.arena.start_check.QUICK", 0.4)
    check_start(programs.SLOW_TO_START, uka.ruleset("cardgames"), Seat.SOUTH, 5.0)


def test_the_start_is_checked_under_the_first_ruleset_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uka.arena.conformance.DEALS", 0)
    checked = list[str]()
    monkeypatch.setattr("uka.arena.conformance.check_start", lambda _, rules, *rest, **more: checked.append(rules.name))
    assert check_program(programs.EXAMPLE).problems == []
    assert checked == [TEST_RULESETS[0][0]]


def test_the_test_ends_at_a_first_choice_that_is_not_flushed() -> None:
    found = check_program(programs.UNFLUSHED_CHOICES, seconds=0.3)
    (problem,) = found.problems
    assert problem.sentence == "it did not answer in 0.3 seconds; does it flush each line of output?"
    assert problem.observation is not None
    assert sum(found.asked.values()) == 1


def test_a_crash_is_told_with_the_end_of_the_error_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uka.arena.conformance.TEST_RULESETS", TEST_RULESETS[:1])
    found = check_program(programs.RAISES)
    crashes = [problem for problem in found.problems if problem.kind == "crashed"]
    assert len(crashes) == STRIKES
    assert all(problem.error_output.endswith("KeyError: 'suit'") for problem in crashes)
    assert sum(found.asked.values()) == STRIKES
    assert [problem.kind for problem in found.problems] == ["crashed"] * STRIKES + ["given_up"]


def test_behaviour_that_is_no_fault_gives_a_remark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uka.arena.conformance.TEST_RULESETS", TEST_RULESETS[:1])
    assert "seed differently" in check_program(programs.WAYWARD).remarks[0]
    stubborn = check_program(programs.STUBBORN)
    assert "went on when its input had ended" in stubborn.remarks[0]
    assert not stubborn.problems
