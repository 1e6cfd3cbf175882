"""Each rule of the five sources, on an example made from its sentence.

`tests/sources.toml` lists every sentence of every source with the tests that hold it, or why none does. A test here
runs once for each sentence that names it, under that source's ruleset, so `test_who_can_must_follow_suit[uka-52]`
is sentence 52 of seeds/000. docs/sources.md says how a silent or garbled sentence is read.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import uka
from tests.examples import (
    ALONE,
    EAST,
    EAST_WEST,
    EASTS_TRICKS,
    EVERY_SUIT,
    NORTH,
    NORTH_SOUTH,
    ORDER,
    PASS,
    SOUTH,
    WEST,
    after,
    cards,
    dealt,
    drawn,
    easts_deal,
    everyone_can_call,
    finished_deal,
    in_order,
    marched,
    played_out,
    points,
    ranks_downwards,
    taker,
    to_the_first_lead,
    to_the_stuck_dealer,
)
from tests.sources import SOURCES, first_words, sentences, table
from uka import (
    SUITS,
    CallTrump,
    Card,
    ClaimRedeal,
    ClaimRevoke,
    Deal,
    Discard,
    Draw,
    Game,
    Hand,
    IllegalAction,
    InvalidDeal,
    OrderUp,
    Outcome,
    Pass,
    Phase,
    Play,
    Rubber,
    Ruleset,
    Seat,
    Suit,
    at_the_bridge,
)
from uka.core import events as ev
from uka.core.deal import arranged_pack
from uka.core.rubber import begin
from uka.rulesets import rulebook_of as rulebook

ROWS = table()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that `sources.toml` names runs for each sentence that names it."""
    rows = [row for row in ROWS if metafunc.function.__name__ in row.tests]
    if rows:
        metafunc.parametrize("rules", [uka.ruleset(row.source) for row in rows], ids=map(str, rows))


# The table itself


def test_every_sentence_has_a_test_or_a_reason() -> None:
    assert [str(row) for row in ROWS if not row.tests and not row.why] == []


def test_every_sentence_has_a_reading() -> None:
    assert [str(row) for row in ROWS if not row.reading] == []


@pytest.mark.parametrize("source", SOURCES)
def test_sentences_are_numbered_without_a_gap(source: str) -> None:
    numbers = [row.number for row in ROWS if row.source == source]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_test_that_is_named_exists() -> None:
    named = {name for row in ROWS for name in row.tests}
    assert sorted(name for name in named if not callable(globals().get(name))) == []


def test_every_test_of_a_rule_is_named_by_a_sentence() -> None:
    named = {name for row in ROWS for name in row.tests}
    of_rules = {name for name, f in globals().items() if name.startswith("test_") and "rules" in _arguments(f)}
    assert of_rules == named


def _arguments(function: Callable[..., object]) -> tuple[str, ...]:
    return function.__code__.co_varnames[: function.__code__.co_argcount]


@pytest.mark.parametrize(("place", "source"), list(enumerate(SOURCES)))
def test_the_table_follows_its_source(place: int, source: str, shared: Path) -> None:
    file = sorted((shared / "seeds").glob("*.txt"))[place]
    found = [first_words(sentence) for sentence in sentences(file.read_text(encoding="utf-8"))]
    assert [row.words for row in ROWS if row.source == source] == found


# Players, pack, draw


def test_two_partnerships_of_two_play(rules: Ruleset) -> None:
    assert (len(rules.seats), len(rules.partnerships)) == (4, 2)
    deal = easts_deal(rules, 3)
    assert {seat for trick in deal.tricks for seat, _ in trick.plays(0)} == set(rules.seats)
    sides = Counter(trick.taker.partnership for trick in deal.tricks)
    assert deal.result is not None
    assert deal.result.tricks == (sides[NORTH_SOUTH], sides[EAST_WEST])


def test_partners_sit_opposite_each_other(rules: Ruleset) -> None:
    for seat in rules.seats:
        assert seat.partner is seat.left.left
        assert seat.partnership is seat.partner.partnership is not seat.left.partnership


def test_the_pack(rules: Ruleset) -> None:
    low = {"uka": "7 8 ", "tainui": "7 8 ", "bicycle": "7 8 "}.get(rules.name, "")
    expected = Counter(rank + suit for rank in f"{low}9 T J Q K A".split() for suit in "cdhs")
    deal = Deal.start(rules, NORTH, uka.shuffled(rules, 1))
    held = [card for seat in Seat for card in deal.hand(seat)]
    assert Counter(map(str, (*held, deal.upcard, *deal.kitty))) == expected


def test_packs_of_24_28_and_32(rules: Ruleset) -> None:
    for size, lowest in ((32, "7"), (28, "8"), (24, "9")):
        pack = rules.changed({"pack": size}).cards
        assert len(pack) == size
        assert min(pack, key=lambda card: card.rank.index).rank.value == lowest


def test_a_joker_may_be_added_as_the_highest_trump(rules: Ruleset) -> None:
    joker = rules.changed({"benny": "blind"})
    assert set(joker.cards) - set(rules.cards) == {Card.JOKER}
    assert all(taker(joker, s, f"A{s.value}", "B", f"J{s.value}", f"K{s.value}") is SOUTH for s in SUITS)
    hands = EVERY_SUIT | {"east": "9c Tc 9d 9s B", "south": "Jc Td Ts Js Ah", "west": "Qc Kc Qd Jh Jd"}
    deal = dealt(joker, hands)
    deal = after(to_the_first_lead(deal), "B")
    assert cards(deal) == Hand.parse("Ah")


def test_a_game_has_no_joker(rules: Ruleset) -> None:
    assert Card.JOKER not in rules.cards
    with pytest.raises(InvalidDeal, match="B is not in the pack"):
        Deal.start(rules, NORTH, (*rules.cards[1:], Card.JOKER))


def test_the_side_with_the_higher_cut_names_its_dealer(rules: Ruleset) -> None:
    draw = Draw.start(rules, rules.cards, captain=NORTH)
    cut = drawn(drawn(draw, "Kc"), "Ah")
    assert [seat for seat, _ in cut.shown] == [NORTH, EAST]
    assert (cut.namer, cut.dealer) == (EAST_WEST, None)
    assert {cut.name_dealer(seat).dealer for seat in (EAST, WEST)} == {EAST, WEST}
    with pytest.raises(IllegalAction, match="names the dealer"):
        cut.name_dealer(NORTH)
    tied = drawn(drawn(draw, "Kc"), "Kh")
    assert (tied.namer, tied.waiting) == (None, (NORTH, EAST))
    assert drawn(drawn(tied, "9c"), "8h").namer is NORTH_SOUTH


