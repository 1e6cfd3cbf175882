"""The final say of whoever presides (seeds/001, rules 1 to 3): points and forfeits, in a deal and between deals."""

from __future__ import annotations

import msgspec
import pytest

from tests.core.table import NORTH, SOUTH, rules
from tests.core.test_game import EW, NS, TABLE, deal, march
from uka.core import events as ev
from uka.core.errors import IllegalAction
from uka.core.game import Game, Rubber
from uka.core.rulings import ForfeitRuling, PointsRuling, Ruling


def game(**changes: object) -> Game:
    return Game.start(rules(**changes), SOUTH)


def test_points_by_the_final_say_count_in_a_deal_and_between_deals() -> None:
    table, events = deal(game()).rule(PointsRuling(points=(2, 0), reason="counted wrong"))
    assert (table.score, table.in_deal) == ((2, 0), True)
    assert events == (ev.OfficialRuled(PointsRuling(points=(2, 0), reason="counted wrong")),)
    after = march(game()).rule(PointsRuling(points=(0, 3)))[0]
    assert after.score == (0, 5)
    assert isinstance(after, Game)
    assert after.awards == ((1, (0, 3)),)


def test_no_score_falls_below_nothing() -> None:
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
    assert (ahead.over, ahead.won) == (False, (1, 0))
    lost = ahead.rule(ForfeitRuling(side=NS))[0]
    assert (lost.over, lost.winner, len(lost.games)) == (True, EW, 2)
    with pytest.raises(IllegalAction, match="the rubber is over"):
        lost.rule(ForfeitRuling(side=EW))


def test_points_are_for_each_side() -> None:
    with pytest.raises(IllegalAction, match="given to 2 sides, not to 1"):
        game().rule(PointsRuling(points=(2,)))


@pytest.mark.parametrize("ruling", [PointsRuling(points=(0, -1), reason="so"), ForfeitRuling(side=NS, ejected=True)])
def test_a_ruling_is_the_same_as_text_and_hides_nothing(ruling: Ruling) -> None:
    event = ev.OfficialRuled(ruling)
    assert msgspec.json.decode(msgspec.json.encode(event), type=ev.Event) == event
    assert event.seen_by(NORTH) is event.seen_by(None) is event
