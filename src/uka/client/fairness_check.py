"""What the server has promised of a game's packs, held against what is seen of them once their secrets are told.

Before this client opens its own share of a pack, or sees the first share opened, it notes who has a share, what they
are committed to, and how the pack was cut by hand. The pack must follow from that.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from uka.core.cards import Card, Hand
from uka.core.deal import Deal
from uka.core.draw import Draw
from uka.core.events import HandDealt, UpcardTurned
from uka.core.ruleset import PACKET_PATTERNS, Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.records import Log
from uka.records.fair import (
    Receipt,
    ShareCommitmentsClosed,
    ShareCommitted,
    Shares,
    SharesWithheld,
    UnfairDeal,
    apply_step,
    check_seen,
    commitment,
    deal_key,
    key_cut,
    key_packets,
    require,
    verify,
)
from uka.table import PublicTable, TableLineView, TableStage
from uka.table.entries import (
    BotSeated,
    ConnectionLost,
    DrawCardTaken,
    GameBegan,
    PlayerLeft,
    PlayerRemoved,
    PlayerWentAway,
    SeatsSwapped,
    SeatTaken,
    SeatVacated,
)
from uka.table.events import (
    CardDrawn,
    CommitmentsPublished,
    DealerFound,
    Event,
    PackDealt,
    PackSpread,
    SecretPublished,
)
from uka.table.game_record import fair_step, player_name
from uka.wire.table_updates import TableDelta, TableSnapshot


@dataclass
class PackObservation:
    """What was seen of one pack. ``fixed`` are the shares before any was opened, ``used`` those that it was made of."""

    fixed: Shares | None = None
    used: Shares | None = None
    mine: tuple[Seat, str] | None = None
    dealt: PackDealt | None = None
    shown: list[HandDealt | UpcardTurned] = field(default_factory=list[HandDealt | UpcardTurned])


@dataclass
class DrawObservation:
    """What was seen of the draw, from its first card on."""

    number: int
    captain: Seat
    places: list[int] = field(default_factory=list[int])
    cards: list[tuple[Seat, Card]] = field(default_factory=list[tuple[Seat, Card]])


class FairnessCheck:
    """The promises of one game; ``UnfairDeal`` goes through when one is found broken.

    ``withheld`` are the seats that withheld a share, by the pack that was given up.
    """

    def __init__(self) -> None:
        self.rules = Ruleset()
        self.commitments: tuple[str, ...] = ()
        self.secrets: tuple[str, ...] = ()
        self.shares: Shares | None = None
        self.withheld: dict[int, tuple[Seat, ...]] = {}
        self.commitment = ""
        """This client's own, to the shares of its chain."""
        self._committed = False
        """Whether the table has it."""
        self._packs: dict[int, PackObservation] = {}
        self._draw: DrawObservation | None = None
        self._captain: Seat | None = None
        self._last = 0
        self._player = ""
        self._players: tuple[str, ...] = ()
        """The names by seat when the game began, if that was seen."""
        self._scene: PublicTable | None = None

    def pack(self, number: int) -> PackObservation:
        """What was seen of a pack."""
        return self._packs.setdefault(number, PackObservation())

    @property
    def receipt(self) -> Receipt:
        """What was seen, to hold a record against."""
        fixed = (pack.fixed for _, pack in sorted(self._packs.items()))
        return Receipt(self.commitments, tuple(shares for shares in fixed if shares is not None), self._players)

    def opening(self, seat: Seat, share: bytes) -> None:
        """This client is about to open its share of the next pack.

        A share gives away those of all packs before it: no pack before one that was opened may come.
        """
        assert self.shares is not None
        number = self.shares.number
        last = max((n for n, pack in self._packs.items() if pack.mine), default=-1)
        require(number >= last, f"the server goes back to pack {number} after the share of pack {last} was opened")
        pack = self.pack(number)
        pack.fixed = pack.fixed or self.shares
        pack.mine = (seat, share.hex())

    # What is heard

    def welcomed(self, whole: TableSnapshot) -> None:
        """The table as a whole is told: of another game, or of this one after a stretch that was not seen."""
        self.rules, self._player, self._scene = whole.rules, whole.player, whole.scene
        if whole.commitments[:1] != self.commitments[:1] or whole.scene.stage is TableStage.SEATING:
            self._forget()
        require(
            whole.commitments[: len(self.commitments)] == self.commitments,
            "the server has changed what it committed to before the game",
        )
        self.commitments, self._last, self.shares = whole.commitments, whole.scene.number - 1, whole.shares
        self._captain = self._draw = None  # what was not seen of the draw can't be checked
        for number, secret in enumerate(whole.secrets[len(self.secrets) :], len(self.secrets)):
            self._told(number, secret)

    def heard(self, news: TableDelta) -> None:
        """Lines of the table's log, and the table after them."""
        before, self._scene = self._scene, news.scene
        for number, line in enumerate(news.lines):
            if isinstance(line.entry, GameBegan):
                self._begin(line.entry)
                later = any(map(_changes_seats, news.lines[number + 1 :]))
                self._players = () if later else _names(news.scene)
            elif isinstance(line.entry, DrawCardTaken) and self._draw:
                self._draw.places.append(line.entry.place)
            elif isinstance(line.entry, SeatTaken | SeatVacated) and line.entry.player == self._player:
                self._committed = False
            self._step(line, before, news)
            for event in line.events:
                self._happened(event)

    def _begin(self, began: GameBegan) -> None:
        self._forget()
        self._captain = began.captain
        self.shares = Shares.start(len(self.rules.seats)) if began.dealing > 1 else None

    def _forget(self) -> None:
        self.commitments, self.secrets, self.withheld, self._packs, self._last = (), (), {}, {}, 0
        self._captain = self._draw = None
        self._players = ()
        self._committed = False

    def _step(self, line: TableLineView, before: PublicTable | None, news: TableDelta) -> None:
        told = fair_step(line.entry)
        if told is None or self.shares is None:
            return
        pack = self.pack(self.shares.number)
        match told:
            case ShareCommitted(commitment=commitment):
                self._committed = self._committed or commitment == self.commitment
            case ShareCommitmentsClosed():
                self._closed(told, before, news)
            case SharesWithheld():
                self.withheld[told.number] = told.seats
                require(
                    told.number + 1 < len(self.commitments),
                    f"pack {told.number} was given up before the server committed to the secret of the next",
                )
            case _:
                pass
        shares, self.shares = self.shares, apply_step(self.shares, told)
        if self.shares.opened and pack.fixed is None:
            pack.fixed = shares

    def _closed(self, told: ShareCommitmentsClosed, before: PublicTable | None, news: TableDelta) -> None:
        """Every seat with a share has a person; this client's seat is not left out."""
        require(
            told.number < len(self.commitments),
            f"the commitments for pack {told.number} were closed before the server committed to its secret",
        )
        views = [*(before.seats if before else ()), *news.scene.seats]
        people = {view.seat for view in views if view.player is not None}
        for seat in told.by:
            require(seat in people, f"{seat} has a share in pack {told.number}, but nobody sits there")
        assert self.shares is not None
        gone = any(isinstance(line.entry, ConnectionLost | PlayerWentAway) for line in news.lines)
        mine = [view for view in views if view.player == self._player]
        if self._committed and mine and not gone and not any(view.away or view.lost for view in mine):
            seat = mine[-1].seat
            left_out = seat not in told.by and seat not in self.shares.excluded
            require(not left_out, f"the share of this seat, {seat}, was left out of pack {told.number}")

    def _happened(self, event: Event) -> None:
        match event:
            case CommitmentsPublished():
                require(event.first == len(self.commitments), "the server commits to a pack twice, or leaves one out")
                self.commitments += event.commitments
            case PackSpread():
                self._use(event.number)
                self._draw = DrawObservation(event.number, self._captain) if self._captain else None
            case CardDrawn() if self._draw:
                self._draw.cards.append((event.seat, event.card))
            case DealerFound() if self.shares is not None:
                self.shares = self.shares.reseat(event.seating)
            case PackDealt():
                self._use(event.number)
                self.pack(event.number).dealt = event
            case HandDealt() | UpcardTurned():
                self.pack(self._last).shown.append(event)
            case SecretPublished():
                self._told(event.number, event.secret)
            case _:
                pass

    def _use(self, number: int) -> None:
        self._last = number
        if self.shares is not None:
            require(number == self.shares.number, f"pack {number} was dealt before pack {self.shares.number}")
            self.pack(number).used = self.shares
            self.shares = self.shares.use()

    # Checking

    def _told(self, number: int, secret: str) -> None:
        due = number == len(self.secrets) < len(self.commitments)
        require(due, f"the secret of pack {number} is told out of turn, or the server did not commit to it")
        self.secrets += (secret,)
        self._check(number, _bytes(secret), self.pack(number))

    def _check(self, number: int, secret: bytes, pack: PackObservation) -> None:
        """``UnfairDeal`` if a pack does not follow from its secret, as far as it was seen."""
        require(
            commitment(secret) == self.commitments[number],
            f"the secret of pack {number} is not the one that was committed to",
        )
        used = pack.used
        if used is None:
            return
        if pack.fixed is not None:
            check_seen(pack.fixed, used)
        require(
            pack.mine is None or used.share(pack.mine[0]) == pack.mine[1],
            f"the share of this seat was left out of pack {number}",
        )
        key = deal_key(secret, number, used.values(secret))
        order = shuffled(self.rules, key)
        require(
            self._drawn(number, order) and _dealt(self.rules, order, pack),
            f"the cards of pack {number} do not follow from its secret and the shares",
        )
        if pack.dealt is not None:
            self._check_hands(pack.dealt, used, key)

    def _check_hands(self, dealt: PackDealt, used: Shares, key: bytes) -> None:
        cut = key_cut(self.rules, key) if used.cut is None else used.cut
        require(dealt.cut == cut, f"the cut of pack {dealt.number} does not follow from its secret and the shares")
        patterns = {self._packet_pattern(dealt, key)} if used.packets is None else {used.packets}
        require(
            dealt.packet_pattern in patterns,
            f"the packets of pack {dealt.number} do not follow from its secret and the shares",
        )

    def _packet_pattern(self, dealt: PackDealt, key: bytes) -> str | None:
        """The packets where nobody chose them; one dealer may keep to the pattern seen before."""
        if self.rules.packets in PACKET_PATTERNS:
            return None
        packs = (pack.dealt for number, pack in sorted(self._packs.items()) if number < dealt.number)
        kept = [p.packet_pattern for p in packs if p and p.dealer is dealt.dealer and self._keeps(p, dealt)]
        return kept[0] if kept else key_packets(self.rules, key)

    def _keeps(self, earlier: PackDealt, dealt: PackDealt) -> bool:
        """Whether the packets of an earlier deal bind its dealer in another."""
        return self.rules.packets_kept and (self.rules.packets == "kept" or earlier.game == dealt.game)

    def _drawn(self, number: int, order: tuple[Card, ...]) -> bool:
        seen = self._draw
        if seen is None or seen.number != number:
            return True
        draw = Draw.start(self.rules, order, seen.captain)
        for place in seen.places:
            draw = draw.take(place)
        return list(draw.shown) == seen.cards

    # The record

    def check(self, log: Log) -> None:
        """``UnfairDeal`` unless all packs of a game's record are fair, and it tells what was seen at the table."""
        for verdict in verify(log, self.receipt):
            require(verdict.fair is True, f"pack {verdict.pack} of the record: {verdict.why}")
        self.receipt.check_players(log)


def _names(scene: PublicTable) -> tuple[str, ...]:
    return tuple(player_name(view.name, view.bot) for view in scene.seats)


def _changes_seats(line: TableLineView) -> bool:
    """Whether a line may have changed who sits where."""
    moved = any(isinstance(event, DealerFound) for event in line.events)
    return moved or isinstance(
        line.entry, SeatTaken | SeatVacated | BotSeated | SeatsSwapped | PlayerRemoved | PlayerLeft
    )


def _dealt(rules: Ruleset, order: tuple[Card, ...], pack: PackObservation) -> bool:
    if pack.dealt is None:
        return True
    deal = Deal.start(rules, pack.dealt.dealer, order, cut=pack.dealt.cut, packet_pattern=pack.dealt.packet_pattern)
    return all(_fits(event, deal) for event in pack.shown)


def _fits(event: HandDealt | UpcardTurned, deal: Deal) -> bool:
    if isinstance(event, UpcardTurned):
        return event.card in (*deal.buried, deal.upcard)
    return event.cards is None or Hand(event.cards) == deal.hand(event.seat)


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise UnfairDeal("what the server tells of a pack is no number in hexadecimal") from None