def test_the_first_jack_deals(rules: Ruleset) -> None:
    pack = in_order(rules.cards, "7c", "Ah", "Kd", "9s", "8s", "Jd", "Jc")
    for captain in Seat:
        draw = Draw.start(rules, pack, captain=captain)
        assert [seat for seat, _ in draw.shown][:4] == [captain.left, captain.partner, captain.right, captain]
        assert draw.shown[-1] == (captain.partner, Card.JD)
        assert draw.dealer is captain.partner


def test_the_first_dealer_is_chosen_at_random(rules: Ruleset) -> None:
    dealers = Counter(Draw.start(rules, in_order(rules.cards, str(card))).dealer for card in rules.cards)
    assert dealers == {seat: len(rules.cards) / 4 for seat in Seat}


def test_the_lowest_card_drawn_deals(rules: Ruleset) -> None:
    draw = Draw.start(rules, rules.cards, captain=NORTH)
    for text in ("Kc", "9h", "7s", "Qd"):
        assert not draw.over
        draw = drawn(draw, text)
    assert draw.dealer is SOUTH


def test_the_two_lowest_play_the_two_highest(rules: Ruleset) -> None:
    draw = Draw.start(rules, rules.cards, captain=NORTH)
    for text in ("Kc", "9h", "7s", "Qd"):
        draw = drawn(draw, text)
    place = dict(zip(Seat, draw.seating, strict=True))
    assert place[SOUTH].partnership is place[EAST].partnership
    assert place[NORTH].partnership is place[WEST].partnership
    assert sorted(place.values(), key=list(Seat).index) == list(Seat)


def test_the_king_is_high_and_the_ace_is_low_in_a_draw(rules: Ruleset) -> None:
    ranks = "KQJT987A"
    for place in range(len(ranks) - 3):
        second, first, fourth, third = ranks[place : place + 4]
        draw = Draw.start(rules, rules.cards, captain=NORTH)
        for text in (f"{first}c", f"{second}d", f"{third}h", f"{fourth}s"):
            draw = drawn(draw, text)
        assert draw.dealer is SOUTH
        sides = {draw.seating[seat.index].partnership for seat in (SOUTH, WEST)}
        assert len(sides) == 1, "the two lowest play together"


def test_equal_cards_are_drawn_again(rules: Ruleset) -> None:
    draw = Draw.start(rules, rules.cards, captain=NORTH)
    for text in ("Kc", "9h", "9s", "Qd"):
        draw = drawn(draw, text)
    assert (draw.dealer, draw.waiting) == (None, (EAST, SOUTH))
    assert drawn(drawn(draw, "8c"), "Jc").dealer is EAST


def test_a_card_drawn_again_breaks_the_tie_or_counts(rules: Ruleset) -> None:
    for ties, dealer in (("break", EAST), ("replace", WEST)):
        draw = Draw.start(rules.changed({"draw_ties": ties}), rules.cards, captain=NORTH)
        for text in ("Kc", "9h", "9s", "Td", "Jc", "Qh"):
            draw = drawn(draw, text)
        assert draw.dealer is dealer, "the ten is the lowest where the knave and the queen take the nines' place"
    replaced = Draw.start(rules.changed({"draw_ties": "replace"}), rules.cards, captain=NORTH)
    for text in ("Kc", "9h", "9s", "Td", "Kd", "8h"):
        replaced = drawn(replaced, text)
    assert (replaced.dealer, replaced.waiting) == (None, (NORTH, EAST)), "the new king is equal to the first one"
    assert rules.draw_ties == "break"


# The deal


def test_the_cut_leaves_four_cards_in_each_packet(rules: Ruleset) -> None:
    pack = rules.cards
    for cut in (4, 16, 28):
        deal = Deal.start(rules, NORTH, pack, cut=cut)
        assert deal == Deal.start(rules, NORTH, pack[cut:] + pack[:cut])
    for cut in (0, 3, 29, 32):
        with pytest.raises(InvalidDeal, match="fewer than 4"):
            Deal.start(rules, NORTH, pack, cut=cut)


def test_without_a_cut_the_pack_is_dealt_as_it_lies(rules: Ruleset) -> None:
    assert rules.cut
    uncut = Deal.start(rules, NORTH, rules.cards)
    assert (uncut.upcard, *uncut.kitty) == rules.cards[20:]
    told = {rule.field: rule.sentence for chapter in rulebook(rules.name).chapters for rule in chapter.rules}
    assert "If nobody cuts, the pack is dealt as it is" in told["cut"]


def _packets(pack: tuple[Card, ...], first: int, second: int, place: int) -> Hand:
    """Return the hand of the seat at index ``place`` from the dealer's left, dealt in two packets."""
    begin_second = 4 * first + second * place
    return Hand((*pack[first * place : first * (place + 1)], *pack[begin_second : begin_second + second]))


def test_cards_are_dealt_clockwise_from_the_dealers_left(rules: Ruleset) -> None:
    for dealer in Seat:
        deal = Deal.start(rules, dealer, rules.cards, packet_pattern="3-2")
        around = (dealer.left, dealer.partner, dealer.right, dealer)
        assert [deal.hand(seat) for seat in around] == [_packets(rules.cards, 3, 2, place) for place in range(4)]


def test_five_cards_are_dealt_to_each_player(rules: Ruleset) -> None:
    deal = Deal.start(rules, NORTH, uka.shuffled(rules, 2))
    assert [len(deal.hand(seat)) for seat in Seat] == [5, 5, 5, 5]


def test_packets_of_three_then_two(rules: Ruleset) -> None:
    deal = Deal.start(rules, NORTH, rules.cards)
    assert deal.hand(EAST) == _packets(rules.cards, 3, 2, 0)
    assert deal.hand(NORTH) == _packets(rules.cards, 3, 2, 3)
    with pytest.raises(InvalidDeal, match="doesn't deal packets"):
        Deal.start(rules, NORTH, rules.cards, packet_pattern="2-3")


def test_packets_of_two_and_three_either_way(rules: Ruleset) -> None:
    game = Game.start(rules, NORTH)
    for way, (first, second) in {"2-3": (2, 3), "3-2": (3, 2)}.items():
        started, _ = game.start_deal(rules.cards, packet_pattern=way)
        assert started.deal is not None
        assert started.deal.hand(EAST) == _packets(rules.cards, first, second, 0)
        again, _ = started.misdeal()
        again.start_deal(rules.cards, packet_pattern="3-2" if way == "2-3" else "2-3")
    for way in ("1-4", "1-1-1-1-1", "5"):
        with pytest.raises(InvalidDeal, match="doesn't deal packets"):
            game.start_deal(rules.cards, packet_pattern=way)


