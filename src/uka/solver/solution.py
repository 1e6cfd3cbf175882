"""The double-dummy solution of a position: the result of each lawful card, and the best play to the end."""

from __future__ import annotations

import msgspec

from uka import kernels
from uka.core.cards import Card
from uka.core.deal import Deal
from uka.core.scoring import Outcome, outcome_of, points_for
from uka.core.seats import Seat
from uka.core.trick import Trick, suit_strength

from .position import InvalidPosition, Position
from .validation import validated


class SolvedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card that may be played, and the result of the deal if both sides play their best after it."""

    card: Card
    tricks: tuple[int, ...]
    """The tricks that each partnership takes in the whole deal, north-south first."""
    outcome: Outcome
    points: tuple[int, ...]
    """The points that each partnership scores, north-south first."""
    best: bool
    """Whether no other card gives the side of the seat that plays more tricks."""


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """A solved position: what each lawful card leads to, and the best play to the end."""

    position: Position
    choices: tuple[SolvedCard, ...]
    """The lawful cards of the seat whose turn it is, with their results, in the order of ``card.index``."""
    line: tuple[Trick, ...]
    """The tricks from the one in progress to the last, in which each seat plays the lowest of its best cards."""

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is. ``choices`` holds its lawful cards."""
        return self.position.turn

    @property
    def best(self) -> SolvedCard:
        """The card of ``choices`` that is played next in ``line``."""
        first = self.line[0].cards[len(self.position.trick)]
        return next(choice for choice in self.choices if choice.card is first)


def solve(deal: Deal | Position) -> Solution:
    """Solve ``deal`` double-dummy: find what each lawful card leads to if all cards are seen.

    Both sides try to take as many tricks as they can. Plays that would be a revoke are left out. Raise
    ``InvalidPosition`` if ``deal`` is not in the playing phase, or cannot arise in play.

    >>> import uka
    >>> hands = {Seat.NORTH: "9s Ts Js Qs Ks", Seat.EAST: "9d Td Jd Qd Kd",
    ...          Seat.SOUTH: "9h Th Ah Qh Kh", Seat.WEST: "9c Tc Jc Qc Kc"}
    >>> deal = Deal.arranged(uka.ruleset("cardgames"), dealer=Seat.SOUTH, hands=hands, upcard="Jh")
    >>> for action in (uka.Pass(), uka.Pass(), uka.Pass(), uka.OrderUp(), uka.Discard(Card.H9)):
    ...     deal, events = deal.apply(action)
    >>> solved = solve(deal)
    >>> solved.turn, solved.best.tricks, str(solved.best.outcome), solved.best.points
    (Seat.WEST, (5, 0), 'march', (2, 0))
    """
    position = validated(deal) if isinstance(deal, Position) else Position.of(deal)
    solver = kernels.DoubleDummySolver(position.rules)
    tricks_by_card = _makers_tricks(solver, position)
    best = _best_for_turn(position, tricks_by_card)
    return Solution(
        position=position,
        choices=tuple(_solved_card(position, card, tricks, tricks == best) for card, tricks in tricks_by_card.items()),
        line=_line(solver, position),
    )


def _makers_tricks(solver: kernels.DoubleDummySolver, position: Position) -> dict[Card, int]:
    """Return a dict from each lawful card to the tricks that the makers then take in the whole deal."""
    side = position.makers.index
    packed = kernels.PackedPosition(
        hands=tuple(hand.mask for hand in position.hands),
        leader=position.leader.index,
        trump=position.trump.index,
        plays=tuple(card.index for card in position.trick),
        sitting_out=position.sitting_out,
        side=side,
    )
    try:
        return {card: position.taken[side] + tricks for card, tricks in solver.values(packed).items()}
    except ValueError as error:
        raise InvalidPosition(f"this position cannot arise in the play: {error}") from None


def _best_for_turn(position: Position, tricks_by_card: dict[Card, int]) -> int:
    """Return the tricks that the makers take in the whole deal after the best card of the seat whose turn it is."""
    if position.turn.partnership is position.makers:
        return max(tricks_by_card.values())
    return min(tricks_by_card.values())


def _solved_card(position: Position, card: Card, makers_tricks: int, best: bool) -> SolvedCard:
    rules, makers = position.rules, position.makers
    outcome = outcome_of(
        makers_tricks,
        rules.hand_size,
        loner=position.loner is not None,
        lone_defender=position.lone_defender is not None,
        lone_must_march=rules.lone_must_march,
    )
    tricks = [rules.hand_size - makers_tricks] * len(rules.partnerships)
    tricks[makers.index] = makers_tricks
    return SolvedCard(
        card=card,
        tricks=tuple(tricks),
        outcome=outcome,
        points=points_for(rules.scoring, outcome, makers),
        best=best,
    )


def _line(solver: kernels.DoubleDummySolver, position: Position) -> tuple[Trick, ...]:
    """Return the tricks of the best play from ``position`` to the end of the deal."""
    line = list[Trick]()
    cards = position.trick
    while not position.over:
        tricks_by_card = _makers_tricks(solver, position)
        best = _best_for_turn(position, tricks_by_card)
        equal = [card for card, tricks in tricks_by_card.items() if tricks == best]
        card = min(equal, key=lambda card: suit_strength(card, position.trump.index))
        cards = (*cards, card)
        after = position.play(card)
        if not after.trick:
            line.append(Trick(position.leader, cards, after.leader))
            cards = ()
        position = after
    return tuple(line)
