"""The interface between the screen and a game. The game is local or runs on a server."""

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
from uka.table.events import GameOrTableEvent


class WaitingFor(Enum):
    """The next step or choice that a game waits for.

    The method ``step`` performs each of the first four: the draw for dealer, a deal, a bot's choice, or showing the
    server's next update. ``DEALER`` and ``PERSON`` are choices of the person, and ``OTHERS`` are choices of other
    people. ``OVER`` means that the game has ended.
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
    """A choice in a menu, with its key. A menu item either calls ``run`` or opens its ``submenu``."""

    key: str
    label: str
    run: Callable[[], tuple[GameOrTableEvent, ...]] = tuple
    submenu: Menu | None = None

    @classmethod
    def with_submenu(cls, key: str, label: str, submenu: Menu) -> MenuItem:
        """Return a menu item that opens another menu."""
        return cls(key, label, submenu=submenu)


class Menu(NamedTuple):
    """A question that is not about the deal, with the possible answers.

    If ``text`` is empty, the screen asks for an action in the deal.
    """

    text: str = ""
    items: tuple[MenuItem, ...] = ()


def dealer_menu(names: Names, name: Callable[[Seat], tuple[GameOrTableEvent, ...]]) -> Menu:
    """Return the menu in which a person names the first dealer. The function ``name`` receives the chosen seat."""
    me = names.view_seat
    items = (
        MenuItem("1", "I deal", partial(name, me)),
        MenuItem("2", f"{names.name(me.partner)} deals", partial(name, me.partner)),
    )
    return Menu("Your side drew the high card. Who deals first?", items)


class GameScore(NamedTuple):
    """The score of a game or of a rubber.

    ``deal`` and ``game`` are numbers counted from 1. ``results`` holds the results of those deals of this game that the
    person saw. In a rubber, ``won`` is the number of games won by each side, ``points`` the rubber points, and
    ``margin`` the winner's lead in points.
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
    """Return the score of a game or a rubber."""
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
        game=len(state.games), game_winner=game.winner, won=state.games_won, points=state.points, margin=state.margin
    )


class TimeLeft(NamedTuple):
    """The seconds until the bell that ends the game, and any other deadline as text.

    The seconds are None if there is no bell.
    """

    bell: int | None = None
    beside: str = ""


class TerminalGame(Protocol):
    """A game that a person plays or watches: a ``LocalGame`` or a ``RemoteGame``."""

    @property
    def rules(self) -> Ruleset: ...
    @property
    def names(self) -> Names: ...
    @property
    def observation(self) -> Observation | None:
        """The person's observation, or None before the first deal."""
        ...

    @property
    def score(self) -> GameScore | None:
        """The score, or None before the first dealer is known."""
        ...

    @property
    def waiting_for(self) -> WaitingFor: ...
    @property
    def menu(self) -> Menu: ...
    @property
    def time_left(self) -> TimeLeft: ...
    @property
    def opening_lines(self) -> tuple[str, ...]:
        """The lines that the screen shows on the table before the first deal."""
        ...

    @property
    def story(self) -> list[StoryLine]: ...
    @property
    def table_menu(self) -> Menu:
        """The menu that lists the people at the table and the choices that are always available.

        In a local game the menu's text is empty.
        """
        ...

    @property
    def notice(self) -> str:
        """A warning to the person, or the reason for a refusal. It is usually empty."""
        ...

    @property
    def backlog(self) -> int:
        """The number of updates that the screen has not shown yet."""
        ...

    @property
    def next_game_label(self) -> str:
        """The label of the choice to play another game. It is empty if the person may not begin another game."""
        ...

    @property
    def closing_note(self) -> str:
        """The last sentence on the screen of a finished game, such as the place of its record. It may be empty."""
        ...

    @property
    def farewell(self) -> str:
        """The text that is printed when the person leaves."""
        ...

    def step(self) -> tuple[GameOrTableEvent, ...]:
        """Perform the next step that needs no choice of the person. Return the events that the person sees."""
        ...

    def act(self, action: Action) -> tuple[GameOrTableEvent, ...]:
        """Apply the person's action in the deal. Raise ``UkaError`` with the reason if the action is refused."""
        ...

    def claim(self) -> tuple[GameOrTableEvent, ...]:
        """Show the person's hand and claim the remaining tricks.

        Raise ``UkaError`` if another seat might still win a trick.
        """
        ...

    @property
    def hints_allowed(self) -> bool:
        """Whether the person may ask for hints."""
        ...

    async def hint(self) -> tuple[RatedAction, ...]:
        """Return the person's choices with values, the best first. Raise ``UkaError`` if hints are not allowed."""
        ...

    def review(self) -> AsyncIterator[tuple[DealReview, int]]:
        """Yield the review of each deal of a finished game. Each review comes with the number of deals in the game."""
        ...

    def tick(self, elapsed: float) -> tuple[GameOrTableEvent, ...]:
        """Add ``elapsed`` seconds to the time played. Return the events that the time causes, such as the bell."""
        ...

    def ready_for_next_deal(self) -> None:
        """Confirm that the person is ready for the next deal."""
        ...

    def next_game(self) -> TerminalGame:
        """Begin another game after this one, and return it."""
        ...

    def leave(self) -> None:
        """Save the state that a later session needs. The client calls this method when the person leaves."""
        ...

    async def listen(self, woken: Callable[[], None]) -> None:
        """Receive updates until no more updates can come. Call ``woken`` after each update."""
        ...
