"""Version 1 of fair dealing agrees with a second implementation, and ``verify`` finds changes in its records."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from tests.records import fair_vectors
from tests.records.fair_records import HEX, again, changed
from uka import rulesets
from uka.core.draw import Draw
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.records import Dealt, Log, Note, Scored, drawn, fair
from uka.records.fair import version1

VECTORS = fair_vectors.vectors()


def test_the_committed_vectors_match() -> None:
    assert fair_vectors.FILE.read_text(encoding="utf-8") == fair_vectors.text()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"deal {v['number']}")
def test_the_construction_is_as_documented(vector: dict[str, Any]) -> None:
    rules = Ruleset(pack=vector["pack"], benny="seen" if vector["joker"] else "off", cut=True)
    secret, number = bytes.fromhex(vector["secret"]), vector["number"]
    added = [bytes.fromhex(part) for part in vector["added"]]
    assert fair.commitment(secret) == vector["commitment"]
    assert version1.deal_key(secret, number, added).hex() == vector["key"]
    assert [str(card) for card in version1.fair_pack(rules, secret, number, added)] == vector["order"]
    assert [version1.usual_cut(rules, part) for part in added] == vector["cut"]
    for seat, own in zip(SEATS, vector["own"], strict=True):
        assert (version1.stand_in(secret, number, seat) == added[seat.index]) is not own


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"deal {v['number']}")
def test_the_packet_pattern_is_as_documented(vector: dict[str, Any]) -> None:
    for part, way in zip(vector["added"], vector["way"], strict=True):
        log = Log.start(rulesets.find("tainui"), dealer=Seat.EAST)
        assert version1.usual_packet_pattern(log.state, bytes.fromhex(part)) == way
        assert version1.usual_packet_pattern(Log.start(Ruleset(), dealer=Seat.EAST).state, bytes.fromhex(part)) is None


def test_parts_have_their_size() -> None:
    with pytest.raises(fair.UnfairDeal, match="a secret is 32 bytes, not 31"):
        fair.commitment(bytes(31))
    with pytest.raises(fair.UnfairDeal, match="what a seat adds is 32 bytes, not 33"):
        version1.deal_key(bytes(32), 1, [bytes(33)])


# Records


def dealt_fairly(name: str = "bicycle", deals: int = 6) -> Log:
    """Return a record of deals that are dealt from secrets and played at random."""
    rules, rng = rulesets.find(name), Random(name)
    log = Log.start(rules)
    secrets = [rng.randbytes(32) for _ in range(deals + 1)]
    log.append(fair.note(fair.ServerCommitted(0, tuple(map(fair.commitment, secrets)))))
    for number, secret in enumerate(secrets):
        own = tuple(seat is not Seat.WEST for seat in SEATS)
        who = zip(SEATS, own, strict=True)
        added = [rng.randbytes(32) if mine else version1.stand_in(secret, number, s) for s, mine in who]
        log.append(fair.note(fair.PackRevealed(number, secret.hex(), tuple(part.hex() for part in added), own)))
        pack = version1.fair_pack(rules, secret, number, added)
        if not number:
            log.append(drawn(Draw.start(rules, pack, Seat.SOUTH).finish()))
            continue
        cut = version1.usual_cut(rules, added[log.state.dealer.right.index])
        log.deal(pack, cut, version1.usual_packet_pattern(log.state, added[log.state.dealer.index]))
        while log.state.in_deal:
            log.act(rng.choice(log.state.legal_actions))
        if log.state.over:
            break
    return log


@pytest.mark.parametrize("name", ["bicycle", "tainui", "british", "cardgames"])
def test_a_fair_record_is_found_fair(name: str) -> None:
    log = Log.parse(dealt_fairly(name).text)
    verdicts = fair.verify(log)
    assert len(verdicts) == 1 + sum(isinstance(entry, Dealt) for entry in log.entries) > 2
    assert {(v.fair, v.why, v.by, v.version) for v in verdicts} == {(True, "", (Seat.NORTH, Seat.EAST, Seat.SOUTH), 1)}


LIES: dict[str, tuple[dict[str, Any], str]] = {
    "another secret": ({"secret": HEX}, "not the one committed to"),
    "another part": ({"added": (HEX,) * 4}, "the pack doesn't match"),
    "a part too few": ({"added": (HEX,) * 3}, "one part for each seat"),
    "a part that is no bytes": ({"added": ("zz",) * 4}, "non-hexadecimal"),
    "a short secret": ({"secret": "00"}, "a secret is 32 bytes"),
    "a seat that did not add": ({"own": (True, True, False, False)}, "what stands for South doesn't match"),
    "another number": ({"number": 7}, "a number was skipped"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found(lie: str) -> None:
    fields, why = LIES[lie]
    verdicts = fair.verify(changed(dealt_fairly(), fair.PackRevealed, 2, **fields))
    assert [v.fair for v in verdicts[:2]] == [True, True]
    assert verdicts[2].fair is False
    assert why in verdicts[2].why


def test_a_cut_or_a_way_of_ones_own_is_found_unless_made_by_hand() -> None:
    def other_cut(entry: Any) -> Any:
        if not isinstance(entry, Dealt):
            return entry
        assert entry.cut is not None
        return msgspec.structs.replace(entry, cut=entry.cut % 20 + 5)

    log = dealt_fairly()
    first = next(i for i, entry in enumerate(log.entries) if isinstance(entry, Dealt))
    moved = Log(log.header)
    for entry in log.entries[: first + 1]:
        moved.append(other_cut(entry))
    assert "the cut doesn't match" in fair.verify(moved)[1].why
    assert fair.verify(changed(moved, fair.PackRevealed, 1, by_hand=("cut",)))[1].fair


def test_a_pack_without_commitment_or_secret_is_not_proven() -> None:
    log = dealt_fairly()
    silent = again(log, lambda e: None if isinstance(e, Note) and '"fair":"committed"' in e.text else e)
    assert {v.why for v in fair.verify(silent)} == {"there was no commitment"}
    bare = again(log, lambda e: None if isinstance(e, Note) else e)
    assert {(v.fair, v.why) for v in fair.verify(bare)} == {(None, "the record doesn't say how the pack was shuffled")}
    late = again(log, lambda e: e)
    late.append(fair.note(fair.ServerCommitted(0, (HEX,) * 9)))
    assert all(v.fair for v in fair.verify(late))


def test_a_commitment_changed_later_does_not_count() -> None:
    log = dealt_fairly()
    other = Log(log.header)
    for entry in log.entries:
        if not isinstance(entry, Scored):
            other.append(entry)
        if len(other.entries) == 1:
            other.append(fair.note(fair.ServerCommitted(0, (HEX,) * 9)))
    assert all(v.fair for v in fair.verify(other))
