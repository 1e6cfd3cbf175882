"""Programs as players: what is right is played, what is wrong is told, and nothing of them stays behind."""

import os
import subprocess
import time
from collections.abc import Iterator
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
    """The processes that this one has started, dead ones that nobody waited for too; none where that is not told."""
    told = Path(f"/proc/self/task/{os.getpid()}/children")
    return set(told.read_text().split()) if told.exists() else set()


def asked(command: str, times: int = 1, seconds: float = 5.0) -> list[str]:
    """What a program did when it was asked so often: the kinds of its faults, or `fine`."""
    found: list[str] = []
    with ProgramPlayer(command, RULES, Seat.SOUTH, seconds) as program:
        for number in range(times):
            try:
                program.choose(seen(), Random(number))
                found.append("fine")
            except PlayerFault as fault:
                found.append(fault.kind)
    return found


def test_a_program_that_answers_is_a_player() -> None:
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
def test_what_is_wrong_is_told(command: str, kinds: list[str]) -> None:
    assert asked(command, 5) == kinds


@pytest.mark.parametrize("command", [programs.ABSENT, programs.NAMELESS, programs.FLOOD])
def test_one_that_does_not_begin_is_asked_no_more(command: str) -> None:
    assert set(asked(command, 5)) <= {"crashed", "garbled", "unasked", "given_up"}
    assert asked(command, 5)[-1] == "given_up"


def test_silence_costs_no_more_than_its_time_and_the_program() -> None:
    start = time.monotonic()
    assert asked(programs.SILENT, 5, seconds=0.3) == ["late"] * STRIKES + ["given_up"] * 2
    assert 0.9 < time.monotonic() - start < 8


def test_one_that_says_too_much_is_found_out() -> None:
    assert asked(programs.CHATTY, 5) == ["garbled"] * STRIKES + ["given_up"] * 2
    with ProgramPlayer(programs.TWICE, RULES, Seat.SOUTH) as program:
        program.choose(seen(), Random(0))
        time.sleep(0.3)
        with pytest.raises(PlayerFault, match="without being asked"):
            program.choose(seen(), Random(1))


def test_one_that_never_reads_holds_nobody_up() -> None:
    assert set(asked(programs.DEAF, 60)) <= {"fine", "unasked", "given_up"}


def test_what_it_starts_ends_with_it() -> None:
    asked(programs.PARENT, 2)
    left = subprocess.run(["pgrep", "-f", "sleep 61[.]5"], capture_output=True, check=False)
    assert not left.stdout


def test_its_errors_are_seen_where_that_is_asked(capfd: pytest.CaptureFixture[str]) -> None:
    command = programs.program('sys.stderr.write("here I am")\n' + programs.FIRST)
    for stderr in (False, True):
        with ProgramPlayer(command, RULES, Seat.SOUTH, stderr=stderr) as program:
            program.choose(seen(), Random(0))
        assert ("here I am" in capfd.readouterr().err) is stderr


def test_it_tells_its_name() -> None:
    with ProgramPlayer(programs.GOOD, RULES, Seat.SOUTH) as program:
        assert program.name == "odd"


@pytest.mark.parametrize("command", ["", " ", '"'])
def test_a_command_must_have_words(command: str) -> None:
    with pytest.raises(UkaError, match="is no command"):
        ProgramPlayer(command, RULES, Seat.SOUTH)
