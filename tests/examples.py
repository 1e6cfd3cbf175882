"""Small deals as sentences of the sources tell them, and how a test plays them.

North deals, so East calls and leads first.
"""

from collections.abc import Mapping

import uka
from uka import (
    SUITS,
    Action,
    CallTrump,
    Card,
    Deal,
    Discard,
    Draw,
    Game,
    Hand,
    OrderUp,
    Partnership,
    Pass,
    Phase,
    Play,
    Rubber,
    Ruleset,
    Seat,
    Suit,
)
from uka.core.deal import arranged_pack

NORTH, EAST, SOUTH, WEST = Seat
NORTH_SOUTH, EAST_WEST = Partnership

EVERY_SUIT = {
    "east": "9c Tc 9d 9h 9s",
    "south": "Jc Td Jd Th Ts",
    "west": "Qc Kc Qd Jh Js",
    "north": "Ac Kd Ad Kh Qs",
    "up": "Qh",
}
"""Everybody holds a printed card of every suit; East holds only nines and tens."""

# East orders up hearts and takes as many tricks as the key says by leading these cards in this order. West cannot help.
EASTS_TRICKS = {5: "Jh Jd Ah Kh Qh", 4: "Jh Jd Ah Kh 9s", 3: "Jh Jd Ah 9s Ts", 2: "Jh Jd 9s Ts 9c"}

PASS, ORDER, ALONE = Pass(), OrderUp(), OrderUp(alone=True)
WORDS: dict[str, Action] = {
    "pass": PASS,
    "order": ORDER,
    "alone": ALONE,
    **{str(suit): CallTrump(suit) for suit in SUITS},
    **{f"{suit}!": CallTrump(suit, alone=True) for suit in SUITS},
}


def dealt(rules: Ruleset, hands: Mapping[str, str], *, revokes: bool = False) -> Deal:
    """A deal of hands by seat, and the turn-up as `up`."""
    seats = {Seat(name): cards for name, cards in hands.items() if name != "up"}
    return Deal.arranged(rules, dealer=NORTH, hands=seats, upcard=hands["up"], revokes=revokes)


def everyone_can_call(rules: Ruleset) -> Deal:
    return dealt(rules, EVERY_SUIT)


def after(deal: Deal, script: str) -> Deal:
    """The deal after some words and cards, applied in this order: `pass pass order 9c`; `hearts!` is hearts alone."""
    for word in script.split():
        deal, _ = deal.apply(_meant(deal, word))
    return deal


def _meant(deal: Deal, word: str) -> Action:
    if word in WORDS:
        return WORDS[word]
    card = uka.parse_card(word)
    return Discard(card) if deal.phase is Phase.DISCARDING else Play(card)


def cards(deal: Deal, seat: Seat | None = None) -> Hand:
    """The cards that a seat may play or lay away now."""
    return Hand(a.card for a in deal.legal_actions_of(seat) if isinstance(a, Play | Discard))


def to_the_first_lead(deal: Deal) -> Deal:
    """Everyone passes to the dealer, who takes the turn-up for the first card that may go."""
    deal = after(deal, "pass pass pass order")
    return deal.apply(deal.legal_actions[0])[0]


def to_the_stuck_dealer(deal: Deal) -> Deal:
    while PASS in deal.legal_actions:
        deal = after(deal, "pass")
    return deal


def played_out(deal: Deal, wishes: str = "") -> Deal:
    """The deal to its end: each plays the first of the wishes that it may, or else its first legal action."""
    order = [Play(uka.parse_card(word)) for word in wishes.split()]
    while not deal.over:
        legal = deal.legal_actions
        deal, _ = deal.apply(next((play for play in order if play in legal), legal[0]))
    return deal


def easts_deal(rules: Ruleset, tricks: int, call: str = "order") -> Deal:
    """A deal in which East makes hearts trump and takes so many tricks without West's help."""
    east = EASTS_TRICKS[tricks]
    north = "Tc Jc Js Qs Th" if tricks == 2 else "9c Tc Jc Js Qs"
    deal = dealt(rules, {"east": east, "south": "Qc Kc Ac Ks As", "west": "9d Td Qd Kd Ad", "north": north, "up": "9h"})
    return played_out(after(deal, call), east)


