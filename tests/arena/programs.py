"""Commands of programs that violate the line protocol in different ways."""

import shlex
import sys
from pathlib import Path

EXAMPLE = shlex.join([sys.executable, str(Path(__file__).parents[2] / "examples" / "bot.py")])

LOOP = """
import json, os, signal, subprocess, sys, time
count = 0
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        {hello}
        continue
    count += 1
    choices = asked["observation"]["legal_actions"]
    {choose}
{end}
"""
GREET = 'print(json.dumps({"name": "odd"}), flush=True)'
FIRST = "print(json.dumps(choices[0]), flush=True)"


def program(choose: str = FIRST, hello: str = GREET, end: str = "") -> str:
    """The command of a program that answers hello and chooses by the given Python statements."""
    code = LOOP.format(hello=hello, choose=choose.replace("\n", "\n    "), end=end)
    return shlex.join([sys.executable, "-c", code])


GOOD = program()
CHATTY = program('print("thinking", flush=True)\n' + FIRST)
TWICE = program(FIRST + "\n" + FIRST)
SILENT = program("pass")
MUTE = shlex.join([sys.executable, "-c", "import time; time.sleep(60)"])
FLOOD = shlex.join([sys.executable, "-c", 'while True: print("{}")'])
ENDLESS = program('sys.stdout.write("x" * 1_000_000)\nsys.stdout.flush()')
CRASHES = program("sys.exit(3)")
SHOT = program("os.kill(os.getpid(), signal.SIGKILL)")
GARBLED = program('print("I pass", flush=True)')
FOREIGN = program("print(json.dumps({'type': 'fly'}), flush=True)")
BINARY = program("sys.stdout.buffer.write(bytes([255, 0, 10]))\nsys.stdout.flush()")
UNLAWFUL = program("print(json.dumps({'type': 'play', 'card': '7c'}), flush=True)")
STUBBORN = program(end="time.sleep(60)")
LOUD = program('sys.stderr.write("x" * 1_000_000)\n' + FIRST)
WAYWARD = program("choices = [choices[count % len(choices)]]\n" + FIRST)
NAMELESS = program(hello='print("[]", flush=True)')
PARENT = program(hello='child = subprocess.Popen(["sleep", "61.5"])\n        ' + GREET)
ABSENT = "no-such-program-anywhere"
NO_FILE = shlex.join([sys.executable, "no-such-file.py"])
RAISES = program('raise KeyError("suit")')
BUFFER = 'sys.stdout = os.fdopen(1, "w")'  # with a buffer, whatever PYTHONUNBUFFERED says
UNFLUSHED = program("print(json.dumps(choices[0]))", f'{BUFFER}; print(json.dumps({{"name": "odd"}}))')
UNFLUSHED_CHOICES = program("print(json.dumps(choices[0]))", f"{GREET}; {BUFFER}")
SLOW_TO_START = shlex.join(["sh", "-c", f"sleep 1; exec {program()}"])
DEAF = shlex.join(
    [
        sys.executable,
        "-c",
        """
import time
print('{"name": "deaf"}', flush=True)
while True:
    time.sleep(0.02)
    print('{"type": "pass"}', flush=True)
""",
    ]
)
