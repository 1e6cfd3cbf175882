"""A game as the person at this terminal has it: what the screen needs of it, wherever it is played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from enum import Enum
from functools import partial
from typing import NamedTuple, Protocol

from uka.coach import DealReview, RatedAction
from uka.core.actions import Action
from uka.core.game import Game
from uka.core.observation import Observation
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult
from uka.core.seats import Partnership, Seat
from uka.narration.names import Names
from uka.narration.story import StoryLine
from uka.table.events import Event


class WaitingFor(Enum):
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


class MenuItem(NamedTuple):
    """What the person may do beside the deal's own choices, and the key for it.

    An item runs ``run``, or opens its ``submenu``.
    """

    key: str
    label: str
    run: Callable[[], tuple[Event, ...]] = tuple
    submenu: Menu | None = None

    @classmethod
    def with_submenu(cls, key: str, label: str, submenu: Menu) -> MenuItem:
        """An item that opens another menu."""
        return cls(key, label, submenu=submenu)


class Menu(NamedTuple):
    """A question beside the deal's own choices, and its answers. With no text the deal's question is shown."""

    text: str = ""
    items: tuple[MenuItem, ...] = ()


def dealer_menu(names: Names, name: Callable[[Seat], tuple[Event, ...]]) -> Menu:
    """Which of the person's side deals first; ``name`` names that seat."""
    me = names.view
    items = (
        MenuItem("1", "I deal", partial(name, me)),
        MenuItem("2", f"{names.name(me.partner)} deals", partial(name, me.partner)),
    )
    return Menu("Your side names the dealer: who deals first, you or your partner?", items)


class GameScore(NamedTuple):
    """How a game stands. ``deal`` and ``game`` count from 1, ``results`` are this game's deals that were seen.

    Of a rubber: games ``won``, its ``points``, and what it was won by.
    """

    rules: Ruleset
    score: tuple[int, ...]
    deal: int
    results: tuple[DealResult, ...] = ()
    bell: bool = False
    over: bool = False
    winner: Partnership | None = None
    game: int = 1
    game_winner: Partnership | None = None
    won: tuple[int, ...] = (0, 0)
    points: tuple[int, ...] = ()
    margin: int = 0


def game_score(rules: Ruleset, state: Game | Rubber) -> GameScore:
    """How a game or a rubber stands."""
    game = state.game if isinstance(state, Rubber) else state
    now = GameScore(
        rules=rules,
        score=state.score,
        deal=len(game.results) + (state.in_deal or not game.results),
        results=game.results,
        bell=game.bell,
        over=state.over,
        winner=state.winner,
    )
    if not isinstance(state, Rubber):
        return now
    return now._replace(
        game=len(state.games), game_winner=game.winner, won=state.won, points=state.points, margin=state.margin
    )


class TimeLeft(NamedTuple):
    """Seconds left until the bell, None where none rings; and what else is counted, in words."""

    bell: int | None = None
    beside: str = ""


class TerminalGame(Protocol):
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
    def score(self) -> GameScore | None:
        """How the game stands; None before the first dealer is known."""
        ...

    @property
    def waiting_for(self) -> WaitingFor: ...
    @property
    def menu(self) -> Menu: ...
    @property
    def time_left(self) -> TimeLeft: ...
    @property
    def opening_lines(self) -> tuple[str, ...]:
        """What is told on the empty table."""
        ...

    @property
    def story(self) -> list[StoryLine]: ...
    @property
    def table_menu(self) -> Menu:
        """Who is at the table and what may be done there at any time, on a page of its own; empty: no such page."""
        ...

    @property
    def notice(self) -> str:
        """What the person should know now; empty mostly."""
        ...

    @property
    def backlog(self) -> int:
        """How much has happened elsewhere that is not shown yet."""
        ...

    @property
    def next_game_label(self) -> str:
        """How another game is offered after this one; empty where that is not for the person to say."""
        ...

    @property
    def record_note(self) -> str:
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
    def hints_allowed(self) -> bool:
        """Whether the person may ask for hints."""
        ...

    async def hint(self) -> tuple[RatedAction, ...]:
        """What each of the person's choices is worth now, best first. ``UkaError`` says why it is not told."""
        ...

    def review(self) -> AsyncIterator[tuple[DealReview, int]]:
        """The deals of a game that is over, one by one, as the person played them; and how many there are."""
        ...

    def tick(self, elapsed: float) -> tuple[Event, ...]:
        """So many seconds went by."""
        ...

    def ready_for_next_deal(self) -> None:
        """The person has seen enough of the last deal."""
        ...

    def next_game(self) -> TerminalGame:
        """Another game after this one."""
        ...

    def leave(self) -> None:
        """The person goes."""
        ...

    async def listen(self, woken: Callable[[], None]) -> None:
        """Hear what happens elsewhere, as long as there is anything to hear; ``woken`` is called after each."""
        ...
