"""Games and rubbers: misdeals, the bell, draws, fixed numbers of deals, packet patterns, late claims of revokes."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.core.table import EAST, NORTH, SOUTH, WEST, read, rules
from uka.core import events as ev
from uka.core.actions import Action, ClaimRevoke
from uka.core.cards import Card
from uka.core.deal import CardsOrText, arranged_pack
from uka.core.errors import IllegalAction, InvalidDeal, InvalidRuleset
from uka.core.events import Event
from uka.core.game import Game, at_the_bridge
from uka.core.rubber import Rubber, begin, game_value
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.core.seats import Partnership, Seat, clockwise

NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST
TABLE = Game | Rubber

STRONG: tuple[CardsOrText, ...] = ("Js Jc As Ks Qs", "9d Td Jd Qd Kd", "9h Th Qh Kh Ah", "9c Tc Qc Kc Ac")
"""Hands from the dealer's left. The first hand has the five best cards if the ten of spades is ordered up."""
FARMERS: tuple[CardsOrText, ...] = ("9c Tc 9d Td 9h", "Jc Qc Jd Qd Jh", "Kc Ac Kd Ad Qh", "Th Kh Ah 9s Qs")


def pack(
    ruleset: Ruleset, dealer: Seat, hands: tuple[CardsOrText, ...] = STRONG, upcard: str = "Ts"
) -> tuple[Card, ...]:
    return arranged_pack(ruleset, dealer, dict(zip(clockwise(dealer.left), hands, strict=True)), upcard)


def deal(game: TABLE, hands: tuple[CardsOrText, ...] = STRONG) -> TABLE:
    """Start a deal of known hands. No seat has called yet."""
    return game.start_deal(pack(game.rules, game.dealer, hands))[0]


def say(game: TABLE, words: str) -> tuple[TABLE, tuple[Event, ...]]:
    """Apply actions, written as in ``read``. Return the game and the events of the last action."""
    events: tuple[Event, ...] = ()
    for word in words.split():
        seat, _, action = word.rpartition(":")
        game, events = game.apply(read(action), Seat(seat) if seat else None)
    return game, events


def play_out(game: TABLE) -> tuple[TABLE, tuple[Event, ...]]:
    """Play a deal to its end by the first legal action of each seat.

    Return the game and the events of the last action.
    """
    events: tuple[Event, ...] = ()
    while game.in_deal and game.turn:
        game, events = game.apply(game.observe(game.turn).lawful_actions[0])
    return game, events


def march(game: TABLE, by: Partnership = EW, alone: bool = False) -> TABLE:
    """Play a deal in which a side takes five tricks.

    The seat of that side nearest the dealer's left has all the best cards.
    """
    hands = STRONG if game.dealer.left.partnership is by else (STRONG[1], STRONG[0], *STRONG[2:])
    passes = "" if game.dealer.left.partnership is by else "pass "
    game, _ = say(deal(game, hands), passes + ("up!" if alone else "up"))
    return play_out(game)[0]


def thrown_in(game: TABLE) -> TABLE:
    return say(deal(game), "pass " * 8)[0]


# Deals and scores


def test_before_the_first_deal() -> None:
    game = Game.start(Ruleset(), SOUTH)
    assert (game.score, game.over, game.winner, game.turn, game.in_deal) == ((0, 0), False, None, None, False)
    assert game.legal_actions == game.legal_actions_of(WEST) == ()
    with pytest.raises(IllegalAction, match="no cards are dealt yet"):
        game.apply(read("pass"))
    with pytest.raises(IllegalAction, match="no cards are dealt yet"):
        game.observe(WEST)


def test_a_deal_is_played_and_scored_and_the_deal_passes_on() -> None:
    game = deal(Game.start(Ruleset(), SOUTH))
    assert (game.turn, game.in_deal, game.dealer) == (WEST, True, SOUTH)
    assert game.legal_actions == game.legal_actions_of(WEST) != ()
    with pytest.raises(IllegalAction, match="a deal is in progress: play it out before the next one"):
        deal(game)
    game = march(Game.start(Ruleset(), SOUTH))
    assert (game.score, game.dealer, game.turn, game.in_deal) == ((0, 2), WEST, None, False)
    game = march(game, by=NS, alone=True)
    assert (game.score, game.dealer) == ((4, 2), NORTH)


