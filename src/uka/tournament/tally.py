"""The state of a game that an official scores. Its points, dealer and end follow from the official's entries."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from uka.core import reported_results
from uka.core.errors import IllegalAction
from uka.core.game import Game
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult
from uka.core.seats import Partnership, Seat

from .entries import (
    DealMisdealt,
    DealPlayed,
    DealThrownIn,
    FirstDealerSet,
    GameForfeited,
    OfficialRulingGiven,
    RevokeFound,
    Tap,
    UpcardAtBell,
)

Points = tuple[int, int]
"""The points of north-south and of east-west."""
Loners = tuple[int, int]
"""The deals that north-south and that east-west won with all tricks alone."""


class Tally(msgspec.Struct, frozen=True, gc=False):
    """The state of a game that an official scores by entries on a device.

    >>> from uka import ruleset
    >>> taps = [FirstDealerSet(1, Seat.SOUTH), DealPlayed(1, Partnership.EAST_WEST, 5, alone=True)]
    >>> tally = tally_of(ruleset("tainui"), taps)
    >>> tally.points, tally.dealer, tally.over
    ((0, 6), Seat.WEST, False)
    """

    game: Game
    known: bool = False
    """Whether the official has entered the first dealer."""
    last_deal: bool = False
    """Whether the bell rang during the current deal, which is played to its end."""
    forfeit: Partnership | None = None
    """The partnership that forfeited the game."""
    revoked: tuple[Partnership, ...] = ()
    """The partnerships that revoked in the current deal, if the rules let that deal continue."""

    @property
    def points(self) -> Points:
        """The points of each partnership, including penalties for revokes in the current deal."""
        paid = reported_results.revoke_penalties(self.game.rules, self.revoked)
        score = self.game.score
        return score[0] + paid[0], score[1] + paid[1]

    @property
    def dealer(self) -> Seat | None:
        """The seat that deals next, or None until the first dealer is entered."""
        return self.game.dealer if self.known else None

    @property
    def bell_entered(self) -> bool:
        """Whether the bell has rung, as far as the official has entered it."""
        return self.last_deal or self.game.bell

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.forfeit is not None or self.game.over

    @property
    def winner(self) -> Partnership | None:
        """The partnership that won, or None if the game is not over or is a draw."""
        return self.forfeit.other if self.forfeit else self.game.winner


def tally_of(rules: Ruleset, taps: Iterable[Tap]) -> Tally:
    """Return the state of a game after ``taps``, the entries that its official has tapped."""
    tally = Tally(Game.start(rules, rules.seats[0]))
    for tap in taps:
        tally = apply_tap(tally, tap)
    return tally


def apply_tap(tally: Tally, tap: Tap) -> Tally:
    """Return the state of a game after ``tap``, a further entry of its official.

    Raise ``IllegalAction`` if the rules or the state of the game do not allow the entry.
    """
    if tally.over:
        raise IllegalAction("the game is over: undo entries to score more")
    game = tally.game
    match tap:
        case FirstDealerSet(_, seat):
            return replace(tally, game=replace(game, dealer=seat), known=True)
        case DealPlayed(_, makers, tricks, alone, defended):
            result = reported_results.played_result(
                game.rules, makers, tricks, alone=alone, defended_alone=defended, revoked=tally.revoked
            )
        case RevokeFound(_, offenders):
            return _revoke_found(replace(tally, revoked=(*tally.revoked, offenders)))
        case DealThrownIn():
            _check_no_revoke(tally)
            result = reported_results.thrown_in_result(game.rules)
        case DealMisdealt():
            return _misdealt(tally)
        case UpcardAtBell(_, lay):
            if tally.bell_entered:
                raise IllegalAction("you have already said whether a card was turned up")
            if lay:
                return replace(tally, last_deal=True)
            _check_no_revoke(tally)
            return replace(tally, game=game.ring_bell()[0])
        case OfficialRulingGiven(_, _, points, redeal):
            return _ruled(tally, points, redeal)
        case GameForfeited(_, side):
            return replace(tally, forfeit=side)
    return _scored(tally, result)


def _scored(tally: Tally, result: DealResult) -> Tally:
    """Return the tally with the points of the current deal, which ended with ``result``."""
    return _ended_after_last_deal(replace(tally, game=tally.game.enter_result(result)[0], revoked=()))


def _revoke_found(tally: Tally) -> Tally:
    """Return the tally after a revoke in the current deal.

    The deal ends at once if the rules say so, or if the penalty wins the game. Otherwise it is played to its end.
    """
    rules = tally.game.rules
    won = 0 < rules.target <= max(tally.points)
    if rules.revoke_then == "played_out" and not won:
        return tally
    return _scored(tally, reported_results.revoked_result(rules, *tally.revoked))


def _check_no_revoke(tally: Tally) -> None:
    """Raise ``IllegalAction`` if a revoke was entered in the current deal."""
    if tally.revoked:
        raise IllegalAction("a revoke was entered in this deal: play it out, then enter who made trump and the tricks")


def _misdealt(tally: Tally) -> Tally:
    """Return the tally after a misdeal. Penalties for revokes in the deal stay (Tainui Games, rules 5 and 10).

    The cards are dealt again, even if the bell has rung. But if the rules take the deal from the dealer after a second
    misdeal, a second misdeal after the bell ends the game.
    """
    void = _with_penalties_scored(tally)
    game, _ = void.game.misdeal()
    void = replace(void, game=game)
    deal_lost = game.misdeals == 0
    return _ended_after_last_deal(void) if deal_lost else void


def _ruled(tally: Tally, points: Points, redeal: bool) -> Tally:
    """Return the tally after a ruling that gives or takes ``points``, and has the cards dealt again if ``redeal``."""
    if redeal:
        tally = _with_penalties_scored(tally)
        tally = replace(tally, game=tally.game.enter_result(reported_results.redeal_result(tally.game.rules))[0])
    game = tally.game
    score = tuple(max(had + given, 0) for had, given in zip(game.score, points, strict=True))
    return replace(tally, game=replace(game, score=score))


def _with_penalties_scored(tally: Tally) -> Tally:
    """Return the tally with the penalties of the current deal in its score, before that deal becomes void."""
    return replace(tally, game=replace(tally.game, score=tally.points), revoked=())


def _ended_after_last_deal(tally: Tally) -> Tally:
    """Return the tally after a deal that has just ended. If the bell rang during the deal, the game ends too."""
    if tally.last_deal and not tally.game.over:
        return replace(tally, game=tally.game.ring_bell()[0], last_deal=False)
    return tally
