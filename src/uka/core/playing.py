"""The play of a deal: playing cards, ending the deal, and claiming revokes."""

from __future__ import annotations

from msgspec.structs import replace

from . import events as ev
from .actions import CLAIMS, Action, ClaimRevoke, Play, plays_of
from .cards import Card, CardMask
from .errors import IllegalAction
from .events import Event
from .full_deal import D, DealTransition, FullDeal, with_item
from .legality import lawful_mask
from .public_deal import Contract, Phase
from .scoring import DealResult, Outcome, outcome_of, points_for, points_to
from .seats import NEXT_ACTIVE, Partnership, Seat
from .trick import Trick, lawful_plays, winner


def to_playing(deal: D, contract: Contract) -> D:
    """Return ``deal`` in the playing phase, where it is the turn of the seat that leads to the first trick."""
    first = deal.dealer.left
    if deal.rules.loner_lead == "loner_left" and contract.loner:
        first = contract.loner.left
    leader = NEXT_ACTIVE[contract.sitting_out][first.right.index]
    hand = deal.masks[leader.index]
    legal = plays_of(hand if deal.revokes else lawful_mask(deal, hand))
    return replace(deal, phase=Phase.PLAYING, turn=leader, leader=leader, declined=(), turn_legal=legal)


def play(deal: D, seat: Seat, action: Play) -> DealTransition[D]:
    """Play a card of ``seat`` to the trick. Return the new deal and the events.

    The events include the end of the trick and of the deal, if the card ends them.
    """
    card, contract = action.card, deal.contract
    assert contract is not None
    if deal.revokes:
        deal = _with_any_breach(deal, seat, card)
    masks = with_item(deal.masks, seat.index, deal.masks[seat.index] ^ card.bit)
    trick = (*deal.trick, card)
    turn = NEXT_ACTIVE[contract.sitting_out][seat.index]
    if turn is deal.leader:
        taken = Trick(turn, trick, winner(turn, trick, contract.sitting_out, contract.trump))
        return _trick_taken(deal, masks, taken, ev.CardPlayed(seat, card))
    hand = masks[turn.index]
    lawful = hand if deal.revokes else lawful_plays(hand, trick, contract.trump, deal.rules.must_head)
    played = replace(deal, masks=masks, trick=trick, turn=turn, turn_legal=plays_of(lawful))
    return played, (ev.CardPlayed(seat, card),)


def _with_any_breach(deal: D, seat: Seat, card: Card) -> D:
    """Return ``deal`` with a revoke added to ``breaches`` if ``seat`` breaks the rules of play by playing ``card``."""
    if card.bit & lawful_mask(deal, deal.masks[seat.index]):
        return deal
    return replace(deal, breaches=(*deal.breaches, (seat, len(deal.tricks), card)))


def _trick_taken(deal: D, masks: tuple[CardMask, ...], trick: Trick, played: Event) -> DealTransition[D]:
    """End a trick, and the deal if it was the last. ``played`` is the event of the card that ended the trick."""
    taker = trick.taker
    number = len(deal.tricks)
    side = taker.partnership.index
    done = replace(
        deal,
        masks=masks,
        tricks=(*deal.tricks, trick),
        taken=with_item(deal.taken, side, deal.taken[side] + 1),
        trick=(),
        leader=taker,
        turn=taker,
        turn_legal=plays_of(masks[taker.index]),  # any card, as the rules restrict only the deal's first lead
    )
    events: tuple[Event, ...] = (played, ev.TrickTaken(taker, number))
    if number + 1 == deal.rules.hand_size:
        return finished(done, _outcome(done), events)
    return done, events


def _outcome(deal: FullDeal) -> Outcome:
    contract = deal.contract
    assert contract is not None
    return outcome_of(
        deal.taken[contract.makers.index],
        deal.rules.hand_size,
        loner=contract.loner is not None,
        lone_defender=contract.lone_defender is not None,
        lone_must_march=deal.rules.lone_must_march,
    )


