"""The facts of a deal agree with the deal, and follow from what the viewer may know."""

from __future__ import annotations

from random import Random

from hypothesis import given

from tests.strategies import any_rules, deals, playing, randoms
from uka import rulesets
from uka.core.cards import SUITS, Card, Suit
from uka.core.deal import Deal
from uka.core.seats import SEATS, Seat, clockwise
from uka.core.trick import STRENGTH, effective_suit, trump_order
from uka.records import Dealt
from uka.table import Table, TableSettings, TableStage, deal_view
from uka.table.views.deal_view import view_of_deal
from uka.table.views.facts import UpcardPlace, cards_held, sorted_cards, upcard_place
from uka.table.views.public_table import public_table

from .driver import Driver


def test_a_hand_is_told_in_the_order_in_which_it_was_dealt() -> None:
    for name in ("tainui", "uka", "north_american"):
        driver = Driver(rulesets.find(name), TableSettings(answer_ms=0, rest_ms=0), name)
        driver.seat("ana", "ben")
        driver.begin()
        hands = dict[Seat, list[Card]]()
        for _ in range(250):
            for step in driver.steps:
                if isinstance(entry := step.line.entry, Dealt):
                    hands = dealt_by_hand(step.table, entry)
            if hands:
                check_dealt(driver.table, hands)
            driver.steps.clear()
            if driver.table.stage is TableStage.OVER or not (driver.person() or driver.next()):
                break
        assert hands


def dealt_by_hand(table: Table, entry: Dealt) -> dict[Seat, list[Card]]:
    """Deal a pack card by card, as a person does."""
    assert table.game is not None
    rest = [*entry.pack[entry.cut or 0 :], *entry.pack[: entry.cut or 0]]
    hands: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
    for packet in map(int, (entry.packet_pattern or table.rules.packet_patterns[0]).split("-")):
        for seat in clockwise(table.game.dealer.left):
            hands[seat] += [rest.pop(0) for _ in range(packet)]
    return hands


def check_dealt(table: Table, hands: dict[Seat, list[Card]]) -> None:
    spectator = deal_view(table, None)
    assert spectator is not None
    assert spectator.dealt == ()
    for seat in SEATS:
        view = deal_view(table, seat)
        assert view is not None
        assert set(view.dealt) == set(view.cards)
        left = [card for card in hands[seat] if card in view.cards]
        assert list(view.dealt[: len(left)]) == left


def positions(deal: Deal, rng: Random) -> list[Deal]:
    return [deal, *(step.after for step in playing(deal, rng))]


@given(deals(any_rules), randoms)
def test_a_hand_is_in_order(deal: Deal, rng: Random) -> None:
    for now in positions(deal, rng):
        for seat in SEATS:
            seen = now.observe(seat)
            order = sorted_cards(seen)
            assert sorted(order, key=str) == sorted(seen.cards, key=str)
            suits = [effective_suit(card, seen.trump) if seen.trump else card.suit for card in order]
            runs = [suit for i, suit in enumerate(suits) if i == 0 or suit is not suits[i - 1]]
            assert len(runs) == len(set(runs))
            if seen.trump in SUITS and seen.trump in suits:
                assert suits[0] is seen.trump
                trumps = [card for card in order if effective_suit(card, seen.trump) is seen.trump]
                heights = [trump_order(card, seen.trump) for card in trumps]
                assert heights == sorted(heights, reverse=True)


@given(deals(any_rules), randoms)
def test_the_number_of_cards_in_each_hand_is_right(deal: Deal, rng: Random) -> None:
    for now in positions(deal, rng):
        if now.over:
            continue
        for seat in SEATS:
            seen = now.observe(seat)
            on_pack = [who is seen.picked_up and upcard_place(seen) is UpcardPlace.ON_PACK for who in SEATS]
            assert [cards_held(seen, who) + lies for who, lies in zip(SEATS, on_pack, strict=True)] == [
                len(now.hand(who)) for who in SEATS
            ]


@given(deals(any_rules), randoms)
def test_the_facts_agree_with_the_deal(deal: Deal, rng: Random) -> None:
    for now in positions(deal, rng):
        for viewer in (None, *SEATS):
            seen = now.observe(viewer)
            told = view_of_deal(seen).facts
            assert [tuple(card for _, card in plays) for plays in told.plays] == [
                *(trick.cards for trick in now.tricks),
                *([now.trick] if now.trick else []),
            ]
            assert all(plays[0][0] is trick.leader for plays, trick in zip(told.plays, now.tricks, strict=False))
            assert len(told.said) == len(now.calls)
            assert all(told.said)
            labels = view_of_deal(seen).labels
            assert len(labels) == len(seen.legal_actions)
            assert all(labels)
            assert {card for card, _ in told.titles} <= {*seen.cards, seen.upcard, *now.trick, *played(now)}
            assert (told.winning is None) is (told.led is None) is (not now.trick)
            if now.trick and told.led and now.trump:
                row = STRENGTH[now.trump.index][told.led.index]
                best = max(now.trick, key=lambda card: row[card.index])
                assert (told.winning, best) in told.plays[-1]


def played(deal: Deal) -> set[Card]:
    return {card for trick in deal.tricks for card in trick.cards}


def test_bowers_and_the_benny_are_named() -> None:
    rules = rulesets.find("british")
    deal = Deal.arranged(
        rules,
        dealer=Seat.WEST,
        hands={
            Seat.NORTH: "9s Ts Qs Ks 9h",
            Seat.EAST: "9c Tc Qc Kc Th",
            Seat.SOUTH: "Js Jc Jd Jh B",
            Seat.WEST: "9d Td Qd Kd Qh",
        },
        upcard="As",
    )
    seen = deal.observe(Seat.SOUTH)
    assert view_of_deal(seen).facts.titles == ((Card.JOKER, "benny"),)
    while deal.contract is None:
        action = next((a for a in deal.legal_actions if type(a).__name__ == "OrderUp"), deal.legal_actions[0])
        deal, _ = deal.apply(action)
    assert deal.trump is Suit.SPADES
    titled = dict(view_of_deal(deal.observe(Seat.SOUTH)).facts.titles)
    assert titled == {Card.JOKER: "benny", Card.JS: "right", Card.JC: "left"}
    assert view_of_deal(deal.observe(Seat.SOUTH)).order[:3] == (Card.JOKER, Card.JS, Card.JC)
    assert Card.JS not in dict(view_of_deal(deal.observe(Seat.NORTH)).facts.titles)


def test_the_public_table_shows_the_score() -> None:
    driver, bridges = Driver(rulesets.find("bicycle").changed({"rubber": True}), TableSettings(), seed=6), 0
    driver.seat("ana")
    driver.begin()
    while driver.table.stage is not TableStage.OVER:
        told = public_table(driver.table)
        assert not told.scores or told.scores[-1] == told.score or sum(told.score) == 0
        assert all(mark is None or mark.pips == points for mark, points in zip(told.markers, told.score, strict=True))
        bridges += told.bridge is not None
        assert told.bridge is None or told.score[told.bridge.index] == 4
        if not driver.person():
            driver.next()
    told = public_table(driver.table)
    assert bridges
    assert told.rubber
    assert told.rubber.margin > 0
