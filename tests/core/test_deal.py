"""Examples of deals: how a deal starts, how trump is made, which seat is asked what, and why actions are refused."""

from __future__ import annotations

import pytest

from tests.core.table import EAST, HANDS, NORTH, SOUTH, WEST, cards, do, first_lawful, may, plays, rules, table, why
from uka.core import events as ev
from uka.core.actions import ACTIONS, ClaimRevoke, GoAlone, NameSuit, OrderUp, Play
from uka.core.cards import JOKER, Card, Hand, Suit
from uka.core.deal import CardsOrText, Deal, arranged_pack
from uka.core.errors import IllegalAction, InvalidDeal, OutOfTurn
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.core.seats import SEATS, Seat

# Starting


def dealt(way: str) -> list[str]:
    numbers = Ruleset(packets="free").cards
    deal = Deal.start(Ruleset(packets="free"), EAST, numbers, packet_pattern=way)
    return [" ".join(str(numbers.index(card)) for card in deal.hand(seat)) for seat in (SOUTH, WEST, NORTH, EAST)]


def test_a_hand_is_dealt_in_two_packets() -> None:
    assert dealt("3-2") == ["0 1 2 12 13", "3 4 5 14 15", "6 7 8 16 17", "9 10 11 18 19"]
    assert dealt("2-3") == ["0 1 8 9 10", "2 3 11 12 13", "4 5 14 15 16", "6 7 17 18 19"]


def test_the_next_card_is_turned_up_and_the_rest_lie_under_it() -> None:
    pack = Ruleset(pack=32).cards
    deal = Deal.start(Ruleset(pack=32), SOUTH, pack)
    assert (deal.upcard, *deal.kitty) == pack[20:]
    assert (deal.turn, deal.phase, deal.up_suit) == (WEST, Phase.CALLING, pack[20].suit)


@pytest.mark.parametrize("cut", [4, 12, 20])
def test_a_cut_lifts_cards_off_the_top(cut: int) -> None:
    ruleset = Ruleset(cut=True)
    pack = ruleset.cards
    assert Deal.start(ruleset, SOUTH, pack, cut=cut) == Deal.start(ruleset, SOUTH, pack[cut:] + pack[:cut])


@pytest.mark.parametrize("cut", [-1, 0, 3, 21, 24])
def test_a_cut_leaves_four_cards_in_each_packet(cut: int) -> None:
    sentence = f"a cut of {cut} leaves fewer than 4 cards in one part: cut 4 to 20"
    with pytest.raises(InvalidDeal, match=sentence):
        Deal.start(Ruleset(cut=True), SOUTH, Ruleset().cards, cut=cut)


def test_three_from_the_bottom_is_no_cut_in_any_pack() -> None:
    for size in (24, 28, 32):
        with pytest.raises(InvalidDeal, match="fewer than 4"):
            Deal.start(Ruleset(cut=True, pack=size), SOUTH, Ruleset(pack=size).cards, cut=size - 3)


def test_a_cut_is_refused_if_the_rules_have_none() -> None:
    with pytest.raises(InvalidDeal, match="the pack is not cut under euchre"):
        Deal.start(Ruleset(), SOUTH, Ruleset().cards, cut=10)


def test_a_packet_pattern_that_the_rules_do_not_have_is_refused() -> None:
    with pytest.raises(InvalidDeal, match="euchre doesn't deal packets of 2-3: only 3-2"):
        Deal.start(Ruleset(), SOUTH, Ruleset().cards, packet_pattern="2-3")
    with pytest.raises(InvalidDeal, match="euchre doesn't deal packets of 1-4: only 3-2 or 2-3"):
        Deal.start(Ruleset(packets="free"), SOUTH, Ruleset().cards, packet_pattern="1-4")


PACK = Ruleset().cards


@pytest.mark.parametrize(
    ("pack", "sentence"),
    [
        ((*PACK[:-1], PACK[0]), "9c appears twice: a pack has each card once"),
        ((*PACK[:-1], Card.C7), "7c is not in the pack of 24 cards that euchre is played with"),
        ((*PACK, JOKER), "B is not in the pack of 24 cards that euchre is played with"),
        (PACK[:-1], "As is missing from the pack"),
        (PACK * 2, "9c appears twice: a pack has each card once"),
    ],
    ids=["twice", "not in the pack", "a joker", "one too few", "two packs"],
)
def test_a_pack_that_is_not_the_rulesets_is_refused(pack: tuple[Card, ...], sentence: str) -> None:
    with pytest.raises(InvalidDeal, match=f"^{sentence}$"):
        Deal.start(Ruleset(), SOUTH, pack)


