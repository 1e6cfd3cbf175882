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


class Tally(msgspec.Struct, frozen=True, gc=False):
    """The state of a game that an official scores.

    ``known`` is true if the official has entered the first dealer. ``last_deal`` is true if the bell has rung while a
    deal was in progress, and that deal is not over yet. ``forfeit`` is the partnership that forfeited the game.
    ``revoked`` lists the partnerships that revoked in the current deal, if the rules let that deal continue.

    >>> from uka import ruleset
    >>> taps = [FirstDealerSet(1, Seat.SOUTH), DealPlayed(1, Partnership.EAST_WEST, 5, alone=True)]
    >>> tally = tally_of(ruleset("tainui"), taps)
    >>> tally.points, tally.dealer, tally.over
    ((0, 6), Seat.WEST, False)
    """

    game: Game
    known: bool = False
    last_deal: bool = False
    forfeit: Partnership | None = None
    revoked: tuple[Partnership, ...] = ()

    @property
    def points(self) -> Points:
        """The points of each partnership, including penalties for revokes in the current deal."""
        paid = reported_results.revoke_penalties(self.game.rules, self.revoked)
        north_south, east_west = (had + penalty for had, penalty in zip(self.game.score, paid, strict=True))
        return north_south, east_west

    @property
    def dealer(self) -> Seat | None:
        """The seat that deals next, or None until the first dealer is entered."""
        return self.game.dealer if self.known else None

    @property
    def rung(self) -> bool:
        """True once the official has entered whether an upcard lay on the pack when the bell rang."""
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
    """Return the state of a game after all entries that its official has tapped."""
    tally = Tally(Game.start(rules, rules.seats[0]))
    for tap in taps:
        tally = apply_tap(tally, tap)
    return tally


def apply_tap(tally: Tally, tap: Tap) -> Tally:
    """Return the state of a game after an entry that its official has tapped.

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
            return _revoked(replace(tally, revoked=(*tally.revoked, offenders)))
        case DealThrownIn():
            _no_revoke(tally)
            result = reported_results.thrown_in_result(game.rules)
        case DealMisdealt():
            return _misdealt(tally)
        case UpcardAtBell(_, lay):
            if tally.rung:
                raise IllegalAction("you have already said whether a card was turned up")
            if lay:
                return replace(tally, last_deal=True)
            _no_revoke(tally)
            return replace(tally, game=game.ring_bell()[0])
        case OfficialRulingGiven(_, _, points, redeal):
            return _ruled(tally, points, redeal)
        case GameForfeited(_, side):
            return replace(tally, forfeit=side)
    return _entered(tally, result)


def _entered(tally: Tally, result: DealResult) -> Tally:
    return _ended(replace(tally, game=tally.game.enter_result(result)[0], revoked=()))


def _revoked(tally: Tally) -> Tally:
    """Apply a revoke: end the deal if the rules require that or the penalty wins the game; otherwise play on."""
    rules = tally.game.rules
    won = 0 < rules.target <= max(tally.points)
    if rules.revoke_then == "played_out" and not won:
        return tally
    return _entered(tally, reported_results.revoked_result(rules, *tally.revoked))


def _no_revoke(tally: Tally) -> None:
    if tally.revoked:
        raise IllegalAction("a revoke was entered in this deal: play it out, then enter who made trump and the tricks")


def _misdealt(tally: Tally) -> Tally:
    """Void the deal after a misdeal. Penalties for revokes in it stay (Tainui Games, rules 5 and 10).

    If the deal was the last deal after the bell, the cards are dealt again. The dealer's second misdeal ends the game.
    """
    void = _penalties_kept(tally)
    game, _ = void.game.misdeal()
    void, lost = replace(void, game=game), game.misdeals == 0
    return _ended(void) if lost else void


def _ruled(tally: Tally, points: Points, redeal: bool) -> Tally:
    if redeal:
        tally = _penalties_kept(tally)
        tally = replace(tally, game=tally.game.enter_result(reported_results.redeal_result(tally.game.rules))[0])
    game = tally.game
    score = tuple(max(had + given, 0) for had, given in zip(game.score, points, strict=True))
    return replace(tally, game=replace(game, score=score))


def _penalties_kept(tally: Tally) -> Tally:
    """Return the tally with the penalties of the present deal in its score, before that deal becomes void."""
    return replace(tally, game=replace(tally.game, score=tally.points), revoked=())


def _ended(tally: Tally) -> Tally:
    """End the game if the deal was the last deal after the bell."""
    if tally.last_deal and not tally.game.over:
        return replace(tally, game=tally.game.ring_bell()[0], last_deal=False)
    return tally
