"""The kinds of positions in the suite of ``tests/bots/positions``, in the words of card players.

A kind says by what a seat knows whether a position is of it, and which choices its maxim names. Play-outs decide
whether the maxim is right in a position; a position in which it is not right is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from uka.bots.card_counting import CountedPosition, cards_beating, lowest_card, trumps_of
from uka.core.actions import PASS, Action, CallTrump, Discard, OrderUp, Play
from uka.core.cards import JOKER, Card, CardMask, Rank, Suit, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.trick import EFFECTIVE, FOLLOW, STRENGTH, suit_strength

Named: TypeAlias = frozenset[Action]
"""The choices that a maxim names."""
Find: TypeAlias = Callable[[Observation], Named | None]
"""Return the choices that the maxim of a kind names, or None if a position is not of the kind."""


class Kind(NamedTuple):
    """A kind of positions."""

    title: str
    about: str
    """When a position is of the kind, and the maxim."""
    find: Find
    rules: tuple[str, ...]
    """The rulesets in which positions of the kind are looked for, by their names in ``RULES``."""
    games: bool = False
    """Whether choices are compared by the chance of winning the game, and not by the points of the deal."""


RULES: dict[str, tuple[str, dict[str, object]]] = {
    **{name: (name, {}) for name in ("north_american", "uka", "tainui", "bicycle", "british", "cardgames", "ohio")},
    "no trump": ("bicycle", {"pack": 28, "no_trump": True}),
    "benny seen": ("cardgames", {"benny": "seen"}),
    "partner's best": ("north_american", {"partners_best": True}),
}
"""The rulesets of the positions: a ruleset and changes to it, by a name of their own."""
COMMON = ("north_american", "uka", "tainui", "bicycle", "british")
LONE = ("north_american", "tainui", "bicycle", "british", "ohio")
"""Rulesets in which a maker can go alone."""
WITH_JACK, NEAR = 3, 2
"""The fewest trumps of a hand worth thinking about alone, and the points from the end of a game where manners count."""


# What a seat knows before the first lead


def opponent_deals(seen: Observation) -> bool:
    return seen.seat is not None and seen.dealer.partnership is not seen.seat.partnership


def first_round(seen: Observation) -> bool:
    return seen.phase is Phase.CALLING and seen.calling_round == 1 and OrderUp() in seen.legal_actions


def second_round(seen: Observation) -> bool:
    return seen.phase is Phase.CALLING and seen.calling_round == 2


def own_trumps(seen: Observation, suit: Suit | None, taken: bool = False) -> list[Card]:
    """Return the seat's trumps if ``suit`` is trump, the best first. ``taken`` adds the upcard."""
    if suit is None or suit is Suit.NO_TRUMP:
        return []
    cards = mask_of(seen.cards) | (seen.upcard.bit if taken else 0)
    return sorted(cards_of(cards & trumps_of(suit.index)), key=lambda card: -suit_strength(card, suit.index))


def is_bower(card: Card, suit: Suit) -> bool:
    return card is JOKER or (card.rank is Rank.JACK and card.suit in (suit, suit.next))


def side_aces(seen: Observation, suit: Suit) -> int:
    return sum(card.rank is Rank.ACE and card.suit is not suit for card in seen.cards)


def is_solid(seen: Observation, suit: Suit | None, taken: bool = False) -> bool:
    """Return whether a hand has three trumps with the right bower (or the benny) and another trick, or four so."""
    trumps = own_trumps(seen, suit, taken)
    if suit is None or len(trumps) < WITH_JACK or not (trumps[0] is JOKER or trumps[0] == right_bower(suit)):
        return False
    strong = is_bower(trumps[1], suit) or trumps[1].rank is Rank.ACE
    return len(trumps) > WITH_JACK or strong or side_aces(seen, suit) > 0


def right_bower(suit: Suit) -> Card:
    return next(card for card in cards_of(trumps_of(suit.index)) if card.rank is Rank.JACK and card.suit is suit)


