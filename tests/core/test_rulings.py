"""Rulings of an official or the director (Tainui rules, 1 to 3), in a deal and between deals."""

from __future__ import annotations

import msgspec
import pytest

from tests.core.table import NORTH, SOUTH, rules
from tests.core.test_game import EW, NS, TABLE, deal, march, play_out, say
from uka.core import events as ev
from uka.core.cards import Card
from uka.core.errors import IllegalAction
from uka.core.game import Game
from uka.core.rubber import Rubber
from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling, Ruling


def game(**changes: object) -> Game:
    return Game.start(rules(**changes), SOUTH)


def test_points_of_an_official_count_in_a_deal_and_between_deals() -> None:
    table, events = deal(game()).rule(PointsRuling(points=(2, 0), reason="counted wrong"))
    assert (table.score, table.in_deal) == ((2, 0), True)
    assert events == (ev.OfficialRuled(PointsRuling(points=(2, 0), reason="counted wrong")),)
    after = march(game()).rule(PointsRuling(points=(0, 3)))[0]
    assert after.score == (0, 5)
    assert isinstance(after, Game)
    assert after.awards == ((1, (0, 3)),)


def test_no_score_falls_below_zero() -> None:
    table = march(game()).rule(PointsRuling(points=(-4, -1)))[0]
    assert table.score == (0, 1)


def test_points_that_reach_the_target_end_the_game_in_mid_deal_too() -> None:
    table, events = deal(game()).rule(PointsRuling(points=(10, 0)))
    assert (table.over, table.winner, table.deal) == (True, NS, None)
    assert events[-1] == ev.GameOver(NS, (10, 0))
    table, events = march(game()).rule(PointsRuling(points=(0, 8)))
    assert (table.over, table.winner) == (True, EW)


@pytest.mark.parametrize("before", [game(), deal(game()), march(game())], ids=["at first", "in a deal", "after one"])
def test_a_forfeit_ends_the_game_whoever_is_ahead(before: TABLE) -> None:
    table, events = before.rule(ForfeitRuling(side=EW, ejected=True, by="director", reason="a red card"))
    assert (table.over, table.winner, table.turn, table.score) == (True, NS, None, before.score)
    assert events[-1] == ev.GameOver(NS, before.score)
    for refused in (lambda: table.rule(PointsRuling(points=(1, 0))), lambda: table.misdeal()):
        with pytest.raises(IllegalAction, match="the game is over"):
            refused()


def test_a_forfeit_loses_the_rubber() -> None:
    rubber = Rubber.start(rules(target=5, rubber=True), SOUTH)
    ahead = rubber.rule(PointsRuling(points=(5, 0)))[0]
    assert (ahead.over, ahead.games_won) == (False, (1, 0))
    lost = ahead.rule(ForfeitRuling(side=NS))[0]
    assert (lost.over, lost.winner, len(lost.games)) == (True, EW, 2)
    with pytest.raises(IllegalAction, match="the rubber is over"):
        lost.rule(ForfeitRuling(side=EW))


# Revokes and misdeals


def cards_played(number: int, **changes: object) -> TABLE:
    """Return a game whose deal has ``number`` cards played. East-west made trump and take every trick."""
    table = say(deal(game(**changes)), "up")[0]
    while table.turn and len(played(table)) < number:
        table = table.apply(table.observe(table.turn).lawful_actions[0])[0]
    return table


def played(table: TABLE) -> list[Card]:
    assert table.deal is not None
    return [*table.deal.trick, *(card for trick in table.deal.tricks for card in trick.cards)]


def test_a_revoke_ruled_by_the_official_is_penalized_at_once_and_the_deal_is_played_out() -> None:
    table, events = cards_played(4, revoke_then="played_out").rule(RevokeRuling(offenders=EW))
    assert (table.score, table.in_deal) == ((2, 0), True)
    assert events == (ev.OfficialRuled(RevokeRuling(offenders=EW)),)
    table, _ = play_out(table)
    assert table.score == (2, 0)  # the side that revoked scores nothing for its march
    assert table.results[-1].points == (2, 0)  # type: ignore[union-attr]