def test_what_a_seat_may_know_of_the_game() -> None:
    game = march(Game.start(rules(clock=12), SOUTH))
    over = game.observe(WEST)
    assert (over.score, over.number, over.previous, over.bell) == ((0, 2), 0, None, False)
    assert over.result is not None
    after = deal(game).ring_bell()[0].observe(WEST)
    assert (after.score, after.number, after.previous, after.bell) == ((0, 2), 1, over.result, True)
    assert after.seat is WEST
    assert after.dealer is WEST


def test_a_game_is_won_at_the_target() -> None:
    game = Game.start(rules(target=4), SOUTH)
    game = march(march(game, by=NS), by=NS)
    assert (game.score, game.over, game.winner) == ((4, 0), True, NS)
    for verb in (game.misdeal, lambda: deal(game)):
        with pytest.raises(IllegalAction, match="the game is over: there are no more deals"):
            verb()


def test_the_end_is_an_event() -> None:
    game, _ = say(deal(Game.start(rules(target=2), SOUTH)), "up -9c")
    game, events = play_out(game)
    assert [type(event).__name__ for event in events] == ["CardPlayed", "TrickTaken", "DealScored", "GameOver"]
    assert events[-1] == ev.GameOver(EW, (0, 2))


def test_a_game_may_start_at_a_score() -> None:
    game = Game.start(Ruleset(), SOUTH, score=(9, 6))
    assert march(game, by=NS).winner is NS
    assert Game.start(Ruleset(), SOUTH, score=(6, 10)).winner is EW


def test_a_game_of_fixed_deals_counts_those_thrown_in_and_may_be_drawn() -> None:
    game = Game.start(rules(target=0, deals=3, nobody_calls="throw_in"), SOUTH)
    game = thrown_in(game)
    assert isinstance(game, Game)
    assert (game.finished, game.dealer, game.over) == (1, WEST, False)
    game = march(game, by=NS)
    drawn = march(game, by=EW)
    assert (drawn.score, drawn.over, drawn.winner) == ((2, 2), True, None)
    won = march(game, by=NS)
    assert (won.over, won.winner) == (True, NS)


def test_thrown_in_the_same_dealer_deals_again_where_the_rules_say_so() -> None:
    assert thrown_in(Game.start(rules(nobody_calls="throw_in_same"), SOUTH)).dealer is SOUTH
    assert march(Game.start(rules(nobody_calls="throw_in_same"), SOUTH)).dealer is WEST


def test_a_farmers_hand_keeps_the_dealer_and_is_no_deal_of_the_game() -> None:
    game, events = say(deal(Game.start(rules(farmers_hand="low", deals=1), SOUTH), FARMERS), "redeal")
    assert isinstance(game, Game)
    assert (game.dealer, game.finished, game.score, game.over) == (SOUTH, 0, (0, 0), False)
    assert [type(event).__name__ for event in events] == ["RedealClaimed", "DealScored"]
    assert game.results[0].outcome is Outcome.REDEAL
    game, _ = say(deal(game), "pass pass pass pass up -9c")
    game, _ = play_out(game)
    assert isinstance(game, Game)
    assert (game.dealer, game.finished, game.over) == (WEST, 1, True)


# Misdeals


def test_a_misdeal_has_a_second_chance_and_then_the_deal_is_lost() -> None:
    game = Game.start(rules(misdeal="second_chance"), SOUTH)
    game, events = game.misdeal()
    assert (game.dealer, game.misdeals, events) == (SOUTH, 1, (ev.Misdealt(SOUTH, lost=False),))
    game, events = game.misdeal()
    assert (game.dealer, game.misdeals, events) == (WEST, 0, (ev.Misdealt(SOUTH, lost=True),))
    assert game.misdeal()[0].dealer is WEST


def test_a_good_deal_resets_the_misdeals_but_a_redeal_does_not() -> None:
    game = march(Game.start(rules(misdeal="second_chance"), SOUTH).misdeal()[0])
    assert isinstance(game, Game)
    assert (game.dealer, game.misdeals) == (WEST, 0)
    game = Game.start(rules(misdeal="second_chance", farmers_hand="low"), SOUTH).misdeal()[0]
    game, _ = say(deal(game, FARMERS), "redeal")
    assert isinstance(game, Game)
    assert (game.dealer, game.misdeals) == (SOUTH, 1)
    assert game.misdeal()[0].dealer is WEST


