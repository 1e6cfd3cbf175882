"""A game, deals to a target, a number of deals or a bell; and a rubber, the best of three games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from . import events as ev
from .actions import Action
from .cards import Card
from .deal import Deal
from .errors import IllegalAction, InvalidDeal
from .events import Event
from .observation import Observation
from .playing import ended_by_revokes, rule_revoke
from .ruleset import Ruleset
from .rulings import ForfeitRuling, PointsRuling, RevokeRuling, Ruling
from .scoring import DealResult, Outcome
from .seats import Partnership, Seat

CHANCES = 2  # misdeals after which the deal is lost, where the rules give a second chance
GAMES_WON = 2
RUBBER_BONUS = 2
BRIDGE_TARGET = 5

G = TypeVar("G", "Game", "Rubber")


class Game(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A game between deals and in them; every verb gives a new one and what happened.

    ``dealer`` deals the deal in progress, or the next one. ``finished`` counts deals, thrown-in ones too but no
    redeals. ``deal`` stays after it is over, until the next turn-up, so that a revoke in it can be claimed. ``again``:
    the deal that was played out after the bell was misdealt, and is dealt again. ``awards`` are the points by an
    official's final say, each with the number of deals scored before it; ``forfeit`` is the side that lost the game by
    it.

    >>> from uka.core.shuffle import shuffled
    >>> game = Game.start(Ruleset(), dealer=Seat.SOUTH)
    >>> game, events = game.start_deal(shuffled(game.rules, seed=7))
    >>> game.turn, game.score
    (Seat.WEST, (0, 0))
    """

    rules: Ruleset
    dealer: Seat
    score: tuple[int, ...]
    deal: Deal | None = None
    results: tuple[DealResult, ...] = ()
    finished: int = 0
    misdeals: int = 0
    bell: bool = False
    ways: tuple[str | None, ...] = ()
    revokes: bool = False
    awards: tuple[tuple[int, tuple[int, ...]], ...] = ()
    forfeit: Partnership | None = None
    again: bool = False

    @classmethod
    def start(
        cls, rules: Ruleset, dealer: Seat, *, score: tuple[int, ...] | None = None, revokes: bool = False
    ) -> Game:
        """A game before its first deal. ``revokes``: whether the table lets them happen, to be claimed."""
        nil = (0,) * len(rules.partnerships)
        return cls(rules=rules, dealer=dealer, score=score or nil, ways=(None,) * len(rules.seats), revokes=revokes)

    @property
    def in_deal(self) -> bool:
        """Whether a turn-up lies on the table: a deal is in progress."""
        return self.deal is not None and not self.deal.over

    @property
    def turn(self) -> Seat | None:
        """The seat that the deal in progress waits for."""
        return self.deal.turn if self.deal else None

    @property
    def over(self) -> bool:
        """Whether the game has ended (seeds/001, rules 10 and 17, for the bell)."""
        if self.in_deal:
            return False
        rules = self.rules
        if self.forfeit is not None or (self.bell and not self.again):
            return True
        return 0 < rules.deals <= self.finished or 0 < rules.target <= max(self.score)

    @property
    def winner(self) -> Partnership | None:
        """The side ahead at the end, or whose opponents forfeited; None before it, and for a draw."""
        if self.forfeit is not None:
            return self.forfeit.other
        best = max(self.score)
        if not self.over or self.score.count(best) > 1:
            return None
        return self.rules.partnerships[self.score.index(best)]

    def legal_actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """As ``Deal.legal_actions``; nothing while no deal is there."""
        return self.deal.legal_actions(seat) if self.deal else ()

    def observe(self, seat: Seat | None) -> Observation:
        """What a seat may know of the deal and the game. ``IllegalAction`` before the first deal."""
        if self.deal is None:
            raise IllegalAction("nothing is dealt yet")
        done = self.deal.over
        earlier = self.results[:-1] if done else self.results
        return replace(
            self.deal.observe(seat),
            score=self.score,
            number=len(earlier),
            bell=self.bell,
            previous=earlier[-1] if earlier else None,
        )

    def start_deal(
        self, pack: Iterable[Card], *, cut: int | None = None, way: str | None = None
    ) -> tuple[Game, tuple[Event, ...]]:
        """Deal a pack, as ``Deal.start``; ``IllegalAction`` while a deal is in progress or when the game is over."""
        if self.over:
            raise IllegalAction("the game is over: nothing more is dealt")
        if self.in_deal:
            raise IllegalAction("a deal is in progress: it is played out before the next")
        way = self._way(way)
        deal = Deal.start(self.rules, self.dealer, pack, cut=cut, way=way, revokes=self.revokes)
        ways = tuple(way if seat is self.dealer else w for seat, w in zip(self.rules.seats, self.ways, strict=True))
        return replace(self, deal=deal, ways=ways, again=False), deal.opening_events()

    @property
    def next_game(self) -> int:
        """Which game the next deal belongs to, from 0, as in a rubber."""
        return 0

    @property
    def way_kept(self) -> str | None:
        """The packets that the dealer of the next deal keeps to, if the rules and an earlier deal say so."""
        return self.ways[self.dealer.index] if self.rules.packets_kept else None

    def _way(self, way: str | None) -> str | None:
        if not self.rules.packets_kept:
            return way
        kept = self.way_kept
        if kept and way not in (None, kept):
            raise InvalidDeal(f"{self.dealer} has dealt {kept} before and must keep to it")
        return kept or way or self.rules.ways[0]

    def apply(self, action: Action, seat: Seat | None = None) -> tuple[Game, tuple[Event, ...]]:
        """The game after a seat's action, as ``Deal.apply``."""
        if self.deal is None:
            raise IllegalAction("nothing is dealt yet")
        return self._went_on(*self.deal.apply(action, seat))

    def _went_on(self, deal: Deal, events: tuple[Event, ...]) -> tuple[Game, tuple[Event, ...]]:
        """With the deal after a step, and the points that it brought."""
        before = self.deal
        assert before is not None
        found = deal.proven is not before.proven or deal.ruled_revokes is not before.ruled_revokes
        if found and self._penalty_wins(deal):
            deal, events = ended_by_revokes(deal, events)
        if deal.result is before.result:
            game = replace(self, deal=deal)
            return (game._counted(deal.points, before.points) if found else game), events
        assert deal.result is not None
        game = replace(self, deal=deal)._scored(deal.result, before)
        return game, events + game._ending()

    def _penalty_wins(self, deal: Deal) -> bool:
        """Whether a revoke proven in a deal that goes on brings a side to the target: the first to reach it wins."""
        assert self.deal is not None
        if deal.over or not self.rules.target:
            return False
        return max(self._counted(deal.points, self.deal.points).score) >= self.rules.target

    def enter(self, result: DealResult) -> tuple[Game, tuple[Event, ...]]:
        """A deal that was played with real cards, entered by how it ended; see ``byhand``.

        ``IllegalAction`` while a deal is in progress or when the game is over.

        >>> from .byhand import made
        >>> game = Game.start(Ruleset(), dealer=Seat.SOUTH)
        >>> game, events = game.enter(made(game.rules, Partnership.EAST_WEST, tricks=5))
        >>> game.score, game.dealer
        ((0, 2), Seat.WEST)
        """
        if self.over:
            raise IllegalAction("the game is over: nothing more is scored")
        if self.in_deal:
            raise IllegalAction("a deal is in progress: it is played out before another is entered")
        game = self._scored(result, None)
        return game, (ev.DealScored(result), *game._ending())

    def _counted(self, points: tuple[int, ...], counted: tuple[int, ...]) -> Game:
        """With the points of a deal in the score, of which some were counted before; no score falls below 0."""
        score = tuple(max(s - old + new, 0) for s, old, new in zip(self.score, counted, points, strict=True))
        return replace(self, score=score)

    def _scored(self, result: DealResult, before: Deal | None) -> Game:
        """With a deal's result, which takes the place of the one that it had; ``before`` is None if entered by hand."""
        game = self._counted(result.points, before.points if before else (0,) * len(self.score))
        scored_before = before is not None and before.over
        game = replace(game, results=(*self.results[: len(self.results) - scored_before], result))
        if not scored_before:
            again = result.outcome is Outcome.REDEAL
            game = replace(
                game,
                dealer=self.dealer if again or self._deals_again(result) else self.dealer.left,
                finished=self.finished + (not again),
                misdeals=self.misdeals if again else 0,
            )
        return game

    def _deals_again(self, result: DealResult) -> bool:
        return result.outcome is Outcome.THROWN_IN and self.rules.nobody_calls == "throw_in_same"

    def _ending(self) -> tuple[Event, ...]:
        return (ev.GameOver(self.winner, self.score),) if self.over else ()

    def misdeal(self, *, late: bool = False) -> tuple[Game, tuple[Event, ...]]:
        """The dealer misdealt, before the turn-up or after it; the deal is void (seeds/001, rule 10).

        ``late``: found after a card was played, as the count of a hand can show it, or an official's word. What was
        paid for revokes in the deal is taken back. After the bell the deal that was played out is dealt again, unless
        it is lost; a misdeal before its turn-up ends the game (seeds/001, rule 17).
        """
        if self.over:
            raise IllegalAction("the game is over: nothing more is dealt")
        deal = self.deal if self.in_deal else None
        if deal and not late and (deal.trick or deal.tricks):
            raise IllegalAction("a card has been played: a misdeal is found now by the count of a hand only")
        lost = self.rules.misdeal == "second_chance" and self.misdeals + 1 == CHANCES
        nil = (0,) * len(self.score)
        game = replace(
            self._counted(nil, deal.points) if deal else self,
            deal=None if deal else self.deal,
            dealer=self.dealer.left if lost else self.dealer,
            misdeals=0 if lost else self.misdeals + 1,
            again=self.bell and deal is not None and not lost,
        )
        return game, (ev.Misdealt(self.dealer, lost), *game._ending())

    def ring_bell(self) -> tuple[Game, tuple[Event, ...]]:
        """The clock ran out: a deal with a turn-up is played out, else the game is over (seeds/001, rule 17)."""
        if not self.rules.clock:
            raise IllegalAction(f"{self.rules.name} is played without a clock: there is no bell")
        if self.bell or self.over:
            raise IllegalAction("the bell has rung" if self.bell else "the game is over")
        game = replace(self, bell=True)
        return game, (ev.BellRang(self.in_deal), *game._ending())

    def rule(self, ruling: Ruling) -> tuple[Game, tuple[Event, ...]]:
        """The final say of whoever presides, in a deal or between deals (seeds/001, rule 1).

        >>> game = Game.start(Ruleset(), dealer=Seat.SOUTH)
        >>> game, events = game.rule(PointsRuling(points=(2, 0), reason="the score was counted wrong"))
        >>> game.score
        (2, 0)
        """
        if self.over:
            raise IllegalAction("the game is over: nothing more is ruled in it")
        game, events = self._ruled(ruling)
        return game, (ev.OfficialRuled(ruling), *events)

    def _ruled(self, ruling: Ruling) -> tuple[Game, tuple[Event, ...]]:
        match ruling:
            case PointsRuling(points=points):
                game = self._awarded(points)
            case ForfeitRuling(side=side):
                game = replace(self, forfeit=side, deal=None)
            case RevokeRuling(offenders=offenders):
                if self.deal is None:
                    raise IllegalAction("no deal lies on the table: a revoke is found until the next turn-up")
                return self._went_on(*rule_revoke(self.deal, offenders))
            case _:  # a MisdealRuling
                if not self.in_deal:
                    raise IllegalAction("no deal lies on the table: there is nothing to deal again")
                return self.misdeal(late=True)
        return game, game._ending()

    def _awarded(self, points: tuple[int, ...]) -> Game:
        """With points added to the score; a deal in progress is over if they reach the target."""
        if len(points) != len(self.score):
            raise IllegalAction(f"points are given to {len(self.score)} sides, not to {len(points)}")
        score = tuple(max(had + more, 0) for had, more in zip(self.score, points, strict=True))
        added = tuple(now - had for now, had in zip(score, self.score, strict=True))
        reached = self.in_deal and 0 < self.rules.target <= max(score)
        awards = (*self.awards, (len(self.results), added))
        return replace(self, score=score, awards=awards, deal=None if reached else self.deal)


