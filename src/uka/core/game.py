"""A game of several deals. It ends at a target score, after a number of deals, or at the bell of a timed round."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from . import events as ev
from .action_text import ActionOrText
from .actions import Action
from .deal import Deal
from .deal_display import deal_html, game_html, score_line, state_sentence
from .dealing import CardsOrText, checked_rules
from .errors import IllegalAction, InvalidDeal
from .events import Event
from .observation import Observation
from .playing import ended_by_revokes, rule_revoke
from .ruleset import Ruleset
from .rulings import ForfeitRuling, PointsRuling, RevokeRuling, Ruling
from .scoring import DealResult, Outcome
from .seats import Partnership, Seat, seat_of

MISDEALS_TO_LOSE_DEAL = 2
"""How often in a row a dealer must misdeal to lose the deal, if the rules give a second chance."""
BRIDGE_TARGET = 5
"""The target of the games in which a side can be "at the bridge"."""


class Game(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The state of a game of several deals. It is immutable: a method returns a new game and the events.

    >>> from uka.core.shuffle import shuffled
    >>> game = Game.start(Ruleset(), dealer=Seat.SOUTH)
    >>> game, events = game.start_deal(shuffled(game.rules, seed=7))
    >>> game.turn, game.score
    (Seat.WEST, (0, 0))
    """

    rules: Ruleset
    dealer: Seat
    """The dealer of the deal in progress, or of the next deal."""
    score: tuple[int, ...]
    """The points of each partnership, north-south first."""
    deal: Deal | None = None
    """The deal in progress, or the last deal, in which revokes can still be claimed until the next upcard is turned."""
    results: tuple[DealResult, ...] = ()
    """The results of all scored deals, redeals too."""
    finished: int = 0
    """The number of finished deals. A thrown-in deal counts, a redeal does not."""
    misdeals: int = 0
    """How often in a row ``dealer`` has misdealt."""
    bell: bool = False
    """Whether the bell that ends a timed round has rung."""
    dealer_packet_patterns: tuple[str | None, ...] = ()
    """The packet pattern, such as "3-2", of each seat's last deal, by ``seat.index``; None before its first."""
    revokes: bool = False
    """Whether players can revoke and claim revokes."""
    awards: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Points outside the results of deals, each as (number of deals scored before, points by partnership).

    Officials awarded them, or they are penalties for revokes in misdealt deals.
    """
    forfeit: Partnership | None = None
    """The side that forfeited the game."""
    again: bool = False
    """Whether the deal that was in progress at the bell was misdealt and must be dealt again."""

    @classmethod
    def start(
        cls, rules: Ruleset, dealer: Seat | str, *, score: tuple[int, ...] | None = None, revokes: bool = False
    ) -> Game:
        """Return a game before its first deal, with the score ``score``, by default 0 to 0.

        If ``revokes`` is true, players can revoke and claim revokes.
        """
        rules, dealer = checked_rules(rules), seat_of(dealer)
        return cls(
            rules=rules,
            dealer=dealer,
            score=score or (0,) * len(rules.partnerships),
            dealer_packet_patterns=(None,) * len(rules.seats),
            revokes=revokes,
        )

    def __str__(self) -> str:
        """Return the score in one line, and then the deal in progress or the last deal."""
        return f"{self._score_line}\n{self.deal}" if self.deal else self._score_line

    def _repr_html_(self) -> str:
        return game_html(self._score_line, deal_html(self.deal, self.deal.hands) if self.deal else "")

    @property
    def _score_line(self) -> str:
        state = state_sentence(self.winner, self.over, None if self.in_deal else self.dealer)
        return score_line(self.rules.title, self.score, self.finished, state)

    @property
    def in_deal(self) -> bool:
        """Whether a deal is in progress: its upcard has been turned, and the deal is not over."""
        return self.deal is not None and not self.deal.over

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is, or None between deals."""
        return self.deal.turn if self.deal else None

    @property
    def over(self) -> bool:
        """Whether the game has ended.

        It ends at its target, after its number of deals, by a forfeit, or after the bell (Tainui rules, 10 and 17).
        """
        if self.in_deal:
            return False
        rules = self.rules
        if self.forfeit is not None or (self.bell and not self.again):
            return True
        return 0 < rules.deals <= self.finished or 0 < rules.target <= max(self.score)

    @property
    def winner(self) -> Partnership | None:
        """The side that has won, by points or because its opponents forfeited. None if no side has, or in a draw."""
        if self.forfeit is not None:
            return self.forfeit.other
        best = max(self.score)
        if not self.over or self.score.count(best) > 1:
            return None
        return self.rules.partnerships[self.score.index(best)]

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions of the seat whose turn it is; an empty tuple before the first deal."""
        return self.legal_actions_of(None)

    def legal_actions_of(self, seat: Seat | str | None) -> tuple[Action, ...]:
        """Return the actions that ``apply`` accepts from ``seat``, in index order.

        If ``seat`` is None, it is the seat whose turn it is. Before the first deal there are no actions.
        """
        seat = None if seat is None else seat_of(seat)
        return self.deal.legal_actions_of(seat) if self.deal else ()

    def observe(self, seat: Seat | str | None) -> Observation:
        """Return what ``seat`` may know of the deal and the game; if ``seat`` is None, what a spectator may know.

        Raise ``IllegalAction`` before the first deal.
        """
        if self.deal is None:
            raise IllegalAction("no cards are dealt yet")
        earlier = self.results[:-1] if self.deal.over else self.results
        return replace(
            self.deal.observe(seat),
            score=self.score,
            number=len(earlier),
            bell=self.bell,
            previous=earlier[-1] if earlier else None,
        )

    def start_deal(
        self, pack: CardsOrText, *, cut: int | None = None, packet_pattern: str | None = None
    ) -> tuple[Game, tuple[Event, ...]]:
        """Deal ``pack``, starting with its first card. Return the new game and the events.

        ``cut`` is the number of cards lifted off the top first, or None for no cut. ``packet_pattern`` is the number of
        cards dealt to each player at a time: "3-2" or "2-3". Raise ``IllegalAction`` during a deal or after the end of
        the game, and ``InvalidDeal`` if the pack, the cut or the pattern is not allowed.
        """
        if self.over:
            raise IllegalAction("the game is over: there are no more deals")
        if self.in_deal:
            raise IllegalAction("a deal is in progress: play it out before the next one")
        packet_pattern = self._packet_pattern(packet_pattern)
        deal = Deal.start(self.rules, self.dealer, pack, cut=cut, packet_pattern=packet_pattern, revokes=self.revokes)
        patterns = tuple(
            packet_pattern if seat is self.dealer else pattern
            for seat, pattern in zip(self.rules.seats, self.dealer_packet_patterns, strict=True)
        )
        return replace(self, deal=deal, dealer_packet_patterns=patterns, again=False), deal.opening_events()

    @property
    def next_game(self) -> int:
        """The number, from 0, of the game to which the next deal belongs. Always 0: only a rubber has more games."""
        return 0

    @property
    def kept_packet_pattern(self) -> str | None:
        """The packet pattern that the next dealer must use again under the rules, or None if the dealer may choose."""
        return self.dealer_packet_patterns[self.dealer.index] if self.rules.packet_pattern_kept else None

    def _packet_pattern(self, packet_pattern: str | None) -> str | None:
        """Return the packet pattern for the next deal when the dealer chooses ``packet_pattern``.

        None stands for the default pattern. Raise ``InvalidDeal`` if the dealer must keep to another pattern.
        """
        if not self.rules.packet_pattern_kept:
            return packet_pattern
        kept = self.kept_packet_pattern
        if kept and packet_pattern not in (None, kept):
            raise InvalidDeal(f"{self.dealer.value.title()} dealt {kept} before and must stick to it")
        return kept or packet_pattern or self.rules.packet_patterns[0]

    def apply(self, action: ActionOrText, seat: Seat | str | None = None) -> tuple[Game, tuple[Event, ...]]:
        """Apply ``action``, which ``seat`` chooses in the deal. Return the new game and the events.

        The default for ``seat`` is the seat whose turn it is. ``action`` and ``seat`` can be given as text. Raise
        ``IllegalAction`` if the rules forbid the action.
        """
        if self.deal is None:
            raise IllegalAction("no cards are dealt yet")
        return self._with_deal(*self.deal.apply(action, seat))

    def _with_deal(self, deal: Deal, events: tuple[Event, ...]) -> tuple[Game, tuple[Event, ...]]:
        """Return the game after a change of its deal to ``deal``, and the events.

        ``events`` holds the events of the change. More are added if penalties end the deal, or if the game ends.
        """
        before = self.deal
        assert before is not None
        new_revoke = deal.proven is not before.proven or deal.ruled_revokes is not before.ruled_revokes
        if new_revoke and self._penalty_wins(deal):
            deal, events = ended_by_revokes(deal, events)
        if deal.result is before.result:
            game = replace(self, deal=deal)
            if new_revoke:
                game = game._with_points(deal.points, before.points)
            return game, events
        assert deal.result is not None
        game = replace(self, deal=deal)._scored(deal.result, before)
        return game, events + game._game_over_events()

    def _penalty_wins(self, deal: Deal) -> bool:
        """Return whether ``deal`` is not over, and its penalties for revokes bring a side to the target."""
        assert self.deal is not None
        if deal.over or not self.rules.target:
            return False
        return max(self._with_points(deal.points, self.deal.points).score) >= self.rules.target

    def enter_result(self, result: DealResult) -> tuple[Game, tuple[Event, ...]]:
        """Score a deal with the result ``result``, played with real cards. Return the new game and the events.

        Raise ``IllegalAction`` if a deal is in progress or the game is over.

        >>> from .reported_results import played_result
        >>> game = Game.start(Ruleset(), dealer=Seat.SOUTH)
        >>> game, events = game.enter_result(played_result(game.rules, Partnership.EAST_WEST, tricks=5))
        >>> game.score, game.dealer
        ((0, 2), Seat.WEST)
        """
        if self.over:
            raise IllegalAction("the game is over: nothing more can be scored")
        if self.in_deal:
            raise IllegalAction("a deal is in progress: play it out before you enter another")
        game = self._scored(result, None)
        return game, (ev.DealScored(result), *game._game_over_events())

    def _with_points(self, points: tuple[int, ...], counted: tuple[int, ...]) -> Game:
        """Return the game with ``counted``, what the deal has added to the score so far, replaced by ``points``.

        No side's score falls below 0.
        """
        score = tuple(max(s - old + new, 0) for s, old, new in zip(self.score, counted, points, strict=True))
        return replace(self, score=score)

    def _scored(self, result: DealResult, before: Deal | None) -> Game:
        """Return the game after a deal was scored with ``result``, or was scored anew after a revoke.

        ``before`` is the deal before it was scored, or None for a deal that was played with real cards.
        """
        game = self._with_points(result.points, before.points if before else (0,) * len(self.score))
        if before is not None and before.over:
            return replace(game, results=(*self.results[:-1], result))
        redeal = result.outcome is Outcome.REDEAL
        stays = redeal or (result.outcome is Outcome.THROWN_IN and self.rules.nobody_calls == "throw_in_same")
        return replace(
            game,
            results=(*self.results, result),
            dealer=self.dealer if stays else self.dealer.left,
            finished=self.finished if redeal else self.finished + 1,
            misdeals=self.misdeals if redeal else 0,
        )

    def _game_over_events(self) -> tuple[Event, ...]:
        return (ev.GameOver(self.winner, self.score),) if self.over else ()

    def misdeal(self, *, late: bool = False) -> tuple[Game, tuple[Event, ...]]:
        """Record a misdeal of the dealer. The deal is void, but penalties for revokes in it stay.

        Raise ``IllegalAction`` if the game is over, or if a card was played and ``late`` is false. Set ``late`` if an
        official, or a count of the cards in a hand, proves a misdeal that late. After the bell, a misdeal ends the
        game, unless the upcard was turned and the dealer keeps the right to deal (Tainui rules, 10 and 17).
        """
        if self.over:
            raise IllegalAction("the game is over: there are no more deals")
        deal = self.deal if self.in_deal else None
        if deal and not late and (deal.trick or deal.tricks):
            raise IllegalAction("a card has been played: only a hand with the wrong number of cards is a misdeal now")
        lost = self.rules.misdeal == "second_chance" and self.misdeals + 1 == MISDEALS_TO_LOSE_DEAL
        penalties = ((len(self.results), deal.points),) if deal and any(deal.points) else ()
        game = replace(
            self,
            deal=None if deal else self.deal,
            awards=(*self.awards, *penalties),
            dealer=self.dealer.left if lost else self.dealer,
            misdeals=0 if lost else self.misdeals + 1,
            again=self.bell and deal is not None and not lost,
        )
        return game, (ev.Misdealt(self.dealer, lost), *game._game_over_events())

    def ring_bell(self) -> tuple[Game, tuple[Event, ...]]:
        """Ring the bell that ends a timed round (Tainui rules, 17). Return the new game and the events.

        A deal in progress is played out. Between deals, the game ends at once. Raise ``IllegalAction`` if the rules
        have no bell, or if the bell has rung or the game is over.
        """
        if not self.rules.clock:
            raise IllegalAction(f"{self.rules.name} is played without a clock: there is no bell")
        if self.bell or self.over:
            raise IllegalAction("the bell has rung" if self.bell else "the game is over")
        game = replace(self, bell=True)
        return game, (ev.BellRang(self.in_deal), *game._game_over_events())

    def rule(self, ruling: Ruling) -> tuple[Game, tuple[Event, ...]]:
        """Apply ``ruling``, which an official gave (Tainui rules, 1). Return the new game and the events.

        Raise ``IllegalAction`` if ``ruling`` cannot be applied now.
        """
        if self.over:
            raise IllegalAction("the game is over: no more rulings can be made in it")
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
                    raise IllegalAction("no deal is on the table: a revoke can be claimed until the next turn-up")
                return self._with_deal(*rule_revoke(self.deal, offenders))
            case _:  # a MisdealRuling
                if not self.in_deal:
                    raise IllegalAction("no deal is on the table: there is nothing to deal again")
                return self.misdeal(late=True)
        return game, game._game_over_events()

    def _awarded(self, points: tuple[int, ...]) -> Game:
        """Return the game after an official gave ``points`` to the sides.

        If a side reaches the target, a deal in progress ends without a score.
        """
        if len(points) != len(self.score):
            raise IllegalAction(f"give points for {len(self.score)} sides, not for {len(points)}")
        score = tuple(max(old + award, 0) for old, award in zip(self.score, points, strict=True))
        added = tuple(new - old for new, old in zip(score, self.score, strict=True))
        reached = self.in_deal and 0 < self.rules.target <= max(score)
        awards = (*self.awards, (len(self.results), added))
        return replace(self, score=score, awards=awards, deal=None if reached else self.deal)


def at_the_bridge(rules: Ruleset, score: tuple[int, ...]) -> Partnership | None:
    """Return the side that is "at the bridge": 4 of 5 points against 2 or fewer (Bicycle). Return None if none is.

    ``score`` holds the points of each partnership, north-south first. Only rules with a bridge can have such a side.
    """
    if not rules.bridge or rules.target != BRIDGE_TARGET:
        return None
    for side in rules.partnerships:
        if score[side.index] == 4 and score[side.other.index] <= 2:
            return side
    return None