def test_a_dealer_keeps_to_one_way_of_dealing(rules: Ruleset) -> None:
    game: Game | Rubber = Game.start(rules, NORTH)
    game, _ = game.start_deal(rules.cards, packet_pattern="2-3")
    assert game.deal is not None
    assert game.deal.hand(EAST) == _packets(rules.cards, 2, 3, 0)
    for _ in range(8):
        game, _ = game.apply(PASS)
    for seed in range(3):
        game = finished_deal(game, seed)
    assert game.dealer is NORTH
    with pytest.raises(InvalidDeal, match="must stick to it"):
        game.start_deal(rules.cards, packet_pattern="3-2")
    game, _ = game.start_deal(rules.cards)
    assert game.deal is not None
    assert game.deal.hand(EAST) == _packets(rules.cards, 2, 3, 0)


def test_the_way_of_dealing_is_kept_for_the_game_and_not_beyond(rules: Ruleset) -> None:
    for packets, kept in (("kept_in_game", False), ("kept", True)):
        rubber = begin(rules.changed({"rubber": True, "packets": packets}), NORTH)
        rubber, _ = rubber.start_deal(rubber.rules.cards, packet_pattern="2-3")
        rubber, _ = rubber.misdeal()
        for seed in range(40):
            if rubber.next_game == 1 and rubber.dealer is NORTH:
                break
            assert rubber.kept_packet_pattern == "2-3" or rubber.dealer is not NORTH
            rubber, _ = rubber.start_deal(uka.shuffled(rules, seed))
            while rubber.in_deal:
                rubber, _ = rubber.apply(rubber.legal_actions[-1])
        assert (rubber.next_game, rubber.dealer) == (1, NORTH)
        assert rubber.kept_packet_pattern == ("2-3" if kept else None)
    assert rules.packets == "kept_in_game"


def test_the_rest_of_the_pack_is_the_kitty(rules: Ruleset) -> None:
    deal = Deal.start(rules, NORTH, rules.cards)
    assert (deal.upcard, *deal.kitty) == rules.cards[20:]
    assert not set(deal.kitty) & {card for seat in Seat for card in deal.hand(seat)}


def test_the_top_card_of_the_rest_is_turned_up(rules: Ruleset) -> None:
    deal = Deal.start(rules, NORTH, rules.cards)
    assert deal.opening_events()[-1] == ev.UpcardTurned(rules.cards[20])
    assert all(deal.observe(seat).upcard is rules.cards[20] for seat in Seat)


def test_a_misdeal_has_a_second_chance(rules: Ruleset) -> None:
    game, events = Game.start(rules, NORTH).misdeal()
    assert (game.dealer, events) == (NORTH, (ev.Misdealt(NORTH, lost=False),))
    turned, _ = game.start_deal(rules.cards)
    assert turned.deal is not None
    assert turned.deal.dealer is NORTH


def test_a_second_misdeal_loses_the_deal(rules: Ruleset) -> None:
    game, _ = Game.start(rules, NORTH).misdeal()
    game, events = game.misdeal()
    assert (game.dealer, events) == (EAST, (ev.Misdealt(NORTH, lost=True),))
    game, events = game.misdeal()
    assert events == (ev.Misdealt(EAST, lost=False),)


def test_a_misdeal_may_be_found_by_the_count_of_a_hand(rules: Ruleset) -> None:
    hands = {Seat(name): text for name, text in EVERY_SUIT.items() if name != "up"}
    game, _ = Game.start(rules, NORTH).start_deal(arranged_pack(rules, NORTH, hands, "Qh"))
    for action in (ORDER, Discard(Card.AC), Play(Card.C9), Play(Card.JC), Play(Card.QC), Play(Card.KD)):
        game, _ = game.apply(action)
    with pytest.raises(IllegalAction, match="only a hand with the wrong number of cards"):
        game.misdeal()
    again, events = game.misdeal(late=True)
    assert events == (ev.Misdealt(NORTH, lost=False),)
    assert (again.deal, again.dealer, again.score) == (None, NORTH, (0, 0))
    again.start_deal(rules.cards)


def test_the_penalty_for_a_revoke_stays_when_the_deal_is_misdealt(rules: Ruleset) -> None:
    game, _ = _revoked(Game.start(rules, NORTH, score=(4, 3), revokes=True))
    assert game.score == (4, 5)
    assert game.misdeal(late=True)[0].score == (4, 5)


def test_the_deal_passes_to_the_left(rules: Ruleset) -> None:
    game = begin(rules, NORTH)
    for dealer in (NORTH, EAST, SOUTH, WEST, NORTH):
        assert game.dealer is dealer
        game = finished_deal(game)


# The first round of calls


def test_the_calls_begin_at_the_dealers_left(rules: Ruleset) -> None:
    for dealer in Seat:
        deal = Deal.start(rules, dealer, uka.shuffled(rules, 3))
        for seat in (dealer.left, dealer.partner, dealer.right, dealer):
            assert (deal.turn, deal.phase) == (seat, Phase.CALLING)
            deal = after(deal, "pass")


def test_the_turn_up_is_passed_or_taken_as_trump(rules: Ruleset) -> None:
    deal = everyone_can_call(rules)
    assert set(deal.legal_actions) == {PASS, ORDER, ALONE}
    for script in ("order", "pass pass order", "pass pass pass order"):
        assert after(deal, script).trump is Suit.HEARTS
    with pytest.raises(IllegalAction, match="only after the turn-up is turned down"):
        after(deal, "spades")


def test_a_pass_hands_the_call_to_the_left(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "pass")
    assert (deal.turn, deal.trump) == (SOUTH, None)
    deal = after(deal, "pass pass pass")
    assert after(deal, "pass").turn is SOUTH


SAID: dict[str, dict[str, str]] = {
    "uka": {"order_up": "pick it up", "assist": "pick it up", "decline": "away", "alone": "I am going alone"},
    "tainui": {
        "decline": "pass",
        "order_up": "I order it up",
        "assist_alone": "I'll turn you down and go alone",
        "take_up": "it's up",
    },
    "knock": {"decline": "pass", "order_up": "order it up", "assist": "order it up", "take_up": "order it up"},
    "bicycle": {
        "order_up": "I order it up",
        "assist": "I assist",
        "take_up": "taking it up",
        "turn_down": "turning it down",
        "next": "making it next: {suit}",
        "cross": "crossing it: {suit}",
        "alone": "alone",
    },
    "cardgames": {"decline": "pass", "order_up": "order it up", "assist": "order it up", "take_up": "order it up"},
}