# Arranged deals


def test_an_arranged_deal_is_as_arranged() -> None:
    deal = table(kitty="Js Ah Jd")
    assert {seat: deal.hand(seat) for seat in SEATS} == {seat: Hand.parse(HANDS[seat]) for seat in SEATS}
    assert (str(deal.upcard), deal.kitty) == ("Jh", cards("Js Ah Jd"))
    assert deal.dealer is SOUTH
    assert table().kitty == cards("Jd Ah Js")


def test_hands_may_be_cards_in_any_order() -> None:
    hands = {seat: list(reversed(list(Hand.parse(HANDS[seat])))) for seat in SEATS}
    deal = Deal.arranged(Ruleset(), dealer=SOUTH, hands=hands, upcard=Card.JH, kitty=cards("Jd Ah Js"))
    assert deal == table()


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("way", ["3-2", "2-3"])
def test_an_arranged_pack_deals_the_hands(dealer: Seat, way: str) -> None:
    ruleset = rules(packets="free", benny="next")
    order = arranged_pack(ruleset, dealer, HANDS, "B", "Jh Ah Js Jd", way)
    deal = Deal.start(ruleset, dealer, order, packet_pattern=way)
    assert {seat: str(deal.hand(seat)) for seat in SEATS} == HANDS
    assert (deal.buried, deal.upcard, deal.kitty) == ((JOKER,), Card.JH, cards("Ah Js Jd"))


@pytest.mark.parametrize(
    ("hands", "upcard", "kitty", "sentence"),
    [
        ({WEST: "9c 9c Jc 9d Td"}, "Jh", None, "west's hand: 9c appears twice: a pack has each card once"),
        ({WEST: "9s Tc Jc 9d Td"}, "Jh", None, "9s appears twice: a pack has each card once"),
        ({}, "9s", None, "9s appears twice: a pack has each card once"),
        ({}, "Jh", "Ah Js 9s", "9s appears twice: a pack has each card once"),
        ({WEST: "7c Tc Jc 9d Td"}, "Jh", None, "7c is not in the pack of 24 cards that euchre is played with"),
        ({}, "B", None, "B is not in the pack of 24 cards that euchre is played with"),
        ({WEST: "9c Tc Jc 9d"}, "Jh", None, "west's hand must be 5 cards, not 4"),
        ({WEST: "9c Tc Jc 9d Td Ah"}, "Jh", None, "west's hand must be 5 cards, not 6"),
        ({WEST: ""}, "Jh", None, "west's hand must be 5 cards, not 0"),
        ({WEST: "9c Tc Jc 9d Tx"}, "Jh", None, "west's hand: 'Tx' is not a card: write rank then suit"),
        ({}, "", None, "the turn-up must be 1 card, not 0"),
        ({}, "Jh Ah", None, "the turn-up must be 1 card, not 2"),
        ({}, "Jh", "Ah Js", "the kitty must be 3 cards, not 2"),
        ({}, "Jh", "", "the kitty must be 3 cards, not 0"),
        ({}, "Jh", "Ah Js Jd 9c", "the kitty must be 3 cards, not 4"),
    ],
)
def test_hands_that_cannot_be_dealt_are_refused(
    hands: dict[Seat, str], upcard: str, kitty: str | None, sentence: str
) -> None:
    with pytest.raises(InvalidDeal, match=f"^{sentence}"):
        table(hands=dict(hands), upcard=upcard, kitty=kitty)


def test_a_seat_without_a_hand_is_refused() -> None:
    with pytest.raises(InvalidDeal, match="north's hand must be 5 cards, not 0"):
        Deal.arranged(Ruleset(), dealer=SOUTH, hands={}, upcard="Jh")


def test_the_opening_events_of_a_deal() -> None:
    assert [type(event).__name__ for event in table().opening_events()] == ["HandDealt"] * 4 + ["UpcardTurned"]
    west, *_ = table().opening_events()
    assert west == ev.HandDealt(WEST, 5, cards("9c Tc Jc 9d Td"))
    assert west.seen_by(WEST) == west
    assert west.seen_by(NORTH) == west.seen_by(None) == ev.HandDealt(WEST, 5, None)