def finished(deal: D, outcome: Outcome, events: tuple[Event, ...]) -> DealTransition[D]:
    """End ``deal`` with ``outcome`` and score it. Return the new deal and the events.

    ``events`` holds the events of the action that ends the deal. They come first among the returned events.
    """
    contract = deal.contract
    if contract:
        points = points_for(deal.rules.scoring, outcome, contract.makers)
    else:
        points = (0,) * len(deal.rules.partnerships)
    return _end_with_points(deal, outcome, deal.with_penalties(points), events)


def ended_by_revokes(deal: D, events: tuple[Event, ...]) -> DealTransition[D]:
    """End ``deal`` and score only the penalties for its revokes. Return the new deal and the events.

    ``events`` holds the events of the claim or ruling that ends the deal. They come first among the returned events.
    """
    final = tuple(replace(event, penalty=None) if isinstance(event, ev.RevokeProven) else event for event in events)
    return _end_with_points(deal, Outcome.REVOKED, deal.points, final)


def _end_with_points(
    deal: D, outcome: Outcome, points: tuple[int, ...], events: tuple[Event, ...]
) -> DealTransition[D]:
    contract = deal.contract
    result = DealResult(
        outcome,
        points,
        deal.taken,
        maker=contract.maker if contract else None,
        loner=contract.loner if contract else None,
        lone_defender=contract.lone_defender if contract else None,
    )
    over = replace(deal, phase=Phase.OVER, turn=None, turn_legal=(), result=result)
    return over, (*events, ev.DealScored(result))


def revoke_claims(deal: FullDeal, seat: Seat) -> tuple[Action, ...]:
    """Return the claims of a revoke that ``seat`` may make now.

    Each partnership may make one claim for each trick to which an opponent has played.
    """
    if deal.result is not None and deal.result.outcome is Outcome.REVOKED:
        return ()
    played = [trick.plays(deal.contract.sitting_out) for trick in deal.tricks] if deal.contract else []
    if deal.trick:
        played.append(deal.plays)
    return tuple(
        CLAIMS[number]
        for number, plays in enumerate(played)
        if (seat.partnership, number) not in deal.revoke_claims
        and any(s.partnership is not seat.partnership for s, _ in plays)
    )


def claim_revoke(deal: D, seat: Seat, action: ClaimRevoke) -> DealTransition[D]:
    """Decide the claim of ``seat`` that an opponent revoked. Return the new deal and the events.

    If the claim is right, the rules say whether the deal ends (``Ruleset.revoke_then``). A wrong claim has no penalty.
    """
    claimed = replace(deal, revoke_claims=(*deal.revoke_claims, (seat.partnership, action.trick)))
    for breach in deal.breaches:
        offender, number, card = breach
        if number == action.trick and offender.partnership is not seat.partnership:
            proven = replace(claimed, proven=(*deal.proven, breach))
            return _revoke_scored(proven, seat.partnership, ev.RevokeProven(seat, number, offender, card))
    return claimed, (ev.RevokeRefuted(seat, action.trick),)


def rule_revoke(deal: D, offenders: Partnership) -> DealTransition[D]:
    """Score a revoke by the side ``offenders``, as an official ruled. Return the new deal and the events.

    Raise ``IllegalAction`` if no card has been played, or if a revoke has already ended the deal.
    """
    if not (deal.trick or deal.tricks):
        raise IllegalAction("no card has been played in this deal: nobody has revoked")
    if deal.result is not None and deal.result.outcome is Outcome.REVOKED:
        raise IllegalAction("a revoke has already ended this deal")
    ruled = replace(deal, ruled_revokes=(*deal.ruled_revokes, offenders))
    return _revoke_scored(ruled, offenders.other)


def _revoke_scored(deal: D, side: Partnership, event: ev.RevokeProven | None = None) -> DealTransition[D]:
    """Apply the rules for a proven revoke: end the deal, let it go on, or correct a finished deal's score.

    ``side`` scores the penalty. ``event`` is the event of the claim, or None after a ruling.
    """
    result, rules = deal.result, deal.rules
    events = (event,) if event else ()
    if rules.revoke_then == "ends_deal":
        return _end_with_points(deal, Outcome.REVOKED, points_to(side, rules.revoke_penalty), events)
    if result is None:
        return deal, (replace(event, penalty=rules.revoke_penalty),) if event else ()
    return finished(replace(deal, result=None), result.outcome, events)
