"""Models: packing, the nearest model for any rules, and errors in sentences."""

from __future__ import annotations

import lzma
from array import array
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import uka
from tests.kernels.test_bidding_policy import masks, questions
from tests.strategies import random_rules
from uka import Deal, Ruleset, models, rulesets
from uka.core.cards import Card, cards_of, parse_card
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import SEATS
from uka.kernels.bidding_policy import BIDS_PER_ROW, TERMINALS, BiddingPolicy, pack_table, unpack_table
from uka.kernels.determinization import WorldSampler, infer_hidden_cards
from uka.models import InvalidModel, Model, load, nearest

POINTS = ("scoring", "pack", "benny")
"""The ruleset fields that ``nearest`` compares apart from ``CALLING`` and ``DETAILS``."""
WITHOUT_MODEL = (
    "name", "title", "source", "draw", "draw_ties", "cut", "packets", "misdeal", "upcard_stays", "turned_down",
    "claims", "cards_played", "revoke_penalty", "revoke_then", "target", "deals", "clock", "rubber",
    "bridge", "markers", "words",
)  # fmt: skip
"""The ruleset fields that change nothing of how a model calls and plays a deal."""
SOURCES = ("uka", "tainui", "knock", "bicycle", "cardgames")
HERE = Path(models.__file__).parent


# Packing

said = st.one_of(st.just(0.0), st.floats(0, 2.0**100, width=32), st.floats(-1e3, 0, width=32))
tables = st.lists(st.lists(said, min_size=BIDS_PER_ROW, max_size=BIDS_PER_ROW), min_size=1, max_size=20)


@given(tables)
@example([[0.0] * BIDS_PER_ROW])
@example([[0.5, 0.5, *[0.0] * 9], [1.0, 1e-9, *[0.0] * 9]])
def test_a_row_keeps_its_two_most_frequent_bids_to_a_sixtieth(rows: list[list[float]]) -> None:
    table = array("f", [cell for row in rows for cell in row])
    opened = unpack_table(pack_table(table))
    for number, row in enumerate(rows):
        kept = opened[BIDS_PER_ROW * number : BIDS_PER_ROW * (number + 1)]
        row = [max(cell, 0.0) for cell in table[BIDS_PER_ROW * number : BIDS_PER_ROW * (number + 1)]]
        first, second, *_ = sorted(row, reverse=True)
        if not first:
            assert not any(kept), "a row never come to stays so"
            continue
        assert sum(kept) == pytest.approx(1)
        assert all(row[word] in (first, second) for word, share in enumerate(kept) if share)
        best, other, *rest = sorted(kept, reverse=True)
        assert best == pytest.approx(first / (first + second), abs=1 / 60 + 1e-6)
        assert other == pytest.approx(second / (first + second), abs=1 / 60 + 1e-6)
        assert not any(rest)
    assert unpack_table(pack_table(opened)) == opened


@given(st.binary(max_size=60).filter(lambda data: len(data) % 2 == 0))
def test_any_bytes_are_unpacked_to_a_table_or_refused(data: bytes) -> None:
    opened = array("f")
    with suppress(ValueError):
        opened = unpack_table(data)
        assert len(opened) == BIDS_PER_ROW * len(data) // 2
    assert all(0 <= share <= 1 for share in opened)


def test_buffers_of_another_size_or_kind_are_refused() -> None:
    from uka.kernels import _native

    with pytest.raises(ValueError, match="a table must be of float32"):
        _native.unpack_table(bytes(4), array("f", [0.0]))
    with pytest.raises(ValueError, match="uint8"):
        _native.pack_table(array("f", [0.0] * BIDS_PER_ROW), array("d", [0.0, 0.0]))
    with pytest.raises(TypeError):
        _native.unpack_table(bytes(2), bytes(4 * BIDS_PER_ROW))


# Shipped models


@pytest.mark.parametrize("name", models.names())
def test_a_model_that_ships_is_small_and_says_where_it_comes_from(name: str) -> None:
    from uka.cli.app import app

    model = load(name)
    assert (HERE / f"{name}.model").stat().st_size <= 2_000_000
    assert nearest(rulesets.find(name)) == (model, True)
    assert model.rules.name == name
    assert model.deals >= 1_000_000
    assert model.after.points < model.before.points
    assert 0 < model.after.error < 0.01
    verb, bound, _ = app.parse_args(model.command.removeprefix("uka ").split())
    assert verb.__name__ == "train"
    assert bound.kwargs["seed"] == model.seed
    BiddingPolicy(model.rules, model.policy_table())
    assert len(model.ends) == TERMINALS
    assert sum(model.ends) > 1_000
    for makers, alone in product(range(2), range(2)):
        chances = model.chances(makers, alone)
        taken = [sum(tricks * chance for tricks, chance in enumerate(row)) for row in chances]
        assert taken == sorted(taken), "what is worth more by best play is worth more"
        assert all(sum(row) == pytest.approx(1) for row in chances)


@pytest.mark.parametrize("name", SOURCES)
def test_the_rulesets_of_the_sources_have_their_own_models(name: str) -> None:
    assert nearest(rulesets.find(name))[1]


def test_the_nearest_model_is_found_by_the_most_important_fields() -> None:
    for changes, name in (
        ({"target": 5, "draw": "low_card", "title": "Ours", "claims": False}, "north_american"),
        ({"benny": "blind"}, "north_american"),
        ({"pack": 28}, "bicycle"),
        ({"pack": 28, "natural_needed": True, "nobody_calls": "dealer_picks_up"}, "tainui"),
        ({"pack": 32, "nobody_calls": "throw_in"}, "bicycle"),
    ):
        rules = Ruleset().changed(changes)
        model, exact = nearest(rules)
        assert model.rules.name == name
        assert exact == ("target" in changes or rules.pack == 32)
    assert nearest(rulesets.find("uka"))[0].rules.name == "uka"
    assert not nearest(rulesets.find("uka").changed({"scoring.march": 2}))[1]


