"""Fair dealing: the steps of the protocol, what ``verify`` finds in records, and statistics of 12,000 packs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bench.lines.fair import Counts, strays
from tests.records.fair_records import HEX, again, changed
from uka import rulesets
from uka.core.cards import Card
from uka.core.draw import Draw
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled
from uka.records import Dealt, Drawn, Log, Note, Scored, drawn, fair, replayed_draw
from uka.records.authenticity import Authenticity, examine
from uka.records.fair import Receipt, Shares, UnfairDeal
from uka.records.fair.verdict import check_pack


def test_parts_have_their_size() -> None:
    with pytest.raises(UnfairDeal, match="a secret is 32 bytes, not 31"):
        fair.commitment(bytes(31))
    with pytest.raises(UnfairDeal, match="a share is 32 bytes, not 33"):
        fair.deal_key(bytes(32), 1, [bytes(33)])


# The protocol


def committed(*seats: Seat) -> tuple[Shares, dict[Seat, tuple[bytes, ...]]]:
    """Return a state of shares to which some seats are committed, and the hash chains of these seats."""
    shares, chains = Shares.start(4), {seat: fair.chain(bytes([seat.index]) * 32) for seat in seats}
    for seat, chain in chains.items():
        shares = shares.commit(seat, 0, chain[0].hex())
    return shares, chains


def opened(shares: Shares, chains: dict[Seat, tuple[bytes, ...]], seats: Iterable[Seat]) -> Shares:
    for seat in seats:
        shares = shares.open(shares.number, seat, chains[seat][shares.number + 1].hex())
    return shares


def test_a_pack_is_made_when_all_awaited_shares_are_open() -> None:
    shares, chains = committed(Seat.NORTH, Seat.EAST)
    for number in range(5):
        shares = shares.close_commitments(number, (Seat.NORTH, Seat.EAST))
        assert not shares.all_opened
        with pytest.raises(UnfairDeal, match=f"shares of pack {number} are not open"):
            opened(shares, chains, [Seat.EAST]).use()
        shares = opened(shares, chains, [Seat.EAST, Seat.NORTH])
        own = [chains[seat][number + 1] if seat in chains else fair.stand_in(bytes(32), number, seat) for seat in SEATS]
        assert list(shares.values(bytes(32))) == own
        shares = shares.use()


def test_a_seat_that_missed_packs_opens_its_share_of_the_next_pack() -> None:
    shares, chains = committed(Seat.NORTH, Seat.EAST)
    for number in range(200):
        by = (Seat.NORTH,) if number % 7 else (Seat.NORTH, Seat.EAST)
        shares = opened(shares.close_commitments(number, by), chains, by).use()


def test_a_chain_ends() -> None:
    shares, chains = committed(Seat.NORTH, Seat.EAST)
    for number in range(fair.CHAIN):
        shares = opened(shares.close_commitments(number, (Seat.NORTH,)), chains, [Seat.NORTH]).use()
    shares = shares.close_commitments(fair.CHAIN, (Seat.NORTH, Seat.EAST))
    with pytest.raises(UnfairDeal, match="doesn't match its commitment"):
        shares.open(fair.CHAIN, Seat.EAST, chains[Seat.EAST][-1].hex())


REFUSED: list[tuple[str, Callable[[Shares], object]]] = [
    ("the next pack is 0, not 1", lambda s: s.close_commitments(1, ())),
    ("South is not committed to a share of pack 0", lambda s: s.close_commitments(0, (Seat.NORTH, Seat.SOUTH))),
    ("begins with pack 0, not with pack 1", lambda s: s.commit(Seat.SOUTH, 1, HEX)),
    ("begins with pack 1, not with pack 0", lambda s: s.close_commitments(0, ()).commit(Seat.SOUTH, 0, HEX)),
    (
        "the share of North for pack 0 is awaited",
        lambda s: s.close_commitments(0, (Seat.NORTH,)).commit(Seat.NORTH, 1, HEX),
    ),
    ("the commitments for pack 0 are closed already", lambda s: s.close_commitments(0, ()).close_commitments(0, ())),
    ("a share is 32 bytes", lambda s: s.commit(Seat.SOUTH, 0, "AB" * 32)),
    ("a share is 32 bytes", lambda s: s.close_commitments(0, (Seat.NORTH,)).open(0, Seat.NORTH, "ab")),
    ("no share of North is awaited for pack 0", lambda s: s.open(0, Seat.NORTH, HEX)),
    ("no share of East is awaited", lambda s: s.close_commitments(0, (Seat.NORTH,)).open(0, Seat.EAST, HEX)),
    ("are those of pack 0, not of pack 1", lambda s: s.close_commitments(0, (Seat.NORTH,)).open(1, Seat.NORTH, HEX)),
    ("doesn't match its commitment", lambda s: s.close_commitments(0, (Seat.NORTH,)).open(0, Seat.NORTH, HEX)),
    ("a cut by hand comes after the commitments are closed", lambda s: s.cut_pack(7)),
    ("a choice of the packets by hand comes after", lambda s: s.choose_packet_pattern("3-2")),
    (
        "the shares missing from pack 0 are others",
        lambda s: s.close_commitments(0, (Seat.NORTH,)).withhold(0, (Seat.EAST,)),
    ),
    ("the shares missing from pack 0 are others", lambda s: s.close_commitments(0, ()).withhold(0, ())),
    ("nobody is reseated", lambda s: s.reseat((Seat.NORTH,) * 4)),
]


@pytest.mark.parametrize(("why", "step"), REFUSED, ids=range(len(REFUSED)))
def test_what_the_protocol_does_not_allow_is_refused(why: str, step: Callable[[Shares], object]) -> None:
    with pytest.raises(UnfairDeal, match=why):
        step(committed(Seat.NORTH, Seat.EAST)[0])


def test_a_choice_by_hand_comes_before_any_share_is_open() -> None:
    shares, chains = committed(Seat.NORTH, Seat.EAST)
    shares = shares.close_commitments(0, (Seat.NORTH, Seat.EAST)).cut_pack(9)
    shares = opened(shares, chains, [Seat.NORTH])
    with pytest.raises(UnfairDeal, match="the pack is cut already"):
        shares.withhold(0, (Seat.EAST,)).cut_pack(10)
    late: list[Callable[[], Shares]] = [
        lambda: shares.cut_pack(10),
        lambda: shares.cut_pack(None),
        lambda: shares.choose_packet_pattern("2-3"),
    ]
    for step in late:
        with pytest.raises(UnfairDeal, match="before any share is opened"):
            step()
    with pytest.raises(UnfairDeal, match="has opened its share of pack 0 already"):
        shares.open(0, Seat.NORTH, chains[Seat.NORTH][1].hex())


def test_a_seat_that_withholds_a_share_has_none_until_the_game_ends() -> None:
    shares, chains = committed(Seat.NORTH, Seat.EAST)
    shares = shares.close_commitments(0, (Seat.NORTH, Seat.EAST)).cut_pack(9)
    shares = opened(shares, chains, [Seat.NORTH]).withhold(0, (Seat.EAST,))
    assert (shares.number, shares.awaited, shares.cut) == (1, (Seat.NORTH,), 9)
    with pytest.raises(UnfairDeal, match="East withheld a share"):
        shares.commit(Seat.EAST, 2, HEX)
    shares = opened(shares, chains, [Seat.NORTH]).use()
    with pytest.raises(UnfairDeal, match="East is not committed"):
        shares.close_commitments(2, (Seat.EAST,))
    assert shares.reseat((Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)).excluded == (Seat.SOUTH,)


def test_chains_move_with_the_people() -> None:
    shares, _ = committed(Seat.NORTH, Seat.EAST)
    moved = shares.reseat((Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH))
    assert moved.links == (shares.links[1], None, None, shares.links[0])


@given(st.permutations(SEATS), st.sets(st.sampled_from(SEATS)))
def test_the_order_of_opening_does_not_matter(order: Sequence[Seat], seats: set[Seat]) -> None:
    shares, chains = committed(*SEATS)
    by = tuple(seat for seat in SEATS if seat in seats)
    shares = opened(shares.close_commitments(0, by), chains, [seat for seat in order if seat in seats])
    again = opened(committed(*SEATS)[0].close_commitments(0, by), chains, by)
    assert shares == again


# Records


def dealt_fairly(name: str = "bicycle", deals: int = 6) -> Log:
    """Return a record of deals played at random. East and south have shares, and east withholds its share of pack 3."""
    rules, rng = rulesets.find(name), Random(name)
    log, shares = Log.start(rules), Shares.start(4)
    secrets = [rng.randbytes(32) for _ in range(deals + 2)]
    log.append(fair.note_of(fair.ServerCommitted(0, tuple(map(fair.commitment, secrets)))))
    chains = {seat: fair.chain(rng.randbytes(32)) for seat in (Seat.EAST, Seat.SOUTH)}

    def step(told: fair.ShareStep) -> None:
        nonlocal shares
        shares = fair.apply_step(shares, told)
        log.append(fair.note_of(told))

    for seat, chain in chains.items():
        step(fair.ShareCommitted(seat, 0, chain[0].hex()))
    while not log.state.over if shares.number else True:
        if shares.number > deals:
            break
        number = shares.number
        step(fair.CommitmentsClosed(number, tuple(seat for seat in chains if seat not in shares.excluded)))
        for seat in shares.missing:
            if (number, seat) != (3, Seat.EAST):
                step(fair.ShareOpened(number, seat, chains[seat][number + 1].hex()))
        if shares.missing:
            step(fair.SharesWithheld(number, shares.missing))
            step(fair.ShareOpened(number + 1, Seat.SOUTH, chains[Seat.SOUTH][number + 2].hex()))
        deal_next(log, shares, secrets[shares.number], rng)
        shares = shares.use()
        if number == 0 and (seating := last_seating(log)) != SEATS:
            step(fair.Reseated(seating))
            chains = {seating[seat.index]: chain for seat, chain in chains.items()}
    return log


def deal_next(log: Log, shares: Shares, secret: bytes, rng: Random) -> None:
    dealer = log.state.dealer if shares.number else None
    log.append(fair.note_of(fair.SecretOpened(shares.number, secret.hex(), dealer)))
    key = fair.deal_key(secret, shares.number, shares.values(secret))
    pack = shuffled(log.rules, key)
    if not shares.number:
        log.append(drawn(Draw.start(log.rules, pack, Seat.SOUTH).finish()))
        return
    log.deal(pack, fair.key_cut(log.rules, key), fair.next_packet_pattern(log.state, key))
    while log.state.in_deal:
        log.act(rng.choice(log.state.legal_actions))


def last_seating(log: Log) -> tuple[Seat, ...]:
    entry = log.entries[-1]
    assert isinstance(entry, Drawn)
    return replayed_draw(log.rules, entry).seating


@pytest.mark.parametrize("name", ["tainui", "british", "cardgames", "knock"])
def test_a_fair_record_is_found_fair(name: str) -> None:
    log = Log.parse(dealt_fairly(name).text)
    verdicts = fair.verify(log)
    assert len(verdicts) == 1 + sum(isinstance(entry, Dealt) for entry in log.entries) > 3
    assert {(v.fair, v.why) for v in verdicts} == {(True, "")}
    assert [v.by for v in verdicts] == [(Seat.EAST, Seat.SOUTH)] * 3 + [(Seat.SOUTH,)] * (len(verdicts) - 3)
    assert [v.withheld for v in verdicts][:5] == [(), (), (), (Seat.EAST,), ()][: len(verdicts)]


LIES: dict[str, tuple[type[Any], int, dict[str, Any], str]] = {
    "another secret": (fair.SecretOpened, 2, {"secret": HEX}, "not the one committed to"),
    "a secret that is no bytes": (fair.SecretOpened, 2, {"secret": "zz"}, "non-hexadecimal"),
    "a short secret": (fair.SecretOpened, 2, {"secret": "00"}, "a secret is 32 bytes"),
    "another number": (fair.SecretOpened, 2, {"number": 7}, "a number was skipped"),
    "another share": (fair.ShareOpened, 2, {"share": HEX}, "East opens for pack 2 doesn't match its commitment"),
    "a share of a seat without one": (fair.ShareOpened, 2, {"seat": Seat.WEST}, "no share of West is awaited"),
    "a seat without a commitment": (fair.CommitmentsClosed, 2, {"by": (Seat.WEST,)}, "West is not committed"),
    "a seat left out": (fair.CommitmentsClosed, 2, {"by": (Seat.SOUTH,)}, "no share of East is awaited"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found(lie: str) -> None:
    kind, number, fields, why = LIES[lie]
    verdicts = fair.verify(changed(dealt_fairly("tainui"), kind, number, **fields))
    assert [v.fair for v in verdicts[:2]] == [True, True]
    assert verdicts[2].fair is False
    assert why in verdicts[2].why


def test_an_unrecorded_withheld_share_is_found() -> None:
    log = again(dealt_fairly("tainui"), lambda e: None if isinstance(fair.fair_entry_of(e), fair.SharesWithheld) else e)
    assert "the shares opened now are those of pack 3, not of pack 4" in fair.verify(log)[3].why


def test_a_pack_a_cut_or_packets_of_ones_own_are_found() -> None:
    log = dealt_fairly("bicycle")
    for field, why in (("cut", "the cut doesn't match"), ("packet_pattern", "the packets don't match")):
        other, found = Log(log.header), False
        for entry in log.entries:
            if isinstance(entry, Dealt):
                assert entry.cut is not None
                assert entry.packet_pattern is not None
                value = entry.cut % 20 + 5 if field == "cut" else {"3-2": "2-3", "2-3": "3-2"}[entry.packet_pattern]
                other.append(replace(entry, **{field: value}))
                found = True
                break
            other.append(entry)
        assert found
        assert why in fair.verify(other)[-1].why


def test_a_deal_without_a_game_is_not_accepted_unchecked() -> None:
    rules, secret = rulesets.find("bicycle"), bytes(32)
    shares = Shares.start(4).close_commitments(0, ())
    pack = shuffled(rules, fair.deal_key(secret, 0, shares.values(secret)))
    with pytest.raises(UnfairDeal, match="before there was a dealer"):
        check_pack(rules, None, Dealt(pack, cut=9), shares, secret)


def test_a_choice_by_hand_replaces_that_of_the_key_if_it_came_before_the_shares() -> None:
    log = dealt_fairly("bicycle")
    early, late = Log(log.header), Log(log.header)
    opened = (told for entry in log.entries if isinstance(told := fair.fair_entry_of(entry), fair.SecretOpened))
    cutter = next(told.dealer.right for told in opened if told.dealer)
    for entry in log.entries:
        told = fair.fair_entry_of(entry)
        if isinstance(told, fair.ShareOpened) and told.number == 1 and told.seat in SEATS:
            cut = fair.note_of(fair.PackCut(cutter, 11))
            if not any(isinstance(fair.fair_entry_of(e), fair.PackCut) for e in early.entries):
                early.append(cut)
        if isinstance(entry, Dealt):
            late.append(fair.note_of(fair.PackCut(cutter, 11)))
            for other in (early, late):
                other.append(replace(entry, cut=11))
            break
        early.append(entry)
        late.append(entry)
    assert fair.verify(early)[1].fair
    assert "comes before any share is opened" in fair.verify(late)[1].why


def test_a_pack_without_commitment_or_secret_is_not_proven() -> None:
    log = dealt_fairly("tainui")
    silent = again(log, lambda e: None if isinstance(fair.fair_entry_of(e), fair.ServerCommitted) else e)
    assert {v.why for v in fair.verify(silent)} == {"there was no commitment"}
    bare = again(log, lambda e: None if isinstance(e, Note) else e)
    assert {(v.fair, v.why) for v in fair.verify(bare)} == {(None, "the record doesn't say how the pack was shuffled")}
    late = again(log, lambda e: e)
    late.append(fair.note_of(fair.ServerCommitted(0, (HEX,) * 9)))
    assert all(v.fair for v in fair.verify(late))


def test_a_secret_committed_to_after_a_share_was_withheld_is_found() -> None:
    """The first verifier that a stranger wrote from the docs found this gap in them."""
    log = dealt_fairly("tainui")
    committed = next(told for e in log.entries if isinstance(told := fair.fair_entry_of(e), fair.ServerCommitted))
    late = Log(log.header)
    for entry in log.entries:
        told = fair.fair_entry_of(entry)
        if isinstance(entry, Scored):
            continue
        if isinstance(told, fair.ServerCommitted):
            late.append(fair.note_of(replace(committed, commitments=committed.commitments[:4])))
            continue
        if isinstance(told, fair.SecretOpened) and told.number == 4:
            late.append(fair.note_of(fair.ServerCommitted(4, committed.commitments[4:])))
        late.append(entry)
    assert [(v.fair, v.why) for v in fair.verify(late)][3] == (False, "there was no commitment")


def test_a_choice_by_hand_of_somebody_else_is_found() -> None:
    log = dealt_fairly("bicycle")
    other = Log(log.header)
    for entry in log.entries:
        told = fair.fair_entry_of(entry)
        if isinstance(told, fair.ShareOpened) and told.number == 1 and len(fair.verify(other)) == 1:
            dealer = next(
                t.dealer for e in log.entries if isinstance(t := fair.fair_entry_of(e), fair.SecretOpened) and t.dealer
            )
            other.append(fair.note_of(fair.PackCut(dealer, 11)))
        if isinstance(entry, Dealt):
            other.append(replace(entry, cut=11))
            break
        other.append(entry)
    assert "by hand" in fair.verify(other)[1].why


# Receipts


def receipts(log: Log) -> Receipt:
    """Return what an honest player saw: for each pack, the state of the shares before the first was opened."""
    shares, packs, commitments = Shares.start(4), list[Shares](), tuple[str, ...]()
    for entry in log.entries:
        told = fair.fair_entry_of(entry)
        if isinstance(told, fair.ServerCommitted):
            commitments += told.commitments
        elif isinstance(told, fair.ShareStep):
            if isinstance(told, fair.ShareOpened) and not shares.any_opened:
                packs.append(shares)
            shares = fair.apply_step(shares, told)
        elif not isinstance(entry, Note | Scored) and shares.all_opened:
            shares = shares.use()
    return Receipt(commitments, tuple(packs))


def test_a_record_fits_its_receipt_and_no_other() -> None:
    log = dealt_fairly("tainui")
    receipt = receipts(log)
    assert msgspec.json.decode(msgspec.json.encode(receipt), type=Receipt) == receipt
    assert all(verdict.fair for verdict in fair.verify(log, receipt))
    seen = receipt.packs[2]
    lies: dict[str, Receipt] = {
        "a different commitment from the server": replace(receipt, commitments=(HEX, *receipt.commitments[1:])),
        "were changed after shares were opened": replace(receipt, packs=(replace(seen, awaited=(Seat.SOUTH,)),)),
        "the share of East doesn't match the commitment": replace(
            receipt, packs=(replace(seen, links=(None, fair.ChainLink(1, HEX), *seen.links[2:])),)
        ),
    }
    for why, lie in lies.items():
        assert any(verdict.fair is False and why in verdict.why for verdict in fair.verify(log, lie)), why


def test_a_record_that_ends_before_a_pack_of_the_receipt_is_found() -> None:
    """A dishonest server may end the record where it likes; a bell may also end a game before a pack is dealt."""
    log = dealt_fairly("tainui")
    receipt, entries = receipts(log), iter(log.entries)
    short, packs = Log(log.header), 0
    found = dict[str, int]()
    for entry in entries:
        if not isinstance(entry, Scored):
            short.append(entry)
        packs += isinstance(entry, Dealt | Drawn)
        missing = [verdict for verdict in fair.verify(short, receipt) if verdict.fair is False]
        assert [verdict.pack for verdict in missing] in ([], [packs])
        assert not missing or examine(short.text.encode(), {}, receipt).authenticity is Authenticity.FORGED
        for verdict in missing:
            found[verdict.why] = found.get(verdict.why, 0) + 1
    last = receipt.packs[-1].number
    assert set(found) == {
        f"the record ends before pack {number}, which the receipt holds" for number in range(last + 1)
    }
    assert not missing


# Statistics of many packs


def test_packs_are_even() -> None:
    counts = Counts(Ruleset(), 12_000)
    assert strays(counts) == []


def test_an_uneven_shuffle_would_be_found() -> None:
    rng = Random(1)

    def swaps(number: int) -> tuple[Card, ...]:
        """Shuffle by swapping every position with any position, a well-known mistake."""
        order = list(Ruleset().cards)
        for i in range(len(order)):
            j = rng.randrange(len(order))
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    assert strays(Counts(Ruleset(), 8_000, swaps)) != []
