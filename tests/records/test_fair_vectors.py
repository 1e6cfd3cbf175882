"""Fair dealing gives the same packs as a second implementation, written from ``docs/fairness.md``."""

from __future__ import annotations

from typing import Any

import pytest

from tests.records import fair_vectors
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.core.shuffle import shuffled
from uka.records import fair

VECTORS = fair_vectors.vectors()
each = pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"pack {v['number']}")


def test_the_committed_vectors_match() -> None:
    assert fair_vectors.FILE.read_text(encoding="utf-8") == fair_vectors.text()


@each
def test_the_construction_is_as_specified(vector: dict[str, Any]) -> None:
    rules = Ruleset(pack=vector["pack"], benny="seen" if vector["joker"] else "off", cut=True, packets="free")
    secret, number = bytes.fromhex(vector["secret"]), vector["number"]
    assert fair.commitment(secret) == vector["commitment"]
    assert [fair.stand_in(secret, number, seat).hex() for seat in SEATS] == vector["stand_ins"]
    key = fair.deal_key(secret, number, [bytes.fromhex(share) for share in vector["shares"]])
    assert key.hex() == vector["key"]
    assert [str(card) for card in shuffled(rules, key)] == vector["order"]
    assert fair.key_cut(rules, key) == vector["cut"]
    assert fair.key_packet_pattern(rules, key) == vector["packets"]


@each
def test_a_chain_is_as_specified(vector: dict[str, Any]) -> None:
    links = fair.chain(bytes.fromhex(vector["root"]))
    number, first = vector["number"], vector["first"]
    assert (links[0].hex(), links[-1].hex()) == (vector["chain"], vector["root"])
    assert links[1 + number - first].hex() == vector["share"]
    known = fair.ChainLink(first - 1, vector["chain"])
    shares = fair.Shares((known, None, None, None), number)
    assert shares.matches_chain(SEATS[0], vector["share"])
    assert not shares.matches_chain(SEATS[0], vector["root"]) or vector["root"] == vector["share"]