RULES = [rulesets.find(name) for name in rulesets.names()] + [random_rules(Random(seed)) for seed in range(30)]


@pytest.mark.daily(12)
@pytest.mark.parametrize("number", range(len(RULES)))
def test_the_nearest_model_bids_under_any_rules(number: int) -> None:
    """The model bids lawfully, evaluates every choice, and computes weights from every call."""
    rules, rng = RULES[number], Random(number)
    model, _ = nearest(rules)
    bids, asked = BiddingPolicy(rules, _table(model), model.rules), 0
    for deal in questions(rules, rng, 10):
        seen = deal.observe(deal.turn)
        chances = bids.chances(seen)
        assert sorted(a.index for a in chances) == [a.index for a in deal.legal_actions]
        assert sum(chances.values()) == pytest.approx(1)
        hands, called, weights = masks(4), masks(4), array("d", [1.0] * 4)
        WorldSampler(infer_hidden_cards(seen)).draw(hands, called=called, seed=1)
        bids.weigh(seen, called, weights)
        assert max(weights) > 0
        assert set(bids.evaluate(seen, hands, weights, seed=1)) == set(chances)
        asked += 1
    assert asked


def _table(model: Model) -> array[float]:
    return TABLES.get(model.rules.name) or TABLES.setdefault(model.rules.name, model.policy_table())


TABLES: dict[str, array[float]] = {}


def test_a_joker_counts_as_the_right_bower_or_the_best_that_is_left() -> None:
    rules = Ruleset(benny="blind")
    model, _ = nearest(rules)
    table = _table(model)
    ours, plain = BiddingPolicy(rules, table, model.rules), BiddingPolicy(model.rules, table)
    for hand, instead, up in (
        ("JK AH KH 9D", "JH AH KH 9D", Card.TH),
        ("JK JH KH 9D", "AH JH KH 9D", Card.TH),
        ("JK JH KH 9D", "QH JH KH 9D", Card.AH),
    ):
        assert ours.chances(_asked(rules, f"{hand} 9C", up)) == plain.chances(_asked(model.rules, f"{instead} 9C", up))


def _asked(rules: Ruleset, hand: str, up: Card) -> Observation:
    """Return the observation of the first seat to call, with a given hand."""
    held = [Card.JOKER if word == "JK" else parse_card(word) for word in hand.split()]
    deal = Deal.start(rules, SEATS[0], uka.shuffled(rules, 1))
    turn = SEATS[0].left
    return replace(
        deal.observe(turn),
        cards=cards_of(sum(card.bit for card in held)),
        upcard=up,
        up_suit=up.suit,
        phase=Phase.CALLING,
        turn=turn,
    )


def test_a_table_of_a_smaller_pack_is_refused_for_a_larger_one() -> None:
    model = load("north_american")
    with pytest.raises(ValueError, match="small a pack"):
        BiddingPolicy(Ruleset(pack=28), _table(model), model.rules)


# Bad files


def test_bad_files_are_refused_in_a_sentence(tmp_path: Path) -> None:
    model = load("north_american")
    whole, path = msgspec.msgpack.encode(model), tmp_path / "a.model"
    plain = msgspec.to_builtins(model)
    later = msgspec.msgpack.encode(plain | {"version": 2})
    longer = msgspec.msgpack.encode(plain | {"mood": "good"})
    unruly = msgspec.msgpack.encode(plain | {"rules": plain["rules"] | {"pack": 31}})
    short = msgspec.msgpack.encode(plain | {"ends": [1, 2]})
    for data in (b"", b"Dear uncle", whole[:-9], whole + b"!", later, longer, unruly, short):
        path.write_bytes(data)
        load.cache_clear()
        with pytest.raises(InvalidModel, match=r"is no model that this version of Uka can read: .*$") as caught:
            load(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(InvalidModel, match="cannot be read: No such file"):
        load(tmp_path / "none.model")
    with pytest.raises(InvalidModel, match=r"there is no model named 'nobody'; the models are .*north_american"):
        load("nobody")


@settings(max_examples=20, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.integers(0, 100_000)))
def test_damaged_calls_are_refused(damage: bytes | int) -> None:
    model = load("north_american")
    calls = damage if isinstance(damage, bytes) else _bitten(model.calls, damage)
    with suppress(InvalidModel):
        # A changed bit may turn one bid into another.
        BiddingPolicy(model.rules, replace(model, calls=calls).policy_table())


def _bitten(calls: bytes, at: int) -> bytes:
    bitten = bytearray(calls)
    bitten[at % len(bitten)] ^= 1 << at % 8
    return bytes(bitten)


def test_a_decompression_bomb_is_refused() -> None:
    model = load("north_american")
    with pytest.raises(InvalidModel, match=r"^the table of calls of the model of north_american is damaged$"):
        replace(model, calls=model.calls[:-100]).policy_table()
    bomb = lzma.compress(bytes(5_000_000), lzma.FORMAT_RAW, filters=models.model.FILTERS)
    with pytest.raises(InvalidModel):
        replace(model, calls=bomb).policy_table()


def test_nearest_compares_every_field_that_a_model_depends_on() -> None:
    compared = (*models.CALLING, *models.DETAILS, *POINTS, *WITHOUT_MODEL)
    assert sorted(compared) == sorted(Ruleset.__struct_fields__)
