"""A game as the person at this terminal has it: what the screen needs of it, wherever it is played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from enum import Enum
from functools import partial
from typing import NamedTuple, Protocol

from uka.coach import DealReview, Rated
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.table.events import Event

from .score import Standing
from .story import Line
from .words import Names


class Waits(Enum):
    """What a game waits for.

    A ``step`` does the first four: the draw, a deal, a bot's choice, the showing of what came in meanwhile. The rest
    is the person's choice, of a dealer or in the deal; others, who are elsewhere; or nothing, since it is over.
    """

    DRAW = "draw"
    DEAL = "deal"
    BOT = "bot"
    NEWS = "news"
    DEALER = "dealer"
    PERSON = "person"
    OTHERS = "others"
    OVER = "over"


class Offer(NamedTuple):
    """What the person may do beside the deal's own choices, and the key for it.

    ``further``: a question that is asked in place of doing anything.
    """

    key: str
    label: str
    do: Callable[[], tuple[Event, ...]] = tuple
    further: Asked | None = None

    @classmethod
    def leading(cls, key: str, label: str, further: Asked) -> Offer:
        """An offer that leads to a further question."""
        return cls(key, label, further=further)


class Asked(NamedTuple):
    """What is asked of the person beside the deal's own choices; with no words the deal's question stands."""

    says: str = ""
    offers: tuple[Offer, ...] = ()


def dealers(names: Names, name: Callable[[Seat], tuple[Event, ...]]) -> Asked:
    """Which of the person's side deals first; ``name`` names that seat."""
    me = names.view
    offers = (
        Offer("1", "I deal", partial(name, me)),
        Offer("2", f"{names.name(me.partner)} deals", partial(name, me.partner)),
    )
    return Asked("Your side names the dealer: who deals first, you or your partner?", offers)


class Clocks(NamedTuple):
    """Seconds left until the bell, None where none rings; and what else is counted, in words."""

    bell: int | None = None
    beside: str = ""


class Sitting(Protocol):
    """A game that a person plays or watches; ``Session`` is one in this process, ``Remote`` one over a server."""

    @property
    def rules(self) -> Ruleset: ...
    @property
    def names(self) -> Names: ...
    @property
    def observation(self) -> Observation | None:
        """What the person may know; None before the first deal."""
        ...

    @property
    def standing(self) -> Standing | None:
        """How the game stands; None before the first dealer is known."""
        ...

    @property
    def waits(self) -> Waits: ...
    @property
    def asked(self) -> Asked: ...
    @property
    def clocks(self) -> Clocks: ...
    @property
    def opening(self) -> tuple[str, ...]:
        """What is told on the empty table."""
        ...

    @property
    def story(self) -> list[Line]: ...
    @property
    def errands(self) -> Asked:
        """Who is at the table and what may be done there at any time, on a page of its own; empty: no such page."""
        ...

    @property
    def notice(self) -> str:
        """What the person should know now; empty mostly."""
        ...

    @property
    def behind(self) -> int:
        """How much has happened elsewhere that is not shown yet."""
        ...

    @property
    def another(self) -> str:
        """How another game is offered after this one; empty where that is not for the person to say."""
        ...

    @property
    def kept(self) -> str:
        """Where the record is, in a sentence."""
        ...

    @property
    def farewell(self) -> str:
        """What to say when it is left."""
        ...

    def step(self) -> tuple[Event, ...]:
        """Let the next thing happen that is not the person's; what happened, as they see it."""
        ...

    def act(self, action: Action) -> tuple[Event, ...]:
        """The person's choice in the deal. ``UkaError`` says why it may not be."""
        ...

    def claim(self) -> tuple[Event, ...]:
        """The person shows their hand and claims the rest of the tricks. ``UkaError`` says why it is not theirs."""
        ...

    @property
    def practises(self) -> bool:
        """Whether the person may ask for hints."""
        ...

    async def hint(self) -> tuple[Rated, ...]:
        """What each of the person's choices is worth now, best first. ``UkaError`` says why it is not told."""
        ...

    def review(self) -> AsyncIterator[tuple[DealReview, int]]:
        """The deals of a game that is over, one by one, as the person played them; and how many there are."""
        ...

    def tick(self, elapsed: float) -> tuple[Event, ...]:
        """So many seconds went by."""
        ...

    def rested(self) -> None:
        """The person has seen enough of the last deal."""
        ...

    def again(self) -> Sitting:
        """Another game after this one."""
        ...

    def leave(self) -> None:
        """The person goes."""
        ...

    async def attend(self, woken: Callable[[], None]) -> None:
        """Hear what happens elsewhere, as long as there is anything to hear; ``woken`` is called after each."""
        ...
