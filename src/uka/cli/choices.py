"""Describes a position as lines of text, and lets the user choose one of several actions by its number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.table.views.facts import call_words, plays, sorted_cards, upcard_words

from .printing import PrintableConsole, say
from .transcript import pretty

T = TypeVar("T")
QUIT = "q"
"""What the user types to answer no more questions."""


def seat_name(seat: Seat) -> str:
    """Return the name of a seat, such as "West"."""
    return seat.value.title()


def position_lines(seen: Observation) -> Iterator[str]:
    """Yield lines that say what a seat knows of a deal: the upcard, the calls, the tricks so far, and its own cards."""
    yield f"{seat_name(seen.dealer)} dealt and turned up {pretty(seen.upcard)}."
    for index, call in enumerate(seen.calls):
        yield f"{seat_name(call.seat)}: {call_words(seen, index)}"
    if seen.calls:
        yield f"The turn-up: {upcard_words(seen)}"
    if seen.put_away:
        yield f"You put away {' '.join(map(pretty, seen.put_away))}"
    for number, played in enumerate(plays(seen), 1):
        cards = ", ".join(f"{seat_name(seat)} {pretty(card)}" for seat, card in played)
        taker = f"; {seat_name(seen.tricks[number - 1].taker)} took it" if number <= len(seen.tricks) else ""
        yield f"Trick {number}: {cards}{taker}"
    yield f"Your cards: {' '.join(map(pretty, sorted_cards(seen)))}"


def print_choices(out: PrintableConsole, labels: Iterable[str]) -> None:
    """Print each of ``labels`` on a line of its own, after its number, which counts from 1."""
    for number, label in enumerate(labels, 1):
        out.print_line(label, start=f"  {number}  ")


def ask_choice(choices: Sequence[T]) -> T | None:
    """Ask the user for a number from 1 until one is valid, and return the choice with that number.

    Return None if the user types ``QUIT``, or if standard input ends.
    """
    numbered = {str(number): choice for number, choice in enumerate(choices, 1)}
    while True:
        try:
            answer = input(f"Your choice, 1 to {len(numbered)} ({QUIT} stops): ").strip().lower()
        except EOFError:
            say("")  # ends the line of the question
            return None
        except KeyboardInterrupt:
            say("")
            raise
        if answer == QUIT:
            return None
        if answer in numbered:
            return numbered[answer]
        say(f"Type a number from 1 to {len(numbered)}, or {QUIT} to stop.")
