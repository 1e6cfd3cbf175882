"""The interface between the screen and a game, which runs on this machine or on a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from enum import Enum
from functools import partial
from typing import NamedTuple, Protocol

from uka.coach import ChoiceExplanation, DealReview, MadeChoice, RatedAction
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
    """What a game waits for: a step of the program, a person's choice, the server, or nothing if it is over.

    ``TerminalGame.step`` performs the steps: a draw, a deal, a bot's choice, or showing an update from the server.
    """

    DRAW = "draw"
    """The draw for first dealer."""
    DEAL = "deal"
    """A deal."""
    BOT = "bot"
    """A bot's choice."""
    NEWS = "news"
    """Showing the server's next update."""
    DEALER = "dealer"
    """The person's choice of the first dealer."""
    PERSON = "person"
    """The person's action in the deal."""
    OTHERS = "others"
    """A choice of another person, or the server's answer."""
    OVER = "over"
    """Nothing, because the game has ended."""


class MenuItem(NamedTuple):
    """An item of a menu. Choosing it opens its submenu, or if there is none, calls ``run``."""

    key: str
    """The key that chooses the item."""
    label: str
    run: Callable[[], tuple[GameOrTableEvent, ...]] = tuple
    """The function that performs the choice and returns the events that the person sees."""
    submenu: Menu | None = None

    @classmethod
    def with_submenu(cls, key: str, label: str, submenu: Menu) -> MenuItem:
        """Return an item that opens ``submenu``."""
        return cls(key, label, submenu=submenu)


class Menu(NamedTuple):
    """A question that is not about the deal, with the possible answers. An empty menu asks nothing."""

    text: str = ""
    """The question, or another text to show above the items. It may have several lines."""
    items: tuple[MenuItem, ...] = ()


def dealer_menu(names: Names, name_dealer: Callable[[Seat], tuple[GameOrTableEvent, ...]]) -> Menu:
    """Return the menu in which a person names the first dealer. An item calls ``name_dealer`` with the chosen seat."""
    me = names.view_seat
    items = (
        MenuItem("1", "I deal", partial(name_dealer, me)),
        MenuItem("2", f"{names.name(me.partner)} deals", partial(name_dealer, me.partner)),
    )
    return Menu("Your side drew the high card. Who deals first?", items)


class GameScore(NamedTuple):
    """The score of a game, or of a rubber (the best of three games).

    The fields ``score``, ``won`` and ``points`` hold one number for each partnership.
    """

    rules: Ruleset
    score: tuple[int, ...]
    """The score of the present game."""
    deal: int
    """The number of the deal in the game, from 1."""
    results: tuple[DealResult, ...] = ()
    """The results of the deals of this game, or nothing if the person has not seen all of them."""
    bell: bool = False
    """Whether the bell has rung."""
    over: bool = False
    """Whether the game, or the rubber, is over."""
    winner: Partnership | None = None
    """The winner of the game, or of the rubber."""
    game: int = 1
    """The number of the game in the rubber, from 1."""
    game_winner: Partnership | None = None
    """The winner of the present game of a rubber, if that game is over."""
    won: tuple[int, ...] = (0, 0)
    """The games of the rubber that each side has won."""
    points: tuple[int, ...] = ()
    """The rubber points of each side."""
    margin: int = 0
    """The winner's lead in rubber points."""


def game_score(rules: Ruleset, state: Game | Rubber) -> GameScore:
    """Return the score of the game or the rubber ``state``, which is played under ``rules``."""
    game = state.game if isinstance(state, Rubber) else state
    deals = len(game.results)
    score = GameScore(
        rules=rules,
        score=state.score,
        deal=deals + 1 if state.in_deal or not deals else deals,
        results=game.results,
        bell=game.bell,
        over=state.over,
        winner=state.winner,
    )
    if not isinstance(state, Rubber):
        return score
    return score._replace(
        game=len(state.games),
        game_winner=game.winner,
        won=state.games_won,
        points=state.points,
        margin=state.margin,
    )


class TimeLeft(NamedTuple):
    """The time left until the bell that ends a timed game, and until a second deadline, such as that for a choice."""

    bell: int | None = None
    """The seconds until the bell that ends the game, or None if there is no bell."""
    beside: str = ""
    """Text about the other deadline, such as "20 s to choose", or "" if there is none."""


class TerminalGame(Protocol):
    """A game that a person plays or watches: a ``LocalGame`` or a ``RemoteGame``."""

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the game."""
        ...

    @property
    def names(self) -> Names:
        """The names of the seats, as the person reads them."""
        ...

    @property
    def observation(self) -> Observation | None:
        """What the person may see of the deal, or None before the first deal."""
        ...

    @property
    def score(self) -> GameScore | None:
        """The score, or None before the first dealer is known."""
        ...

    @property
    def waiting_for(self) -> WaitingFor:
        """The next step or choice that the game waits for."""
        ...

    @property
    def question_menu(self) -> Menu:
        """The question to the person that is not about the deal. It is empty if there is none."""
        ...

    @property
    def time_left(self) -> TimeLeft:
        """The time left until the bell that ends a timed game, and for the current choice or until the next deal."""
        ...

    @property
    def opening_lines(self) -> tuple[str, ...]:
        """The lines that the screen shows in place of the table before the first deal."""
        ...

    @property
    def story(self) -> list[StoryLine]:
        """What has happened, as lines of text, the latest last."""
        ...

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
    def game_over_note(self) -> str:
        """A sentence under the result of a finished game, such as where its record is saved. It may be empty."""
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
        """Claim all remaining tricks for the person, and show the person's hand to everyone.

        Raise ``UkaError`` if another seat might still win a trick.
        """
        ...

    @property
    def hints_allowed(self) -> bool:
        """Whether the person may ask for hints."""
        ...

    async def hint(self) -> tuple[RatedAction, ...]:
        """Return the person's choices with their expected values, the best first.

        Raise ``UkaError`` if hints are not allowed.
        """
        ...

    async def why(self, made: MadeChoice) -> ChoiceExplanation:
        """Return why a bot made the choice ``made`` in the deal that ended last.

        Raise ``UkaError`` if that may not be told.
        """
        ...

    def review(self) -> AsyncIterator[tuple[DealReview, int]]:
        """Yield a pair for each deal of a finished game: the deal's review, and the number of deals in the game."""
        ...

    def advance_clock(self, seconds: float) -> tuple[GameOrTableEvent, ...]:
        """Add ``seconds`` to the time played. Return the events that the time causes, such as the bell."""
        ...

    def ready_for_next_deal(self) -> None:
        """Confirm that the person is ready for the next deal."""
        ...

    def next_game(self) -> TerminalGame:
        """Begin another game with the same settings, and return it."""
        ...

    def leave(self) -> None:
        """Save what is needed to resume the game. The client calls this method when the person leaves."""
        ...

    async def listen(self, woken: Callable[[], None]) -> None:
        """Receive updates until no more updates can come. Call ``woken`` after each update."""
        ...
