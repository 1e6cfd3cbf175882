"""The double-dummy solution of a position: the result of each lawful card, and the rest of the play.

In the rest of the play, each seat plays its best card.
"""

from __future__ import annotations

import msgspec

from uka import kernels
from uka.core.cards import Card
from uka.core.deal import Deal
from uka.core.scoring import Outcome, outcome_of, points_for
from uka.core.seats import Seat
from uka.core.trick import Trick

from .claim_filter import height
from .position import InvalidPosition, Position
from .validation import validated


class SolvedCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card, and the result of the deal if both sides play their best after it.

    ``tricks`` and ``points`` are pairs with north-south first. ``tricks`` counts the tricks of the whole deal. ``best``
    is true if no other card gives the seat's side more tricks.
    """

    card: Card
    tricks: tuple[int, ...]
    outcome: Outcome
    points: tuple[int, ...]
    best: bool


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """A solved position: the result of each lawful card of the seat whose turn it is, and the best play to the end.

    ``choices`` holds these results in the order of the cards' indexes. ``line`` lists the tricks from the trick in
    progress to the last. In these tricks each seat plays its best card, or the lowest of equally good cards.
    """

    position: Position
    choices: tuple[SolvedCard, ...]
    line: tuple[Trick, ...]

    @property
    def turn(self) -> Seat:
        """The seat that plays next; ``choices`` holds its lawful cards."""
        return self.position.turn

    @property
    def best(self) -> SolvedCard:
        """The card in ``line`` that the seat ``turn`` plays next, with its result."""
        first = self.line[0].cards[len(self.position.trick)]
        return next(choice for choice in self.choices if choice.card is first)


def solve(deal: Deal | Position) -> Solution:
    """Solve a position double-dummy. Both sides try to take as many tricks as they can.

    Raise ``InvalidPosition`` if the deal is not in the playing phase, or if the position cannot arise in play. The
    solution has lawful cards only, even if players can revoke.

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
        choices=tuple(_choice(position, card, tricks, tricks == best) for card, tricks in tricks_by_card.items()),
        line=_line(solver, position),
    )


def _makers_tricks(solver: kernels.DoubleDummySolver, position: Position) -> dict[Card, int]:
    """For each lawful card, return the number of the makers' tricks in the whole deal if the seat plays the card."""
    side = position.makers.index
    packed = kernels.PackedPosition(
        hands=tuple(hand.mask for hand in position.hands),
        leader=position.leader.index,
        trump=position.trump.index,
        plays=tuple(card.index for card in position.trick),
        sitting=position.sitting,
        side=side,
    )
    try:
        return {card: position.taken[side] + tricks for card, tricks in solver.values(packed).items()}
    except ValueError as error:
        raise InvalidPosition(f"this position cannot arise in the play: {error}") from None


def _best_for_turn(position: Position, tricks_by_card: dict[Card, int]) -> int:
    """Return the makers' number of tricks in the whole deal after the best card of the seat whose turn it is."""
    return (max if position.turn.partnership is position.makers else min)(tricks_by_card.values())


def _choice(position: Position, card: Card, tricks: int, best: bool) -> SolvedCard:
    rules, makers = position.rules, position.makers
    outcome = outcome_of(
        tricks,
        rules.hand_size,
        loner=position.loner is not None,
        lone_defender=position.lone_defender is not None,
        lone_must_march=rules.lone_must_march,
    )
    both = (tricks, rules.hand_size - tricks)
    return SolvedCard(
        card=card,
        tricks=both if makers.index == 0 else both[::-1],
        outcome=outcome,
        points=points_for(rules.scoring, outcome, makers),
        best=best,
    )


def _line(solver: kernels.DoubleDummySolver, position: Position) -> tuple[Trick, ...]:
    line, cards = list[Trick](), position.trick
    while not position.over:
        tricks_by_card = _makers_tricks(solver, position)
        best = _best_for_turn(position, tricks_by_card)
        equal = [card for card, tricks in tricks_by_card.items() if tricks == best]
        card = min(equal, key=lambda card: height(card, position.trump.index))
        leader, cards, position = position.leader, (*cards, card), position.play(card)
        if not position.trick:
            line.append(Trick(leader, cards, position.leader))
            cards = ()
    return tuple(line)