# The benny


def test_a_dealer_names_the_bennys_suit_blind() -> None:
    deal = table(rules(benny="blind"), upcard="B", kitty="Jh Ah Js Jd")
    assert (deal.phase, deal.turn, deal.up_suit) == (Phase.NAMING, SOUTH, None)
    assert deal.observe(SOUTH).cards == ()
    assert len(deal.observe(WEST).cards) == 5
    assert ev.HandDealt(SOUTH, 5, None) in deal.opening_events()
    assert why(deal, "pass") == "you can't pass now"
    assert why(deal, "up") == why(deal, "hearts") == "trump can't be made now"
    assert deal.why_not(NameSuit(Suit.NO_TRUMP)) == "the benny must stand for one of the four suits"
    named, events = deal.apply(NameSuit(Suit.CLUBS))
    assert events == (ev.SuitNamed(SOUTH, Suit.CLUBS), ev.HandDealt(SOUTH, 5, cards("9s Ts Qs Ks As")))
    assert len(named.observe(SOUTH).cards) == 5
    assert why(named, "=clubs") == "the dealer names a suit for the turn-up only if it is the benny"


def test_a_dealer_who_has_seen_the_hand_gets_it_in_one_event() -> None:
    deal = table(rules(benny="seen"), upcard="B", kitty="Jh Ah Js Jd")
    assert len(deal.observe(SOUTH).cards) == 5
    assert deal.apply(NameSuit(Suit.CLUBS))[1] == (ev.SuitNamed(SOUTH, Suit.CLUBS),)


def test_the_benny_taken_up_is_the_highest_trump() -> None:
    deal = do(table(rules(benny="seen"), upcard="B", kitty="Jh Ah Js Jd"), "=clubs up")
    assert deal.trump is Suit.CLUBS
    assert JOKER in deal.hand(SOUTH)
    deal = do(deal, "-9s Jc 9h Kc")
    assert plays(deal) == "B"
    assert do(deal, "B").taken == (1, 0)


def test_the_bennys_suit_is_barred_when_it_is_turned_down() -> None:
    deal = do(table(rules(benny="seen"), upcard="B", kitty="Jh Ah Js Jd"), "=clubs pass pass pass pass")
    assert not may(deal, "clubs")
    assert why(deal, "clubs") == "clubs were turned down and can't be named"
    assert may(deal, "hearts")


def test_the_benny_does_not_count_as_a_printed_card_of_a_suit() -> None:
    ruleset = rules(benny="seen", natural_needed=True)
    deal = table(ruleset, hands={WEST: "B Jd 9d Td 9c"}, upcard="Jh", kitty="Ah Js Tc Jc")
    assert not may(deal, "up")
    assert why(deal, "up") == "to call hearts, you need a card with hearts printed on it"


# A farmer's hand


FARMER: dict[Seat, CardsOrText] = {WEST: "9c Tc 9d Td 9h", NORTH: "Th Qh Kh Ad Jc"}


def test_a_claim_before_ones_turn_and_once_a_deal() -> None:
    deal = table(rules(farmers_hand="low"), hands=FARMER)
    assert (deal.phase, deal.turn) == (Phase.CLAIMING, WEST)
    assert why(deal, "redeal", NORTH) == "a farmer's hand has nothing above a ten"
    assert why(deal, "under") == "these rules don't allow going under"
    assert why(deal, "up") == "trump can't be made now"
    declined = do(deal, "pass")
    assert why(declined, "redeal", WEST) == "a farmer's hand can be claimed once, after the turn-up and before any call"
    calling = do(declined, "pass pass pass")
    assert (calling.phase, calling.turn) == (Phase.CALLING, WEST)
    assert why(calling, "redeal", WEST) == "a farmer's hand can be claimed once, after the turn-up and before any call"
    assert why(calling, "pass", NORTH) == "it's West's turn, not North's"


def test_a_redeal_claimed_out_of_turn() -> None:
    deal = table(rules(farmers_hand="low"), hands={NORTH: FARMER[WEST], WEST: FARMER[NORTH]})
    over, events = deal.apply(ACTIONS[117], NORTH)
    assert events[0] == ev.RedealClaimed(NORTH, cards("9c Tc 9d Td 9h"))
    assert over.result is not None
    assert (over.result.outcome, over.result.points, over.result.makers) == (Outcome.REDEAL, (0, 0), None)


