"""A deal as one line of text: the dealer, the turn-up (the upcard), the hands as dealt, the kitty, the actions so far.

An example is ``dealer S; turn-up 9h; N 9c Ac Kd Jh Js; E ...; S ...; W ...; kitty 9d Jd Ad; actions pass, order up,
Jc``. The text names all cards of the deal, but not its ruleset. An action is written as ``action_text`` writes it, but
without the verb before a card or a suit. If the seat that acts is not the one whose turn it is, its letter comes first:
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
from .cards import Card, CardMask, cards_of, mask_of, parse_cards
from .errors import IllegalAction, InvalidDeal
from .full_deal import D, DealTransition, FullDeal
from .legality import is_farmers_hand
from .playing import revoke_claims
from .public_deal import Phase
from .scoring import Outcome
from .seats import SEATS, Partnership, Seat, seat_of

SEAT_LETTERS = ("N", "E", "S", "W")
REQUIRED_PARTS = ("dealer", "turn-up", *SEAT_LETTERS, "kitty")
PARTS = (*REQUIRED_PARTS, "actions", "revokes")
"""The words that the parts of a deal's text begin with, in order. Only those in ``REQUIRED_PARTS`` must be there."""
SeatAction: TypeAlias = tuple[Seat, Action]
ApplyAction: TypeAlias = Callable[[D, ActionOrText, Seat | None], DealTransition[D]]
"""The type of ``Deal.apply``, which applies an action. It is an argument here, since ``deal`` imports this module."""


class DealParts(NamedTuple):
    """The parts of a deal's one-line text (``Deal.text``): how the deal began, and the actions so far."""

    dealer: Seat
    hands: dict[Seat, tuple[Card, ...]]
    """The hand that each seat was dealt."""
    turned: tuple[Card, ...]
    """The cards turned up: one, or a joker and the next card, if the rules replace a joker by the next card."""
    kitty: tuple[Card, ...]
    actions: tuple[str, ...]
    revokes: bool
    """Whether players can revoke."""


def opening_parts(deal: FullDeal) -> DealParts:
    """Return the parts of the text of ``deal`` as it was before its first action."""
    return DealParts(
        dealer=deal.dealer,
        hands={seat: cards_of(_dealt_to(deal, seat)) for seat in deal.rules.seats},
        turned=(*deal.buried, deal.upcard),
        kitty=(*deal.kitty_taken, *deal.kitty),
        actions=(),
        revokes=deal.revokes,
    )


def _dealt_to(deal: FullDeal, seat: Seat) -> CardMask:
    """Return the cards that ``seat`` was dealt, computed back from its hand in ``deal``."""
    loner = deal.contract.loner if deal.contract else None
    left_hand = [card for player, card in _plays(deal) if player is seat]
    left_hand += [card for player, card in deal.discards if player is seat]
    came_later = [deal.upcard] if deal.picked_up is seat else []
    if deal.gift and seat is loner:
        came_later.append(deal.gift)
    elif deal.gift and seat.partner is loner:
        left_hand.append(deal.gift)
    if deal.went_under is seat:
        left_hand += deal.shown
        came_later += deal.kitty_taken
    return (deal.masks[seat.index] | mask_of(left_hand)) & ~mask_of(came_later)


def _plays(deal: FullDeal) -> list[tuple[Seat, Card]]:
    """Return all cards played in ``deal``, in order, as (seat that played the card, card)."""
    sitting_out = deal.contract.sitting_out if deal.contract else 0
    return [*(play for trick in deal.tricks for play in trick.plays(sitting_out)), *deal.plays]


def deal_text(first: D, deal: D, apply: ApplyAction[D]) -> str:
    """Return ``deal`` as text. ``first`` is the same deal before its first action.

    Raise ``InvalidDeal`` if actions alone do not lead from ``first`` to ``deal``, because an official gave a ruling.
    """
    parts = opening_parts(deal)
    texts = [f"dealer {_letter(parts.dealer)}", f"turn-up {_cards_text(parts.turned)}"]
    texts += [f"{_letter(seat)} {_cards_text(cards)}" for seat, cards in parts.hands.items()]
    texts.append(f"kitty {_cards_text(parts.kitty)}")
    actions = ", ".join(_action_texts(first, deal, apply))
    if actions:
        texts.append(f"actions {actions}")
    if parts.revokes:
        texts.append("revokes possible")
    return "; ".join(texts)


