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
from .notes import FairDealingEntry, ShareStep, fair_entry_of
from .shares import Shares


class Verdict(msgspec.Struct, frozen=True):
    """Whether one shuffled pack of a game record was determined fairly, by random values that nobody could choose."""

    pack: int
    """The number of the pack in the record, from 0. If the players drew for the first deal, pack 0 is the pack of that
    draw."""
    fair: bool | None
    """True if the pack is proven to be fair, false if it is proven not to be, and None if the record does not say how
    the pack was shuffled."""
    why: str
    """Why the pack is not proven to be fair, or an empty text."""
    by: tuple[Seat, ...] = ()
    """The seats whose own random values helped to determine the order of the pack."""
    withheld: tuple[Seat, ...] = ()
    """The seats that did not reveal their random values in time. The packs that needed these values were abandoned,
    between the previous pack of the record and this pack."""
    deal: int | None = None
    """The number of the deal for which the pack was used, from 0, or None for the draw for the first dealer."""

    @property
    def name(self) -> str:
        """What the pack was used for: "the draw", or the deal, counted from 1, such as "deal 1"."""
        return "the draw" if self.deal is None else f"deal {self.deal + 1}"


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of fair dealing that one player saw during a game. The game's record is compared with the receipt."""

    commitments: tuple[str, ...] = ()
    """The server's commitments to its secrets, in the order of the packs."""
    packs: tuple[Shares, ...] = ()
    """For each pack, the state of the random shares just before this player opened their own share.

    For a player without a share, it is the state before any share was opened.
    """
    players: tuple[str, ...] = ()
    """The names by seat at the start of the game. It is empty for a player who joined later."""

    def check_players(self, log: Log) -> None:
        """Raise ``UnfairDeal`` if the players' names in ``log`` differ from the names in this receipt."""
        for seat, seen, named in zip(log.rules.seats, self.players, log.header.players, strict=False):
            require(
                seen == named, f"the record names {named}, where {seen} sat when the game began: {seat.value.title()}"
            )


def verify(log: Log, receipt: Receipt | None = None) -> tuple[Verdict, ...]:
    """Return a verdict on each shuffled pack of a game record, in the order of the record.

    A record alone cannot prove in which order its entries were made. ``receipt``, which holds what one player saw
    during the game, can prove it. If the record ends before a pack that is in ``receipt``, the last verdict says so.
    """
    return tuple(_verdicts(log, receipt or Receipt()))


def apply_step(shares: Shares, step: ShareStep) -> Shares:
    """Return the state of the random shares after ``step``, a step of fair dealing.

    Raise ``UnfairDeal`` if the protocol does not allow the step.
    """
    match step:
        case notes.ShareCommitted():
            return shares.commit(step.seat, step.first, step.commitment)
        case notes.CommitmentsClosed():
            return shares.close_commitments(step.number, step.by)
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
    """Raise ``UnfairDeal`` unless a pack follows from the server's ``secret`` and the players' random ``shares``.

    ``entry`` has the pack, and for a deal also the cut and the packet pattern, which are checked too. ``state`` is the
    game before the deal; it may be None only for a draw. All shares that determine the pack must be opened.
    """
    require(shares.all_opened, f"shares of pack {shares.number} are not open")
    key = deal_key(secret, shares.number, shares.values(secret))
    order = shuffled(rules, key)
    same = entry.pack == order if isinstance(entry, Dealt) else entry.order == without_joker(order)
    require(same, "the pack doesn't match the secret and the shares")
    if isinstance(entry, Dealt):
        if state is None:
            raise UnfairDeal("the pack was dealt before there was a dealer")
        cut = key_cut(rules, key) if shares.cut is None or not rules.cut else shares.cut
        packet_pattern = shares.packet_pattern or next_packet_pattern(state, key)
        require(entry.cut == cut, "the cut doesn't match the secret and the shares")
        require(entry.packet_pattern == packet_pattern, "the packets don't match the secret and the shares")


def check_seen(seen: Shares, shares: Shares) -> None:
    """Raise ``UnfairDeal`` if the opened random ``shares`` of a pack contradict what a player saw.

    ``seen`` is the state of the shares just before that player opened their own share.
    """
    same = (seen.awaited, seen.cut, seen.packet_pattern) == (shares.awaited, shares.cut, shares.packet_pattern)
    require(same, f"the players with a share in pack {seen.number}, or its cut, were changed after shares were opened")
    for seat in shares.awaited or ():
        value = shares.share(seat)
        fits = value is not None and seen.matches_chain(seat, value)
        require(fits, f"the share of {seat.value.title()} doesn't match the commitment seen before shares were opened")


def check_secret(secret: bytes, number: int, committed: Mapping[int, str]) -> None:
    """Raise ``UnfairDeal`` unless the server committed to ``secret`` for the pack with the number ``number``.

    ``committed`` is a dict from the number of a pack to the server's commitment, in hexadecimal.
    """
    require(number in committed, "there was no commitment")
    require(commitment(secret) == committed[number], "the secret revealed is not the one committed to")


def _verdicts(log: Log, receipt: Receipt) -> Iterator[Verdict]:
    verifier = _Verifier(log.rules, receipt)
    packs = deals = 0
    state_before: GameOrRubber | None = None
    for entry, _, state in log.replay():
        if (fair_entry := fair_entry_of(entry)) is not None:
            verifier.read(fair_entry)
        elif isinstance(entry, Drawn | Dealt):
            verdict = verifier.judge(packs, state_before, entry)
            packs += 1
            if isinstance(entry, Dealt):
                verdict = replace(verdict, deal=deals)
                deals += 1
            yield verdict
        state_before = state
    if (missing := verifier.missing_pack) is not None:
        yield Verdict(packs, False, f"the record ends before pack {missing}, which the receipt holds")


class _Verifier:
    """Verifies the packs of a game record, entry by entry, and keeps the first fault of the next pack."""

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
    def missing_pack(self) -> int | None:
        """The number of the first pack that is in the receipt but not in the entries read so far, or None."""
        reached = self._shares.number if self._shares.commitments_closed else self._shares.number - 1
        return min((number for number in self._seen if number > reached), default=None)

    def read(self, entry: FairDealingEntry) -> None:
        """Apply ``entry``, a step of fair dealing. Remember the first breach of the protocol for ``judge``."""
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
        """Return the verdict on the pack of ``entry``, and forget what belongs to this pack.

        ``state`` is the game before the deal, or None for a draw.
        """
        secret, shares, withheld, fault = self._secret, self._shares, self._withheld, self._fault
        self._secret, self._fault, self._withheld = None, "", ()
        if secret is None:
            self._shares = shares.skip(shares.number)
            return Verdict(pack, None, "the record doesn't say how the pack was shuffled")
        if not fault:
            try:
                self._check(state, entry, secret, shares)
            except ValueError as error:  # an UnfairDeal, or an error of bytes.fromhex
                fault = str(error)
        self._by_hand = []
        self._shares = shares.skip(secret.number)
        if fault:
            return Verdict(pack, False, fault, withheld=withheld)
        return Verdict(pack, True, "", shares.awaited or (), withheld)

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
        commitments = self._receipt.commitments
        if shares.number < len(commitments):
            same = commitments[shares.number] == commitment(secret)
            require(same, "the receipt has a different commitment from the server")
        if (seen := self._seen.get(shares.number)) is not None:
            check_seen(seen, shares)
