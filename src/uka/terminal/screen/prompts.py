"""The line of text that tells the person what to do now, or names the player for whom the table waits."""

from __future__ import annotations

from uka.core.actions import PASS, Discard, Play
from uka.core.cards import JOKER
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.trick import effective_suit
from uka.narration.names import Names, card_name, card_names
from uka.table.views.facts import sits_out

from .keys import ON_CARDS


def prompt(seen: Observation, names: Names) -> str:
    """Return a text that tells what the person must do now, or for whom the table waits.

    Return "" if no seat is in turn.
    """
    if seen.turn is None:
        return ""
    if not seen.my_turn:
        return _waiting(seen, names)
    return {
        Phase.NAMING: _naming,
        Phase.CLAIMING: _claiming,
        Phase.SHOWING: _showing,
        Phase.CALLING: _calling,
        Phase.DISCARDING: _discarding,
        Phase.ASKING: _asking,
        Phase.GIVING: _giving,
        Phase.PLAYING: _playing,
    }[seen.phase](seen, names)


def _waiting(seen: Observation, names: Names) -> str:
    assert seen.turn is not None
    doing = {
        Phase.NAMING: "names the benny's suit",
        Phase.CLAIMING: "may claim a farmer's hand",
        Phase.SHOWING: "shows three cards",
        Phase.CALLING: "is to call",
        Phase.DISCARDING: "puts a card away",
        Phase.ASKING: "is asked about playing alone",
        Phase.GIVING: "passes a card",
        Phase.PLAYING: "leads" if not seen.trick else "is to play",
    }[seen.phase]
    out = "You watch. " if names.me is None else "You sit out this deal. " if sits_out(seen, names.me) else ""
    return f"{out}{names.name(seen.turn)} {doing} …"


def _naming(seen: Observation, names: Names) -> str:
    blind = " before you look at your cards" if not seen.cards else ""
    return f"You deal, and the benny is turned up: name the suit it stands for{blind}."


def _claiming(seen: Observation, names: Names) -> str:
    if seen.rules.farmers_hand == "exchange":
        return "You may go under: show three low cards and take the three below the turn-up."
    return "You hold a farmer's hand: show it and have the cards dealt again?"


def _showing(seen: Observation, names: Names) -> str:
    return f"Going under: show a card of ten or lower (card {len(seen.shown) + 1} of 3)."


def _calling(seen: Observation, names: Names) -> str:
    up = card_name(seen.upcard)
    if seen.dealer_is_stuck:
        if seen.rules.nobody_calls == "dealer_names":
            return f"Everyone passed, {up} is turned down: you deal, so you must name a suit."
        return f"Everyone passed: you deal, so you must pick up {up}, and {seen.up_suit} are trump."
    if seen.calling_round == 2:
        return f"{up} was turned down. Name another suit as trump, or pass."
    if seen.legal_actions == (PASS,):
        return f"{up} is turned up, but you hold no {seen.up_suit}: you can only decline."
    if seen.seat is seen.dealer:
        return f"You deal: take up {_up(seen)} and make {seen.up_suit} trump, or turn it down?"
    if seen.seat is seen.dealer.partner:
        return _assisting(seen, names)
    dealer = names.name(seen.dealer)
    return f"{_up(seen)} is turned up: shall {seen.up_suit} be trump, and {dealer} take it?"


def _assisting(seen: Observation, names: Names) -> str:
    partner = names.name(seen.dealer)
    if seen.rules.partner_alone != "off":
        return f"{_up(seen)}: your partner deals, so you may make {seen.up_suit} trump only by going alone."
    return f"{_up(seen)} is turned up: shall {seen.up_suit} be trump, and {partner}, your partner, take it?"


def _up(seen: Observation) -> str:
    return f"the benny for {seen.up_suit}" if seen.upcard is JOKER else card_name(seen.upcard)


def _discarding(seen: Observation, names: Names) -> str:
    if seen.received:
        return f"Your partner passed you {card_names(seen.received)}: put one card away."
    keep = "" if Discard(seen.upcard) in seen.legal_actions else ", but not the one you took"
    return f"You took up {card_name(seen.upcard)}: put one card away{keep}."


def _asking(seen: Observation, names: Names) -> str:
    contract, me = seen.contract, seen.seat
    assert contract is not None
    assert me is not None
    partner = names.name(me.partner)
    if me.partnership is contract.defenders:
        against = f" against {names.name(contract.loner)}" if contract.loner else ""
        return f"Will you defend alone{against}, while {partner} sits out?"
    return f"Will you play alone, while {partner} sits out?"


def _giving(seen: Observation, names: Names) -> str:
    return "Your partner plays alone: pass your best card, unseen by the others."


def _playing(seen: Observation, names: Names) -> str:
    assert seen.trump is not None
    if not seen.trick:
        barred = sum(isinstance(action, Play) for action in seen.legal_actions) < len(seen.cards)
        return "You lead: play any card but a trump." if barred else "You lead: play any card."
    led = effective_suit(seen.trick[0], seen.trump)
    name = f"{str(led).capitalize()} {led.symbol}"
    if not any(effective_suit(card, seen.trump) is led for card in seen.cards):
        return f"{name} were led and you have none: play any card."
    heading = " and beat the cards played if you can" if seen.rules.must_head else ""
    return f"{name} were led: follow suit{heading}."


def card_keys(seen: Observation) -> tuple[tuple[str, str], ...]:
    """Return the keys that choose a card now, with their labels. Return nothing if the person has no card to choose."""
    if not seen.my_turn or seen.phase not in ON_CARDS:
        return ()
    verb = {Phase.PLAYING: "play a card", Phase.GIVING: "pass a card", Phase.SHOWING: "show a card"}
    return (("1" if len(seen.cards) == 1 else f"1-{len(seen.cards)}", verb.get(seen.phase, "put a card away")),)
