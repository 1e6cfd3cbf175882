"""The verification of the packs of a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

import msgspec
from msgspec.structs import replace

from uka.core.rubber import GameOrRubber
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffled

from ..entries import Dealt, Drawn
from ..log import Log
from . import notes
from .construction import UnfairDeal, commitment, deal_key, key_cut, next_packet_pattern, require, without_joker
from .notes import FairDealingEntry, ShareStep, fair_note
from .shares import Shares


class Verdict(msgspec.Struct, frozen=True):
    """Whether a pack was dealt fairly. ``fair`` is None if the record does not say how the pack was determined.

    ``pack`` is the number of the pack in the record, from 0; the pack of the draw counts too. ``deal`` is the number of
    the deal that the pack was for, from 0, or None for the draw. ``by`` holds the seats whose own random shares
    determined the pack. If packs were abandoned between the record's previous pack and this pack, ``withheld`` holds
    the seats that did not open their shares of the abandoned packs. ``why`` gives the reason if the pack is not proven
    fair.
    """

    pack: int
    fair: bool | None
    why: str
    by: tuple[Seat, ...] = ()
    withheld: tuple[Seat, ...] = ()
    deal: int | None = None

    @property
    def name(self) -> str:
        """What the pack was for, as people count: "the draw", or a deal from 1."""
        return "the draw" if self.deal is None else f"deal {self.deal + 1}"


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of fair dealing that one player saw during a game. A record is compared with the receipt.

    ``commitments`` holds the server's commitments, in the order of the packs. ``packs`` holds, for each pack, the state
    of the random shares before this player opened their own share. For a player without a share, ``packs`` holds the
    state before the first share was opened. ``players`` holds the names by seat at the start of the game, and is empty
    for a player who joined later.
    """

    commitments: tuple[str, ...] = ()
    packs: tuple[Shares, ...] = ()
    players: tuple[str, ...] = ()

    def check_players(self, log: Log) -> None:
        """Raise ``UnfairDeal`` if the players' names in the record differ from the names in this receipt."""
        for seat, seen, named in zip(log.rules.seats, self.players, log.header.players, strict=False):
            require(
                seen == named, f"the record names {named}, where {seen} sat when the game began: {seat.value.title()}"
            )


def verify(log: Log, receipt: Receipt | None = None) -> tuple[Verdict, ...]:
    """Return a verdict on each pack of a record. The pack of a draw comes first.

    A record alone cannot prove that its entries were made in the recorded order. The receipt of a player can prove the
    order. If the record ends before a pack of the receipt, the last verdict is about that pack.
    """
    return tuple(_verdicts(log, receipt or Receipt()))


def apply_step(shares: Shares, step: ShareStep) -> Shares:
    """Return the state of the random shares after a step.

    Raise ``UnfairDeal`` if the protocol does not allow the step.
    """
    match step:
        case notes.ShareCommitted():
            return shares.commit(step.seat, step.first, step.commitment)
        case notes.CommitmentsClosed():
            return shares.close(step.number, step.by)
        case notes.PackCut():
            return shares.cut_pack(step.cards)
        case notes.PacketPatternChosen():
            return shares.choose_packet_pattern(step.packet_pattern)
        case notes.ShareOpened():
            return shares.open(step.number, step.seat, step.share)
        case notes.SharesWithheld():
            return shares.withhold(step.number, step.seats)
        case notes.Reseated():
            return shares.reseat(step.seating)
        case _:
            assert_never(step)


def check_pack(rules: Ruleset, state: GameOrRubber | None, entry: Drawn | Dealt, shares: Shares, secret: bytes) -> None:
    """Raise ``UnfairDeal`` unless a pack, its cut and its packets follow from the server's secret and the shares.

    All shares that determine the pack must be opened. ``state`` is the game before the deal, or None for a draw.
    """
    require(shares.complete, f"shares of pack {shares.number} are not open")
    key = deal_key(secret, shares.number, shares.values(secret))
    order = shuffled(rules, key)
    same = entry.pack == order if isinstance(entry, Dealt) else entry.order == without_joker(order)
    require(same, "the pack doesn't match the secret and the shares")
    if isinstance(entry, Dealt) and state is not None:
        cut = key_cut(rules, key) if shares.cut is None or not rules.cut else shares.cut
        packet_pattern = shares.packet_pattern or next_packet_pattern(state, key)
        require(entry.cut == cut, "the cut doesn't match the secret and the shares")
        require(entry.packet_pattern == packet_pattern, "the packets don't match the secret and the shares")


def check_seen(seen: Shares, shares: Shares) -> None:
    """Raise ``UnfairDeal`` if the opened random shares of a pack differ from what a player saw.

    ``seen`` is the state before that player opened their own share.
    """
    same = (seen.awaited, seen.cut, seen.packet_pattern) == (shares.awaited, shares.cut, shares.packet_pattern)
    require(same, f"the players with a share in pack {seen.number}, or its cut, were changed after shares were opened")
    for seat in shares.awaited or ():
        value = shares.share(seat)
        fits = value is not None and seen.leads(seat, value)
        require(fits, f"the share of {seat.value.title()} doesn't match the commitment seen before shares were opened")