def test_what_players_say(rules: Ruleset) -> None:
    assert {key: getattr(rules.words, key) for key in SAID[rules.name]} == SAID[rules.name]


def test_nothing_else_is_said(rules: Ruleset) -> None:
    assert rules.words.other_talk is False


NO_HEARTS = {
    "east": "9c Tc 9d Td 9s",
    "south": "Jc Qc Jd Ks Ts",
    "west": "Kc Qd Jh Kh Js",
    "north": "Ac Ad Kd Qs As",
    "up": "Qh",
}
"""Only West holds printed hearts. South holds the left bower of hearts, and North, who deals, holds no hearts."""


def test_a_caller_holds_a_printed_card_of_the_turn_up(rules: Ruleset) -> None:
    deal = dealt(rules, NO_HEARTS)
    assert deal.legal_actions == (PASS,)
    with pytest.raises(IllegalAction, match="you need a card with hearts printed on it"):
        after(deal, "order")
    deal = after(deal, "pass")
    assert deal.legal_actions == (PASS,), "the left bower is no printed card of the suit"
    deal = after(deal, "pass")
    assert ORDER in deal.legal_actions


def test_the_dealer_alone_needs_no_card_of_the_suit(rules: Ruleset) -> None:
    deal = after(dealt(rules, NO_HEARTS), "pass pass pass")
    assert set(deal.legal_actions) == {PASS, ORDER, ALONE}
    assert after(deal, "order").maker is NORTH


def test_ordering_up_ends_the_calls(rules: Ruleset) -> None:
    for script, maker in (("order", EAST), ("pass pass order", WEST)):
        deal = after(everyone_can_call(rules), script)
        assert (deal.maker, deal.phase, deal.turn) == (maker, Phase.DISCARDING, NORTH)
        assert not any(isinstance(action, OrderUp | CallTrump | Pass) for action in deal.legal_actions)


def test_the_dealer_lays_away_one_card_for_the_turn_up(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "order")
    assert deal.hand(NORTH) == Hand.parse("Ac Kd Ad Kh Qs Qh")
    for card in ("Ac", "Kd", "Ad", "Kh", "Qs"):
        laid = after(deal, card)
        assert laid.hand(NORTH) == Hand.parse("Ac Kd Ad Kh Qs Qh") - Hand.parse(card)
        assert (laid.phase, laid.turn) == (Phase.PLAYING, EAST)


def test_the_turn_up_must_be_kept(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "order")
    assert cards(deal) == Hand.parse("Ac Kd Ad Kh Qs")
    with pytest.raises(IllegalAction, match="Qh was picked up and must be kept"):
        after(deal, "Qh")


def test_the_turn_up_may_be_laid_away_again(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "order Qh")
    assert deal.hand(NORTH) == Hand.parse("Ac Kd Ad Kh Qs")


def test_the_turn_up_lies_on_the_pack_until_it_is_played(rules: Ruleset) -> None:
    assert rules.upcard_stays
    deal = after(everyone_can_call(rules), "order Ac 9h Th Jh")
    assert Play(Card.QH) in deal.legal_actions, "it is the dealer's to play all the same"


def test_the_makers_are_those_who_made_trump(rules: Ruleset) -> None:
    for script, makers in (
        ("order", EAST_WEST),
        ("pass order", NORTH_SOUTH),
        ("pass pass pass pass spades", EAST_WEST),
    ):
        contract = after(everyone_can_call(rules), script).contract
        assert contract is not None
        assert (contract.makers, contract.defenders) == (makers, makers.other)


def test_the_dealers_partner_calls_as_anyone(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "pass")
    assert set(deal.legal_actions) == {PASS, ORDER, ALONE}
    assert len(after(deal, "order").active) == 4
    second = after(deal, "pass pass pass pass")
    assert CallTrump(Suit.SPADES) in second.legal_actions


def test_the_dealers_partner_accepts_only_by_going_alone(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "pass")
    assert set(deal.legal_actions) == {PASS, ALONE}
    alone, events = deal.apply(ALONE)
    assert ev.Buried(Card.QH) in events
    assert (alone.active, alone.turn, alone.picked_up) == ((EAST, SOUTH, WEST), EAST, None)
    second = after(deal, "pass pass pass pass")
    assert CallTrump(Suit.SPADES) in second.legal_actions, "in the second round the partner names freely"


def test_a_turn_up_is_of_the_suit_printed_on_it(rules: Ruleset) -> None:
    hands = EVERY_SUIT | {"south": "Qh Td Jd Th Ts", "up": "Jc"}
    deal = dealt(rules, hands)
    assert after(deal, "order").trump is Suit.CLUBS
    second = after(deal, "pass pass pass pass")
    assert CallTrump(Suit.SPADES) in second.legal_actions
    assert CallTrump(Suit.CLUBS) not in second.legal_actions


def test_a_suit_may_be_called_without_holding_it(rules: Ruleset) -> None:
    assert ORDER in dealt(rules, NO_HEARTS).legal_actions
    hands = NO_HEARTS | {"up": "Kc", "west": "Qd Jh Qh Kh Js"}
    second = after(dealt(rules, hands), "pass pass pass pass")
    assert CallTrump(Suit.HEARTS) in second.legal_actions


def test_a_house_may_want_the_suit_held(rules: Ruleset) -> None:
    house = rules.changed({"natural_needed": True})
    assert dealt(house, NO_HEARTS).legal_actions == (PASS,)


# The second round


def test_all_passing_opens_a_second_round(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "pass pass pass")
    deal, events = deal.apply(PASS)
    assert ev.TurnedDown(Card.QH) in events
    assert (deal.turn, deal.phase, deal.calling_round) == (EAST, Phase.CALLING, 2)


def test_in_the_second_round_a_suit_is_named_from_the_dealers_left(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "pass pass pass pass")
    for seat in (EAST, SOUTH, WEST):
        assert deal.turn is seat
        assert {PASS, CallTrump(Suit.SPADES), CallTrump(Suit.CLUBS)} <= set(deal.legal_actions)
        made = after(deal, "spades")
        assert (made.trump, made.maker, made.phase, made.turn) == (Suit.SPADES, seat, Phase.PLAYING, EAST)
        deal = after(deal, "pass")


def test_the_suit_turned_down_may_not_be_named(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "pass pass pass pass")
    named = {action.suit for action in deal.legal_actions if isinstance(action, CallTrump)}
    assert named == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}
    with pytest.raises(IllegalAction, match="turned down and can't be named"):
        after(deal, "hearts")


