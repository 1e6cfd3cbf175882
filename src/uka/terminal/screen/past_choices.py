"""The calls and cards of others in a finished deal, as a list from which the person picks one to ask why."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters
from typing import NamedTuple

from uka.coach import MadeChoice, TrickPlace
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.narration.names import Names, card_name
from uka.table.views.facts import call_words, plays


class PastChoice(NamedTuple):
    """A call or a card in a finished deal, with the key that picks it and the words that the screen shows."""

    key: str
    words: str
    made: MadeChoice


def past_choices(seen: Observation | None, names: Names) -> tuple[PastChoice, ...]:
    """Return the calls and cards of other seats in the deal ``seen``, in order, or nothing if it is not over."""
    if seen is None or seen.result is None:
        return ()
    of_others = [(words, made) for seat, words, made in _choices(seen, names) if seat is not names.me]
    return tuple(PastChoice(ascii_letters[i], words, made) for i, (words, made) in enumerate(of_others))


def _choices(seen: Observation, names: Names) -> Iterator[tuple[Seat, str, MadeChoice]]:
    """Yield who chose, the choice in words, and the choice itself."""
    for index, call in enumerate(seen.calls):
        yield call.seat, f"{names.name(call.seat)}: “{call_words(seen, index)}”", index
    for number, trick in enumerate(plays(seen)):
        for seat, card in trick:
            yield seat, f"Trick {number + 1}, {names.name(seat)}: {card_name(card)}", TrickPlace(number, seat)