def test_a_misdeal_without_end_where_the_rules_only_deal_again() -> None:
    game = Game.start(Ruleset(), SOUTH)
    for number in range(1, 6):
        game, events = game.misdeal()
        assert (game.dealer, game.misdeals, events) == (SOUTH, number, (ev.Misdealt(SOUTH, lost=False),))


def test_a_misdeal_voids_its_turn_up_until_a_card_is_played() -> None:
    game = deal(Game.start(Ruleset(), SOUTH))
    void = game.misdeal()[0]
    assert (void.deal, void.in_deal, void.legal_actions) == (None, False, ())
    called, _ = say(game, "up -9c")
    assert called.misdeal()[0].deal is None
    one_card, _ = say(called, "Qs")
    one_trick, _ = say(called, "Js 9d 9h Ts")
    for too_late in (one_card, one_trick):
        with pytest.raises(IllegalAction, match="a card has been played: only a hand with the wrong number"):
            too_late.misdeal()


def test_a_misdeal_before_the_turn_up_leaves_the_last_deal_open_to_claims() -> None:
    game = march(Game.start(Ruleset(), SOUTH, revokes=True))
    after = game.misdeal()[0]
    assert after.deal == game.deal
    assert ClaimRevoke(0) in after.legal_actions_of(NORTH)


# The bell


CLOCK = rules(clock=12, target=11)


def test_no_bell_without_a_clock() -> None:
    with pytest.raises(IllegalAction, match="euchre is played without a clock: there is no bell"):
        Game.start(Ruleset(), SOUTH).ring_bell()


def test_the_bell_while_dealing_ends_the_game() -> None:
    game, events = march(Game.start(CLOCK, SOUTH)).ring_bell()
    assert (game.over, game.winner, events) == (True, EW, (ev.BellRang(play_on=False), ev.GameOver(EW, (0, 2))))
    drawn, events = Game.start(CLOCK, SOUTH).ring_bell()
    assert (drawn.over, drawn.winner, events[-1]) == (True, None, ev.GameOver(None, (0, 0)))
    with pytest.raises(IllegalAction, match="the bell has rung"):
        game.ring_bell()
    with pytest.raises(IllegalAction, match="the game is over: there are no more deals"):
        deal(game)


def test_the_bell_after_the_turn_up_lets_the_deal_be_played_out() -> None:
    game, events = deal(Game.start(CLOCK, SOUTH)).ring_bell()
    assert (game.over, game.in_deal, events) == (False, True, (ev.BellRang(play_on=True),))
    with pytest.raises(IllegalAction, match="the bell has rung"):
        game.ring_bell()
    game, _ = say(game, "up -9c")
    game, events = play_out(game)
    assert (game.over, game.winner, events[-1]) == (True, EW, ev.GameOver(EW, game.score))


def test_the_bell_after_the_fifth_trick_ends_the_game() -> None:
    game = march(Game.start(CLOCK, SOUTH))
    assert game.deal is not None
    assert len(game.deal.tricks) == 5
    assert game.ring_bell()[0].over


def test_a_misdeal_after_the_bell_is_dealt_again_as_often_as_the_rules_say() -> None:
    game, _ = deal(march(Game.start(CLOCK, SOUTH))).ring_bell()
    for _ in range(3):
        game, events = deal(game).misdeal() if not game.in_deal else game.misdeal()
        assert (game.over, events) == (False, (ev.Misdealt(WEST, lost=False),))
    assert march(game, NS).over


def test_a_misdeal_while_dealing_after_the_bell_ends_the_game() -> None:
    game, _ = deal(march(Game.start(CLOCK, SOUTH))).ring_bell()
    game, events = game.misdeal()[0].misdeal()
    assert (game.over, game.winner) == (True, EW)
    assert events == (ev.Misdealt(WEST, lost=False), ev.GameOver(EW, (0, 2)))


def test_a_farmers_hand_claimed_after_the_bell_ends_the_game() -> None:
    ruleset = CLOCK.changed({"farmers_hand": "low"})
    game, _ = deal(Game.start(ruleset, SOUTH), FARMERS).ring_bell()
    game, events = say(game, "redeal")
    assert (game.over, game.winner, events[-1]) == (True, None, ev.GameOver(None, (0, 0)))


