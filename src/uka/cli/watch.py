"""``uka watch``: four bots play a game, all hands open."""

from __future__ import annotations

from random import Random
from time import sleep
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from uka.bots import Bot, bot
from uka.core.cards import Card
from uka.core.draw import Draw
from uka.core.events import CardPlayed, DealScored, Event, HandDealt, TrickTaken
from uka.core.public import PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.records import Log, drawn
from uka.records.text import tell

from .options import TAINUI, BadOption, RulesOption, split


def watch(
    option: RulesOption = TAINUI,
    *,
    bots: Annotated[str, Parameter(help="One name, two (north-south, east-west) or four, parted by commas.")] = "club",
    seed: Annotated[str, Parameter(help="The same seed gives the same game.")] = "0",
    deals: Annotated[int | None, Parameter(help="Stop after so many deals.")] = None,
    delay: Annotated[float, Parameter(help="Seconds to wait after each trick.")] = 0.0,
    record: Annotated[str | None, Parameter(help="Keep the game in this new file.")] = None,
) -> None:
    """Watch four bots play a game, all hands open. No bell rings."""
    rules, names = option.ruleset, split(bots, (2, 4), "bots")
    if delay < 0 or (deals is not None and deals < 1):
        raise BadOption("--delay must be 0 or more, and --deals 1 or more")
    names = names * 2 if len(names) == 2 else names
    players = tuple(bot(name) for name in names)
    labels = tuple(f"{seat.value.title()} ({name})" for seat, name in zip(rules.seats, names, strict=True))
    log = new_log(rules=rules, players=labels, seed=seed, record=record)
    screen = Transcript(Console(highlight=False), log.players, delay)
    screen.say(f"{rules.title}. {log.players[log.state.dealer.index]} deals first.")
    chances = [Random(f"{seed}/{seat}") for seat in rules.seats]
    dealt = 0
    while not log.state.over and (deals is None or dealt < deals):
        screen.show(None, log.deal(shuffled(rules, f"{seed}/deal {dealt}")))
        dealt += 1
        while (seat := log.state.turn) is not None:
            _act(log, seat, players[seat.index], chances[seat.index], screen)
    if record:
        screen.say(f"Kept in {record}")


def _act(log: Log, seat: Seat, player: Bot, rng: Random, screen: Transcript) -> None:
    before, choice = log.state.deal, player.choose(log.state.observe(seat), rng)
    screen.show(before, log.act(choice, seat), log.state.score)


class Transcript:
    """Events as lines of text, the cards of a trick on one line."""

    def __init__(self, console: Console, names: tuple[str, ...], delay: float = 0.0) -> None:
        self.console, self.names, self.delay = console, names, delay
        self.trick: list[str] = []

    def say(self, line: str) -> None:
        """Print a line as it is."""
        self.console.print(line, markup=False)

    def show(self, before: PublicDeal | None, events: tuple[Event, ...], score: tuple[int, ...] = ()) -> None:
        """Print what happened; ``before`` is the deal as it was."""
        for event in events:
            match event:
                case CardPlayed(seat, card):
                    self.trick.append(f"{seat.value.title()} {pretty(card)}")
                case TrickTaken(seat):
                    self.say(f"  {'  '.join(self.trick):<42} {seat.value.title()} takes it")
                    self.trick.clear()
                    sleep(self.delay)
                case HandDealt(seat, _, cards) if cards:
                    self.say(f"{self.names[seat.index]:<18} {' '.join(map(pretty, cards))}")
                case DealScored():
                    self.say(f"{_sentence(tell(before, event, self.names))} {' to '.join(map(str, score))}\n")
                case _:
                    self.say(_sentence(tell(before, event, self.names)))


def pretty(card: Card) -> str:
    """A card with its suit's symbol.

    >>> pretty(Card.TH), pretty(Card.JOKER)
    ('10♥', 'Joker')
    """
    if card.suit is None:
        return "Joker"
    return f"{card.rank.value.replace('T', '10')}{card.suit.symbol}"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""


def new_log(*, rules: Ruleset, players: tuple[str, ...], seed: str, record: str | None) -> Log:
    """A log whose first dealer is drawn from the seed; ``record`` must be a new file."""
    try:
        log = Log.start(rules, players=players, about={"seed": seed}, path=record)
    except FileExistsError:
        raise BadOption(f"{record} is there already: give the name of a new file") from None
    except OSError as error:
        raise BadOption(f"{record} cannot be written: {error.strerror}") from None
    log.append(drawn(Draw.start(rules, shuffled(rules, f"{seed}/draw")).finish()))
    return log
