"""A deal as one line of text: the dealer, the turn-up, the hands as dealt, the kitty, and the actions so far.

``dealer S; turn-up 9h; N 9c Ac Kd Jh Js; E ...; S ...; W ...; kitty 9d Jd Ad; actions pass, order up, Jc`` is such a
text. All cards of the deal are known. The ruleset is not part of the text. An action is written as ``action_text``
writes it, but a card or a suit stands alone. The seat stands before an action that is not of the seat whose turn it is:
``W claim revoke 0``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias, cast

from .action_text import ActionOrText, action_text
from .actions import (
    CLAIM_REDEAL,
    CLAIMS,
    GO_ALONE,
    GO_UNDER,
    PASS,
    Action,
    CallTrump,
    Discard,
    Give,
    NameSuit,
    Play,
)
from .cards import Card, cards_of, mask_of, parse_cards
from .errors import IllegalAction, InvalidDeal
from .full_deal import D, DealTransition, FullDeal
from .legality import may_claim
from .playing import revoke_claims
from .public_deal import Phase
from .scoring import Outcome
from .seats import SEATS, Partnership, Seat, seat_of

PARTS = ("dealer", "turn-up", "N", "E", "S", "W", "kitty", "actions", "revokes")
"""The names of the parts. Only the last two may be missing."""
SeatAction: TypeAlias = tuple[Seat, Action]
ApplyAction: TypeAlias = Callable[[D, ActionOrText, Seat | None], DealTransition[D]]
"""The function that applies an action, which is ``Deal.apply``."""


class DealParts(NamedTuple):
    """The parts of a deal's text. ``turned`` holds the cards turned up: one, or a joker and the next card."""

    dealer: Seat
    hands: dict[Seat, tuple[Card, ...]]
    turned: tuple[Card, ...]
    kitty: tuple[Card, ...]
    actions: tuple[str, ...]
    revokes: bool


def opening(deal: FullDeal) -> DealParts:
    """Return how a deal began, without its actions."""
    return DealParts(
        dealer=deal.dealer,
        hands={seat: cards_of(_dealt_to(deal, seat)) for seat in deal.rules.seats},
        turned=(*deal.buried, deal.upcard),
        kitty=(*deal.kitty_taken, *deal.kitty),
        actions=(),
        revokes=deal.revokes,
    )


def _dealt_to(deal: FullDeal, seat: Seat) -> int:
    """Return the mask of the cards that a seat was dealt."""
    loner = deal.contract.loner if deal.contract else None
    gone = [card for player, card in _plays(deal) if player is seat]
    gone += [card for player, card in deal.discards if player is seat]
    come = [deal.upcard] if deal.picked_up is seat else []
    if deal.gift and loner in (seat, seat.partner):
        (come if seat is loner else gone).append(deal.gift)
    if deal.went_under is seat:
        gone += deal.shown
        come += deal.kitty_taken
    return (deal.masks[seat.index] | mask_of(gone)) & ~mask_of(come)


def _plays(deal: FullDeal) -> list[tuple[Seat, Card]]:
    sitting_out = deal.contract.sitting_out if deal.contract else 0
    return [*(play for trick in deal.tricks for play in trick.plays(sitting_out)), *deal.plays]


def text_of(first: D, last: D, apply: ApplyAction[D]) -> str:
    """Return a deal as text. ``first`` is the deal as it began, ``last`` the deal itself.

    Raise ``InvalidDeal`` if an official's ruling made the deal what it is.
    """
    parts = opening(last)
    hands = [f"{seat.value[0].upper()} {_cards(cards)}" for seat, cards in parts.hands.items()]
    actions = ", ".join(_written(first, last, apply))
    rest = [f"actions {actions}" if actions else "", "revokes possible" if parts.revokes else ""]
    fixed = [f"dealer {parts.dealer.value[0].upper()}", f"turn-up {_cards(parts.turned)}"]
    return "; ".join(filter(None, (*fixed, *hands, f"kitty {_cards(parts.kitty)}", *rest)))


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _written(first: D, last: D, apply: ApplyAction[D]) -> Iterator[str]:
    now = first
    while now != last:
        found = _next(now, last)
        if found is None:
            raise InvalidDeal("an official's ruling is part of this deal: its text holds actions only")
        seat, action = found
        yield _short(action) if seat is now.turn else f"{seat.value[0].upper()} {_short(action)}"
        now, _ = apply(now, action, seat)


def _short(action: Action) -> str:
    match action:
        case Play(card) | Discard(card) | Give(card):
            return str(card)
        case CallTrump() | NameSuit():
            return action_text(action).partition(" ")[2]
        case _:
            return action_text(action)


def _next(now: FullDeal, last: FullDeal) -> SeatAction | None:
    """Return the action that leads from a state of a deal towards a later one, or None if there is none."""
    if claim := _claim(now, last):
        return claim
    action = NEXT[now.phase](now, last) if now.phase in NEXT else None
    if isinstance(action, tuple) or action is None or now.turn is None:
        return cast(SeatAction | None, action)
    return now.turn, action


