"""A game: deals until a target, a number of deals or the bell."""

from __future__ import annotations

from collections.abc import Iterable

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
BRIDGE_TARGET = 5


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
    dealer_packet_patterns: tuple[str | None, ...] = ()
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
        return cls(
            rules=rules,
            dealer=dealer,
            score=score or nil,
            dealer_packet_patterns=(None,) * len(rules.seats),
            revokes=revokes,
        )

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
        self, pack: Iterable[Card], *, cut: int | None = None, packet_pattern: str | None = None
    ) -> tuple[Game, tuple[Event, ...]]:
        """Deal a pack, as ``Deal.start``; ``IllegalAction`` while a deal is in progress or when the game is over."""
        if self.over:
            raise IllegalAction("the game is over: nothing more is dealt")
        if self.in_deal:
            raise IllegalAction("a deal is in progress: it is played out before the next")
        packet_pattern = self._packet_pattern(packet_pattern)
        deal = Deal.start(self.rules, self.dealer, pack, cut=cut, packet_pattern=packet_pattern, revokes=self.revokes)
        patterns = tuple(
            packet_pattern if seat is self.dealer else w
            for seat, w in zip(self.rules.seats, self.dealer_packet_patterns, strict=True)
        )
        return replace(self, deal=deal, dealer_packet_patterns=patterns, again=False), deal.opening_events()

    @property
    def next_game(self) -> int:
        """Which game the next deal belongs to, from 0, as in a rubber."""
        return 0

    @property
    def kept_packet_pattern(self) -> str | None:
        """The packets that the dealer of the next deal keeps to, if the rules and an earlier deal say so."""
        return self.dealer_packet_patterns[self.dealer.index] if self.rules.packets_kept else None

    def _packet_pattern(self, packet_pattern: str | None) -> str | None:
        if not self.rules.packets_kept:
            return packet_pattern
        kept = self.kept_packet_pattern
        if kept and packet_pattern not in (None, kept):
            raise InvalidDeal(f"{self.dealer} has dealt {kept} before and must keep to it")
        return kept or packet_pattern or self.rules.packet_patterns[0]

    def apply(self, action: Action, seat: Seat | None = None) -> tuple[Game, tuple[Event, ...]]:
        """The game after a seat's action, as ``Deal.apply``."""
        if self.deal is None:
            raise IllegalAction("nothing is dealt yet")
        return self._went_on(*self.deal.apply(action, seat))

    def _went_on(self, deal: Deal, events: tuple[Event, ...]) -> tuple[Game, tuple[Event, ...]]:
        """The game after a transition of its deal, with the points that it brought."""
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
        """A deal that was played with real cards, entered by its reported result; see ``reported_results``.

        ``IllegalAction`` while a deal is in progress or when the game is over.

        >>> from .reported_results import played_result
        >>> game = Game.start(Ruleset(), dealer=Seat.SOUTH)
        >>> game, events = game.enter(played_result(game.rules, Partnership.EAST_WEST, tricks=5))
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


def at_the_bridge(rules: Ruleset, score: tuple[int, ...]) -> Partnership | None:
    """The side with 4 of 5 points while the others have 2 or fewer, where the rules speak of the bridge (seeds/003)."""
    if not rules.bridge or rules.target != BRIDGE_TARGET:
        return None
    return next((s for s in rules.partnerships if score[s.index] == 4 and score[s.other.index] <= 2), None)