def test_no_bell_when_the_game_is_won() -> None:
    with pytest.raises(IllegalAction, match="the game is over"):
        march(Game.start(CLOCK, SOUTH, score=(0, 9))).ring_bell()


# Packets


def test_a_dealer_keeps_to_one_packet_pattern() -> None:
    ruleset = rules(packets="kept")
    game, _ = Game.start(ruleset, SOUTH).start_deal(ruleset.cards, packet_pattern="2-3")
    game, _ = game.misdeal()
    with pytest.raises(InvalidDeal, match="South dealt 2-3 before and must stick to it"):
        game.start_deal(ruleset.cards, packet_pattern="3-2")
    kept, _ = game.start_deal(ruleset.cards)
    assert kept.dealer_packet_patterns == (None, None, "2-3", None)
    assert kept.deal == game.start_deal(ruleset.cards, packet_pattern="2-3")[0].deal
    assert (game.next_game, game.kept_packet_pattern, game.misdeal()[0].kept_packet_pattern) == (0, "2-3", "2-3")
    first, _ = Game.start(ruleset, EAST).start_deal(ruleset.cards)
    assert first.dealer_packet_patterns == (None, "3-2", None, None)


def test_each_dealer_has_an_own_packet_pattern_and_a_rubber_keeps_it() -> None:
    rubber = Rubber.start(rules(packets="kept", rubber=True, target=2, nobody_calls="throw_in"), SOUTH)
    game, _ = rubber.start_deal(rubber.rules.cards, packet_pattern="2-3")
    game, _ = say(game, "pass " * 8)
    game, _ = game.start_deal(game.rules.cards, packet_pattern="3-2")
    game, _ = say(game, "pass " * 8)
    assert isinstance(game, Rubber)
    assert game.game.dealer_packet_patterns == (None, None, "2-3", "3-2")


# Revokes, claimed late


REVOKING: tuple[CardsOrText, ...] = (STRONG[0], STRONG[1], "9s Th Qh Kh Ah", STRONG[3])
"""East has a small trump, and will play a heart to the right bower, which is a revoke."""
IN_THE_FIRST_TRICK = "up -9c Js 9d Th Ts"


def revoked(score: tuple[int, int] = (0, 0)) -> Game:
    """Return a game in which East revoked in the first trick.

    West made trump, and his side took five tricks for two points.
    """
    game = deal(Game.start(Ruleset(), SOUTH, score=score, revokes=True), REVOKING)
    game, _ = play_out(say(game, IN_THE_FIRST_TRICK)[0])
    assert isinstance(game, Game)
    assert game.score == (score[0], score[1] + 2)
    return game


def test_a_revoke_claimed_after_the_deal_takes_the_points_back() -> None:
    game = revoked()
    old = game.results[-1]
    claimed, events = game.apply(ClaimRevoke(0), NORTH)
    assert events[0] == ev.RevokeProven(NORTH, 0, EAST, Card.TH)
    assert claimed.score == (2, 0)
    assert [result.outcome for result in claimed.results] == [Outcome.REVOKED]
    assert claimed.results[-1].tricks == old.tricks
    assert (claimed.dealer, claimed.finished) == (game.dealer, game.finished) == (WEST, 1)


def test_a_revoke_claimed_in_the_deal() -> None:
    game = deal(Game.start(Ruleset(), SOUTH, revokes=True), REVOKING)
    game, events = say(game, f"{IN_THE_FIRST_TRICK} south:claim1")
    assert isinstance(game, Game)
    assert (game.score, game.finished, game.dealer, game.over) == ((2, 0), 1, WEST, False)
    assert [type(event).__name__ for event in events] == ["RevokeProven", "DealScored"]


def test_a_revoke_claimed_after_a_deal_that_is_played_out_takes_only_the_offenders_points() -> None:
    game = deal(Game.start(rules(revoke_then="played_out"), SOUTH, revokes=True), REVOKING)
    game, _ = play_out(say(game, IN_THE_FIRST_TRICK)[0])
    assert isinstance(game, Game)
    assert game.score == (0, 2)
    claimed, events = game.apply(ClaimRevoke(0), NORTH)
    assert events[0] == ev.RevokeProven(NORTH, 0, EAST, Card.TH)
    assert [result.outcome for result in claimed.results] == [Outcome.MARCH]
    assert (claimed.score, claimed.results[0].points, claimed.finished) == ((2, 0), (2, 0), 1)