def test_a_suit_that_is_named_is_held(rules: Ruleset) -> None:
    hands = EVERY_SUIT | {"east": "9c Tc 9h Jh Qd", "west": "Qc Kc 9d 9s Js"}
    deal = after(dealt(rules, hands), "pass pass pass pass")
    assert {a.suit for a in deal.legal_actions if isinstance(a, CallTrump)} == {Suit.CLUBS, Suit.DIAMONDS}
    with pytest.raises(IllegalAction, match="you need a card with spades printed on it"):
        after(deal, "spades")


def test_a_stuck_dealer_must_pick_up(rules: Ruleset) -> None:
    deal = to_the_stuck_dealer(everyone_can_call(rules))
    assert deal.turn is NORTH
    assert set(deal.legal_actions) == {ORDER, ALONE}
    with pytest.raises(IllegalAction, match="must pick up"):
        after(deal, "pass")
    made = after(deal, "order")
    assert (made.trump, made.maker) == (Suit.HEARTS, NORTH)
    assert Card.QH in made.hand(NORTH)


def test_the_second_round_passes_the_dealer_by(rules: Ruleset) -> None:
    deal = to_the_stuck_dealer(everyone_can_call(rules))
    assert len(deal.calls) == 7


def test_the_dealer_passes_too_before_the_compulsory_pick_up(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "pass pass pass pass pass pass pass")
    assert deal.turn is NORTH
    assert {PASS, CallTrump(Suit.SPADES)} <= set(deal.legal_actions)
    assert to_the_stuck_dealer(deal) == after(deal, "pass")


