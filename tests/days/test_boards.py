"""The boards of a day: each has its own packs, which anybody can compute from the documentation."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.strategies import CHANGES, laid_over
from uka import rulesets
from uka.core.ruleset import Ruleset, Words, from_dict
from uka.days import board_key, day_rules
from uka.records.fair import DayChain, board_seed, secrets_from_seed

CHAIN = DayChain(bytes(32))
DAY = date(2026, 11, 24)
SHIPPED = [day_rules(rules) for rules in rulesets.all_rulesets().values()]
TALK = st.text("abcdeéāαЖ中 '\"\\/<>&", min_size=1, max_size=20).filter(lambda text: text.strip() == text)
DEFAULTS = msgspec.to_builtins(Ruleset())
VECTORS = Path(__file__).parent.parent / "vectors" / "boards.json"


def packs_of(day: date, rules: Ruleset) -> set[bytes]:
    """Return the server's secrets for the packs of a board."""
    return set(secrets_from_seed(board_seed(CHAIN.seed(day), board_key(rules)), range(9)))


def stated_seed(day_seed: str, rules: dict[str, Any]) -> str:
    """Return the seed of a board from the words of ``docs/fairness.md`` alone: a second implementation."""
    unusual = {key: value for key, value in rules.items() if value != DEFAULTS[key]}
    for part in {"scoring", "words"} & set(unusual):
        unusual[part] = {key: value for key, value in rules[part].items() if value != DEFAULTS[part][key]}
    text = json.dumps(unusual, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    key = hashlib.sha256(text.encode()).digest()
    return hmac.new(bytes.fromhex(day_seed), b"uka board 1" + key, "sha256").hexdigest()


@st.composite
def boards(draw: st.DrawFn) -> Ruleset:
    """Return a shipped ruleset, with changes to what decides the game and to what is only said."""
    rules = laid_over(
        draw(st.sampled_from(list(rulesets.all_rulesets().values()))),
        dict(draw(st.lists(st.sampled_from(CHANGES), max_size=4))),
    )
    if draw(st.booleans()):
        rules = replace(rules, title=draw(TALK), words=replace(rules.words, assist_alone=draw(TALK)))
    return day_rules(rules)


def test_no_two_shipped_rulesets_share_a_pack_nor_does_another_day() -> None:
    days = [DAY + timedelta(n) for n in range(-3, 4)]
    packs = [packs_of(day, rules) for day in days for rules in SHIPPED]
    assert len(set[bytes]().union(*packs)) == 9 * len(days) * len(SHIPPED)


@given(st.lists(boards(), min_size=2, max_size=6, unique=True), st.integers(0, 30_000))
def test_no_two_boards_of_a_day_share_a_pack_whatever_is_changed(found: list[Ruleset], after: int) -> None:
    packs = [packs_of(date(2026, 1, 1) + timedelta(after), rules) for rules in found]
    assert len(set[bytes]().union(*packs)) == 9 * len(found)


@given(boards())
def test_the_seed_of_a_board_is_as_documented(rules: Ruleset) -> None:
    seed = CHAIN.seed(DAY)
    assert board_seed(seed, board_key(rules)).hex() == stated_seed(seed.hex(), msgspec.to_builtins(rules))


@pytest.mark.parametrize("field", ["words.alone", "title", "source", "name"])
def test_a_change_of_a_text_alone_is_another_board(field: str) -> None:
    usual = rulesets.find("uka")
    changed = usual.changed({"words": {"alone": "mine"}} if "." in field else {field: "mine"})
    assert not packs_of(DAY, day_rules(usual)) & packs_of(DAY, day_rules(changed))


@pytest.mark.parametrize("board", json.loads(VECTORS.read_bytes())["boards"])
def test_a_field_that_rulesets_get_later_leaves_the_key_of_a_board_as_it_is(board: dict[str, Any]) -> None:
    """The vectors hold the fields of the first release. They are never written again."""
    assert board_key(from_dict(board["rules"])) == board["key"]
    assert board_seed(CHAIN.seed(DAY), board["key"]).hex() == board["seed"]


def vectors() -> str:
    """Return test vectors, which the tests of the browser's code use too."""
    seed = CHAIN.seed(DAY)
    texts = Ruleset(title='"Ōtāhuhu" / 中 \\ <b>', words=Words(alone="ko au anake"))
    found = [{"rules": rules, "key": board_key(rules), "seed": stated_seed(seed.hex(), msgspec.to_builtins(rules))}
             for rules in (day_rules(Ruleset()), day_rules(Ruleset(pack=32, benny="seen")), texts)]  # fmt: skip
    return msgspec.json.format(msgspec.json.encode({"day_seed": seed.hex(), "boards": found})).decode() + "\n"


if __name__ == "__main__":
    VECTORS.write_text(vectors(), "utf-8", newline="\n")