def check_secret(secret: bytes, number: int, committed: Mapping[int, str]) -> None:
    """Raise ``UnfairDeal`` unless the server committed to ``secret`` for pack ``number``.

    ``committed`` maps the numbers of packs to the server's commitments, in hexadecimal.
    """
    require(number in committed, "there was no commitment")
    require(commitment(secret) == committed[number], "the secret revealed is not the one committed to")


def _verdicts(log: Log, receipt: Receipt) -> Iterator[Verdict]:
    verifier, pack, deals = _Verifier(log.rules, receipt), 0, 0
    before: GameOrRubber | None = None
    for entry, _, state in log.replay():
        if (fair_entry := fair_note(entry)) is not None:
            verifier.read(fair_entry)
        elif isinstance(entry, Drawn | Dealt):
            dealt = isinstance(entry, Dealt)
            yield replace(verifier.judge(pack, before, entry), deal=deals if dealt else None)
            pack, deals = pack + 1, deals + dealt
        before = state
    if (missing := verifier.missing) is not None:
        yield Verdict(pack, False, f"the record ends before pack {missing}, which the receipt holds")


class _Verifier:
    """The state of fair dealing while a record is verified, and the first fault of the pack that is verified now."""

    def __init__(self, rules: Ruleset, receipt: Receipt) -> None:
        self._rules, self._receipt = rules, receipt
        self._committed: dict[int, str] = {}
        self._seen = {shares.number: shares for shares in receipt.packs}
        self._shares = Shares.start(len(rules.seats))
        self._secret: notes.SecretOpened | None = None
        self._fault = ""
        self._withheld: tuple[Seat, ...] = ()
        self._by_hand: list[notes.PackCut | notes.PacketPatternChosen] = []

    @property
    def missing(self) -> int | None:
        """The number of a pack of the receipt that the record read so far does not reach, or None."""
        reached = self._shares.number - (not self._shares.closed)
        return next((number for number in sorted(self._seen) if number > reached), None)

    def read(self, entry: FairDealingEntry) -> None:
        try:
            self._apply(entry)
        except UnfairDeal as fault:
            self._fault = self._fault or str(fault)

    def _apply(self, entry: FairDealingEntry) -> None:
        match entry:
            case notes.ServerCommitted():
                # only the server's first commitment to a pack counts
                self._committed = dict(enumerate(entry.commitments, entry.first)) | self._committed
            case notes.SecretOpened():
                self._secret = entry
            case _:
                self._shares = apply_step(self._shares, entry)
                # after these steps the shares of a pack can be opened, so the server must have committed to its secret
                if isinstance(entry, notes.CommitmentsClosed | notes.SharesWithheld):
                    require(self._shares.number in self._committed, "there was no commitment")
                if isinstance(entry, notes.SharesWithheld):
                    self._withheld += entry.seats
                if isinstance(entry, notes.PackCut | notes.PacketPatternChosen):
                    self._by_hand.append(entry)

    def judge(self, pack: int, state: GameOrRubber | None, entry: Drawn | Dealt) -> Verdict:
        secret, shares, withheld, fault = self._secret, self._shares, self._withheld, self._fault
        self._secret, self._fault, self._withheld = None, "", ()
        if secret is None:
            self._shares = shares.skip(shares.number)
            return Verdict(pack, None, "the record doesn't say how the pack was shuffled")
        try:
            require(not fault, fault)
            self._check(state, entry, secret, shares)
        except ValueError as error:  # an UnfairDeal, or an error of bytes.fromhex
            fault = str(error)
        self._by_hand = []
        self._shares = shares.skip(secret.number)
        return Verdict(pack, not fault, fault, () if fault else shares.awaited or (), withheld)

    def _check(
        self, state: GameOrRubber | None, entry: Drawn | Dealt, opened: notes.SecretOpened, shares: Shares
    ) -> None:
        number = shares.number
        require(
            opened.number == number, f"the next secret revealed is that of pack {opened.number}: a number was skipped"
        )
        dealer = state.dealer if isinstance(entry, Dealt) and state is not None else None
        require(opened.dealer is dealer, "the secret names a different dealer")
        if state is not None and self._rules.packets == "kept_in_game":
            game = opened.game or 0
            why = f"the deal belongs to game {state.next_game + 1} of the rubber, not to {game + 1}"
            require(game == state.next_game, why)
        for choice in self._by_hand:
            by = dealer.right if dealer and isinstance(choice, notes.PackCut) else dealer
            require(choice.seat is by, f"{choice.seat.value.title()} made a choice by hand that was not theirs")
        secret = bytes.fromhex(opened.secret)
        check_secret(secret, number, self._committed)
        self._check_receipt(secret, shares)
        check_pack(self._rules, state, entry, shares, secret)

    def _check_receipt(self, secret: bytes, shares: Shares) -> None:
        """Raise ``UnfairDeal`` unless the secret and the shares of a pack match the player's receipt."""
        seen_commitment = self._receipt.commitments[shares.number : shares.number + 1]
        same = not seen_commitment or seen_commitment[0] == commitment(secret)
        require(same, "the receipt has a different commitment from the server")
        if (seen := self._seen.get(shares.number)) is not None:
            check_seen(seen, shares)
