"""Whether the packs of a record were dealt fairly, by the version of fair dealing that each was made in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

import msgspec

from uka.core.rubber import GameOrRubber
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffled

from ..entries import Dealt, Drawn
from ..log import Log
from . import notes, version1
from .construction import UnfairDeal, commitment, deal_key, key_cut, next_packets, require, without_joker
from .notes import FairDealingEntry, ShareStep, fair_note
from .shares import Shares


class Verdict(msgspec.Struct, frozen=True):
    """Whether a pack was dealt fairly; ``fair`` is None where the record does not say what it came from.

    ``pack`` counts the record's packs, a draw among them, from 0. ``by`` are the seats whose own shares made it.
    ``version`` is that of fair dealing, 0 for none. ``withheld`` are the seats that withheld their shares of an earlier
    pack, which was given up for this one.
    """

    pack: int
    fair: bool | None
    why: str
    by: tuple[Seat, ...] = ()
    version: int = 0
    withheld: tuple[Seat, ...] = ()


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one player saw of a game's fair dealing while it was played, to hold a record against.

    ``commitments`` are the server's, by pack. ``packs`` are the shares of each pack as they stood before this player
    opened their own, or, for one without a share, before the first was opened. ``players`` are the names by seat when
    the game began, empty for who came later.
    """

    commitments: tuple[str, ...] = ()
    packs: tuple[Shares, ...] = ()
    players: tuple[str, ...] = ()

    def check_players(self, log: Log) -> None:
        """``UnfairDeal`` if a record names other players than those that this one saw when the game began."""
        for seat, seen, named in zip(log.rules.seats, self.players, log.header.players, strict=False):
            require(seen == named, f"the record names {named}, where {seen} sat when the game began: {seat}")


def verify(log: Log, receipt: Receipt | None = None) -> tuple[Verdict, ...]:
    """A verdict on each pack of a record, the draw's first.

    The record itself says in which order things happened: only a player's receipt can tell whether that is true.
    """
    return tuple(_verdicts(log, receipt or Receipt()))


def apply_step(shares: Shares, told: ShareStep) -> Shares:
    """The shares after a step of the protocol; ``UnfairDeal`` if it is not allowed."""
    match told:
        case notes.ShareCommitted():
            return shares.commit(told.seat, told.first, told.commitment)
        case notes.ShareCommitmentsClosed():
            return shares.close(told.number, told.by)
        case notes.CutByHand():
            return shares.cut_by_hand(told.cards)
        case notes.PacketsChosenByHand():
            return shares.choose_packets(told.packets)
        case notes.ShareOpened():
            return shares.open(told.number, told.seat, told.share)
        case notes.SharesWithheld():
            return shares.withhold(told.number, told.seats)
        case notes.Reseated():
            return shares.reseat(told.seating)
        case _:
            assert_never(told)


def check_pack(rules: Ruleset, state: GameOrRubber | None, entry: Drawn | Dealt, shares: Shares, secret: bytes) -> None:
    """``UnfairDeal`` unless a pack, its cut and its packets follow from a secret and the shares, all of them open.

    ``state`` is the game before the deal; None for a draw.
    """
    require(shares.complete, f"shares of pack {shares.number} are not open")
    key = deal_key(secret, shares.number, shares.values(secret))
    order = shuffled(rules, key)
    same = entry.pack == order if isinstance(entry, Dealt) else entry.order == without_joker(order)
    require(same, "the pack does not follow from the secret and the shares")
    if isinstance(entry, Dealt) and state is not None:
        cut = key_cut(rules, key) if shares.cut is None or not rules.cut else shares.cut
        packets = shares.packets or next_packets(state, key)
        require(entry.cut == cut, "the cut does not follow from the secret and the shares")
        require(entry.packet_pattern == packets, "the packets do not follow from the secret and the shares")


def check_seen(seen: Shares, shares: Shares) -> None:
    """``UnfairDeal`` unless the open shares of a pack fit what a player saw before opening their own."""
    same = (seen.awaited, seen.cut, seen.packets) == (shares.awaited, shares.cut, shares.packets)
    require(same, f"who has a share in pack {seen.number}, or its cut, was changed after shares were opened")
    for seat in shares.awaited or ():
        value = shares.share(seat)
        fits = value is not None and seen.leads(seat, value)
        require(fits, f"the share of {seat} does not fit the commitment that was seen before shares were opened")


def check_secret(secret: bytes, number: int, committed: Mapping[int, str]) -> None:
    """``UnfairDeal`` unless the server has committed to this secret."""
    require(number in committed, "nothing was committed to")
    require(commitment(secret) == committed[number], "the secret told is not the one that was committed to")