def test_a_side_that_revokes_twice_pays_twice() -> None:
    hands = (STRONG[0], "9d Td Jd Qd Kd", "9s Th Qh Kh Ah", STRONG[3])
    game = deal(Game.start(rules(revoke_then="played_out"), SOUTH, revokes=True), hands)
    game, events = say(game, "up -9c Js 9d Th Ts Jc Td Qh Tc south:claim1 north:claim2")
    assert isinstance(events[0], ev.RevokeProven)
    assert events[0].penalty == 2
    assert game.score == (4, 0)
    game, _ = play_out(game)
    assert (game.score, game.in_deal) == ((4, 0), False)


def test_a_revoke_claimed_by_the_wrong_side_is_refuted_and_costs_nothing() -> None:
    game = revoked()
    claimed, events = game.apply(ClaimRevoke(0), WEST)
    assert events == (ev.RevokeRefuted(WEST, 0),)
    assert (claimed.score, claimed.results) == (game.score, game.results)
    with pytest.raises(IllegalAction, match="a revoke in trick 1 was already claimed: one claim per trick"):
        claimed.apply(ClaimRevoke(0), EAST)


def test_a_revoke_is_not_claimed_twice() -> None:
    claimed, _ = revoked().apply(ClaimRevoke(0), NORTH)
    with pytest.raises(IllegalAction, match="a revoke in trick 1 was already claimed: one claim per trick"):
        claimed.apply(ClaimRevoke(0), SOUTH)
    with pytest.raises(IllegalAction, match="the deal has been scored: it's too late to claim a revoke"):
        claimed.apply(ClaimRevoke(1), SOUTH)


def test_a_revoke_is_claimed_until_the_next_turn_up() -> None:
    game = deal(revoked())
    with pytest.raises(IllegalAction, match="no opponent has played to trick 1"):
        game.apply(ClaimRevoke(0), NORTH)


def test_a_revoke_claimed_after_the_game_is_over_may_undo_it() -> None:
    won = revoked(score=(0, 9))
    assert (won.over, won.winner) == (True, EW)
    after, events = won.apply(ClaimRevoke(0), NORTH)
    assert (after.score, after.over, after.winner) == ((2, 9), False, None)
    assert not isinstance(events[-1], ev.GameOver)


def test_a_revoke_claimed_after_the_game_may_win_it_for_the_others() -> None:
    game = revoked(score=(8, 9))
    after, events = game.apply(ClaimRevoke(0), SOUTH)
    assert (after.score, after.over, after.winner) == ((10, 9), True, NS)
    assert events[-1] == ev.GameOver(NS, (10, 9))


# Rubbers


RUBBER = rules(rubber=True, target=5)


def won_game(side: Partnership, losers: int) -> Game:
    """Return a game that ``side`` won, after the other side scored ``losers`` points."""
    score = (0, losers) if side is NS else (losers, 0)
    game: TABLE = Game.start(RUBBER, SOUTH, score=score)
    while not game.over:
        game = march(game, by=side)
    assert isinstance(game, Game)
    return game


@pytest.mark.parametrize(("score", "value"), [(-1, 3), (0, 3), (1, 2), (2, 2), (3, 1), (4, 1), (9, 1)])
def test_the_rubber_points_of_a_game(score: int, value: int) -> None:
    """Bicycle: 3 if the losers' score was 0 or fewer, 2 if it was 1 or 2, 1 if they scored 3 or more."""
    assert game_value(score) == value


@pytest.mark.parametrize(
    ("games", "points", "margin", "winner"),
    [
        ([(NS, 0), (NS, 0)], (6, 0), 8, NS),
        ([(NS, 3), (NS, 4)], (2, 0), 4, NS),
        ([(NS, 0), (EW, 3), (NS, 2)], (5, 1), 6, NS),
        ([(EW, 1), (NS, 0), (EW, 4)], (3, 3), 2, EW),
        ([(NS, 0), (EW, 4), (EW, 4)], (3, 2), 1, EW),
        ([(NS, 0)], (3, 0), 0, None),
        ([(NS, 1), (EW, 2)], (2, 2), 0, None),
    ],
)
def test_rubber_points_and_the_margin(
    games: list[tuple[Partnership, int]], points: tuple[int, int], margin: int, winner: Partnership | None
) -> None:
    """Bicycle: the margin is 2 points bonus, plus the winners' rubber points, minus the losers'."""
    rubber = Rubber(games=tuple(won_game(side, losers) for side, losers in games))
    assert (rubber.points, rubber.margin, rubber.winner) == (points, margin, winner)
    assert rubber.over == (winner is not None)
    assert sum(rubber.games_won) == len(games)