def test_no_ace_and_no_face() -> None:
    deal = table(rules(farmers_hand="no_face"), hands=FARMER)
    assert may(deal, "redeal")
    assert why(deal, "redeal", NORTH) == "a farmer's hand has no ace and no face card"


def test_going_under_shows_three_low_cards_for_the_three_under_the_turn_up() -> None:
    deal = do(table(rules(farmers_hand="exchange"), hands=FARMER, kitty="Ah Js Jd"), "under")
    assert (deal.phase, deal.turn) == (Phase.SHOWING, WEST)
    assert why(deal, "-Ah") == "Ah is not in your hand"
    assert why(deal, "9c") == "no card can be played yet"
    deal = do(deal, "-9c -Tc")
    after, events = deal.apply(ACTIONS[33 + Card.D9.index])
    assert events == (ev.CardShown(WEST, Card.D9), ev.KittyTaken(WEST, cards("Ah Js Jd")))
    assert events[1].seen_by(NORTH) == ev.KittyTaken(WEST, None)
    assert after.hand(WEST) == Hand.parse("Td 9h Jd Ah Js")
    assert (after.shown, after.kitty, after.turn, after.phase) == (cards("9c Tc 9d"), (), WEST, Phase.CALLING)
    assert after.observe(WEST).kitty_taken == cards("Ah Js Jd")
    assert after.observe(NORTH).kitty_taken == ()


def test_only_low_cards_are_shown_and_the_low_cards_of_a_big_pack_count() -> None:
    hands: dict[Seat, CardsOrText] = {WEST: "7c 8c 9d Ad Kc", NORTH: "9h Th Qh Kh 8d"}
    deal = table(rules(farmers_hand="exchange", pack=32), hands={**hands, EAST: "Qc Tc Ac Qd Kd"})
    assert may(deal, "under", WEST)
    assert why(deal, "redeal") == "these rules give no new deal for a poor hand"
    deal = do(deal, "north:under")
    assert deal.turn is NORTH
    assert why(deal, "-Qh") == "Qh is above a ten: show cards of ten or lower"


def test_too_few_low_cards_to_go_under() -> None:
    deal = table(rules(farmers_hand="exchange"))
    assert why(deal, "under", SOUTH) == "a farmer's hand has three cards of ten or lower"


# The calls


def test_a_caller_needs_a_printed_card_but_a_dealer_who_takes_the_turn_up_does_not() -> None:
    ruleset = rules(natural_needed=True, nobody_calls="dealer_picks_up")
    hands: dict[Seat, CardsOrText] = {WEST: "Jd 9d Td 9c Tc", NORTH: "Qh Kh 9h Th Ad"}
    deal = table(ruleset, hands=hands)
    assert (
        why(deal, "up") == "to call hearts, you need a card with hearts printed on it"
    )  # the left bower is not a heart
    assert may(do(deal, "pass"), "up")
    assert may(do(deal, "pass pass pass"), "up")  # the dealer has no heart
    second = do(deal, "pass " * 4)
    assert why(second, "spades") == "to call spades, you need a card with spades printed on it"
    assert may(second, "diamonds")
    stuck = do(deal, "pass " * 8)
    assert may(stuck, "up")


def test_a_dealer_who_must_name_a_suit_needs_no_printed_card() -> None:
    stuck = do(table(rules(natural_needed=True)), "pass " * 7)
    assert [str(action.index) for action in stuck.legal_actions] == ["102", "103", "105", "107", "108", "110"]