def orders(seen: Observation, *, alone: bool | None = None) -> Named:
    """Return the lawful calls of trump; ``alone`` leaves only those alone, or only those with the partner."""
    calls = (each for each in seen.lawful_actions if isinstance(each, OrderUp | CallTrump))
    return frozenset(each for each in calls if alone is None or each.alone == alone)


def everything(seen: Observation) -> Named:
    return frozenset(seen.lawful_actions)


def level(seen: Observation) -> bool:
    return seen.score == (0, 0)


def needs(seen: Observation) -> tuple[int, int]:
    """Return how many points the seat's side and its opponents need to win the game."""
    assert seen.seat is not None
    side = seen.seat.partnership
    return seen.rules.target - seen.score[side.index], seen.rules.target - seen.score[side.other.index]


# Calls


def sure_contract(seen: Observation) -> Named | None:
    return orders(seen) if first_round(seen) and opponent_deals(seen) and is_solid(seen, seen.up_suit) else None


def impossible_march(seen: Observation) -> Named | None:
    suit = seen.up_suit
    if not (first_round(seen) and opponent_deals(seen)) or suit is None or seen.upcard != right_bower(suit):
        return None
    trumps = own_trumps(seen, suit)
    if len(trumps) < WITH_JACK or JOKER in trumps or not orders(seen, alone=True):
        return None
    return orders(seen, alone=False) | {PASS}


def lone_hand(seen: Observation) -> bool:
    """Return whether the seat may call a suit alone in which its hand is solid."""
    return any(is_solid(seen, *called) for call in orders(seen, alone=True) if (called := trump_called(seen, call)))


def trump_called(seen: Observation, call: Action) -> tuple[Suit | None, bool] | None:
    """Return the trump that ``call`` makes, and whether the seat itself takes the upcard; None for another action."""
    match call:
        case OrderUp():
            return seen.up_suit, seen.seat is seen.dealer
        case CallTrump(suit):
            return suit, False
        case _:
            return None


def manners(seen: Observation) -> Named | None:
    near = seen.phase is Phase.CALLING and needs(seen)[0] <= NEAR and lone_hand(seen)
    return orders(seen, alone=False) if near else None


def alone(seen: Observation) -> Named | None:
    return orders(seen, alone=True) if seen.phase is Phase.CALLING and lone_hand(seen) else None


def with_partner(seen: Observation) -> Named | None:
    return orders(seen, alone=False) if seen.phase is Phase.CALLING and lone_hand(seen) else None


def assisting(seen: Observation) -> Named | None:
    helps = first_round(seen) and seen.seat is seen.dealer.partner and own_trumps(seen, seen.up_suit)
    return orders(seen) if helps else None


def picking_up(seen: Observation) -> Named | None:
    dealer = first_round(seen) and seen.seat is seen.dealer
    return orders(seen) if dealer and len(own_trumps(seen, seen.up_suit, True)) <= WITH_JACK else None


def turning_down(seen: Observation) -> Named | None:
    dealer = first_round(seen) and seen.seat is seen.dealer and PASS in seen.legal_actions
    return frozenset({PASS}) if dealer and len(own_trumps(seen, seen.up_suit, True)) >= 2 else None


def waiting(seen: Observation) -> Named | None:
    suit = seen.up_suit
    if not (first_round(seen) and opponent_deals(seen)) or suit is None:
        return None
    trumps = own_trumps(seen, suit)
    return frozenset({PASS}) if len(trumps) >= 2 and is_bower(trumps[0], suit) else None


def calling_next(seen: Observation) -> Named | None:
    if not (second_round(seen) and opponent_deals(seen)) or seen.up_suit is None or PASS not in seen.legal_actions:
        return None
    return frozenset(call for call in orders(seen) if isinstance(call, CallTrump) and call.suit is seen.up_suit.next)


def crossing(seen: Observation) -> Named | None:
    suit = seen.up_suit
    if not second_round(seen) or opponent_deals(seen) or suit is None or PASS not in seen.legal_actions:
        return None
    calls = (call for call in orders(seen) if isinstance(call, CallTrump))
    return frozenset(call for call in calls if call.suit not in (suit.next, Suit.NO_TRUMP))


