"""A game at a real table: its points, its dealer and its end, from what an official taps."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from uka.core import byhand
from uka.core.errors import IllegalAction
from uka.core.game import Game
from uka.core.ruleset import Ruleset
from uka.core.seats import Partnership, Seat

from .entries import Dealer, Forfeited, Misdealt, Played, Revoke, Ruled, Tap, ThrownIn, TurnUp

Points = tuple[int, int]


class Tally(msgspec.Struct, frozen=True, gc=False):
    """A game as it stands. ``dealer`` deals next, None before somebody said who; ``last_deal``: the bell has rung, and
    the deal on the table is played out; ``rung``: it was said what lay there when it rang.

    >>> from uka import ruleset
    >>> tally = tallied(ruleset("tainui"), [Dealer(1, Seat.SOUTH), Played(1, Partnership.EAST_WEST, 5, alone=True)])
    >>> tally.points, tally.dealer, tally.over
    ((0, 6), Seat.WEST, False)
    """

    game: Game
    known: bool = False
    last_deal: bool = False
    forfeit: Partnership | None = None

    @property
    def points(self) -> Points:
        """By partnership."""
        north_south, east_west = self.game.score
        return north_south, east_west

    @property
    def dealer(self) -> Seat | None:
        """Who deals next."""
        return self.game.dealer if self.known else None

    @property
    def rung(self) -> bool:
        """Whether it is known what lay on the pack at the bell."""
        return self.last_deal or self.game.bell

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.forfeit is not None or self.game.over

    @property
    def winner(self) -> Partnership | None:
        """The side that won, whose opponents gave up or who is ahead at the end; None before it, and for a draw."""
        return self.forfeit.other if self.forfeit else self.game.winner


def tallied(rules: Ruleset, taps: Iterable[Tap]) -> Tally:
    """What taps come to."""
    tally = Tally(Game.start(rules, rules.seats[0]))
    for tap in taps:
        tally = after(tally, tap)
    return tally


def after(tally: Tally, tap: Tap) -> Tally:
    """A game after a tap. ``IllegalAction`` for one that the rules, or the state of the game, do not allow."""
    if tally.over:
        raise IllegalAction("the game is over: nothing more is scored, but what was tapped can be undone")
    game = tally.game
    match tap:
        case Dealer(_, seat):
            return replace(tally, game=replace(game, dealer=seat), known=True)
        case Played(_, makers, tricks, alone, defended):
            result = byhand.made(game.rules, makers, tricks, alone=alone, defended_alone=defended)
        case Revoke(_, offenders):
            result = byhand.revoked(game.rules, offenders)
        case ThrownIn():
            result = byhand.thrown_in(game.rules)
        case Misdealt():
            return _ended(replace(tally, game=game.misdeal()[0]))
        case TurnUp(_, lay):
            if tally.rung:
                raise IllegalAction("it was said already what lay on the pack when the bell rang")
            return replace(tally, last_deal=True) if lay else replace(tally, game=game.ring_bell()[0])
        case Ruled(_, _, points, redeal):
            return _ruled(tally, points, redeal)
        case Forfeited(_, side):
            return replace(tally, forfeit=side)
    return _ended(replace(tally, game=game.enter(result)[0]))


def _ruled(tally: Tally, points: Points, redeal: bool) -> Tally:
    game = tally.game
    if redeal:
        game = game.enter(byhand.again(game.rules))[0]
    score = tuple(max(had + more, 0) for had, more in zip(game.score, points, strict=True))
    return replace(tally, game=replace(game, score=score))


def _ended(tally: Tally) -> Tally:
    """The bell's last deal ends the game, however it ended: a misdeal voids its turn-up."""
    if tally.last_deal and not tally.game.over:
        return replace(tally, game=tally.game.ring_bell()[0], last_deal=False)
    return tally