def test_a_stuck_dealer_names_a_suit_or_picks_up() -> None:
    names = do(table(rules(nobody_calls="dealer_names")), "pass " * 7)
    assert names.dealer_is_stuck
    assert why(names, "pass") == "everyone has passed, so the dealer must name a suit"
    assert why(names, "up") == "the turn-up was turned down: the dealer must name another suit"
    assert why(names, "hearts") == "hearts were turned down and can't be named"
    assert why(names, "no_trump") == "these rules don't allow no trump"
    takes = do(table(rules(nobody_calls="dealer_picks_up")), "pass " * 8)
    assert (takes.dealer_is_stuck, takes.turn) == (True, SOUTH)
    assert why(takes, "pass") == "everyone has passed, so the dealer must pick up the turn-up"
    assert why(takes, "clubs") == "everyone has passed, so the dealer must pick up the turn-up"
    taken = do(takes, "up")
    assert (taken.picked_up, taken.trump, taken.maker) == (SOUTH, Suit.HEARTS, SOUTH)
    sooner = do(table(rules(nobody_calls="dealer_picks_up", dealer_calls_in_second=False)), "pass " * 7)
    assert (sooner.dealer_is_stuck, sooner.turn, may(sooner, "up!")) == (True, SOUTH, True)


def test_thrown_in_says_so_when_the_dealer_has_no_second_call() -> None:
    deal = do(table(rules(nobody_calls="throw_in", dealer_calls_in_second=False)), "pass " * 6)
    assert not deal.dealer_is_stuck
    after, events = deal.apply(ACTIONS[99])
    assert [type(event).__name__ for event in events] == ["Passed", "DealScored"]
    assert after.result is not None
    assert after.result.outcome is Outcome.THROWN_IN
    assert not do(table(rules(nobody_calls="throw_in")), "pass " * 7).over


def test_the_first_and_the_second_round() -> None:
    deal = table()
    assert why(deal, "clubs") == "you can name a suit only after the turn-up is turned down"
    deal = do(deal, "pass pass pass")
    after, events = deal.apply(ACTIONS[99])
    assert events == (ev.Passed(SOUTH, Phase.CALLING), ev.TurnedDown(Card.JH))
    assert why(after, "up") == "the turn-up was turned down"
    named = do(after, "spades")
    assert (named.trump, named.phase, named.turn) == (Suit.SPADES, Phase.PLAYING, WEST)
    assert not named.picked_up
    assert named.contract is not None
    assert not named.contract.ordered


def test_the_seat_in_turn_during_the_calls() -> None:
    with pytest.raises(OutOfTurn, match=r"^it's West's turn, not North's$"):
        table().apply(OrderUp(), NORTH)
    with pytest.raises(IllegalAction) as refusal:
        table().apply(Play(Card.C9))
    assert not isinstance(refusal.value, OutOfTurn)


def test_the_dealers_partner_bound_to_go_alone() -> None:
    deal = do(table(rules(partner_alone="ordered")), "pass")
    assert why(deal, "up") == "the dealer's partner may call only by going alone"
    assert may(deal, "up!")
    assert may(do(deal, "pass pass"), "up")
    second = do(table(rules(partner_alone="both")), "pass " * 5)
    assert why(second, "clubs") == "the dealer's partner may call only by going alone"
    assert may(second, "clubs!")


def test_the_dealers_partner_alone_with_the_call_though_others_are_asked_later() -> None:
    ruleset = rules(partner_alone="ordered", alone_asked="after_discard")
    assert why(table(ruleset), "up!") == "going alone comes after the discard"
    assert may(do(table(ruleset), "pass"), "up!")


def test_nobody_plays_alone_if_the_rules_forbid_it() -> None:
    assert why(table(rules(alone_by="nobody")), "up!") == "nobody may go alone"
    later = do(table(rules(alone_by="nobody", alone_asked="after_discard")), "up -9s")
    assert later.phase is Phase.PLAYING
    assert why(later, "alone") == "nobody can go alone now"


@pytest.mark.parametrize(
    ("out", "taker", "events"),
    [("buried", None, (ev.Buried,)), ("dealer", SOUTH, (ev.PickedUp,)), ("loner", NORTH, (ev.PickedUp,))],
)
def test_a_partner_alone_on_the_turn_up(out: str, taker: Seat | None, events: tuple[type, ...]) -> None:
    deal = do(table(rules(dealer_out=out)), "pass")
    after, happened = deal.apply(OrderUp(True))
    assert after.picked_up is taker
    assert tuple(type(event) for event in happened[1:]) == events
    assert happened[0] == ev.TrumpMade(NORTH, Suit.HEARTS, ordered=True, alone=True)
    assert after.contract is not None
    assert (after.contract.loner, after.contract.sitting_out) == (NORTH, 1 << SOUTH.index)


# Between the calls and the first lead