def stuck(seen: Observation) -> Named | None:
    return everything(seen) if seen.dealer_is_stuck else None


def no_trump(seen: Observation) -> Named | None:
    if seen.contract is not None:
        return everything(seen) if seen.contract.trump is Suit.NO_TRUMP and seen.phase is Phase.PLAYING else None
    aces = sum(card.rank is Rank.ACE for card in seen.cards)
    calls = (call for call in orders(seen) if isinstance(call, CallTrump))
    return frozenset(call for call in calls if call.suit is Suit.NO_TRUMP) if aces else None


def benny(seen: Observation) -> Named | None:
    turned_up = seen.upcard is JOKER and seen.phase in (Phase.NAMING, Phase.CALLING)
    held = JOKER in seen.cards and seen.phase in (Phase.CALLING, Phase.PLAYING)
    return everything(seen) if (turned_up or held) and seen.cards else None


def partners_best(seen: Observation) -> Named | None:
    if seen.phase is Phase.GIVING:
        return everything(seen)
    return alone(seen)


def donation_score(seen: Observation) -> bool:
    """Return whether the seat needs one point, a loner of the dealer would win the game, and two points would not."""
    return first_round(seen) and opponent_deals(seen) and needs(seen)[0] == 1 and needs(seen)[1] in (3, 4)


def donating(seen: Observation) -> Named | None:
    poor = donation_score(seen) and len(own_trumps(seen, seen.up_suit)) < 2
    return orders(seen) if poor else None


def not_donating(seen: Observation) -> Named | None:
    return frozenset({PASS}) if donation_score(seen) and own_trumps(seen, seen.up_suit) else None


def discarding(seen: Observation) -> Named | None:
    if seen.phase is not Phase.DISCARDING or seen.trump is None or seen.went_under:
        return None
    lowest = lowest_card(mask_of(seen.cards), seen.trump.index)
    same = {
        Discard(card) for card in seen.cards if card.rank is lowest.rank and not card.bit & trumps_of(seen.trump.index)
    }
    return everything(seen) - same


def defending_alone(seen: Observation) -> Named | None:
    if seen.phase is not Phase.ASKING or seen.contract is None or seen.seat is None:
        return None
    return everything(seen) - {PASS} if seen.seat.partnership is not seen.contract.makers else None


# Cards


class Turn(CountedPosition):
    """A choice of a card, as the seat counts the cards."""

    @property
    def trumps(self) -> CardMask:
        """The seat's trumps."""
        return self.mine & trumps_of(self.trump)

    @property
    def sides(self) -> CardMask:
        """The seat's cards that are no trumps."""
        return self.mine & ~trumps_of(self.trump)

    @property
    def bosses(self) -> CardMask:
        """The seat's trumps that no unseen card beats."""
        return mask_of(card for card in cards_of(self.trumps) if not self._beating(card) & self.unseen)

    @property
    def lawful(self) -> CardMask:
        return mask_of(action.card for action in self.seen.lawful_actions if isinstance(action, Play))

    @property
    def left(self) -> int:
        """The number of the seat's cards."""
        return self.mine.bit_count()

    @property
    def led(self) -> int:
        """The index of the suit that was led."""
        return EFFECTIVE[self.trump][self.seen.trick[0].index].index

    @property
    def follows(self) -> bool:
        """Whether the seat has the suit that was led."""
        return bool(self.mine & FOLLOW[self.trump][self.led])

    @property
    def best_so_far(self) -> tuple[bool, int]:
        """Whether the partner wins the trick so far, and the strength of its best card."""
        strengths = STRENGTH[self.trump][self.led]
        seat, card = max(self.seen.plays, key=lambda play: strengths[play[1].index])
        return seat is self.me.partner, strengths[card.index]

    @property
    def winners(self) -> CardMask:
        """The lawful cards that beat all cards of the trick so far."""
        strengths, (_, best) = STRENGTH[self.trump][self.led], self.best_so_far
        return mask_of(card for card in cards_of(self.lawful) if strengths[card.index] > best)

    def _beating(self, card: Card) -> CardMask:
        return cards_beating(self.trump, self.trump, suit_strength(card, self.trump))


