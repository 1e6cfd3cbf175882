"""Prints the events of a game as lines of text, for ``uka watch`` and ``uka replay``."""

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
"""The events after which ``Transcript`` waits: then the hands, the calls or a trick have just been printed."""


class Transcript:
    """Prints the events of a game as lines of text, with each trick on one line.

    ``names`` holds a name for each seat. After each event of a type in ``PAUSES``, ``print_events`` waits for ``delay``
    seconds.
    """

    def __init__(self, console: PrintableConsole, names: tuple[str, ...], delay: float = 0.0) -> None:
        self.console, self.names, self.delay = console, names, delay
        self.width = max(18, *map(len, names))
        self.unknown: Sequence[Card] = ()
        """The cards that the record of the deal does not know. They are printed as ``x``."""
        self.trick = dict[Seat, str]()
        """The cards of the unfinished trick, as text."""

    def say(self, line: str) -> None:
        """Print ``line``, without line breaks or control characters."""
        self.console.print_line(one_line(line))

    def print_events(self, before: PublicDeal | None, events: tuple[Event, ...], score: tuple[int, ...] = ()) -> None:
        """Print ``events``. ``before`` is the deal as it was before them, and ``score`` the score after them."""
        for event in events:
            match event:
                case CardPlayed(seat, card):
                    self.trick[seat] = self.card_text(card)
                case TrickTaken(seat):
                    played = "  ".join(f"{who.value.title()} {card}" for who, card in self.trick.items())
                    mark = self._marking_clause(before, self.trick[seat])
                    self.say(f"  {played:<42} {seat.value.title()} takes it{mark}")
                    self.trick.clear()
                case HandDealt(seat, _, cards) if cards:
                    self.say(f"{self.names[seat.index]:<{self.width}} {' '.join(map(self.card_text, cards))}")
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

    def _marking_clause(self, deal: PublicDeal | None, card: str) -> str:
        """Return words such as ", J♦ face down", which say how the winner of a trick turns ``card`` to mark the trick.

        Return "" under rules by which the winner gathers the cards of the trick instead.
        """
        cards_played = deal.rules.cards_played if deal else "gathered"
        return {"on_chip": f", {card} face down", "before_player": f", {card} turned"}.get(cards_played, "")

    def _sentence(self, before: PublicDeal | None, event: Event) -> str:
        """Return the sentence about ``event``, with a capital letter and a full stop."""
        text = transcript_sentence(Narrator(Names(None, self.names), self.card_text, before), event)
        named = text.startswith(self.names)  # a name at the start may begin with a small letter
        return f"{text if named else text[0].upper() + text[1:]}."

    def card_text(self, card: Card) -> str:
        """Return a card as text, or ``x`` for a card in ``unknown``."""
        return UNKNOWN if card in self.unknown else pretty(card)


def seat_labels(rules: Ruleset, players: Sequence[str]) -> tuple[str, ...]:
    """Return a label for each seat: its name, and the player's name unless a record only calls the player by the seat.

    >>> seat_labels(Ruleset(), ("Ana", "club", "S", "club"))
    ('North (Ana)', 'East (club)', 'South', 'West (club)')
    """
    return tuple(_seat_label(seat.value, player) for seat, player in zip(rules.seats, players, strict=True))


def _seat_label(seat: str, player: str) -> str:
    """Return the label of a seat. A record may call a player without a name ``north``, ``North`` or ``N``."""
    return seat.title() if seat.startswith(player.casefold()) else f"{seat.title()} ({player})"


def pretty(card: Card) -> str:
    """Return a card as text, with the symbol of its suit, and with 10 for a ten.

    >>> pretty(Card.TH), pretty(Card.JOKER)
    ('10♥', 'Joker')
    """
    return card_name(card, joker="Joker")