def _claim(now: FullDeal, last: FullDeal) -> SeatAction | None:
    """Return the next claim of a revoke if its time has come, or None.

    A claim that was refuted comes as early as it is legal, since there may be a revoke in the same trick later. A claim
    that ends the deal comes after all plays.
    """
    if len(now.revoke_claims) == len(last.revoke_claims):
        return None
    side, trick = last.revoke_claims[len(now.revoke_claims)]
    ends = now.rules.revoke_then == "ends_deal" and len(_plays(now)) < len(_plays(last))
    if _revoked(last.proven, side, trick) and (ends or not _revoked(now.breaches, side, trick)):
        return None
    action = CLAIMS[trick]
    return next(((seat, action) for seat in side.seats if action in revoke_claims(now, seat)), None)


def _revoked(revokes: tuple[tuple[Seat, int, Card], ...], side: Partnership, trick: int) -> bool:
    """Whether an opponent of ``side`` is among those who revoked in a trick."""
    return any(number == trick and seat.partnership is not side for seat, number, _ in revokes)


def _suit_named(now: FullDeal, last: FullDeal) -> Action | None:
    return NameSuit(last.up_suit) if last.up_suit else None


def _claimed(now: FullDeal, last: FullDeal) -> Action | SeatAction | None:
    redeal = last.result is not None and last.result.outcome is Outcome.REDEAL
    counted = redeal or last.phase in (Phase.CLAIMING, Phase.SHOWING)
    if counted and len(now.declined) < len(last.declined):
        return PASS
    if redeal:
        return next((seat, CLAIM_REDEAL) for seat in SEATS if _may_redeal(now, seat))
    return (last.went_under, GO_UNDER) if last.went_under else PASS


def _may_redeal(now: FullDeal, seat: Seat) -> bool:
    return seat not in now.declined and may_claim(now, now.masks[seat.index])


def _called(now: FullDeal, last: FullDeal) -> Action | None:
    return last.calls[len(now.calls)].action if len(now.calls) < len(last.calls) else None


def _shown(now: FullDeal, last: FullDeal) -> Action | None:
    return Discard(last.shown[len(now.shown)]) if len(now.shown) < len(last.shown) else None


def _discarded(now: FullDeal, last: FullDeal) -> Action | None:
    return Discard(last.discards[len(now.discards)][1]) if len(now.discards) < len(last.discards) else None


def _alone(now: FullDeal, last: FullDeal) -> Action:
    alone = last.contract and now.turn in (last.contract.loner, last.contract.lone_defender)
    return GO_ALONE if alone else PASS


def _given(now: FullDeal, last: FullDeal) -> Action | None:
    return Give(last.gift) if last.gift else None


def _played(now: FullDeal, last: FullDeal) -> Action | None:
    before, plays = len(_plays(now)), _plays(last)
    return Play(plays[before][1]) if before < len(plays) else None


NEXT: dict[Phase, Callable[[FullDeal, FullDeal], Action | SeatAction | None]] = {
    Phase.NAMING: _suit_named,
    Phase.CLAIMING: _claimed,
    Phase.SHOWING: _shown,
    Phase.CALLING: _called,
    Phase.DISCARDING: _discarded,
    Phase.ASKING: _alone,
    Phase.GIVING: _given,
    Phase.PLAYING: _played,
}
"""For each phase, the function that finds the next action of the turn, or the next action and its seat."""


def parse_parts(text: str) -> DealParts:
    """Return the parts of a deal's text. Raise ``InvalidDeal`` if a part is missing or cannot be read."""
    parts = dict[str, str]()
    for part in [part.strip() for part in text.split(";") if part.strip()]:
        word, _, value = part.partition(" ")
        name = word.upper() if len(word) == 1 else word.lower()
        if name not in PARTS or name in parts:
            known = f"{', '.join(PARTS[:-1])} and {PARTS[-1]}"
            raise InvalidDeal(f"{part!r} is not understood: the parts are {known}, each once and separated by ;")
        parts[name] = value
    for name in PARTS[:7]:
        if name not in parts:
            raise InvalidDeal(f"the text of the deal has no part {name}")
    return _read(parts)


def _read(parts: dict[str, str]) -> DealParts:
    try:
        return DealParts(
            dealer=seat_of(parts["dealer"]),
            hands={seat: parse_cards(parts[seat.value[0].upper()]) for seat in SEATS},
            turned=parse_cards(parts["turn-up"] or "-"),
            kitty=parse_cards(parts["kitty"]),
            actions=tuple([word.strip() for word in parts.get("actions", "").split(",") if word.strip()]),
            revokes="revokes" in parts,
        )
    except ValueError as error:
        raise InvalidDeal(str(error)) from None


def replayed(deal: D, actions: Iterable[str], apply: ApplyAction[D]) -> D:
    """Return the deal after its actions, given as text. Raise ``InvalidDeal`` if one of them is illegal."""
    for text in actions:
        word, _, rest = text.partition(" ")
        seat = seat_of(word) if word in PARTS[2:6] else None
        try:
            deal, _ = apply(deal, rest if seat else text, seat)
        except IllegalAction as error:
            raise InvalidDeal(f"{text!r}: {error}") from None
    return deal