def test_a_revoke_ruled_by_the_official_ends_the_deal_if_the_rules_say_so() -> None:
    table, events = cards_played(4, revoke_then="ends_deal").rule(RevokeRuling(offenders=EW))
    assert (table.score, table.in_deal) == ((2, 0), False)
    assert [type(event) for event in events] == [ev.OfficialRuled, ev.DealScored]
    with pytest.raises(IllegalAction, match="a revoke has already ended this deal"):
        table.rule(RevokeRuling(offenders=NS))


@pytest.mark.parametrize(("then", "score"), [("ends_deal", (2, 0)), ("played_out", (2, 0))])
def test_a_revoke_is_found_after_the_deal_until_the_next_turn_up(then: str, score: tuple[int, int]) -> None:
    over = play_out(cards_played(4, revoke_then=then))[0]
    assert over.score == (0, 2)
    assert over.rule(RevokeRuling(offenders=EW))[0].score == score
    with pytest.raises(IllegalAction, match="no card has been played"):
        deal(over).rule(RevokeRuling(offenders=EW))
    with pytest.raises(IllegalAction, match="no deal is on the table"):
        game().rule(RevokeRuling(offenders=EW))


def test_a_revokes_penalty_wins_the_game_at_once() -> None:
    before = cards_played(4, revoke_then="played_out").rule(PointsRuling(points=(9, 0)))[0]
    table, events = before.rule(RevokeRuling(offenders=EW))
    assert (table.over, table.winner, table.score) == (True, NS, (11, 0))
    assert isinstance(events[-1], ev.GameOver)


@pytest.mark.parametrize("cards", [0, 4, 7])
def test_a_deal_that_the_official_voids_is_dealt_again_with_a_second_chance(cards: int) -> None:
    first = cards_played(cards, misdeal="second_chance")
    table, events = first.rule(MisdealRuling(reason="five cards to east"))
    assert (table.in_deal, table.dealer, table.score) == (False, SOUTH, (0, 0))
    assert events[1:] == (ev.Misdealt(SOUTH, False),)
    table, events = deal(table).rule(MisdealRuling())
    assert (table.dealer, events[1:]) == (SOUTH.left, (ev.Misdealt(SOUTH, True),))
    with pytest.raises(IllegalAction, match="nothing to deal again"):
        table.rule(MisdealRuling())


def test_a_misdeal_after_the_bell_is_dealt_again_and_played_out() -> None:
    rung = cards_played(4, clock=12, misdeal="second_chance").ring_bell()[0]
    table, _ = rung.rule(MisdealRuling())
    assert not table.over
    table, _ = play_out(say(deal(table), "up")[0])
    assert (table.over, table.score) == (True, (0, 2))


@pytest.mark.parametrize("lost", [False, True])
def test_the_penalty_for_a_revoke_stays_if_the_deal_is_misdealt(lost: bool) -> None:
    table = cards_played(4, revoke_then="played_out", misdeal="second_chance")
    table = table.rule(RevokeRuling(offenders=EW))[0].rule(MisdealRuling())[0]
    assert (table.score, table.in_deal, table.awards) == ((2, 0), False, ((0, (2, 0)),))  # type: ignore[union-attr]
    table = say(deal(table), "up")[0]
    if lost:
        table = say(deal(table.rule(MisdealRuling())[0]), "up")[0]
    assert table.score == (2, 0)
    table, _ = play_out(table)
    assert (table.score, table.results[-1].points) in {((2, 2), (0, 2)), ((4, 0), (2, 0))}  # type: ignore[union-attr]


def test_points_are_for_each_side() -> None:
    with pytest.raises(IllegalAction, match="give points for 2 sides, not for 1"):
        game().rule(PointsRuling(points=(2,)))


@pytest.mark.parametrize(
    "ruling",
    [
        PointsRuling(points=(0, -1), reason="so"),
        ForfeitRuling(side=NS, ejected=True),
        RevokeRuling(offenders=EW, by="director"),
        MisdealRuling(),
    ],
)
def test_a_ruling_is_the_same_as_text_and_hides_nothing(ruling: Ruling) -> None:
    event = ev.OfficialRuled(ruling)
    assert msgspec.json.decode(msgspec.json.encode(event), type=ev.Event) == event
    assert event.seen_by(NORTH) is event.seen_by(None) is event