def test_the_discard() -> None:
    deal = do(table(rules(keep_upcard=True)), "up")
    assert (deal.phase, deal.turn) == (Phase.DISCARDING, SOUTH)
    assert why(deal, "-Jh") == "Jh was picked up and must be kept"
    assert why(deal, "-9c") == "9c is not in your hand"
    assert why(deal, "9s") == "no card can be played yet"
    after, events = deal.apply(ACTIONS[33 + Card.S9.index])
    assert events == (ev.Discarded(SOUTH, Card.S9),)
    assert events[0].seen_by(WEST) == ev.Discarded(SOUTH, None)
    assert after.observe(SOUTH).put_away == (Card.S9,)
    assert after.observe(WEST).put_away == ()
    assert why(after, "-9c") == "there is nothing to discard now"


def test_who_is_asked_to_go_alone_and_only_the_first_defender_does() -> None:
    deal = do(table(rules(alone_by="anyone", alone_asked="after_discard")), "up -9s")
    assert (deal.phase, deal.turn) == (Phase.ASKING, WEST)
    assert why(deal, "9c") == "no card can be played yet"
    deal = do(deal, "pass alone")  # the maker declines, and the maker's partner goes alone
    assert deal.contract is not None
    assert (deal.contract.loner, deal.turn) == (EAST, NORTH)
    after, events = deal.apply(GoAlone())
    assert events == (ev.WentAlone(NORTH, defending=True),)
    assert (after.phase, after.turn, after.active) == (Phase.PLAYING, NORTH, (NORTH, EAST))
    assert do(deal, "pass pass").active == (NORTH, EAST, SOUTH)


def test_a_trick_of_two_cards() -> None:
    deal = do(table(rules(defend_alone="against_loner")), "up! -9s pass alone")
    assert deal.active == (WEST, SOUTH)
    deal = do(deal, "9c Ts")
    assert (len(deal.tricks), deal.tricks[0].taker) == (1, WEST)
    assert deal.tricks[0].plays(deal.contract.sitting_out if deal.contract else 0) == (
        (WEST, Card.C9),
        (SOUTH, Card.TS),
    )


def test_partners_best() -> None:
    deal = do(table(rules(partners_best=True, keep_upcard=True, alone_by="anyone")), "pass pass pass up! -9s")
    assert (deal.phase, deal.turn) == (Phase.GIVING, NORTH)
    assert why(deal, ">9c") == "9c is not in your hand"
    given, events = deal.apply(ACTIONS[66 + Card.KH.index])
    assert events == (ev.CardGiven(NORTH, Card.KH),)
    assert events[0].seen_by(SOUTH) == events[0].seen_by(NORTH) == events[0]
    assert events[0].seen_by(WEST) == events[0].seen_by(None) == ev.CardGiven(NORTH, None)
    assert given.observe(SOUTH).received == (Card.KH,)
    assert given.observe(NORTH).put_away == (Card.KH,)
    assert given.observe(WEST).received == given.observe(WEST).put_away == ()
    assert (given.phase, given.turn) == (Phase.DISCARDING, SOUTH)
    assert why(given, "-Jh") == "Jh was picked up and must be kept"
    asked = do(given, "-Ts")
    assert (asked.phase, asked.turn) == (Phase.ASKING, WEST)
    assert why(asked, ">Qh", WEST) == "there is no card to pass now"


def test_a_turn_up_passed_to_the_loner_may_be_laid_away() -> None:
    """Only the seat that picked up the turn-up must keep it.

    Here the dealer passes it to the loner, who may discard it.
    """
    ruleset = rules(partners_best=True, keep_upcard=True, partner_alone="ordered")
    deal = do(table(ruleset), "pass up! -9s >Jh")
    assert (deal.turn, deal.phase, deal.picked_up) == (NORTH, Phase.DISCARDING, SOUTH)
    assert may(deal, "-Jh")


def test_only_a_loner_is_euchred_with_fewer_than_five_tricks() -> None:
    """In the rules of the New Zealand Clubs, makers need three tricks, but a loner needs five."""
    hands: dict[Seat, CardsOrText] = {
        WEST: "Js Jc As 9c Tc",
        NORTH: "9d Td Jd Qd Kd",
        EAST: "9h Th Qh Kh Ah",
        SOUTH: "Qs Ks Qc Kc Ac",
    }
    deal = table(rules(lone_must_march=True), hands=hands, upcard="Ts")
    partners, alone = first_lawful(do(deal, "up")), first_lawful(do(deal, "up!"))
    assert partners.result is not None
    assert alone.result is not None
    assert (partners.result.outcome, partners.taken) == (Outcome.MADE, (2, 3))
    assert (alone.result.outcome, alone.taken) == (Outcome.LONE_EUCHRED, (2, 3))


