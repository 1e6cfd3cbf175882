"""Prints a game as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep

from uka.core.cards import Card
from uka.core.events import (
    CardPlayed,
    DealScored,
    Discarded,
    Event,
    HandDealt,
    TrickTaken,
    TrumpMade,
    UpcardTurned,
)
from uka.core.public_deal import PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.narration.events import Narrator
from uka.narration.names import Names, card_name
from uka.narration.transcript import UNKNOWN, transcript_sentence
from uka.text.printable import one_line

from .printing import PrintableConsole

PAUSES = (UpcardTurned, TrumpMade, TrickTaken)
"""The events after which there is something new to read: the hands, the calls, and each trick."""


class Transcript:
    """Prints events as lines of text, with each trick on one line.

    ``delay`` is the time in seconds to wait after each of ``PAUSES``. ``unknown`` lists the cards that are printed as
    ``x``.
    """

    def __init__(self, console: PrintableConsole, names: tuple[str, ...], delay: float = 0.0) -> None:
        self.console, self.names, self.delay = console, names, delay
        self.width = max(18, *map(len, names))
        self.unknown: Sequence[Card] = ()
        self.trick = dict[Seat, str]()

    def say(self, line: str) -> None:
        """Print a line of text."""
        self.console.print_line(one_line(line))

    def show(self, before: PublicDeal | None, events: tuple[Event, ...], score: tuple[int, ...] = ()) -> None:
        """Print events. ``before`` is the deal before the events, and ``score`` the score after them."""
        for event in events:
            match event:
                case CardPlayed(seat, card):
                    self.trick[seat] = self.card(card)
                case TrickTaken(seat):
                    played = "  ".join(f"{who.value.title()} {card}" for who, card in self.trick.items())
                    self.say(f"  {played:<42} {seat.value.title()} takes it{self._turned(before, self.trick[seat])}")
                    self.trick.clear()
                case HandDealt(seat, _, cards) if cards:
                    self.say(f"{self.names[seat.index]:<{self.width}} {' '.join(map(self.card, cards))}")
                case Discarded(seat, card) if card in self.unknown:
                    self.say(self._sentence(before, Discarded(seat, None)))
                case DealScored():
                    self.trick.clear()  # a revoke may end a deal in the middle of a trick
                    self.say(f"{self._sentence(before, event)} {' to '.join(map(str, score))}")
                    self.console.print()
                case _:
                    self.say(self._sentence(before, event))
            if isinstance(event, PAUSES):
                sleep(self.delay)

    def _turned(self, deal: PublicDeal | None, card: str) -> str:
        """Return words for the way in which a trick is marked as won: its winner turns the winning card, ``card``.

        Under some rulesets the winner gathers the cards of the trick instead. For them, return "".
        """
        custom = deal.rules.cards_played if deal else "gathered"
        return {"on_chip": f", {card} face down", "before_player": f", {card} turned"}.get(custom, "")

    def _sentence(self, before: PublicDeal | None, event: Event) -> str:
        text = transcript_sentence(Narrator(Names(None, self.names), self.card, before), event)
        named = text.startswith(self.names)  # a name at the start may begin with a small letter
        return f"{text if named else text[0].upper() + text[1:]}."

    def card(self, card: Card) -> str:
        """Return a card as text, or ``x`` for an unknown card."""
        return UNKNOWN if card in self.unknown else pretty(card)


def seat_labels(rules: Ruleset, players: Sequence[str]) -> tuple[str, ...]:
    """Return a label for each seat, with its player unless the record calls the player by the seat.

    >>> seat_labels(Ruleset(), ("Ana", "club", "S", "club"))
    ('North (Ana)', 'East (club)', 'South', 'West (club)')
    """
    seats = [seat.value for seat in rules.seats]
    unnamed = [seat.startswith(name.casefold()) for seat, name in zip(seats, players, strict=True)]
    return tuple(
        seat.title() + ("" if no_name else f" ({name})")
        for seat, name, no_name in zip(seats, players, unnamed, strict=True)
    )


def pretty(card: Card) -> str:
    """Return a card as text, with the symbol of its suit.

    >>> pretty(Card.TH), pretty(Card.JOKER)
    ('10♥', 'Joker')
    """
    return card_name(card, joker="Joker")