def _letter(seat: Seat) -> str:
    return SEAT_LETTERS[seat.index]


def _cards_text(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def _action_texts(first: D, last: D, apply: ApplyAction[D]) -> Iterator[str]:
    """Yield as text each action that leads from the deal ``first`` to its later state ``last``."""
    for now, seat, action in steps_between(first, last, apply):
        yield _short_text(action) if seat is now.turn else f"{_letter(seat)} {_short_text(action)}"


def steps_between(first: D, last: D, apply: ApplyAction[D]) -> Iterator[tuple[D, Seat, Action]]:
    """Yield each action that leads from the deal ``first`` to its later state ``last``.

    An item is the deal before the action, the seat that acts, and the action. Raise ``InvalidDeal`` as ``deal_text``.
    """
    now = first
    while now != last:
        found = _next_action(now, last)
        if found is None:
            raise InvalidDeal("an official's ruling is part of this deal: its text holds actions only")
        yield now, *found
        seat, action = found
        now, _ = apply(now, action, seat)


def _short_text(action: Action) -> str:
    match action:
        case Play(card) | Discard(card) | Give(card):
            return str(card)
        case CallTrump() | NameSuit():
            return action_text(action).partition(" ")[2]
        case _:
            return action_text(action)


def _next_action(now: FullDeal, last: FullDeal) -> SeatAction | None:
    """Return the action that leads from ``now`` towards ``last``, a later state of the same deal, and who chose it.

    Return None if no action does.
    """
    if claim := _next_revoke_claim(now, last):
        return claim
    action = NEXT_IN_PHASE[now.phase](now, last) if now.phase in NEXT_IN_PHASE else None
    if isinstance(action, tuple) or action is None or now.turn is None:
        return cast(SeatAction | None, action)
    return now.turn, action


def _next_revoke_claim(now: FullDeal, last: FullDeal) -> SeatAction | None:
    """Return the seat that claims a revoke next after ``now``, and its claim, or None if no claim comes next.

    ``last`` is a later state of the same deal, and does not record at which play a claim was made. A right claim is
    therefore placed directly after the revoke, or after all plays if the claim ends the deal. A wrong claim is placed
    as early as is legal, since a later revoke in the same trick would make it right.
    """
    if len(now.revoke_claims) == len(last.revoke_claims):
        return None
    side, trick = last.revoke_claims[len(now.revoke_claims)]
    ends_too_early = now.rules.revoke_then == "ends_deal" and len(_plays(now)) < len(_plays(last))
    right = _revoked_against(last.proven, side, trick)
    if right and (ends_too_early or not _revoked_against(now.breaches, side, trick)):
        return None
    action = CLAIMS[trick]
    return next(((seat, action) for seat in side.seats if action in revoke_claims(now, seat)), None)


def _revoked_against(revokes: tuple[tuple[Seat, int, Card], ...], side: Partnership, trick: int) -> bool:
    """Return whether ``revokes`` has a revoke by an opponent of ``side`` in the trick with the number ``trick``."""
    return any(number == trick and seat.partnership is not side for seat, number, _ in revokes)


def _next_naming(now: FullDeal, last: FullDeal) -> Action | None:
    return NameSuit(last.up_suit) if last.up_suit else None


def _next_claiming(now: FullDeal, last: FullDeal) -> Action | SeatAction | None:
    redeal = last.result is not None and last.result.outcome is Outcome.REDEAL
    declined_known = redeal or last.phase in (Phase.CLAIMING, Phase.SHOWING)  # a later phase empties `declined`
    if declined_known and len(now.declined) < len(last.declined):
        return PASS
    if redeal:
        return next((seat, CLAIM_REDEAL) for seat in SEATS if _may_claim_redeal(now, seat))
    return (last.went_under, GO_UNDER) if last.went_under else PASS


def _may_claim_redeal(now: FullDeal, seat: Seat) -> bool:
    return seat not in now.declined and is_farmers_hand(now, now.masks[seat.index])


def _next_calling(now: FullDeal, last: FullDeal) -> Action | None:
    return last.calls[len(now.calls)].action if len(now.calls) < len(last.calls) else None


def _next_showing(now: FullDeal, last: FullDeal) -> Action | None:
    return Discard(last.shown[len(now.shown)]) if len(now.shown) < len(last.shown) else None


def _next_discarding(now: FullDeal, last: FullDeal) -> Action | None:
    return Discard(last.discards[len(now.discards)][1]) if len(now.discards) < len(last.discards) else None


def _next_asking(now: FullDeal, last: FullDeal) -> Action:
    alone = last.contract and now.turn in (last.contract.loner, last.contract.lone_defender)
    return GO_ALONE if alone else PASS


def _next_giving(now: FullDeal, last: FullDeal) -> Action | None:
    return Give(last.gift) if last.gift else None


def _next_playing(now: FullDeal, last: FullDeal) -> Action | None:
    before, plays = len(_plays(now)), _plays(last)
    return Play(plays[before][1]) if before < len(plays) else None


NEXT_IN_PHASE: dict[Phase, Callable[[FullDeal, FullDeal], Action | SeatAction | None]] = {
    Phase.NAMING: _next_naming,
    Phase.CLAIMING: _next_claiming,
    Phase.SHOWING: _next_showing,
    Phase.CALLING: _next_calling,
    Phase.DISCARDING: _next_discarding,
    Phase.ASKING: _next_asking,
    Phase.GIVING: _next_giving,
    Phase.PLAYING: _next_playing,
}
"""A dict from a phase to the function that finds the next action in it, which leads from ``now`` towards ``last``.

Such a function returns the action, or (seat, action) if the seat may be another than the one whose turn it is.
"""


def parse_parts(text: str) -> DealParts:
    """Return the parts of a deal's text. Raise ``InvalidDeal`` if a part is missing, unknown or cannot be read."""
    parts = dict[str, str]()
    for part in [part.strip() for part in text.split(";") if part.strip()]:
        word, _, value = part.partition(" ")
        name = word.upper() if len(word) == 1 else word.lower()
        if name not in PARTS or name in parts:
            known = f"{', '.join(PARTS[:-1])} and {PARTS[-1]}"
            raise InvalidDeal(f"{part!r} is not understood: the parts are {known}, each once and separated by ;")
        parts[name] = value
    for name in REQUIRED_PARTS:
        if name not in parts:
            raise InvalidDeal(f"the text of the deal has no part {name}")
    return _converted(parts)


def _converted(parts: dict[str, str]) -> DealParts:
    """Return the parts of a deal's text, read as seats, cards and actions.

    ``parts`` is a dict from the name of each part to its text. Raise ``InvalidDeal`` if a text cannot be read.
    """
    try:
        return DealParts(
            dealer=seat_of(parts["dealer"]),
            hands={seat: parse_cards(parts[_letter(seat)]) for seat in SEATS},
            turned=parse_cards(parts["turn-up"] or "-"),
            kitty=parse_cards(parts["kitty"]),
            actions=tuple([word.strip() for word in parts.get("actions", "").split(",") if word.strip()]),
            revokes="revokes" in parts,
        )
    except ValueError as error:
        raise InvalidDeal(str(error)) from None


def after_actions(deal: D, actions: Iterable[str], apply: ApplyAction[D]) -> D:
    """Return ``deal`` after ``actions``, each written as in a deal's text. Raise ``InvalidDeal`` if one is illegal."""
    for text in actions:
        word, _, rest = text.partition(" ")
        seat = seat_of(word) if word in SEAT_LETTERS else None
        try:
            deal, _ = apply(deal, rest if seat else text, seat)
        except IllegalAction as error:
            raise InvalidDeal(f"{text!r}: {error}") from None
    return deal