def test_the_loners_left_leads_where_the_rules_say_so() -> None:
    assert do(table(rules(loner_lead="loner_left")), "up! -9s").turn is NORTH
    assert do(table(rules(loner_lead="loner_left")), "up -9s").turn is WEST
    assert do(table(), "pass pass up! -9s").turn is NORTH  # the dealer's left is the loner's partner


# The play


def test_following_suit() -> None:
    deal = do(table(), "up -9s Tc")
    assert plays(deal) == "Ad 9h Th Qh Kh"  # north has no club
    deal = do(deal, "Ad")
    assert plays(deal) == "Qc Kc Ac"
    assert why(deal, "Qd") == "clubs were led: follow suit"
    assert why(deal, "9c") == "9c is not in your hand"
    assert why(deal, "Qc", SOUTH) == "it's East's turn, not South's"


def test_the_left_bower_follows_trumps_and_not_its_printed_suit() -> None:
    hands: dict[Seat, CardsOrText] = {WEST: "9c Tc Jc 9d Td", NORTH: "9h Th Qh Kh Jd"}
    deal = do(table(hands=hands), "up -9s 9d")
    assert plays(deal) == "Jd 9h Th Qh Kh"
    assert do(deal, "Jd Qd Ts").taken == (1, 0)


def test_heading_the_trick() -> None:
    hands: dict[Seat, CardsOrText] = {WEST: "Qc Tc Jc 9d Td", EAST: "9c Kc Ac Qd Kd"}
    deal = do(table(rules(must_head=True), hands=hands), "up -9s Qc Ad")
    assert why(deal, "9c") == "9c doesn't beat the cards played: head the trick if you can"
    assert why(deal, "Qd") == "clubs were led: follow suit"
    trumped = do(table(rules(must_head=True), hands=hands), "up -9s Qc 9h")
    assert plays(trumped) == "9c Kc Ac"


def test_the_first_lead_may_not_be_a_trump() -> None:
    deal = do(table(rules(first_lead_trump=False), upcard="Jd"), "up -9s")
    assert why(deal, "9d") == "9d is a trump: the first lead can't be a trump"
    hands: dict[Seat, CardsOrText] = {WEST: "9d Td Qd Kd Jh", EAST: "Qc Kc Ac 9c Tc"}
    only = do(table(rules(first_lead_trump=False), hands=hands, upcard="Jd"), "up -9s")
    assert plays(only) == "9d Td Qd Kd Jh"
    later = do(deal, "Tc 9h Kc Ts")
    assert later.turn is EAST
    assert "Qd" in plays(later)


def test_no_trump_has_no_bowers_and_no_trumps() -> None:
    deal = do(table(rules(no_trump=True, first_lead_trump=False, natural_needed=True)), "pass pass pass pass no_trump")
    assert plays(deal) == "9c Tc Jc 9d Td"
    deal = do(deal, "Jc 9h Qc 9s")
    assert (deal.trump, deal.tricks[0].taker) == (Suit.NO_TRUMP, EAST)
    assert first_lawful(deal).over


def test_every_seat_sees_public_events_alike() -> None:
    assert ev.UpcardTurned(Card.JH).seen_by(None) == ev.UpcardTurned(Card.JH).seen_by(WEST) == ev.UpcardTurned(Card.JH)


def test_the_cards_of_the_trick_in_progress() -> None:
    assert table().plays == ()
    assert do(table(), "up -9s").plays == ()
    assert do(table(), "up -9s Tc Ad").plays == ((WEST, Card.TC), (NORTH, Card.AD))


def test_nothing_is_legal_after_the_deal_is_over() -> None:
    done = first_lawful(table())
    assert (done.turn, done.legal_actions, done.legal_actions_of(WEST)) == (None, (), ())
    assert done.why_not(OrderUp()) == "the deal is over"
    assert why(done, "9c", WEST) == "the deal is over"
    for seat in (None, *SEATS):
        with pytest.raises(IllegalAction, match=r"^the deal is over$"):
            done.apply(OrderUp(), seat)


