"""What lies on the table, read from what one seat may know."""

from __future__ import annotations

from enum import Enum

from msgspec.structs import replace

from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.public import Phase
from uka.core.seats import Seat
from uka.records.text import phrase


class TurnUp(Enum):
    """Where the turn-up is."""

    OFFERED = "offered"
    TURNED_DOWN = "turned down"
    TAKEN = "taken up"
    ON_PACK = "on the pack until played"
    BURIED = "buried"


def turn_up(seen: Observation) -> TurnUp:
    """What became of the turn-up so far."""
    if seen.picked_up:
        return TurnUp.ON_PACK if _lies_on_pack(seen) else TurnUp.TAKEN
    if seen.contract and seen.contract.ordered:
        return TurnUp.BURIED
    return TurnUp.TURNED_DOWN if seen.calling_round == 2 else TurnUp.OFFERED


def _lies_on_pack(seen: Observation) -> bool:
    gone = (*seen.put_away, *seen.trick, *(card for trick in seen.tricks for card in trick.cards))
    return seen.rules.upcard_stays and seen.upcard not in gone


def upcard_in_sight(seen: Observation) -> bool:
    """Whether the turn-up lies open on, or under, the pack."""
    where = turn_up(seen)
    if where is TurnUp.TURNED_DOWN:
        return seen.rules.turned_down == "face_up"
    return where in (TurnUp.OFFERED, TurnUp.ON_PACK)


def sits_out(seen: Observation, seat: Seat) -> bool:
    """Whether a seat has laid down its cards, its partner being alone."""
    return seen.contract is not None and bool(seen.contract.sitting >> seat.index & 1)


def held(seen: Observation, seat: Seat) -> int:
    """How many cards are in a seat's hand; a turn-up that lies on the pack is not."""
    count = seen.rules.hand_size
    if seat is seen.went_under and seen.phase is Phase.SHOWING:
        count -= len(seen.shown)
    if seen.phase is Phase.DISCARDING and seat is seen.turn:
        count += 1
    if seen.given and seen.contract and seen.contract.loner and seat is seen.contract.loner.partner:
        count -= 1
    count -= sum(who is seat for who, _ in seen.plays)
    count -= sum(who is seat for trick in seen.tricks for who, _ in trick.plays(_sitting(seen)))
    return count - (seat is seen.picked_up and turn_up(seen) is TurnUp.ON_PACK)


def in_front(seen: Observation, showing: bool) -> dict[Seat, Card]:
    """The card of each seat in the trick on the table; ``showing``: the last finished trick still lies there."""
    if showing and seen.tricks:
        return dict(seen.tricks[-1].plays(_sitting(seen)))
    return dict(seen.plays)


def taker(seen: Observation, showing: bool) -> Seat | None:
    """Who took the trick that still lies on the table."""
    return seen.tricks[-1].taker if showing and seen.tricks else None


def kept(seen: Observation, seat: Seat, showing: bool) -> tuple[Card | None, ...]:
    """The cards of finished tricks that stay before a seat, where that is the custom; None is one turned face down."""
    if seen.rules.cards_played == "gathered":
        return ()
    done = seen.tricks[:-1] if showing else seen.tricks
    return tuple(
        None if trick.taker is seat else card
        for trick in done
        for who, card in trick.plays(_sitting(seen))
        if who is seat
    )


def said(seen: Observation, seat: Seat) -> str:
    """What a seat said last, while trump is being made; empty for nothing."""
    if seen.trick or seen.tricks:
        return ""
    for i, call in reversed(list(enumerate(seen.calls))):
        if call.seat is seat:
            return phrase(replace(seen, calls=seen.calls[:i], contract=None, phase=Phase.CALLING), seat, call.action)
    return ""


def roles(seen: Observation, seat: Seat) -> tuple[str, ...]:
    """What a seat is in this deal: dealer, maker, alone, sitting out."""
    contract = seen.contract
    found = ["dealer"] if seat is seen.dealer else []
    if contract is None:
        return tuple(found)
    if seat is contract.maker:
        found.append(f"made {contract.trump.symbol}")
    if seat is contract.loner:
        found.append("alone")
    if seat is contract.lone_defender:
        found.append("defends alone")
    if sits_out(seen, seat):
        found.append("sits out")
    return tuple(found)


def _sitting(seen: Observation) -> int:
    return seen.contract.sitting if seen.contract else 0
