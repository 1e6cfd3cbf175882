"""``uka bot check`` accepts programs that follow the protocol, and reports each fault with its observation."""

import msgspec
import pytest

from tests.arena import programs
from uka import Observation, Phase
from uka.arena.conformance import TEST_RULESETS, check_program

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
        (programs.ABSENT, "crashed", "it can't be started: No such file or directory"),
        (programs.NAMELESS, "garbled", "it answered hello with []"),
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


def test_behaviour_that_is_no_fault_gives_a_remark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uka.arena.conformance.TEST_RULESETS", TEST_RULESETS[:1])
    assert "seed differently" in check_program(programs.WAYWARD).remarks[0]
    stubborn = check_program(programs.STUBBORN)
    assert "went on when its input had ended" in stubborn.remarks[0]
    assert not stubborn.problems