def test_a_spectator() -> None:
    seen = table().observe(None)
    assert (seen.cards, seen.legal_actions, seen.my_turn, len(seen.hand)) == ((), (), False, 0)
    assert seen.why_not(OrderUp()) == "someone who watches has no part in the deal"


# Revokes


def revoked() -> Deal:
    """Return a deal in which East revoked. Clubs were led to the first trick; East had clubs, but played a diamond."""
    return do(table(revokes=True), "up -9s 9c 9h Qd Ts")


def test_no_revoke_can_be_claimed_if_revokes_are_prevented() -> None:
    deal = do(table(), "up -9s 9c 9h Qc Ts")
    assert why(deal, "claim1") == "revokes can't happen at this table"


def test_if_revokes_are_possible_every_card_is_legal_and_lawful_cards_are_listed() -> None:
    deal = do(table(revokes=True), "up -9s 9c 9h")
    assert plays(deal) == "Qc Kc Ac Qd Kd"
    lawful = deal.observe(EAST).lawful_actions
    assert [action for action in lawful if isinstance(action, Play)] == [Play(card) for card in cards("Qc Kc Ac")]
    assert ClaimRevoke(0) in lawful
    assert deal.observe(WEST).lawful_actions == deal.observe(WEST).legal_actions
    assert do(table(), "up").observe(SOUTH).lawful_actions == do(table(), "up").legal_actions


def test_a_revoke_claimed_in_the_trick_ends_the_deal() -> None:
    deal = do(table(revokes=True), "up -9s 9c 9h Qd")
    after, events = deal.apply(ClaimRevoke(0), NORTH)
    assert events[0] == ev.RevokeProven(NORTH, 0, EAST, Card.QD)
    assert after.result is not None
    assert (after.result.outcome, after.result.points, after.result.maker) == (Outcome.REVOKED, (2, 0), WEST)
    assert after.legal_actions_of(SOUTH) == ()
    assert why(after, "claim1", SOUTH) == "a revoke in trick 1 was already claimed: one claim per trick"
    assert why(after, "claim1", WEST) == "the deal has been scored: it's too late to claim a revoke"


def test_a_wrong_claim_costs_nothing_and_is_made_once() -> None:
    deal = revoked()
    leader = deal.turn
    after, events = deal.apply(ClaimRevoke(0), WEST)  # north and south did nothing wrong
    assert events == (ev.RevokeRefuted(WEST, 0),)
    assert (after.turn, after.over) == (leader, False)
    assert why(after, "claim1", EAST) == "a revoke in trick 1 was already claimed: one claim per trick"
    assert why(after, "claim2", EAST) == "no opponent has played to trick 2"
    assert may(after, "claim1", SOUTH)


def test_a_revoke_claimed_after_the_deal() -> None:
    done = first_lawful(revoked())
    assert done.result is not None
    assert done.result.outcome is not Outcome.REVOKED
    after = do(done, "south:claim1")
    assert after.result is not None
    assert (after.result.outcome, after.result.points) == (Outcome.REVOKED, (2, 0))


def test_no_claim_before_an_opponent_has_played() -> None:
    deal = do(table(revokes=True), "up -9s 9c")
    assert why(deal, "claim1", WEST) == "no opponent has played to trick 1"
    assert may(deal, "claim1", NORTH)
    assert why(table(revokes=True), "claim1") == "no opponent has played to trick 1"
    assert why(do(table(rules(nobody_calls="throw_in"), revokes=True), "pass " * 8), "claim1", WEST)


def test_a_forbidden_first_lead_of_trump_is_a_revoke() -> None:
    deal = do(table(rules(first_lead_trump=False), upcard="Jd", revokes=True), "up -9s 9d")
    assert do(deal, "north:claim1").over


def test_not_heading_the_trick_is_a_revoke_if_the_rules_require_it() -> None:
    hands: dict[Seat, CardsOrText] = {WEST: "Qc Tc Jc 9d Td", EAST: "9c Kc Ac Qd Kd"}
    deal = do(table(rules(must_head=True), hands=hands, revokes=True), "up -9s Qc Ad 9c")
    assert do(deal, "south:claim1").over