def points(rules: Ruleset, tricks: int, call: str = "order") -> tuple[int, int]:
    """Points of the makers and of the others when East makes trump and takes so many tricks."""
    deal = easts_deal(rules, tricks, call)
    assert deal.result is not None
    assert deal.result.tricks[EAST_WEST.index] == tricks
    others, makers = deal.result.points
    return makers, others


def taker(rules: Ruleset, trump: Suit, *trick: str) -> Seat:
    """Who takes a first trick of these cards; East leads the first, and North made trump."""
    played = [uka.parse_card(text) for text in trick]
    up = next(card for card in rules.cards if card.suit is trump and card not in played)
    free = [card for card in rules.cards if card not in played and card is not up]
    led = uka.effective_suit(played[0], trump)
    hands = {seat: [card] for seat, card in zip((EAST, SOUTH, WEST, NORTH), played, strict=True)}
    # Those who do not follow come first, while there are cards that leave them void of the suit led.
    for hand in sorted(hands.values(), key=lambda hand: uka.effective_suit(hand[0], trump) is led):
        void = uka.effective_suit(hand[0], trump) is not led
        fill = [card for card in free if not void or uka.effective_suit(card, trump) is not led][:4]
        hand += fill
        free = [card for card in free if card not in fill]
    deal = after(Deal.arranged(rules, dealer=NORTH, hands=hands, upcard=up), "pass pass pass order")
    away = next(card for card in cards(deal) if card not in (*played, up))
    deal = after(deal.apply(Discard(away))[0], " ".join(trick))
    return deal.tricks[0].taker


def ranks_downwards(rules: Ruleset, trump: Suit, order: list[str]) -> bool:
    """Whether in every four neighbours of an order the first takes the trick, played neither first nor last."""
    known = [text for text in order if uka.parse_card(text) in rules.cards]
    fours = [known[i : i + 4] for i in range(len(known) - 3)]
    return bool(fours) and all(taker(rules, trump, d, b, a, c) is WEST for a, b, c, d in fours)


def marched(game: Game | Rubber, maker: Seat, call: str = "order") -> Game | Rubber:
    """The game after a deal in which `maker` holds the five highest trumps and takes all five tricks."""
    rules, dealer = game.rules, game.dealer
    best = uka.parse_cards("Jh Jd Ah Kh Qh")
    up = uka.parse_card("9h")
    free = [card for card in rules.cards if card not in best and card is not up and card.suit is not Suit.HEARTS]
    others = [seat for seat in Seat if seat is not maker]
    hands = {maker: best} | {seat: tuple(free[5 * i : 5 * i + 5]) for i, seat in enumerate(others)}
    game, _ = game.start_deal(arranged_pack(rules, dealer, hands, up))
    while game.turn is not maker:
        game, _ = game.apply(PASS)
    game, _ = game.apply(WORDS[call])
    while game.in_deal:
        # A dealer that made trump lays away what it picked up; whatever else is played, the five are the best.
        legal = game.legal_actions
        game, _ = game.apply(Discard(up) if Discard(up) in legal and maker is dealer else legal[0])
    return game


def finished_deal(game: Game | Rubber, seed: int = 1) -> Game | Rubber:
    """The game after one more deal in which everyone chooses their first legal action."""
    game, _ = game.start_deal(uka.shuffled(game.rules, seed))
    while game.in_deal:
        game, _ = game.apply(game.legal_actions[0])
    return game


def drawn(draw: Draw, text: str) -> Draw:
    """The next seat draws or cuts this card."""
    return draw.take(draw.face_down.index(uka.parse_card(text)))


def in_order(pack: tuple[Card, ...], *first: str) -> tuple[Card, ...]:
    """A pack with these cards on top."""
    top = tuple(uka.parse_card(text) for text in first)
    return top + tuple(card for card in pack if card not in top)