class Rubber(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The best of three games; the deal passes on from one game to the next (seeds/003, Keeping Score).

    It has the verbs of a ``Game``. The next game begins with the deal after the last one's end.
    """

    games: tuple[Game, ...]

    @classmethod
    def start(cls, rules: Ruleset, dealer: Seat, *, revokes: bool = False) -> Rubber:
        """A rubber before its first deal."""
        return cls(games=(Game.start(rules, dealer, revokes=revokes),))

    @property
    def game(self) -> Game:
        """The game in progress, or the last."""
        return self.games[-1]

    @property
    def rules(self) -> Ruleset:
        """The rules of every game in it."""
        return self.game.rules

    @property
    def dealer(self) -> Seat:
        """Who deals the deal in progress, or the next."""
        return self.game.dealer

    @property
    def deal(self) -> Deal | None:
        """The deal in progress, or the last."""
        return self.game.deal

    @property
    def score(self) -> tuple[int, ...]:
        """The score of the game in progress, or of the last."""
        return self.game.score

    @property
    def turn(self) -> Seat | None:
        """The seat that the deal in progress waits for."""
        return self.game.turn

    @property
    def in_deal(self) -> bool:
        """Whether a deal is in progress."""
        return self.game.in_deal

    @property
    def won(self) -> tuple[int, ...]:
        """Games won by each partnership."""
        return tuple(sum(game.winner is side for game in self.games) for side in self.rules.partnerships)

    @property
    def over(self) -> bool:
        """Whether a side has won two games, or the other forfeited."""
        return self.game.forfeit is not None or max(self.won) == GAMES_WON

    @property
    def winner(self) -> Partnership | None:
        """The side that won two games, or whose opponents forfeited."""
        if self.game.forfeit is not None:
            return self.game.winner
        return self.rules.partnerships[self.won.index(GAMES_WON)] if self.over else None

    @property
    def points(self) -> tuple[int, ...]:
        """Rubber points for games won, by partnership, without the bonus."""
        earned = [0] * len(self.rules.partnerships)
        for game in self.games:
            if game.winner:
                earned[game.winner.index] += game_value(game.score[game.winner.other.index])
        return tuple(earned)

    @property
    def margin(self) -> int:
        """What the winners win by: the bonus, plus their rubber points, less the losers'; 0 until it is over."""
        if self.winner is None:
            return 0
        return RUBBER_BONUS + self.points[self.winner.index] - self.points[self.winner.other.index]

    def start_deal(
        self, pack: Iterable[Card], *, cut: int | None = None, way: str | None = None
    ) -> tuple[Rubber, tuple[Event, ...]]:
        """As ``Game.start_deal``; after a game's end, the first deal of the next."""
        if self.over:
            raise IllegalAction("the rubber is over: nothing more is dealt")
        going = self._going_on()
        return going._with(*going.game.start_deal(pack, cut=cut, way=way))

    @property
    def next_game(self) -> int:
        """Which game of the rubber the next deal belongs to, from 0."""
        return len(self._going_on().games) - 1

    @property
    def way_kept(self) -> str | None:
        """As ``Game.way_kept``; after a game's end, for the first deal of the next."""
        return self._going_on().game.way_kept

    def _going_on(self) -> Rubber:
        """With the next game begun, if one is over and the rubber is not."""
        if self.over or not self.game.over:
            return self
        fresh = Game.start(self.rules, self.dealer, revokes=self.game.revokes)
        ways = self.game.ways if self.rules.packets == "kept" else fresh.ways
        return replace(self, games=(*self.games, replace(fresh, ways=ways)))

    def legal_actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """As ``Game.legal_actions``."""
        return self.game.legal_actions(seat)

    def observe(self, seat: Seat | None) -> Observation:
        """As ``Game.observe``."""
        return self.game.observe(seat)

    def apply(self, action: Action, seat: Seat | None = None) -> tuple[Rubber, tuple[Event, ...]]:
        """As ``Game.apply``."""
        return self._with(*self.game.apply(action, seat))

    def misdeal(self, *, late: bool = False) -> tuple[Rubber, tuple[Event, ...]]:
        """As ``Game.misdeal``; after a game's end, in the first deal of the next."""
        going = self._going_on()
        return going._with(*going.game.misdeal(late=late))

    def ring_bell(self) -> tuple[Rubber, tuple[Event, ...]]:
        """Refused: a rubber has no clock."""
        return self._with(*self.game.ring_bell())

    def rule(self, ruling: Ruling) -> tuple[Rubber, tuple[Event, ...]]:
        """As ``Game.rule``; after a game's end, in the next. A forfeit loses the rubber."""
        if self.over:
            raise IllegalAction("the rubber is over: nothing more is ruled in it")
        going = self._going_on()
        return going._with(*going.game.rule(ruling))

    def _with(self, game: Game, events: tuple[Event, ...]) -> tuple[Rubber, tuple[Event, ...]]:
        return replace(self, games=(*self.games[:-1], game)), events


def begin(rules: Ruleset, dealer: Seat, *, revokes: bool = False) -> Game | Rubber:
    """A game before its first deal, or a rubber where the rules play rubbers."""
    return (Rubber if rules.rubber else Game).start(rules, dealer, revokes=revokes)


def game_value(losers_score: int) -> int:
    """Rubber points of a game: 3, 2 or 1 as the losers scored none, 1-2, or more (seeds/003).

    >>> [game_value(score) for score in (0, 1, 2, 3, 4)]
    [3, 2, 2, 1, 1]
    """
    if losers_score <= 0:
        return 3
    return 2 if losers_score <= 2 else 1


def at_the_bridge(rules: Ruleset, score: tuple[int, ...]) -> Partnership | None:
    """The side with 4 of 5 points while the others have 2 or fewer, where the rules speak of the bridge (seeds/003)."""
    if not rules.bridge or rules.target != BRIDGE_TARGET:
        return None
    return next((s for s in rules.partnerships if score[s.index] == 4 and score[s.other.index] <= 2), None)