def _verdicts(log: Log, receipt: Receipt) -> Iterator[Verdict]:
    check, pack = _Check(log.rules, receipt), 0
    before: GameOrRubber | None = None
    for entry, _, state in log.replay():
        if (told := fair_note(entry)) is not None:
            check.hear(told)
        elif isinstance(entry, Drawn | Dealt):
            yield check.judge(pack, before, entry)
            pack += 1
        before = state


class _Check:
    """What a record has said of fair dealing so far."""

    def __init__(self, rules: Ruleset, receipt: Receipt) -> None:
        self._rules, self._receipt = rules, receipt
        self._committed: dict[int, str] = {}
        self._seen = {shares.number: shares for shares in receipt.packs}
        self._shares = Shares.start(len(rules.seats))
        self._told: notes.PackRevealed | None = None
        self._secret: notes.SecretOpened | None = None
        self._fault = ""
        self._withheld: tuple[Seat, ...] = ()
        self._by_hand: list[notes.CutByHand | notes.PacketsChosenByHand] = []
        self._second = False
        """Whether the record has steps of version 2."""

    def hear(self, told: FairDealingEntry) -> None:
        try:
            self._hear(told)
        except UnfairDeal as fault:
            self._fault = self._fault or str(fault)

    def _hear(self, told: FairDealingEntry) -> None:
        match told:
            case notes.ServerCommitted():
                # a later commitment to the same pack does not count
                self._committed = dict(enumerate(told.commitments, told.first)) | self._committed
            case notes.PackRevealed():
                self._told = told
            case notes.SecretOpened():
                self._secret = told
            case _:
                self._second = True
                self._shares = apply_step(self._shares, told)
                if isinstance(
                    told, notes.ShareCommitmentsClosed | notes.SharesWithheld
                ):  # from here on shares may be opened
                    require(self._shares.number in self._committed, "nothing was committed to")
                if isinstance(told, notes.SharesWithheld):
                    self._withheld += told.seats
                if isinstance(told, notes.CutByHand | notes.PacketsChosenByHand):
                    self._by_hand.append(told)

    def judge(self, pack: int, state: GameOrRubber | None, entry: Drawn | Dealt) -> Verdict:
        told, secret, shares, withheld = self._told, self._secret, self._shares, self._withheld
        number, fault = shares.number, self._fault
        self._told, self._secret, self._fault, self._withheld = None, None, "", ()
        if told is None and secret is None:
            self._shares = shares.skip(number)
            return Verdict(pack, None, "the record does not say what the pack came from")
        by: tuple[Seat, ...] = ()
        try:
            if secret is not None:
                require(not fault, fault)
                self._check(state, entry, secret, shares)
                by = shares.awaited or ()
            elif told is not None:
                require(not self._second, "a pack of version 1 in a game of version 2")
                version1.check(self._rules, state, entry, told, self._committed, number)
                by = tuple(s for s, own in zip(self._rules.seats, told.own, strict=True) if own)
        except ValueError as error:  # UnfairDeal, or text that is no bytes
            fault = str(error)
        self._by_hand = []
        self._shares = shares.skip(secret.number if secret else told.number if told else number)
        version = 2 if secret is not None else 1
        return Verdict(pack, not fault, fault, () if fault else by, version, withheld)

    def _check(
        self, state: GameOrRubber | None, entry: Drawn | Dealt, told: notes.SecretOpened, shares: Shares
    ) -> None:
        number = shares.number
        require(told.number == number, f"the next secret told is that of {told.number}: a number was left out")
        dealer = state.dealer if isinstance(entry, Dealt) and state is not None else None
        require(told.dealer is dealer, f"{told.dealer} is not the dealer")
        if state is not None and self._rules.packets == "kept_in_game":
            game = told.game or 0
            require(game == state.next_game, f"the deal belongs to game {state.next_game} of the rubber, not to {game}")
        for choice in self._by_hand:
            by = dealer.right if dealer and isinstance(choice, notes.CutByHand) else dealer
            require(choice.seat is by, f"{choice.seat} made a choice by hand that was not theirs")
        secret = bytes.fromhex(told.secret)
        check_secret(secret, number, self._committed)
        self._check_receipt(secret, shares)
        check_pack(self._rules, state, entry, shares, secret)

    def _check_receipt(self, secret: bytes, shares: Shares) -> None:
        """``UnfairDeal`` unless a pack comes from what the player of the receipt saw of it."""
        heard = self._receipt.commitments[shares.number : shares.number + 1]
        same = not heard or heard[0] == commitment(secret)
        require(same, "the player of the receipt heard another commitment of the server")
        if (seen := self._seen.get(shares.number)) is not None:
            check_seen(seen, shares)