def test_a_stuck_dealer_must_name_a_suit(rules: Ruleset) -> None:
    deal = to_the_stuck_dealer(everyone_can_call(rules))
    assert (deal.turn, len(deal.calls)) == (NORTH, 7)
    suits = (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
    assert set(deal.legal_actions) == {CallTrump(suit, alone) for suit in suits for alone in (False, True)}
    with pytest.raises(IllegalAction, match="dealer must name a suit"):
        after(deal, "pass")


def test_if_nobody_calls_the_next_dealer_deals(rules: Ruleset) -> None:
    game, _ = Game.start(rules, NORTH).start_deal(uka.shuffled(rules, 4))
    for _ in range(8):
        game, _ = game.apply(PASS)
    assert game.deal is not None
    assert game.deal.result is not None
    assert game.deal.result.outcome is Outcome.THROWN_IN
    assert (game.dealer, game.score) == (EAST, (0, 0))


def test_a_refused_turn_up_lies_face_up(rules: Ruleset) -> None:
    assert rules.turned_down == "face_up"
    deal = after(everyone_can_call(rules), "pass pass pass pass")
    assert deal.observe(None).upcard is Card.QH


def test_next_is_the_other_suit_of_the_colour(rules: Ruleset) -> None:
    assert (Suit.HEARTS.next, Suit.SPADES.next) == (Suit.DIAMONDS, Suit.CLUBS)
    deal = after(everyone_can_call(rules), "pass pass pass pass")
    assert rules.words.next.startswith("making it next")
    assert after(deal, "diamonds").trump is Suit.DIAMONDS
    assert rules.words.cross.startswith("crossing it")
    assert {after(deal, suit).trump for suit in ("clubs", "spades")} == {Suit.CLUBS, Suit.SPADES}


def test_once_trump_is_made_the_play_begins(rules: Ruleset) -> None:
    for script in ("order Ac", "pass pass pass pass spades"):
        assert after(everyone_can_call(rules), script).phase is Phase.PLAYING


def test_house_rules_called_canadian_loner_and_stick_the_dealer(rules: Ruleset) -> None:
    canadian = everyone_can_call(rules.changed({"partner_alone": "ordered"}))
    assert set(after(canadian, "pass").legal_actions) == {PASS, ALONE}
    stuck = to_the_stuck_dealer(everyone_can_call(rules.changed({"nobody_calls": "dealer_names"})))
    assert all(isinstance(action, CallTrump) for action in stuck.legal_actions)
    australian = everyone_can_call(uka.ruleset("australian"))
    assert set(after(australian, "pass").legal_actions) == {PASS, ALONE}
    assert PASS not in after(australian, "pass pass pass pass pass pass pass").legal_actions
    assert set(after(everyone_can_call(uka.ruleset("canadian")), "pass").legal_actions) == {PASS, ALONE}


def test_farmers_hand_is_a_house_rule(rules: Ruleset) -> None:
    assert ClaimRedeal() not in everyone_can_call(rules).legal_actions_of(EAST)
    house = rules.changed({"farmers_hand": "low"})
    hands = {Seat(name): text for name, text in EVERY_SUIT.items() if name != "up"}
    game, _ = Game.start(house, NORTH).start_deal(arranged_pack(house, NORTH, hands, "Qh"))
    claims = {seat: ClaimRedeal() in game.legal_actions_of(seat) for seat in Seat}
    assert claims == {NORTH: False, EAST: True, SOUTH: False, WEST: False}
    game, _ = game.apply(ClaimRedeal(), EAST)
    assert (game.in_deal, game.dealer, game.score) == (False, NORTH, (0, 0))


# Alone


def test_the_maker_may_go_alone(rules: Ruleset) -> None:
    everyone = everyone_can_call(rules)
    for script, loner in (("alone", EAST), ("pass alone", SOUTH), ("pass pass pass pass spades!", EAST)):
        contract = after(everyone, script).contract
        assert contract is not None
        assert contract.loner is loner


def test_alone_is_said_with_the_call(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "order")
    while deal.phase is not Phase.PLAYING:
        assert deal.phase is Phase.DISCARDING, "nobody is asked about it later"
        deal = deal.apply(deal.legal_actions[0])[0]
    assert len(deal.active) == 4


def test_only_the_maker_may_go_alone(rules: Ruleset) -> None:
    for call, playing in (("order", 4), ("alone", 3)):
        deal = after(everyone_can_call(rules), call)
        assert all(isinstance(a, Discard) for seat in Seat for a in deal.legal_actions_of(seat))
        deal = after(deal, "Ac")
        assert all(isinstance(a, Play) for seat in Seat for a in deal.legal_actions_of(seat))
        assert len(deal.active) == playing


def test_the_loners_partner_sits_out(rules: Ruleset) -> None:
    deal = easts_deal(rules, 5, "alone")
    assert deal.active == (EAST, SOUTH, NORTH)
    assert len(deal.hand(WEST)) == 5, "the cards stay where they lie"
    assert all(len(trick.cards) == 3 for trick in deal.tricks)
    assert all(seat is not WEST for trick in deal.tricks for seat, _ in trick.plays(1 << WEST.index))


# The play


def test_the_dealers_left_leads_first(rules: Ruleset) -> None:
    for script in ("order Ac", "pass pass pass order Ac", "pass pass pass pass pass pass spades", "alone Ac"):
        assert after(everyone_can_call(rules), script).turn is EAST


def test_across_from_the_dealer_leads_if_the_dealers_left_sits_out(rules: Ruleset) -> None:
    deal = after(everyone_can_call(rules), "pass pass alone Ac")
    assert (deal.active, deal.turn) == ((SOUTH, WEST, NORTH), SOUTH)


def test_any_card_may_be_led(rules: Ruleset) -> None:
    deal = to_the_first_lead(everyone_can_call(rules))
    assert cards(deal) == Hand.parse("9c Tc 9d 9h 9s")


def test_each_player_plays_one_card_to_a_trick(rules: Ruleset) -> None:
    deal = to_the_first_lead(everyone_can_call(rules))
    for seat in (EAST, SOUTH, WEST, NORTH):
        assert deal.turn is seat
        deal = deal.apply(deal.legal_actions[0])[0]
        assert len(deal.hand(seat)) == 4
    assert len(deal.tricks) == 1


def test_who_can_must_follow_suit(rules: Ruleset) -> None:
    deal = to_the_first_lead(everyone_can_call(rules))
    for led, follows in {"9c": "Jc", "9d": "Td", "9h": "Jd Th", "9s": "Ts"}.items():
        assert cards(after(deal, led)) == Hand.parse(follows)
    with pytest.raises(IllegalAction, match="clubs were led: follow suit"):
        after(deal, "9c Th")


def test_who_cannot_follow_plays_any_card(rules: Ruleset) -> None:
    hands = EVERY_SUIT | {"south": "Ah Td Jd Th Ts", "west": "Qc Kc Qd Jh Jc"}
    deal = to_the_first_lead(dealt(rules, hands))
    assert cards(after(deal, "9c")) == Hand.parse("Ah Td Jd Th Ts")


def test_the_highest_of_the_suit_led_or_the_highest_trump_takes_the_trick(rules: Ruleset) -> None:
    hearts = Suit.HEARTS
    assert taker(rules, hearts, "9c", "Ac", "Ad", "Kc") is SOUTH
    assert taker(rules, hearts, "Ac", "Kc", "9h", "Qc") is WEST
    assert taker(rules, hearts, "Ac", "9h", "Kc", "Th") is NORTH
    assert taker(rules, hearts, "9s", "Ac", "Ad", "Kd") is EAST


def test_the_taker_leads_next(rules: Ruleset) -> None:
    for cards_played, seat in (("9c Jc Qc Ac", NORTH), ("9s Ts Js Qs", NORTH), ("9h Jd Jh Qh", WEST)):
        deal = after(everyone_can_call(rules), f"order Kh {cards_played}")
        assert (deal.turn, deal.tricks[0].taker, deal.trick) == (seat, seat, ())
        assert set(deal.legal_actions) == {Play(card) for card in deal.hand(seat)}


def test_following_suit_is_enough_unless_the_house_has_you_head(rules: Ruleset) -> None:
    hands = EVERY_SUIT | {"east": "Tc Td 9d 9h 9s", "south": "9c Jc Jd Th Ts"}
    assert cards(after(to_the_first_lead(dealt(rules, hands)), "Tc")) == Hand.parse("9c Jc")
    assert cards(after(to_the_first_lead(dealt(rules, hands)), "9h")) == Hand.parse("Jd Th")
    house = rules.changed({"must_head": True})
    assert cards(after(to_the_first_lead(dealt(house, hands)), "Tc")) == Hand.parse("Jc")


def test_nobody_is_made_to_trump(rules: Ruleset) -> None:
    hands = EVERY_SUIT | {"south": "Ah Td Jd Th Ts", "west": "Qc Kc Qd Jh Jc"}
    deal = to_the_first_lead(dealt(rules, hands))
    assert Play(Card.TS) in after(deal, "9c").legal_actions


def test_the_first_lead_may_be_a_trump_unless_the_house_forbids(rules: Ruleset) -> None:
    assert cards(to_the_first_lead(everyone_can_call(rules))) == Hand.parse("9c Tc 9d 9h 9s")
    house = rules.changed({"first_lead_trump": False})
    assert cards(to_the_first_lead(everyone_can_call(house))) == Hand.parse("9c Tc 9d 9s")


def test_all_five_cards_are_played_out(rules: Ruleset) -> None:
    deal = easts_deal(rules, 5)
    assert len(deal.tricks) == 5
    assert all(not deal.hand(seat) for seat in Seat)


def test_the_deal_is_scored_after_the_fifth_trick(rules: Ruleset) -> None:
    deal = to_the_first_lead(everyone_can_call(rules))
    events: tuple[uka.Event, ...] = ()
    while not deal.over:
        assert len(deal.tricks) < 5
        deal, events = deal.apply(deal.legal_actions[0])
    assert [type(event) for event in events] == [ev.CardPlayed, ev.TrickTaken, ev.DealScored]
    assert len(deal.tricks) == 5


def test_where_played_cards_lie(rules: Ruleset) -> None:
    assert rules.cards_played == {"uka": "on_chip", "tainui": "before_player"}[rules.name]


def test_a_proven_revoke_gives_two_points(rules: Ruleset) -> None:
    deal = dealt(rules, EVERY_SUIT, revokes=True)
    deal, events = after(deal, "order Ac 9c Ts").apply(ClaimRevoke(0), WEST)
    assert events[0] == ev.RevokeProven(WEST, 0, SOUTH, Card.TS, penalty=2)
    assert deal.points == (0, 2)


def test_a_revoke_scores_at_once(rules: Ruleset) -> None:
    game, _ = _revoked(Game.start(rules, NORTH, score=(4, 3), revokes=True))
    assert (game.score, game.in_deal) == ((4, 5), True)
    seen = game.observe(NORTH)
    assert (seen.score, seen.points) == ((4, 5), (0, 2))
    near, events = _revoked(Game.start(rules, NORTH, score=(4, 9), revokes=True))
    assert (near.score, near.over, near.winner) == ((4, 11), True, EAST_WEST), "the first to eleven wins at once"
    assert [type(event) for event in events] == [ev.RevokeProven, ev.DealScored, ev.GameOver]


def test_a_deal_with_a_revoke_is_played_out(rules: Ruleset) -> None:
    """East, alone with the five best trumps, still scores six points after a revoke of North or South."""
    east, north = "Jh Jd Ah Kh Qh", "9h Th Jc Js Qs"
    hands = {"east": east, "south": "Qc Kc Ac Ks As", "west": "9d Td Qd Kd Ad", "north": north, "up": "8h"}
    deal = after(dealt(rules, hands, revokes=True), "alone Qs Jh Qc Js")
    deal, _ = deal.apply(ClaimRevoke(0), EAST)
    assert (deal.over, deal.points) == (False, (0, 2))
    done = played_out(deal, east)
    assert done.result is not None
    assert (len(done.tricks), done.result.outcome, done.result.points) == (5, Outcome.LONE_MARCH, (0, 2 + 6))


def test_who_revoked_scores_nothing_in_the_deal(rules: Ruleset) -> None:
    """South revokes. The makers keep the penalty even if they are euchred, and South's side scores nothing."""
    game, _ = _revoked(Game.start(rules, NORTH, revokes=True))
    while game.in_deal:
        game, _ = game.apply(game.legal_actions[0])
    assert game.deal is not None
    assert game.deal.result is not None
    assert game.deal.result.points == game.score
    assert game.score[NORTH_SOUTH.index] == 0
    assert game.score[EAST_WEST.index] >= 2


def _revoked(game: Game) -> tuple[Game, tuple[uka.Event, ...]]:
    """Return a game with a proven revoke.

    East made hearts trump and led a club; South held a club but played a spade.
    """
    hands = {Seat(name): text for name, text in EVERY_SUIT.items() if name != "up"}
    game, _ = game.start_deal(arranged_pack(game.rules, NORTH, hands, "Qh"))
    for action in (ORDER, Discard(Card.AC), Play(Card.C9), Play(Card.TS)):
        game, _ = game.apply(action)
    return game.apply(ClaimRevoke(0), WEST)


# The rank of cards


def test_the_rank_of_trumps(rules: Ruleset) -> None:
    for trump, left in ((Suit.HEARTS, "Jd"), (Suit.CLUBS, "Js"), (Suit.DIAMONDS, "Jh"), (Suit.SPADES, "Jc")):
        suit = trump.value
        assert ranks_downwards(rules, trump, [f"J{suit}", left, *(f"{rank}{suit}" for rank in "AKQT987")])


def test_the_rank_of_a_plain_suit(rules: Ruleset) -> None:
    for suit in "cs":
        assert ranks_downwards(rules, Suit.HEARTS, [f"{rank}{suit}" for rank in "AKQJT987"])
    assert ranks_downwards(rules, Suit.HEARTS, [f"{rank}d" for rank in "AKQT987"])


def test_the_right_bower_is_the_highest_trump(rules: Ruleset) -> None:
    for trump in SUITS:
        suit, left = trump.value, trump.next.value
        assert taker(rules, trump, f"A{suit}", f"J{suit}", f"J{left}", f"K{suit}") is SOUTH


def test_the_left_bower_is_the_second_highest_trump(rules: Ruleset) -> None:
    for trump in SUITS:
        suit, left = trump.value, trump.next.value
        assert taker(rules, trump, f"A{suit}", f"J{left}", f"K{suit}", f"Q{suit}") is SOUTH
        assert taker(rules, trump, f"J{left}", f"A{suit}", f"J{suit}", f"Q{suit}") is WEST


def test_the_jack_of_clubs_is_a_trump_when_spades_are(rules: Ruleset) -> None:
    assert taker(rules, Suit.SPADES, "As", "Jc", "Ks", "Qs") is SOUTH
    assert uka.effective_suit(Card.JC, Suit.SPADES) is Suit.SPADES


def test_the_left_bower_is_a_trump_for_all_purposes(rules: Ruleset) -> None:
    deal = to_the_first_lead(everyone_can_call(rules))
    assert Play(Card.JD) in after(deal, "9h").legal_actions, "it follows trump"
    assert Play(Card.JD) not in after(deal, "9d").legal_actions, "it does not follow its printed suit"
    assert taker(rules, Suit.HEARTS, "Jd", "Ah", "Qh", "Kh") is EAST, "led, it calls for trump and takes the ace"


# The score


MADE = {"uka": 1, "tainui": 1, "knock": 1, "bicycle": 1, "cardgames": 1}
MARCH = {"uka": 3, "tainui": 2, "knock": 2, "bicycle": 2, "cardgames": 2}
LONE_MARCH = {"uka": 4, "tainui": 6, "knock": 4, "bicycle": 4, "cardgames": 4}


def test_the_makers_need_three_tricks(rules: Ruleset) -> None:
    assert points(rules, 3)[0] > 0
    assert points(rules, 2)[0] == 0


def test_three_or_four_tricks_score(rules: Ruleset) -> None:
    assert points(rules, 3) == points(rules, 4) == (MADE[rules.name], 0)


def test_a_march_scores(rules: Ruleset) -> None:
    assert points(rules, 5) == (MARCH[rules.name], 0)
    result = easts_deal(rules, 5).result
    assert result is not None
    assert result.outcome is Outcome.MARCH


def test_a_lone_march_scores(rules: Ruleset) -> None:
    assert points(rules, 5, "alone") == (LONE_MARCH[rules.name], 0)


def test_a_loner_with_three_or_four_tricks_scores(rules: Ruleset) -> None:
    assert points(rules, 3, "alone") == points(rules, 4, "alone") == (1, 0)


def test_the_euchred_give_the_others_two_points(rules: Ruleset) -> None:
    assert points(rules, 2) == (0, 2)
    result = easts_deal(rules, 2).result
    assert result is not None
    assert result.outcome is Outcome.EUCHRED


def test_a_euchred_loner_gives_the_others_two_points(rules: Ruleset) -> None:
    assert points(rules, 2, "alone") == (0, 2)


def test_a_loner_without_all_five_is_euchred_for_four(rules: Ruleset) -> None:
    for tricks in (2, 3, 4):
        assert points(rules, tricks, "alone") == (0, 4)


def test_alone_scores_more(rules: Ruleset) -> None:
    assert points(rules, 5, "alone")[0] > points(rules, 5)[0]


def test_only_one_side_scores(rules: Ruleset) -> None:
    for tricks in EASTS_TRICKS:
        assert min(points(rules, tricks)) == 0 < max(points(rules, tricks))


# The game


def test_the_first_side_to_reach_the_target_wins(rules: Ruleset) -> None:
    target = {"uka": 10, "tainui": 11, "knock": 10, "bicycle": 5, "cardgames": 10}[rules.name]
    below = target - MARCH[rules.name]
    near = marched(Game.start(rules, NORTH, score=(0, below - 1)), EAST)
    assert (near.score, near.over, near.winner) == ((0, target - 1), False, None)
    for done in (marched(Game.start(rules, NORTH, score=(0, below)), EAST), marched(near, EAST)):
        assert (done.over, done.winner) == (True, EAST_WEST)
        with pytest.raises(IllegalAction, match="the game is over"):
            done.start_deal(rules.cards)


def test_a_game_may_be_five_seven_or_ten_points(rules: Ruleset) -> None:
    for target in (5, 7, 10):
        agreed = rules.changed({"target": target})
        assert not marched(Game.start(agreed, NORTH, score=(0, target - 3)), EAST).over
        assert marched(Game.start(agreed, NORTH, score=(0, target - 2)), EAST).winner is EAST_WEST


def test_the_leader_at_the_bell_wins(rules: Ruleset) -> None:
    assert rules.clock == 12
    game, events = Game.start(rules, NORTH, score=(4, 3)).ring_bell()
    assert (game.over, game.winner) == (True, NORTH_SOUTH)
    assert events == (ev.BellRang(play_on=False), ev.GameOver(NORTH_SOUTH, (4, 3)))


def test_a_draw_at_the_bell_is_possible(rules: Ruleset) -> None:
    game, _ = Game.start(rules, NORTH, score=(4, 4)).ring_bell()
    assert (game.over, game.winner) == (True, None)


def test_a_deal_turned_up_at_the_bell_is_played_out(rules: Ruleset) -> None:
    game, _ = Game.start(rules, NORTH).start_deal(uka.shuffled(rules, 5))
    game, events = game.ring_bell()
    assert events == (ev.BellRang(play_on=True),)
    assert not game.over
    while game.in_deal:
        game, _ = game.apply(game.legal_actions[0])
    assert game.over
    assert sum(game.score) > 0


def test_a_misdeal_in_the_deal_after_the_bell_has_its_second_chance(rules: Ruleset) -> None:
    for late in (False, True):
        rung = Game.start(rules, NORTH, score=(3, 4)).start_deal(uka.shuffled(rules, 5))[0].ring_bell()[0]
        game, events = rung.misdeal(late=late)
        assert events == (ev.Misdealt(NORTH, lost=False),)
        assert (game.over, game.in_deal, game.dealer) == (False, False, NORTH)
        done = finished_deal(game)
        assert done.over
        assert done.score != (3, 4), "the deal that was dealt again counts"
        again, _ = game.start_deal(uka.shuffled(rules, 6))
        lost, events = again.misdeal(late=late)
        assert events == (ev.Misdealt(NORTH, lost=True), ev.GameOver(EAST_WEST, (3, 4)))
        assert lost.over


def test_a_misdeal_before_a_turn_up_after_the_bell_ends_the_game(rules: Ruleset) -> None:
    rung = Game.start(rules, NORTH, score=(3, 4)).start_deal(uka.shuffled(rules, 5))[0].ring_bell()[0]
    dealing, _ = rung.misdeal()
    game, events = dealing.misdeal()
    assert (game.over, events[-1]) == (True, ev.GameOver(EAST_WEST, (3, 4)))
    told = {rule.field: rule.sentence for chapter in rulebook(rules.name).chapters for rule in chapter.rules}
    assert "A misdeal before the turn-up ends the game" in told["clock"]


def test_the_bell_while_dealing_ends_the_game(rules: Ruleset) -> None:
    game = finished_deal(Game.start(rules, NORTH))
    assert not game.over
    assert isinstance(game, Game)
    rung, _ = game.ring_bell()
    assert rung.over
    with pytest.raises(IllegalAction, match="the game is over"):
        rung.start_deal(rules.cards)


def test_at_the_bridge(rules: Ruleset) -> None:
    assert [at_the_bridge(rules, (4, score)) for score in range(5)] == [NORTH_SOUTH] * 3 + [None] * 2
    assert at_the_bridge(rules, (1, 4)) is EAST_WEST
    assert at_the_bridge(rules, (3, 2)) is None
    for target in (7, 10):
        longer = rules.changed({"target": target})
        assert longer.bridge
        assert at_the_bridge(longer, (4, 1)) is None, "the word belongs to the game of five"


def test_markers_are_lower_than_the_cards_in_play(rules: Ruleset) -> None:
    lowest = min(int(card.rank.value) for card in rules.cards if card.rank.value.isdigit())
    for target in (5, 7, 10):
        lie = [uka.markers(target, score) for score in range(target)]
        assert all(mark and max(mark.top, mark.under) < lowest and mark.pips == score for score, mark in enumerate(lie))


def test_low_card_markers(rules: Ruleset) -> None:
    lie = {
        1: "4 face down on 3, 1 in sight",
        2: "3 face down on 4, 2 in sight",
        3: "3 face up on 4",
        4: "4 face up on 3",
    }
    assert {score: str(uka.markers(5, score)) for score in lie} == lie


def _rubber(rules: Ruleset) -> Rubber:
    rubber = begin(rules.changed({"rubber": True}), NORTH)
    assert isinstance(rubber, Rubber)
    return rubber


def _games(rubber: Rubber, *deals: tuple[Seat, str]) -> Rubber:
    for maker, call in deals:
        played = marched(rubber, maker, call)
        assert isinstance(played, Rubber)
        rubber = played
    return rubber


SIX_NIL = ((EAST, "alone"), (EAST, "order"))
SIX_TWO = ((NORTH, "alone"), (EAST, "order"), (NORTH, "order"))
SIX_FOUR = ((WEST, "alone"), (SOUTH, "alone"), (WEST, "order"))


def test_the_first_side_to_win_two_games_wins_the_rubber(rules: Ruleset) -> None:
    rubber = _games(_rubber(rules), *SIX_NIL, *SIX_TWO)
    assert (rubber.games_won, rubber.over, rubber.winner) == ((1, 1), False, None)
    rubber = _games(rubber, *SIX_FOUR)
    assert (rubber.games_won, rubber.over, rubber.winner) == ((1, 2), True, EAST_WEST)
    assert _games(_rubber(rules), *SIX_NIL, *SIX_NIL).winner is EAST_WEST


def test_a_game_is_worth_three_two_or_one_rubber_points(rules: Ruleset) -> None:
    rubber = _games(_rubber(rules), *SIX_NIL)
    assert (rubber.score, rubber.points) == ((0, 6), (0, 3))
    rubber = _games(rubber, *SIX_TWO)
    assert (rubber.score, rubber.points) == ((6, 2), (2, 3))
    rubber = _games(rubber, *SIX_FOUR)
    assert (rubber.score, rubber.points) == ((4, 6), (2, 4))


def test_the_margin_of_a_rubber(rules: Ruleset) -> None:
    assert _games(_rubber(rules), *SIX_NIL, *SIX_TWO, *SIX_FOUR).margin == 2 + (3 + 1) - 2