def leading(seen: Observation) -> Turn | None:
    ready = seen.phase is Phase.PLAYING and not seen.trick and len(seen.lawful_actions) > 1
    return Turn(seen) if ready and seen.trump is not Suit.NO_TRUMP else None


def following(seen: Observation) -> Turn | None:
    ready = seen.phase is Phase.PLAYING and seen.trick and len(seen.lawful_actions) > 1
    return Turn(seen) if ready and seen.trump is not Suit.NO_TRUMP else None


def plays(cards: CardMask) -> Named:
    return frozenset(Play(card) for card in cards_of(cards))


def boss_trump(seen: Observation) -> Named | None:
    turn = leading(seen)
    if turn is None or not turn.bosses or not turn.sides or turn.left > 3 or not turn.needs_every_trick():
        return None
    assert seen.contract is not None
    return plays(turn.bosses) if seen.contract.loner is not turn.me else None


def loners_boss(seen: Observation) -> Named | None:
    turn = leading(seen)
    if turn is None or seen.contract is None or seen.contract.loner is not turn.me:
        return None
    unbeaten = seen.taken[turn.me.partnership.other.index] == 0
    return plays(turn.bosses) if unbeaten and turn.bosses and turn.mine & ~turn.bosses else None


def partners_trick(seen: Observation) -> Named | None:
    turn = following(seen)
    if turn is None or turn.follows or not turn.best_so_far[0] or not turn.trumps or not turn.sides:
        return None
    return plays(turn.sides)


def holding_the_trump(seen: Observation) -> Named | None:
    turn = following(seen)
    if turn is None or turn.follows or turn.best_so_far[0] or not turn.winners or not turn.sides:
        return None
    return plays(turn.sides)


def trumping_in(seen: Observation) -> Named | None:
    turn = following(seen)
    if turn is None or turn.follows or turn.best_so_far[0] or not turn.winners or not turn.sides:
        return None
    return plays(turn.winners)


def second_hand(seen: Observation) -> Turn | None:
    turn = following(seen)
    if turn is None or len(seen.trick) != 1 or turn.led == turn.trump or not turn.follows or not turn.winners:
        return None
    return turn if turn.lawful & ~turn.winners else None


def second_hand_low(seen: Observation) -> Named | None:
    turn = second_hand(seen)
    return plays(turn.lawful & ~turn.winners) if turn else None


def second_hand_high(seen: Observation) -> Named | None:
    turn = second_hand(seen)
    return plays(turn.winners) if turn else None


def over_partner(seen: Observation) -> Named | None:
    turn = following(seen)
    if turn is None or len(seen.trick) != 2 or not turn.best_so_far[0] or not turn.winners:
        return None
    return plays(turn.winners) if turn.lawful & ~turn.winners else None


def last_hand(seen: Observation) -> Named | None:
    turn = following(seen)
    if turn is None or turn.later or turn.best_so_far[0] or turn.winners.bit_count() < 2:
        return None
    strengths = STRENGTH[turn.trump][turn.led]
    return plays(min(cards_of(turn.winners), key=lambda card: strengths[card.index]).bit)


def throwing_in(seen: Observation) -> Named | None:
    turn = following(seen)
    if turn is None or turn.left != 2 or turn.best_so_far[0] or not turn.winners or not turn.lawful & ~turn.winners:
        return None
    return plays(turn.lawful & ~turn.winners)


def last_two(seen: Observation) -> Named | None:
    turn = following(seen)
    return everything(seen) if turn is not None and turn.left == 2 and not turn.winners else None


def stopping_a_loner(seen: Observation) -> Named | None:
    contract, me = seen.contract, seen.seat
    if seen.phase is not Phase.PLAYING or contract is None or contract.loner is None or me is None:
        return None
    return everything(seen) if contract.loner.partnership is not me.partnership else None


