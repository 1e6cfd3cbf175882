"""The line of text that says what the person must do now, or for which player the table waits."""

from __future__ import annotations

from uka.core.actions import PASS, Discard, Play
from uka.core.cards import JOKER
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.core.trick import effective_suit
from uka.narration.calls import acceptance_words
from uka.narration.names import Names, card_name, card_names
from uka.table.views.facts import sits_out

from .keys import ON_CARDS


def prompt(seen: Observation, names: Names) -> str:
    """Return sentences that say what the person must do now, or for which player the table waits.

    Return "" if it is no seat's turn.
    """
    if seen.turn is None:
        return ""
    if not seen.my_turn:
        return _waiting_prompt(seen, names, seen.turn)
    return {
        Phase.NAMING: _naming_prompt,
        Phase.CLAIMING: _claiming_prompt,
        Phase.SHOWING: _showing_prompt,
        Phase.CALLING: _calling_prompt,
        Phase.DISCARDING: _discarding_prompt,
        Phase.ASKING: _asking_prompt,
        Phase.GIVING: _giving_prompt,
        Phase.PLAYING: _playing_prompt,
    }[seen.phase](seen, names)


def _waiting_prompt(seen: Observation, names: Names, turn: Seat) -> str:
    """Return the sentence that says what the table waits for while it is the turn of another seat, ``turn``."""
    doing = {
        Phase.NAMING: "is naming the benny's suit",
        Phase.CLAIMING: "may claim a farmer's hand",
        Phase.SHOWING: "is showing three cards",
        Phase.CALLING: "to call",
        Phase.DISCARDING: "is discarding",
        Phase.ASKING: "may go alone",
        Phase.GIVING: "is passing a card",
        Phase.PLAYING: "to lead" if not seen.trick else "to play",
    }[seen.phase]
    waiting = f"{names.name(turn)} {doing}…"
    if names.me is None:
        return f"You're watching. {waiting}"
    return f"You sit out this deal. {waiting}" if sits_out(seen, names.me) else waiting


def _naming_prompt(seen: Observation, names: Names) -> str:
    blind = " before you see your cards" if not seen.cards else ""
    return f"You turned up the benny. Name its suit{blind}."


def _claiming_prompt(seen: Observation, names: Names) -> str:
    if seen.rules.farmers_hand == "exchange":
        return "Farmer's hand! Show three low cards and swap them for the three under the turn-up?"
    return "You have a farmer's hand. Show it and ask for a new deal?"


def _showing_prompt(seen: Observation, names: Names) -> str:
    return f"Going under: show low card {len(seen.shown) + 1} of 3, a ten or lower."


def _calling_prompt(seen: Observation, names: Names) -> str:
    up = card_name(seen.upcard)
    if seen.dealer_is_stuck:
        if seen.rules.nobody_calls == "dealer_names":
            return "Everyone passed. You dealt, so you must name a suit."
        return f"Everyone passed. You dealt, so you must say “{acceptance_words(seen)}”: {up} is yours."
    if seen.calling_round == 2:
        return f"{up} was turned down. Name a suit or pass?"
    if seen.legal_actions == (PASS,):
        return f"{up} is turned up, but you have no {seen.up_suit}."
    partner = seen.seat is seen.dealer.partner
    dealer = "Your partner" if partner else names.name(seen.dealer)
    turned = f"{dealer} turned up {_upcard(seen)}"
    alone = " You can only go alone." if partner and seen.rules.partner_alone != "off" else ""
    return f"{turned}. Say “{acceptance_words(seen)}”, or pass?{alone}"


def _upcard(seen: Observation) -> str:
    """Return the upcard as text. If it is the benny (the joker), the text names the suit that it stands for."""
    return f"the benny for {seen.up_suit}" if seen.upcard is JOKER else card_name(seen.upcard)


def _discarding_prompt(seen: Observation, names: Names) -> str:
    if seen.received:
        return f"Your partner passed you {card_names(seen.received)}. Discard a card."
    stays, card = seen.rules.upcard_stays, card_name(seen.upcard)
    taken = f"You leave {card} on the pack" if stays else f"You picked up {card}"
    if Discard(seen.upcard) in seen.legal_actions:
        return f"{taken}. Discard a card."
    return f"{taken} and must keep it. Discard another card."


def _asking_prompt(seen: Observation, names: Names) -> str:
    contract, me = seen.contract, seen.seat
    assert contract is not None
    assert me is not None
    partner = names.name(me.partner)
    if me.partnership is contract.defenders:
        against = f" against {names.name(contract.loner)}" if contract.loner else ""
        return f"Defend alone{against}? {partner} will sit out."
    return f"Go alone? {partner} will sit out."


def _giving_prompt(seen: Observation, names: Names) -> str:
    return "Your partner is going alone. Pass your best card, face down."


def _playing_prompt(seen: Observation, names: Names) -> str:
    assert seen.trump is not None
    if not seen.trick:
        barred = sum(isinstance(action, Play) for action in seen.legal_actions) < len(seen.cards)
        return "Your lead: any card but a trump." if barred else "Your lead: any card."
    led = effective_suit(seen.trick[0], seen.trump)
    name = f"{str(led).capitalize()} {led.symbol}"
    if not any(effective_suit(card, seen.trump) is led for card in seen.cards):
        return f"{name} led, and you have none: play any card."
    heading = " and beat the cards played if you can" if seen.rules.must_head else ""
    return f"{name} led: follow suit{heading}."


def card_keys(seen: Observation) -> tuple[tuple[str, str], ...]:
    """Return the keys that choose a card now, such as "1-5", with their label, as a tuple of one pair.

    Return an empty tuple if the person has no card to choose.
    """
    if not seen.my_turn or seen.phase not in ON_CARDS:
        return ()
    digits = "1" if len(seen.cards) == 1 else f"1-{len(seen.cards)}"
    labels = {Phase.PLAYING: "play a card", Phase.GIVING: "pass a card", Phase.SHOWING: "show a card"}
    return ((digits, labels.get(seen.phase, "discard a card")),)
