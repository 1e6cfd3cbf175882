"""Players that are external programs. A program reads requests on its standard input, and writes its answers."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from random import Random
from shutil import which
from time import monotonic
from types import TracebackType
from weakref import WeakSet

import msgspec

from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.text.printable import one_line

from .error_output import ErrorOutput, relay, stderr_target
from .player_faults import FaultKind, PlayerFault, late_hello_sentence
from .protocol import ANSWER, GREETING, MOST_BYTES, NAME_MOST, ChooseAction, Hello, line
from .worker_process import ABANDON_HOOKS

SECONDS = 10.0
"""The default time that a program has for a choice, in seconds."""
START = 20.0
"""The time that a program has from its start to its answer to the first message, in seconds."""
END = 1.0
"""The time that a program has to exit after its input is closed, in seconds."""
STILL = 0.02
"""The time for which the arena waits for output that it did not request, in seconds."""
STRIKES = 3
"""The number of failures after which the arena asks a program no more. After an earlier failure it is started again.

An illegal action does not count as a failure.
"""


class ProgramPlayer:
    """A ``Bot`` that asks a program. ``command`` starts the program.

    A ``with`` block starts the program and ends it. After a failure, the next request starts the program again. The
    program runs in a session of its own, so that Ctrl-C does not reach it, and its child processes end with it.
    ``lingered`` is true if the program had to be killed, because it did not exit after its input was closed.
    """

    def __init__(
        self,
        command: str,
        rules: Ruleset,
        seat: Seat,
        seconds: float = SECONDS,
        *,
        stderr: bool | ErrorOutput = False,
    ) -> None:
        self.name, self.lingered = command, False
        self._words = words_of(command)
        self._hello = Hello(seat=seat, seconds=seconds, rules=rules)
        self._stderr = stderr_target(stderr)
        self._running: _Process | None = None
        self._strikes = 0

    def __enter__(self) -> ProgramPlayer:
        with suppress(PlayerFault):  # this fault is ignored, because the first request starts the process again
            self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def choose(self, observation: Observation, rng: Random) -> Action:
        """Return the action that the program chooses. Raise ``PlayerFault`` if it gives no lawful answer in time."""
        message = ChooseAction(seed=rng.getrandbits(32), observation=observation)
        self.start()
        seconds = self._hello.seconds
        answer = self._answer(line(message), seconds, f"it did not answer in {seconds:g} seconds")
        try:
            action = ANSWER.decode(answer)
        except msgspec.MsgspecError as error:
            raise self._kill_with_fault(
                "garbled", f"it answered {_shortened(answer)}, which is no action: {error}"
            ) from None
        if action not in observation.lawful_actions:
            self.check_silent(STILL)  # a second line is a more serious fault than an illegal action
            why = observation.why_not(action) or "the rules of play forbid it"
            raise PlayerFault("illegal", f"it answered {_shortened(answer)}, which is not lawful: {why}")
        return action

    def start(self, seconds: float = START) -> None:
        """Start the program if it is not running, and read its name.

        Raise ``PlayerFault`` if that fails, or if it takes more than ``seconds``.
        """
        if self._running is not None:
            return
        if self._strikes >= STRIKES:
            raise PlayerFault("given_up", f"it failed {STRIKES} times and is asked no more")
        try:
            self._running = _Process(self._words, self._stderr)
        except OSError as error:
            raise self._kill_with_fault("crashed", f"its command failed: {error.strerror}") from None
        answer = self._answer(line(self._hello), seconds, late_hello_sentence(seconds))
        try:
            name = one_line(GREETING.decode(answer).name).strip()
        except msgspec.MsgspecError as error:
            raise self._kill_with_fault("garbled", f"it answered hello with {_shortened(answer)}: {error}") from None
        self.name = name[:NAME_MOST] or self.name

    def answers_at_end_of_input(self, seconds: float) -> bool:
        """Start the program once more, end its input after the first message, and return true if it answers then.

        Raise ``PlayerFault`` if it neither answers within ``seconds`` nor closes its output.
        """
        process = _Process(self._words, self._stderr)
        try:
            return process.ask(line(self._hello), seconds, last=True) is not None
        except Empty:
            raise PlayerFault("late", late_hello_sentence(seconds)) from None
        finally:
            process.kill()

    def check_silent(self, seconds: float = 0.0) -> None:
        """Raise ``PlayerFault`` if the program has written a line without a request, or does so within ``seconds``."""
        if self._running is not None and (output := self._running.unasked_line(seconds)):
            raise self._kill_with_fault("unasked", f"it said {_shortened(output)} without being asked")

    def close(self) -> None:
        """End the program: close its input, wait up to ``END`` seconds for its exit, and kill what is left of it."""
        if self._running is not None:
            if not self._running.close_and_wait():
                self.lingered = True
            self._running = None

    def _answer(self, request: bytes, seconds: float, late: str) -> bytes:
        assert self._running is not None
        self.check_silent()
        try:
            answer = self._running.ask(request, seconds)
        except Empty:
            raise self._kill_with_fault("late", late) from None
        if answer is None:
            raise self._kill_with_fault("crashed", self._running.ending_sentence())
        if len(answer) > MOST_BYTES:
            raise self._kill_with_fault("garbled", f"it said a line of more than {MOST_BYTES} bytes")
        return answer

    def _kill_with_fault(self, kind: FaultKind, sentence: str) -> PlayerFault:
        """Kill the program, count the failure, and return the fault, which the caller raises."""
        self._strikes += 1
        if self._running is not None:
            self._running.kill()
            self._running = None
        return PlayerFault(kind, sentence)


class _Process:
    """A running program. Threads write to it, read from it, and print its error output.

    Because of the threads, neither a full pipe nor endless output can block the arena.
    """

    def __init__(self, words: list[str], stderr: int) -> None:
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, start_new_session=True
        )
        RUNNING.add(self)
        self._out: SimpleQueue[bytes | None] = SimpleQueue()
        self._in: Queue[bytes | None] = Queue(maxsize=4)
        self._reader = threading.Thread(target=self._read_output, daemon=True)
        self._pipes = [
            (threading.Thread(target=self._write_requests, daemon=True), self._process.stdin),
            (self._reader, self._process.stdout),
        ]
        if (errors := self._process.stderr) is not None:
            self._pipes.append((threading.Thread(target=relay, args=(errors,), daemon=True), errors))
        for thread, _ in self._pipes:
            thread.start()

    def ask(self, request: bytes, seconds: float, *, last: bool = False) -> bytes | None:
        """Write ``request``, and return the next line of output, or None if the program closed its output.

        If ``last`` is true, the input ends after the request. Raise ``Empty`` if no line comes within ``seconds``.
        """
        self._out.put(request)
        if last:
            self._out.put(None)
        return self._in.get(timeout=seconds)

    def unasked_line(self, seconds: float) -> bytes:
        """Return a line that the program has written, or writes within ``seconds``, or ``b""`` if there is none.

        Return ``b""`` also if the program has closed its output. The next call of ``ask`` then returns None.
        """
        with suppress(Empty):
            output = self._in.get(block=seconds > 0, timeout=seconds)
            if output is not None:
                return output
            self._in.put(None)
        return b""

    def ending_sentence(self) -> str:
        """Return a sentence that says how the program ended: by itself, by a signal, or not at all."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(END)
            return f"it ended with exit code {code}" if code >= 0 else f"it was ended by signal {-code}"
        return "it closed its output"

    def close_and_wait(self) -> bool:
        """Close the input, and wait for the program to exit. Return false if it had to be killed."""
        self._out.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END)
        exited = self._process.returncode is not None
        self.kill()
        return exited

    def kill(self) -> None:
        """Kill the program and its child processes, close the pipes, and end the threads that use the pipes."""
        self._out.put(None)
        self.kill_session()
        self._process.wait()
        deadline = monotonic() + END
        # The queue is emptied until the reading thread ends, because a full queue can block that thread.
        while self._reader.is_alive() and monotonic() < deadline:
            with suppress(Empty):
                self._in.get(timeout=0.01)
        for thread, _ in self._pipes:
            thread.join(END)
        for thread, pipe in self._pipes:
            if not thread.is_alive() and pipe is not None:
                with suppress(OSError):
                    pipe.close()
        RUNNING.discard(self)

    def kill_session(self) -> None:
        """Kill the program and, where the system has sessions, all processes of its session."""
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()

    def _write_requests(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            while (request := self._out.get()) is not None:
                self._process.stdin.write(request)
                self._process.stdin.flush()
        with suppress(OSError):
            self._process.stdin.close()

    def _read_output(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while output := self._process.stdout.readline(MOST_BYTES + 2):
                self._in.put(output)
        self._in.put(None)


RUNNING: WeakSet[_Process] = WeakSet()
"""All programs that run, so that they can be killed if the work is abandoned."""


def _kill_all() -> None:
    for process in list(RUNNING):
        process.kill_session()


ABANDON_HOOKS.append(_kill_all)


def words_of(command: str) -> list[str]:
    """Return the words of ``command``, split as a POSIX shell splits them.

    Raise ``UkaError`` if there are none, or if a quotation is not closed.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UkaError(f"{command!r} is no command: {error}") from None
    if not words:
        raise UkaError(f"{command!r} is no command")
    return words


def check_found(command: str) -> None:
    """Raise ``UkaError`` if the program that ``command`` starts is not on this machine or cannot be executed."""
    program = words_of(command)[0]
    if which(program):
        return
    if os.sep not in program:
        raise UkaError(f"there is no program named {program} here: give its path, as in ./{program}")
    if not os.path.isfile(program):
        raise UkaError(f"there is no file {program}")
    raise UkaError(f"{program} is not executable: give the command that runs it, such as: python {program}")


def _shortened(output: bytes) -> str:
    text = output.decode(errors="replace").strip()
    return text if len(text) <= 80 else f"{text[:77]}..."