def through_the_dealer(seen: Observation) -> Named | None:
    turn = leading(seen)
    if turn is None or turn.me.left is not seen.dealer or seen.picked_up is not seen.dealer or not turn.trumps:
        return None
    return plays(turn.sides) if turn.sides and not turn.is_making_side else None


def last_trump(seen: Observation) -> Named | None:
    turn = leading(seen)
    if turn is None or not 2 <= turn.left <= 3 or not turn.trumps or not turn.sides:
        return None
    return everything(seen) if (turn.unseen & trumps_of(turn.trump)).bit_count() <= 1 else None


def drawing_trumps(seen: Observation) -> Named | None:
    turn = leading(seen)
    maker = turn is not None and seen.maker is turn.me and seen.contract and not seen.contract.loner
    return plays(turn.trumps) if turn and maker and turn.trumps and turn.sides else None


def leading_to_the_maker(seen: Observation) -> Named | None:
    turn = leading(seen)
    if turn is None or seen.maker is not turn.me.partner or not turn.trumps or not turn.sides:
        return None
    return plays(turn.trumps) if seen.contract and not seen.contract.loner else None


def defenders_lead(seen: Observation) -> Named | None:
    turn = leading(seen)
    if turn is None or seen.tricks or turn.is_making_side or not turn.trumps:
        return None
    return plays(turn.sides) if turn.sides and seen.contract and not seen.contract.loner else None


