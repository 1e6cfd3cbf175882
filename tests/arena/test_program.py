"""Programs as players: their answers are played, faults are reported, and no process remains."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import uka
from tests.arena import programs
from uka import Observation, Seat
from uka.arena.player_faults import PlayerFault
from uka.arena.program import RUNNING, STRIKES, ProgramPlayer
from uka.core.errors import UkaError

RULES = uka.ruleset("cardgames")


def seen() -> Observation:
    game, _ = uka.Game.start(RULES, dealer=Seat.EAST).start_deal(uka.shuffled(RULES, seed=1))
    assert game.turn is Seat.SOUTH
    return game.observe(Seat.SOUTH)


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    before = children()
    yield
    assert not RUNNING
    assert children() <= before


def children() -> set[str]:
    """The child processes of this one, including zombies; empty on systems that do not list them.

    The children of a thread that ends become children of another thread. So the children of all threads are listed.
    """
    found = set[str]()
    for listed in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):  # the thread has ended
            found.update(listed.read_text().split())
    return found


def asked(command: str, times: int = 1, seconds: float = 60.0) -> list[str]:
    """The results of asking a program several times: the kinds of its faults, or `fine`."""
    found: list[str] = []
    with ProgramPlayer(command, RULES, Seat.SOUTH, seconds) as program:
        for number in range(times):
            try:
                program.choose(seen(), Random(number))
                found.append("fine")
            except PlayerFault as fault:
                found.append(fault.kind)
    return found


def test_a_program_that_answers_plays() -> None:
    assert asked(programs.EXAMPLE, 20) == ["fine"] * 20


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        (programs.CRASHES, ["crashed"] * STRIKES + ["given_up"] * 2),
        (programs.SHOT, ["crashed"] * STRIKES + ["given_up"] * 2),
        (programs.GARBLED, ["garbled"] * STRIKES + ["given_up"] * 2),
        (programs.FOREIGN, ["garbled"] * STRIKES + ["given_up"] * 2),
        (programs.BINARY, ["garbled"] * STRIKES + ["given_up"] * 2),
        (programs.UNLAWFUL, ["illegal"] * 5),
        (programs.STUBBORN, ["fine"] * 5),
        (programs.LOUD, ["fine"] * 5),
        (programs.ENDLESS, ["garbled"] * STRIKES + ["given_up"] * 2),
    ],
)
def test_faults_are_reported(command: str, kinds: list[str]) -> None:
    assert asked(command, 5) == kinds


@pytest.mark.parametrize("command", [programs.ABSENT, programs.NAMELESS, programs.FLOOD])
def test_a_program_that_does_not_start_is_not_asked_again(command: str) -> None:
    assert set(asked(command, 5)) <= {"crashed", "garbled", "unasked", "given_up"}
    assert asked(command, 5)[-1] == "given_up"


def test_a_silent_program_is_late_and_is_restarted() -> None:
    start = time.monotonic()
    assert asked(programs.SILENT, 5, seconds=0.3) == ["late"] * STRIKES + ["given_up"] * 2
    assert time.monotonic() - start > 0.9


def test_output_without_a_request_is_a_fault() -> None:
    assert asked(programs.CHATTY, 5) == ["garbled"] * STRIKES + ["given_up"] * 2
    with ProgramPlayer(programs.TWICE, RULES, Seat.SOUTH) as program:
        program.choose(seen(), Random(0))
        assert program._running
        while program._running._in.empty():
            time.sleep(0.01)
        with pytest.raises(PlayerFault, match="without being asked"):
            program.choose(seen(), Random(1))


def test_a_program_that_never_reads_does_not_block() -> None:
    assert set(asked(programs.DEAF, 60)) <= {"fine", "unasked", "given_up"}


def test_the_children_of_a_program_end_with_it() -> None:
    asked(programs.PARENT, 2)
    left = subprocess.run(["pgrep", "-f", "sleep 61[.]5"], capture_output=True, check=False)
    assert not left.stdout


def test_standard_error_is_passed_on_if_requested(capfd: pytest.CaptureFixture[str]) -> None:
    command = programs.program('sys.stderr.write("here I am")\n' + programs.FIRST)
    for stderr in (False, True):
        with ProgramPlayer(command, RULES, Seat.SOUTH, stderr=stderr) as program:
            program.choose(seen(), Random(0))
        assert ("here I am" in capfd.readouterr().err) is stderr


def test_a_program_has_the_name_that_it_gives() -> None:
    with ProgramPlayer(programs.GOOD, RULES, Seat.SOUTH) as program:
        assert program.name == "odd"


@pytest.mark.parametrize("command", ["", " ", '"'])
def test_a_command_must_have_words(command: str) -> None:
    with pytest.raises(UkaError, match="is no command"):
        ProgramPlayer(command, RULES, Seat.SOUTH)
