"""A position as lines of text, and questions that are answered with a number."""

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
"""The answer that stops the questions."""


def seat_name(seat: Seat) -> str:
    """Return the name of a seat, such as "West"."""
    return seat.value.title()


def position_lines(seen: Observation) -> Iterator[str]:
    """Yield what a seat knows of a deal: the turn-up, the calls, the tricks, and its own cards."""
    yield f"{seat_name(seen.dealer)} dealt and turned up {pretty(seen.upcard)}."
    for at, call in enumerate(seen.calls):
        yield f"{seat_name(call.seat)}: {call_words(seen, at)}"
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
    """Print the labels of choices with their numbers."""
    for at, label in enumerate(labels, 1):
        out.print_line(label, start=f"  {at}  ")


def ask_number(choices: Sequence[T]) -> T | None:
    """Ask for the number of a choice, from 1, until it is one. Return None for ``QUIT``, or at the end of the input."""
    numbered = {str(at): choice for at, choice in enumerate(choices, 1)}
    try:
        while (answer := input(f"Your choice, 1 to {len(numbered)} ({QUIT} stops): ").strip().lower()) not in (
            *numbered,
            QUIT,
        ):
            say(f"Type a number from 1 to {len(numbered)}, or {QUIT} to stop.")
    except (EOFError, KeyboardInterrupt) as end:
        say("")  # what follows begins on a line of its own
        if isinstance(end, KeyboardInterrupt):
            raise
        return None
    return numbered.get(answer)
