"""Deals for people: a few lines of text, and HTML with every card that may be seen and no other."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import LEANS, Lean, house_rules, leaning, playing
from uka import Deal, Game, Rubber, Seat
from uka.core.cards import CARDS
from uka.core.deal_display import card_html, deal_html
from uka.core.ruleset import Ruleset
from uka.core.shuffle import shuffled

RULES = Ruleset(title="<House>")
HANDS = {"N": "9c Tc Jc Qc Kc", "E": "9d Td Jd Qd Kd", "S": "9h Th Jh Qh Kh", "W": "9s Ts Js Qs Ks"}


def arranged() -> Deal:
    return Deal.arranged(RULES, dealer="north", hands=HANDS, upcard="Ac")


def after(*actions: str) -> Deal:
    deal = arranged()
    for action in actions:
        deal, _ = deal.apply(action)
    return deal


def test_a_deal_is_printed_in_five_lines():
    assert str(arranged()).splitlines() == [
        "<House>: North dealt, Ac turned up. East is to call.",
        "North  9c Tc Jc Qc Kc",
        "East   9d Td Jd Qd Kd",
        "South  9h Th Jh Qh Kh",
        "West   9s Ts Js Qs Ks",
    ]
    assert str(arranged().observe("east")).splitlines()[1:] == ["East   9d Td Jd Qd Kd"]
    assert "\n" not in str(arranged().observe(None))


def test_the_situation_is_told():
    played = str(after("order up", "9c", "Jd", "9h"))
    assert "East made clubs trump. In the trick: Jd 9h. West is to play." in played
    assert "made clubs trump, East alone. North is to discard." in str(after("order up alone"))
    done = after("order up", "9c", "Jd", "9h", "9s", "Tc")
    assert "Tricks: north-south 1, east-west 0. North is to play." in str(done)
    while not done.over:
        done, _ = done.apply(done.legal_actions[0])
    assert str(done).splitlines()[0].endswith("Result: euchred, north-south 2, east-west 0.")
    assert str(done).splitlines()[1:] == ["North  -", "East   -", "South  -", "West   -"]


def test_no_trump_is_told():
    rules = Ruleset(no_trump=True)
    deal = Deal.arranged(rules, dealer="north", hands=HANDS, upcard="Ac")
    for action in ("pass", "pass", "pass", "pass", "no trump"):
        deal, _ = deal.apply(action)
    assert "East plays no trump." in str(deal)


def test_html_draws_the_cards_and_says_who_they_are():
    html = arranged()._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert html.count('role="img"') == 21, "20 in the hands, and the turn-up"
    assert 'aria-label="jack of diamonds"' in html
    assert "&lt;House&gt;" in html
    assert "▶ East" in html
    assert "North (dealer)" in html
    assert html.count("<div") == html.count("</div>")
    assert not re.search(r"https?:|url\(|<script|<link|class=", html)
    seen = arranged().observe("east")._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert seen.count('role="img"') == 6
    assert len({card_html(card) for card in CARDS}) == len(CARDS)


def test_after_the_calls_the_middle_is_the_trick():
    assert deal_html(after("order up", "9c"), {}).count('role="img"') == 0
    assert deal_html(after("order up", "9c", "Jd"), {}).count('role="img"') == 1


@given(rules=house_rules, seed=st.integers(0, 1 << 32), lean=st.sampled_from(LEANS))
def test_every_moment_of_a_deal_can_be_shown(rules: Ruleset, seed: int, lean: Lean):
    pack = leaning(rules, shuffled(rules, seed), lean)
    for step in playing(Deal.start(rules, Seat.SOUTH, pack), Random(seed)):
        for deal in (step.before, step.after):
            assert len(str(deal).splitlines()) == 5
            assert str(deal.observe(step.seat)).startswith(rules.title)
            assert deal.observe(None)._repr_html_()  # pyright: ignore[reportPrivateUsage]


def test_a_game_is_printed_as_its_score_and_its_deal():
    game = Game.start(RULES, dealer="north", score=(4, 2))
    assert str(game) == "<House>: north-south 4, east-west 2 after 0 deals. North deals next."
    game, _ = game.start_deal(shuffled(RULES, seed=1))
    assert str(game).splitlines() == [
        "<House>: north-south 4, east-west 2 after 0 deals.",
        *str(game.deal).splitlines(),
    ]
    assert "&lt;House&gt;: north-south 4" in game._repr_html_()
    assert "<House>" not in game._repr_html_()
    while not game.over:
        while game.turn:
            game, _ = game.apply(game.legal_actions[0])
        if not game.over:
            game, _ = game.start_deal(shuffled(RULES, seed=game.finished))
    assert re.match(r"<House>: .* after \d+ deals\. (North-south|East-west) won\.$", str(game).splitlines()[0])


def test_a_drawn_game_and_one_without_a_deal_are_told():
    game, _ = Game.start(Ruleset(clock=12, target=0), dealer="north").ring_bell()
    assert str(game) == "Euchre: north-south 0, east-west 0 after 0 deals. The game is drawn."
    assert "drawn" in game._repr_html_()


def test_a_rubber_is_printed_with_the_games_won():
    rules = RULES.changed({"rubber": True})
    rubber = Rubber.start(rules, dealer="north")
    assert str(rubber).splitlines()[0] == "Game 1 of the rubber. Games won: north-south 0, east-west 0."
    assert "Game 1 of the rubber" in rubber._repr_html_()
    rubber, _ = rubber.start_deal(shuffled(rules, seed=1))
    assert len(str(rubber).splitlines()) == 2 + 5
    assert "<House>" not in rubber._repr_html_()


def test_a_ruleset_is_printed_in_one_line():
    assert str(Ruleset()) == "Euchre (euchre): 24 cards, to 10 points."
    timed = Ruleset(name="ours", title="Ours", source="the pub.", benny="blind", deals=8, clock=12)
    assert str(timed) == "Ours (ours): 24 cards and the joker, to 10 points, 8 deals, 12 minutes. From: the pub."