KINDS: dict[str, Kind] = {
    "sure_contract": Kind(
        "Sure contracts",
        "An opponent deals. The hand holds the highest trump, two more and another trick: order it up.",
        sure_contract, COMMON,
    ),
    "boss_trump": Kind(
        "The boss trump where it decides",
        "The side needs every trick that is left. The leader holds the highest trump that is out and a loser: lead the "
        "trump, so that the others must discard before they know what to keep.",
        boss_trump, COMMON,
    ),
    "loners_boss": Kind(
        "A loner leads the boss",
        "The loner has taken every trick, and holds the highest trump and a loser: lead the trump first.",
        loners_boss, LONE,
    ),
    "impossible_march": Kind(
        "No march against the right bower",
        "The right bower is turned up, and an opponent deals: a loner cannot take all the tricks. Keep the partner in.",
        impossible_march, LONE,
    ),
    "manners": Kind(
        "Manners near the end of a game",
        "The side needs one point or two. A loner's extra points are worth nothing, and the partner may take a trick.",
        manners, LONE, games=True,
    ),
    "alone": Kind(
        "Alone", "A hand that takes every trick often enough goes alone.", alone, LONE
    ),
    "with_partner": Kind(
        "Not every good hand goes alone",
        "Three trumps with the highest, but without enough tricks: call, and keep the partner.",
        with_partner, LONE,
    ),
    "assisting": Kind(
        "Assisting the dealer", "The dealer is the partner, and takes a trump: order it up.", assisting, COMMON
    ),
    "picking_up": Kind(
        "Picking it up", "The dealer has three trumps or fewer with the turn-up, and makes them trump.",
        picking_up, COMMON,
    ),
    "turning_down": Kind(
        "Turning it down", "The dealer has two trumps or more with the turn-up, and yet turns it down.",
        turning_down, COMMON,
    ),
    "waiting": Kind(
        "Waiting", "A bower and another trump, but an opponent deals: pass, and see.", waiting, COMMON
    ),
    "next": Kind(
        "Next", "An opponent turned a card down: call the other suit of its colour, of which they have few.",
        calling_next, COMMON,
    ),
    "crossing": Kind(
        "Crossing", "The partner turned a card down: call a suit of the other colour.", crossing, COMMON
    ),
    "stuck": Kind(
        "Stick the dealer", "Nobody called, so the dealer must: the least bad choice.",
        stuck, ("north_american", "uka", "tainui", "ohio"),
    ),
    "no_trump": Kind("No trump", "Calls of no trump, and cards at no trump.", no_trump, ("no trump",)),
    "benny": Kind(
        "The benny", "The joker is the highest trump: in the hand, or turned up.", benny, ("british", "benny seen")
    ),
    "partners_best": Kind(
        "The partner's best card", "A loner gets a card of the partner: which one, and with which hand to go alone.",
        partners_best, ("partner's best",),
    ),
    "donating": Kind(
        "Donating", "One point is needed, and the opponents are three or four away: order up with nothing, and be "
        "euchred, rather than let the dealer go alone.",
        donating, ("north_american", "tainui", "british", "ohio"), games=True,
    ),
    "not_donating": Kind(
        "Not donating", "The score of a donation, but the hand may stop a loner: pass.",
        not_donating, ("north_american", "tainui", "british", "ohio"), games=True,
    ),
    "discarding": Kind(
        "The discard", "The right card to put away is not the lowest: make a void, or keep a guard.",
        discarding, COMMON,
    ),
    "defending_alone": Kind(
        "Defending alone", "An opponent goes alone: take the euchre without the partner.", defending_alone, ("ohio",)
    ),
    "partners_trick": Kind(
        "The partner's trick", "The partner is winning the trick: throw something away, keep the trump.",
        partners_trick, COMMON,
    ),
    "holding_the_trump": Kind(
        "Holding the trump", "An opponent is winning, and a trump would win: keep it for a better trick.",
        holding_the_trump, COMMON,
    ),
    "trumping_in": Kind(
        "Trumping in", "An opponent is winning, and a trump would win: take the trick.", trumping_in, COMMON
    ),
    "second_hand_low": Kind(
        "Second hand low", "Second to play, with a card that beats the lead: play low, the partner has yet to play.",
        second_hand_low, COMMON,
    ),
    "second_hand_high": Kind(
        "Second hand high", "Second to play, with a card that beats the lead: here it has to be played.",
        second_hand_high, COMMON,
    ),
    "over_partner": Kind(
        "Over the partner", "The partner is winning, but one more is to play: overtake, or the last one does.",
        over_partner, COMMON,
    ),
    "last_hand": Kind(
        "The last hand wins cheaply", "Last to play, with several winners: win with the lowest.", last_hand, COMMON
    ),
    "throwing_in": Kind(
        "Throwing in", "Two cards are left: let an opponent win this trick, who must then lead to the last.",
        throwing_in, COMMON,
    ),
    "last_two": Kind(
        "What to keep for the last trick", "Two cards are left and this trick is out of reach: which card to keep.",
        last_two, COMMON,
    ),
    "stopping_a_loner": Kind(
        "Stopping a loner", "An opponent goes alone: lead and keep what can take a trick.", stopping_a_loner, LONE
    ),
    "through_the_dealer": Kind(
        "Through the dealer", "The dealer, who picked up a trump, plays next: lead a side suit through.",
        through_the_dealer, COMMON,
    ),
    "last_trump": Kind(
        "Counting the last trump", "At most one trump is out: to lead a trump, or to keep it.", last_trump, COMMON
    ),
    "drawing_trumps": Kind(
        "Drawing trumps", "The maker leads: a trump, to draw those of the others.", drawing_trumps, COMMON
    ),
    "leading_to_the_maker": Kind(
        "A trump to the maker", "The partner made trump: lead one.", leading_to_the_maker, COMMON
    ),
    "defenders_lead": Kind(
        "The defenders' first lead", "Against the makers, lead a side suit first.", defenders_lead, COMMON
    ),
}  # fmt: skip
"""The kinds, by the name of their file."""


def is_of_kind(kind: Kind, seen: Observation) -> Named | None:
    """Return the choices that the maxim of ``kind`` names in a position, or None if the position is not of it.

    Positions in which all lawful choices are the same are of no kind, and so are those at another score than 0-0,
    unless the kind is about the score.
    """
    if len(seen.lawful_actions) < 2 or (not kind.games and not level(seen)) or seen.went_under:
        return None
    named = kind.find(seen)
    return named & everything(seen) if named else None
