"""What the project claims and has measured, one claim after another, from ``bench/results.json``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = "measurements.md"
RESULTS = Path(__file__).parents[2] / "bench" / "results.json"
TOPICS = {
    "2": "The rules, records and tests",
    "3": "The server and its store",
    "4": "The page",
    "5": "Tournaments",
    "6": "Kernels and bots",
    "7": "Several servers",
    "13": "Abuse, secrets and damage",
    "17": "Speed beside others",
    "18": "The documentation",
}
"""What the first part of a line's number is about."""
MAX_CHARACTERS = 260
"""The most characters of a figure on the page. ``bench/results.md`` has all of it."""
INTRO = """# Measurements

Each claim has a check that measures it. The figures below are what the check last found, on {machines}.
To repeat one, run its command in a clone of the repository after `make test`. A claim that was not kept is marked, and
stays on this page until it is. `bench/results.md` in the repository has every figure in full.
"""


def pages() -> dict[str, str]:
    """Return the text of the page by its file."""
    return {FILE: page(json.loads(RESULTS.read_text("utf-8")))}


def page(results: dict[str, Any]) -> str:
    """Return the page of the results of all lines, by name."""
    machines = " and ".join(sorted({f"{each['machine']} with {each['python']}" for each in results.values()}))
    return "\n".join([INTRO.format(machines=machines), *_topics(results)])


def _topics(results: dict[str, Any]) -> Iterator[str]:
    topic = ""
    for name, result in results.items():
        number, _, claim = name.partition(" ")
        now = TOPICS.get(number.partition(".")[0], "Others")
        if now != topic:
            topic = now
            yield f"## {topic}\n"
        yield _claim(claim, result)


def _claim(claim: str, result: dict[str, Any]) -> str:
    kept = "" if result["ok"] else f" **Not kept**: {result['why'] or 'see the figure'}."
    figure = f"{_short(result['figure'])}.\n" if result["figure"] not in (None, {}) else ""
    when = f"({result['date'][:10]}, commit {result['commit'].rstrip('+')})"
    return f"**{claim[0].upper()}{claim[1:]}.**{kept} {figure}{when}\n\n```\n{result['command']}\n```\n"


def _short(figure: Any) -> str:
    """Return as much of a figure as a reader takes in at once.

    >>> _short({"games": 10, "errors": 0})
    'games: 10; errors: 0'
    """
    text = ""
    for part in _parts(figure):
        longer = f"{text}; {part}" if text else part
        if len(longer) > MAX_CHARACTERS and text:
            return f"{text}; …"
        text = longer
    return text


def _parts(figure: Any, before: str = "") -> Iterator[str]:
    if not isinstance(figure, dict):
        yield f"{before}{_value(figure)}"
        return
    for name, value in figure.items():
        inner = isinstance(value, dict)
        yield from _parts(value, f"{before}{name}, " if inner else f"{before}{name}: ")


def _value(value: Any) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:,}"
    return ", ".join(map(_value, value)) if isinstance(value, list) else str(value)