def test_a_rubber_is_played_by_the_methods_of_a_game() -> None:
    rubber = begin(rules(rubber=True, target=2), SOUTH)
    assert isinstance(rubber, Rubber)
    assert (rubber.dealer, rubber.deal, rubber.score, rubber.turn, rubber.in_deal) == (SOUTH, None, (0, 0), None, False)
    assert (rubber.over, rubber.winner, rubber.margin, rubber.games_won) == (False, None, 0, (0, 0))
    assert rubber.misdeal()[0].game.misdeals == 1  # type: ignore[union-attr]
    one = march(rubber)
    assert isinstance(one, Rubber)
    assert (one.games_won, one.over, one.dealer, one.score, len(one.games)) == ((0, 1), False, WEST, (0, 2), 1)
    assert one.observe(None).score == (0, 2)
    begun = deal(one)
    assert isinstance(begun, Rubber)
    assert (len(begun.games), begun.score, begun.turn, begun.in_deal) == (2, (0, 0), NORTH, True)
    assert begun.deal is not None
    assert begun.legal_actions == begun.legal_actions_of(NORTH) == begun.deal.legal_actions
    two = march(march(one, by=NS), by=EW)
    assert isinstance(two, Rubber)
    assert (two.games_won, two.over, two.winner, two.points, two.margin) == ((1, 2), True, EW, (3, 6), 5)
    with pytest.raises(IllegalAction, match="the rubber is over: there are no more deals"):
        deal(two)


def test_a_rubber_has_no_bell_and_a_table_may_let_revokes_happen_in_all_its_games() -> None:
    with pytest.raises(IllegalAction, match="euchre is played without a clock"):
        begin(RUBBER, SOUTH).ring_bell()
    rubber = begin(rules(rubber=True, target=2), SOUTH, revokes=True)
    second = deal(march(rubber))
    assert second.deal is not None
    assert second.deal.revokes


def test_rules_without_rubbers_begin_a_game() -> None:
    assert begin(Ruleset(), EAST, revokes=True) == Game.start(Ruleset(), EAST, revokes=True)
    for changes in ({"clock": 12}, {"deals": 5}, {"target": 0}):
        with pytest.raises(InvalidRuleset, match=r"^rubber = true contradicts"):
            RUBBER.changed(changes)


@pytest.mark.parametrize(
    ("score", "side"),
    [((4, 2), NS), ((4, 0), NS), ((1, 4), EW), ((4, 3), None), ((3, 2), None), ((4, 4), None), ((0, 0), None)],
)
def test_at_the_bridge(score: tuple[int, int], side: Partnership | None) -> None:
    """Bicycle: when a side has scored 4 and the opponents have scored 2 or less, in a game of five."""
    assert at_the_bridge(rules(target=5, bridge=True), score) is side
    assert at_the_bridge(rules(target=5), score) is None


def test_actions_of_a_game_are_those_of_its_deal() -> None:
    game = deal(Game.start(Ruleset(), SOUTH))
    tried = list[Action]()
    for action in game.legal_actions:
        with suppress(IllegalAction):
            game.apply(action)
            tried.append(action)
    assert tuple(tried) == game.legal_actions


def test_a_rubber_in_its_second_game_counts_the_games_that_are_over() -> None:
    begun = deal(march(begin(rules(rubber=True, target=2), SOUTH)))
    assert isinstance(begun, Rubber)
    assert (begun.games_won, begun.points, begun.margin) == ((0, 1), (0, 3), 0)


def test_the_first_deal_of_a_rubbers_next_game_may_be_misdealt() -> None:
    rubber = march(begin(rules(rubber=True, target=2, misdeal="second_chance"), SOUTH))
    rubber, events = rubber.misdeal()
    assert events == (ev.Misdealt(WEST, lost=False),)
    rubber, events = rubber.misdeal()
    assert (rubber.dealer, events) == (NORTH, (ev.Misdealt(WEST, lost=True),))
    assert deal(rubber).score == (0, 0)
