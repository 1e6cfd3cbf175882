"""A program of anybody's as a player: a process that is asked on its standard input and answers on its output."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from random import Random
from time import monotonic
from types import TracebackType
from weakref import WeakSet

import msgspec

from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat

from .player_faults import FaultKind, PlayerFault
from .protocol import ANSWER, GREETING, MOST_BYTES, NAME_MOST, ChooseRequest, ProgramHello, line
from .worker_process import ABANDON_HOOKS

SECONDS = 10.0
"""How long a choice may take, where nothing else is said."""
START = 20.0
"""Seconds from a program's start to its answer to hello."""
END = 1.0
"""Seconds that it has to end when its input has ended."""
STILL = 0.02
"""Seconds to wait for what a program may say unasked."""
STRIKES = 3
"""So often it is ended when it fails, and started anew; then it is asked no more. What is only unlawful is let be."""


class ProgramPlayer:
    """A ``Bot`` that is a command: started by ``with``, started anew when it is asked after it failed.

    It has a session of its own, so that Ctrl-C is not its business and what it starts ends with it.
    """

    def __init__(
        self, command: str, rules: Ruleset, seat: Seat, seconds: float = SECONDS, *, stderr: bool = False
    ) -> None:
        self.name, self.lingered = command, False
        self._words = words_of(command)
        self._hello = ProgramHello(seat=seat, seconds=seconds, rules=rules)
        self._stderr = None if stderr else subprocess.DEVNULL
        self._talk: _Talk | None = None
        self._strikes = 0

    def __enter__(self) -> ProgramPlayer:
        with suppress(PlayerFault):  # told when it is asked
            self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Its answer. ``PlayerFault`` says what was wrong with it."""
        message = ChooseRequest(seed=rng.getrandbits(32), observation=observation)
        answer = self._asked(message, self._hello.seconds)
        try:
            action = ANSWER.decode(answer)
        except msgspec.MsgspecError as error:
            raise self._struck("garbled", f"it answered {_shown(answer)}, which is no action: {error}") from None
        if action not in observation.lawful_actions:
            self.quiet(STILL)  # it may have answered what it was asked before
            why = observation.why_not(action) or "the rules of play forbid it"
            raise PlayerFault("illegal", f"it answered {_shown(answer)}, which is not lawful: {why}")
        return action

    def start(self) -> None:
        """Start it if it does not run, and hear its name. ``PlayerFault`` where that fails."""
        if self._talk is not None:
            return
        if self._strikes >= STRIKES:
            raise PlayerFault("given_up", f"it failed {STRIKES} times and is asked no more")
        try:
            self._talk = _Talk(self._words, self._stderr)
        except OSError as error:
            raise self._struck("crashed", f"it can't be started: {error.strerror}") from None
        answer = self._answer(line(self._hello), START)
        try:
            name = GREETING.decode(answer).name.strip()
        except msgspec.MsgspecError as error:
            raise self._struck("garbled", f"it answered hello with {_shown(answer)}: {error}") from None
        self.name = name[:NAME_MOST] or self.name

    def quiet(self, seconds: float = 0.0) -> None:
        """``PlayerFault`` if it says something that it was not asked for, now or in so many seconds."""
        if self._talk is not None and (said := self._talk.heard(seconds)):
            raise self._struck("unasked", f"it said {_shown(said)} without being asked")

    def close(self) -> None:
        """End it: its input ends, and a moment later it is killed with all that it started."""
        if self._talk is not None:
            self.lingered |= not self._talk.end()
            self._talk = None

    def _asked(self, message: ChooseRequest, seconds: float) -> bytes:
        self.start()
        return self._answer(line(message), seconds)

    def _answer(self, said: bytes, seconds: float) -> bytes:
        assert self._talk is not None
        self.quiet()
        try:
            answer = self._talk.ask(said, seconds)
        except Empty:
            raise self._struck("late", f"it did not answer in {seconds:g} seconds") from None
        if answer is None:
            raise self._struck("crashed", self._talk.ending())
        if len(answer) > MOST_BYTES:
            raise self._struck("garbled", f"it said a line of more than {MOST_BYTES} bytes")
        return answer

    def _struck(self, kind: FaultKind, sentence: str) -> PlayerFault:
        self._strikes += 1
        if self._talk is not None:
            self._talk.kill()
            self._talk = None
        return PlayerFault(kind, sentence)


class _Talk:
    """A running program: a thread writes to it and another reads, so that no full pipe and no flood holds us up."""

    def __init__(self, words: list[str], stderr: int | None) -> None:
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, start_new_session=True
        )
        RUNNING.add(self)
        self._out: SimpleQueue[bytes | None] = SimpleQueue()
        self._in: Queue[bytes | None] = Queue(maxsize=4)
        self._threads = tuple(threading.Thread(target=work, daemon=True) for work in (self._write, self._read))
        for thread in self._threads:
            thread.start()

    def ask(self, said: bytes, seconds: float) -> bytes | None:
        """The next line it says; None if it ended. ``Empty`` if nothing came in time."""
        self._out.put(said)
        return self._in.get(timeout=seconds)

    def heard(self, seconds: float) -> bytes:
        """A line that it says unasked in so many seconds, or said before. Its end is left to be found by ``ask``."""
        with suppress(Empty):
            said = self._in.get(block=seconds > 0, timeout=seconds)
            if said is not None:
                return said
            self._in.put(None)
        return b""

    def ending(self) -> str:
        """How it ended."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(END)
            return f"it ended with exit code {code}" if code >= 0 else f"it was ended by signal {-code}"
        return "it closed its output"

    def end(self) -> bool:
        """Let it end by itself; whether it did."""
        self._out.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END)
        quiet = self._process.returncode is not None
        self.kill()
        return quiet

    def kill(self) -> None:
        """End it now, with all that it started, and leave nothing behind."""
        self._out.put(None)
        self.strike()
        self._process.wait()
        deadline = monotonic() + END
        while self._threads[1].is_alive() and monotonic() < deadline:  # it may wait for room
            with suppress(Empty):
                self._in.get(timeout=0.01)
        for thread in self._threads:
            thread.join(END)
        for thread, pipe in zip(self._threads, (self._process.stdin, self._process.stdout), strict=True):
            if not thread.is_alive() and pipe is not None:
                with suppress(OSError):
                    pipe.close()
        RUNNING.discard(self)

    def strike(self) -> None:
        """Send it, and all of its session, the signal that ends it."""
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            while (said := self._out.get()) is not None:
                self._process.stdin.write(said)
                self._process.stdin.flush()
        with suppress(OSError):
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while said := self._process.stdout.readline(MOST_BYTES + 2):
                self._in.put(said)
        self._in.put(None)


RUNNING: WeakSet[_Talk] = WeakSet()


def _strike_all() -> None:
    for talk in list(RUNNING):
        talk.strike()


ABANDON_HOOKS.append(_strike_all)


def words_of(command: str) -> list[str]:
    """A command as the words that a shell would make of it. ``UkaError`` if it has none."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise UkaError(f"{command!r} is no command")
    return words


def _shown(said: bytes) -> str:
    text = said.decode(errors="replace").strip()
    return text if len(text) <= 80 else f"{text[:77]}..."
