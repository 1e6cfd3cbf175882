"""The shuffle: its orders never change, all orders are equally likely, and it uses no other random generator."""

from __future__ import annotations

import hmac
import random
import secrets
import struct
from collections import Counter
from itertools import islice, permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import any_rules, seeds
from uka.core import shuffle as shuffling
from uka.core.ruleset import Ruleset
from uka.core.shuffle import random_words, shuffle, shuffled

# Computed by another program with its own HMAC. The orders must never change.
STREAM = (2866244680, 1585548936, 644256192, 924504642, 4026903806, 2689767563, 154112979, 1459959474)
STREAM_GOES_ON = (2655798533, 2434885362)
KNOWN = [
    (Ruleset(), 7, "Td Ad Qd 9c Jh Kd Th Qs Ah Kc Jc Ts Qh 9s Js Ac Tc Qc As Ks 9h Jd 9d Kh"),
    (
        Ruleset(pack=32),
        "kia ora",
        "7h Tc Ah 9h 7s Td Qh Js 9s Qs Jd Qd Ts 9c Kd 8h Jh 8c 9d Ac 7c 8s Kc Th Ad Ks Kh 7d Jc Qc As 8d",
    ),
    (
        Ruleset(pack=28, benny="seen"),
        bytes(range(32)),
        "Kc Kh B Th Ah Ac Tc Jd Qc 8c Td Qs Qh Js Ts 8h 9d Qd Ks As 9s 8d 9c Jh 9h Kd 8s Ad Jc",
    ),
    (
        Ruleset(pack=32, benny="seen"),
        "pūtu kāri",
        "Qh 9h 9s Ts Kh Tc B Js Ah 7d Jh 7s 9c Kd Jd 8c Td Jc 7c Qs As Qd Ks 8h 8s Kc Ad 9d Th Qc Ac 8d 7h",
    ),
]


def test_known_secrets_give_known_words() -> None:
    assert tuple(islice(random_words(7), 10)) == STREAM + STREAM_GOES_ON
    assert tuple(islice(random_words("7"), 10)) == tuple(islice(random_words(b"7"), 10)) == STREAM + STREAM_GOES_ON


@given(st.binary(max_size=200), st.integers(1, 5))
@example(bytes(64), 1)
@example(bytes(65), 1)
def test_the_words_are_those_of_the_librarys_hmac(key: bytes, count: int) -> None:
    digests = [hmac.digest(key, b"uka shuffle 1" + bytes(7) + bytes([i]), "sha256") for i in range(count)]
    assert struct.pack(f">{8 * count}I", *islice(random_words(key), 8 * count)) == b"".join(digests)


@pytest.mark.parametrize(("rules", "secret", "order"), KNOWN, ids=["24", "32", "28 and joker", "32 and joker"])
def test_shuffles_by_known_secrets_give_known_orders(rules: Ruleset, secret: bytes | str | int, order: str) -> None:
    assert " ".join(map(str, shuffled(rules, secret))) == order


@given(any_rules, seeds)
def test_a_shuffled_pack_is_the_pack(rules: Ruleset, seed: int) -> None:
    order = shuffled(rules, seed)
    assert sorted(order, key=lambda card: card.index) == list(rules.cards)
    assert order == shuffled(rules, seed)


@given(st.lists(st.integers()), seeds)
def test_anything_can_be_shuffled(items: list[int], seed: int) -> None:
    assert Counter(shuffle(items, seed)) == Counter(items)


def test_a_long_list_is_shuffled_too() -> None:
    order = shuffle(range(200), 1)
    assert sorted(order) == list(range(200))
    assert order != tuple(range(200))


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def test_every_order_of_a_small_pack_is_as_likely() -> None:
    """Chi-squared with 23 degrees of freedom exceeds 49.7 once in a thousand times. The secrets are fixed."""
    counts = Counter(shuffle("abcd", f"order {number}") for number in range(12_000))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(list(counts.values())) < 49.7


def test_every_card_is_as_likely_in_every_place() -> None:
    """Chi-squared with 23 degrees of freedom, for five positions in the pack and for five cards."""
    rules = Ruleset()
    orders = [shuffled(rules, f"place {number}") for number in range(2_400)]
    for place in (0, 5, 12, 20, 23):
        assert chi_square(list(Counter(order[place] for order in orders).values())) < 49.7
        assert chi_square(list(Counter(order.index(rules.cards[place]) for order in orders).values())) < 49.7


def test_words_that_would_favour_low_positions_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three times 1431655765 is 2^32 - 1, so the highest word is skipped when one of three positions is chosen."""
    streams = {"with": iter([2**32 - 1, 4, 1]), "without": iter([4, 1])}
    monkeypatch.setattr(shuffling, "random_words", lambda secret: streams[secret])
    assert shuffle("abc", "with") == shuffle("abc", "without") == ("a", "c", "b")


def test_no_other_random_generator_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a generator of the library was asked")

    for name in ("random", "shuffle", "randrange", "getrandbits", "seed", "Random"):
        monkeypatch.setattr(random, name, refuse)
    monkeypatch.setattr(secrets, "randbelow", refuse)
    assert " ".join(map(str, shuffled(KNOWN[0][0], 7))) == KNOWN[0][2]
    assert not {"random", "secrets", "os"} & set(vars(shuffling))
