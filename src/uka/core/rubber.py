"""A rubber, which is the best of three games. A rubber has the methods of a game."""

from __future__ import annotations

from typing import NoReturn, TypeAlias

import msgspec
from msgspec.structs import replace

from .action_text import ActionOrText
from .actions import Action
from .deal import Deal
from .deal_display import deal_html, game_html
from .dealing import CardsOrText
from .errors import IllegalAction
from .events import Event
from .game import Game
from .observation import Observation
from .ruleset import Ruleset
from .rulings import Ruling
from .seats import Partnership, Seat

GAMES_TO_WIN = 2
"""The number of games that win a rubber."""
RUBBER_BONUS = 2
"""The rubber points for winning the rubber."""


class Rubber(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The best of three games (Bicycle, Keeping Score). It is immutable and has the methods of ``Game``.

    The first deal after the end of a game begins the next game. The turn to deal passes on as within a game.
    """

    games: tuple[Game, ...]
    """The games so far. The last one is in progress, or has ended and is followed by no deal yet."""

    @classmethod
    def start(cls, rules: Ruleset, dealer: Seat | str, *, revokes: bool = False) -> Rubber:
        """Return a rubber before its first deal. If ``revokes`` is true, players can revoke and claim revokes."""
        return cls(games=(Game.start(rules, dealer, revokes=revokes),))

    def __str__(self) -> str:
        """Return how many games each side has won in one line, and then the current game."""
        return f"{self._games_line()}\n{self.game}"

    def _repr_html_(self) -> str:
        score = str(self.game).partition("\n")[0]
        drawn = deal_html(self.deal, self.deal.hands) if self.deal else ""
        return game_html(f"{self._games_line()} {score}", drawn)

    def _games_line(self) -> str:
        won = ", ".join(f"{side} {games}" for side, games in zip(self.rules.partnerships, self.games_won, strict=True))
        return f"Game {len(self.games)} of the rubber. Games won: {won}."

    @property
    def game(self) -> Game:
        """The current game. A finished game remains the current game until the next deal."""
        return self.games[-1]

    @property
    def rules(self) -> Ruleset:
        """The ruleset of all games of the rubber."""
        return self.game.rules

    @property
    def dealer(self) -> Seat:
        """The dealer of the deal in progress, or of the next deal."""
        return self.game.dealer

    @property
    def deal(self) -> Deal | None:
        """The deal in progress, or the last deal."""
        return self.game.deal

    @property
    def score(self) -> tuple[int, ...]:
        """The score of the current game, north-south first."""
        return self.game.score

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is, or None between deals."""
        return self.game.turn

    @property
    def in_deal(self) -> bool:
        """Whether a deal is in progress: its upcard has been turned, and the deal is not over."""
        return self.game.in_deal

    @property
    def games_won(self) -> tuple[int, ...]:
        """The number of games that each partnership has won, north-south first."""
        return tuple(sum(game.winner is side for game in self.games) for side in self.rules.partnerships)

    @property
    def over(self) -> bool:
        """Whether the rubber has ended, because a side has won two games or has forfeited."""
        return self.game.forfeit is not None or max(self.games_won) == GAMES_TO_WIN

    @property
    def winner(self) -> Partnership | None:
        """The side that has won two games, or whose opponents forfeited. None until the rubber is over."""
        if self.game.forfeit is not None:
            return self.game.winner
        return self.rules.partnerships[self.games_won.index(GAMES_TO_WIN)] if self.over else None

    @property
    def points(self) -> tuple[int, ...]:
        """The rubber points of each partnership for games won, north-south first, without the bonus for the rubber."""
        earned = [0] * len(self.rules.partnerships)
        for game in self.games:
            if game.winner:
                earned[game.winner.index] += game_value(game.score[game.winner.other.index])
        return tuple(earned)

    @property
    def margin(self) -> int:
        """The winners' rubber points with the bonus, minus the losers' rubber points. 0 until the rubber is over."""
        if self.winner is None:
            return 0
        return RUBBER_BONUS + self.points[self.winner.index] - self.points[self.winner.other.index]

    def start_deal(
        self, pack: CardsOrText, *, cut: int | None = None, packet_pattern: str | None = None
    ) -> tuple[Rubber, tuple[Event, ...]]:
        """Deal ``pack``, as ``Game.start_deal`` does. Return the new rubber and the events.

        If the current game is over, the deal begins the next game. Raise ``IllegalAction`` during a deal or after the
        end of the rubber.
        """
        if self.over:
            raise IllegalAction("the rubber is over: there are no more deals")
        rubber = self._with_next_game()
        game, events = rubber.game.start_deal(pack, cut=cut, packet_pattern=packet_pattern)
        return rubber._with_game(game), events

    @property
    def next_game(self) -> int:
        """The number, from 0, of the game of the rubber to which the next deal belongs."""
        return len(self._with_next_game().games) - 1

    @property
    def kept_packet_pattern(self) -> str | None:
        """The packet pattern that the next dealer must use, or None if the dealer may choose.

        If the current game is over, this is the pattern for the first deal of the next game.
        """
        return self._with_next_game().game.kept_packet_pattern

    def _with_next_game(self) -> Rubber:
        """Return the rubber with its next game begun, or unchanged if a game is in progress or the rubber is over."""
        if self.over or not self.game.over:
            return self
        fresh = Game.start(self.rules, self.dealer, revokes=self.game.revokes)
        patterns = self.game.dealer_packet_patterns if self.rules.packets == "kept" else fresh.dealer_packet_patterns
        return replace(self, games=(*self.games, replace(fresh, dealer_packet_patterns=patterns)))

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions of the seat whose turn it is; an empty tuple before the first deal."""
        return self.game.legal_actions

    def legal_actions_of(self, seat: Seat | str | None) -> tuple[Action, ...]:
        """Return the actions that ``apply`` accepts from ``seat``, as ``Game.legal_actions_of`` does."""
        return self.game.legal_actions_of(seat)

    def observe(self, seat: Seat | str | None) -> Observation:
        """Return what ``seat`` may know of the current game and its deal, as ``Game.observe`` does."""
        return self.game.observe(seat)

    def apply(self, action: ActionOrText, seat: Seat | str | None = None) -> tuple[Rubber, tuple[Event, ...]]:
        """Apply ``action``, which ``seat`` chooses, as ``Game.apply`` does. Return the new rubber and the events."""
        game, events = self.game.apply(action, seat)
        return self._with_game(game), events

    def misdeal(self, *, late: bool = False) -> tuple[Rubber, tuple[Event, ...]]:
        """Record a misdeal, as ``Game.misdeal`` does. Return the new rubber and the events.

        If the current game is over, the misdeal belongs to the next game.
        """
        rubber = self._with_next_game()
        game, events = rubber.game.misdeal(late=late)
        return rubber._with_game(game), events

    def ring_bell(self) -> NoReturn:
        """Raise ``IllegalAction``, because a rubber is played without a clock."""
        raise IllegalAction(f"{self.rules.name} is played without a clock: there is no bell")

    def rule(self, ruling: Ruling) -> tuple[Rubber, tuple[Event, ...]]:
        """Apply ``ruling``, which an official gave, as ``Game.rule`` does. Return the new rubber and the events.

        If the current game is over, the ruling belongs to the next game. A side that forfeits loses the whole rubber.
        """
        if self.over:
            raise IllegalAction("the rubber is over: no more rulings can be made in it")
        rubber = self._with_next_game()
        game, events = rubber.game.rule(ruling)
        return rubber._with_game(game), events

    def _with_game(self, game: Game) -> Rubber:
        """Return the rubber with ``game`` in place of the current game."""
        return replace(self, games=(*self.games[:-1], game))


GameOrRubber: TypeAlias = Game | Rubber
"""A game or a rubber. Both have the same methods."""


def begin(rules: Ruleset, dealer: Seat, *, revokes: bool = False) -> GameOrRubber:
    """Return a new rubber if ``rules.rubber`` is true, else a new game, before its first deal.

    If ``revokes`` is true, players can revoke and claim revokes.
    """
    if rules.rubber:
        return Rubber.start(rules, dealer, revokes=revokes)
    return Game.start(rules, dealer, revokes=revokes)


def game_value(losers_score: int) -> int:
    """Return the rubber points for winning a game in which the losers scored ``losers_score`` points.

    A game is worth 3 rubber points if the losers scored nothing, 2 if they scored 1 or 2 points, and else 1 (Bicycle,
    Keeping Score).

    >>> [game_value(score) for score in (0, 1, 2, 3, 4)]
    [3, 2, 2, 1, 1]
    """
    if losers_score <= 0:
        return 3
    return 2 if losers_score <= 2 else 1
