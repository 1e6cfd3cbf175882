"""Positions as text: they round-trip, and errors are sentences."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernels.minimax import in_play
from tests.strategies import any_rules, randoms
from uka import rulesets
from uka.core.cards import Card, Suit
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.solver import InvalidPosition, Position, parse, solve, text_of

RULES = rulesets.find("cardgames")
GOOD = "N Jd Th; E 9h; S Kd Td; W Qh Ac; trump d; maker N; lead E; trick 9c; taken 2-1"


@given(rules=any_rules, rng=randoms, held=st.integers(1, 5))
def test_every_position_round_trips(rules: Ruleset, rng: Random, held: int) -> None:
    position = Position.of(in_play(rules, rng, held))
    assert parse(text_of(position), rules) == position
    assert "  " not in text_of(position)


def test_other_spellings_give_the_same_position() -> None:
    ways = (
        "north: jd 10h\neast: 9♥\nsouth: K♦,T♦\nwest: qh, ac\nTrump: Diamonds\nMaker: North\nLead: east\n"
        "trick: 9♣\ntaken: 2 1\n",
        "taken 2,1; trick 9c; lead e; maker n; trump ♦; w Ac Qh; s Td Kd; e 9h; n Th Jd;",
    )
    for text in ways:
        assert parse(text, RULES) == parse(GOOD, RULES)


def test_a_player_alone_is_a_loner_or_a_lone_defender_by_its_side() -> None:
    one = parse(f"{GOOD.replace('W Qh Ac; ', '')}; alone E S", RULES)
    assert (one.loner, one.lone_defender, one.active) == (Seat.SOUTH, Seat.EAST, (Seat.EAST, Seat.SOUTH))
    assert parse(text_of(one), RULES) == one
    assert solve(one).turn is Seat.SOUTH


def test_no_trump_is_accepted_only_if_the_rules_allow_it() -> None:
    text = GOOD.replace("trump d", "trump no trump")
    assert parse(text, RULES.changed({"no_trump": True})).trump is Suit.NO_TRUMP
    with pytest.raises(InvalidPosition, match="set no_trump=true"):
        parse(text, RULES)


WRONG: dict[str, tuple[str, str, str]] = {
    "no card": ("Th", "Xh", "'Xh' is not a card"),
    "a card twice in a hand": ("Jd Th", "Jd Jd", "Jd appears twice"),
    "a card in two hands": ("Qh Ac", "Qh Kd", "Kd is in two places"),
    "a card played and held": ("trick 9c", "trick Td", "Td is in two places"),
    "a card of another pack": ("Th", "7h", "7h is not in the pack of 24 cards"),
    "a card too few": ("Jd Th", "Jd", "north holds 1 card, and after 3 tricks taken and 9c played it must be 2"),
    "a card too many": ("9h", "9h 9s", "east holds 2 cards, and after 3 tricks taken and 9c played it must be 1"),
    "no trump told": ("trump d; ", "", "say what is trump"),
    "no maker": ("maker N; ", "", "say who made trump"),
    "no leader": ("lead E; ", "", "say who leads"),
    "tricks not told": ("; taken 2-1", "", "say who took the tricks before"),
    "other tricks": ("taken 2-1", "taken 1-1", "after 2 tricks taken"),
    "too many tricks": ("taken 2-1", "taken 3-2", "5 tricks are already taken: no card is left to play"),
    "tricks of one side": ("taken 2-1", "taken 2", "'2' is not a number of tricks for each side"),
    "tricks below zero": ("taken 2-1", "taken -1 4", "is not a number of tricks for each side"),
    "no such trump": ("trump d", "trump x", "'x' is not a trump"),
    "no such seat": ("maker N", "maker Q", "'Q' is not a seat"),
    "a part twice": ("maker N", "maker N; maker S", "maker is given twice"),
    "a part unknown": ("maker N", "makers N", "'makers N' is not understood: begin each part with a seat"),
    "a trick that is full": ("trick 9c", "trick 9c Tc Jc Qc", "a trick in progress holds 3 cards at most"),
    "a leader that sits out": ("lead E", "lead E; alone W", "east sits out, since west plays alone, and cannot lead"),
    "two of a side alone": ("lead E", "lead E; alone N S", "only one seat of a side may play alone"),
}


@pytest.mark.parametrize(("old", "new", "why"), WRONG.values(), ids=WRONG)
def test_an_error_says_what_is_wrong(old: str, new: str, why: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(InvalidPosition) as refusal:
        parse(GOOD.replace(old, new), RULES)
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


WORDS = (*"NESW;:-,\n", *"dhcsn012", *map(str, Card), "trump", "maker", "lead", "trick", "taken", "alone", "١", "x", "")


@given(
    rng=randoms,
    changes=st.lists(st.tuples(st.integers(0, 40), st.sampled_from(["put", "drop", "swap"]), st.sampled_from(WORDS))),
)
def test_a_changed_text_is_a_position_or_refused(rng: Random, changes: list[tuple[int, str, str]]) -> None:
    """A valid text with words added, removed or changed is a position that can be solved, or is refused."""
    words = text_of(Position.of(in_play(RULES, rng))).replace(";", " ; ").split(" ")
    for place, how, word in changes:
        at = place % len(words)
        words[at : at + (how != "put")] = [] if how == "drop" and len(words) > 1 else [word]
    with suppress(InvalidPosition):
        assert solve(parse(" ".join(words), RULES)).choices


@given(text=st.text(max_size=60))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    with pytest.raises(InvalidPosition, match=r"\w \w"):
        parse(text, RULES)


@given(rng=randoms, changes=st.data())
def test_positions_set_up_in_code_are_checked_too(rng: Random, changes: st.DataObject) -> None:
    import msgspec

    position = Position.of(in_play(RULES, rng, 5))
    seats, cards = st.sampled_from(Seat), st.lists(st.sampled_from(Card), max_size=4)
    field, values = changes.draw(
        st.sampled_from(
            (
                ("leader", seats),
                ("maker", seats),
                ("loner", seats),
                ("lone_defender", seats),
                ("trump", st.sampled_from(Suit)),
                ("trick", cards.map(tuple)),
                ("taken", st.lists(st.integers(-2, 6), max_size=3).map(tuple)),
                ("hands", st.just(position.hands[1:])),
            )
        )
    )
    with suppress(InvalidPosition):
        assert solve(msgspec.structs.replace(position, **{field: changes.draw(values)})).choices
