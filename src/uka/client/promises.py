"""What the dealing side has promised of a game's packs, held against what was seen of them once secrets are told.

The cut and the way of the packets, and all that this client did not see, are left to the record's own check.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from uka.core.cards import Card, Hand
from uka.core.deal import Deal
from uka.core.draw import Draw
from uka.core.events import HandDealt, UpcardTurned
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.records import Log, Note
from uka.records.fair import (
    KIND,
    Committed,
    Told,
    UnfairDeal,
    commitment,
    fair_pack,
    stand_in,
    verify,
)
from uka.table import Shown, Stage
from uka.table.entries import Added, Began, Took
from uka.table.events import CardDrawn, CommitmentsTold, Event, PackDealt, SecretTold
from uka.wire.tells import Welcome


@dataclass
class Pack:
    """What was seen of one pack: what each seat added (the secret's own word for it where not ``own``), and cards."""

    mine: str | None = None
    added: dict[Seat, Added] = field(default_factory=dict[Seat, Added])
    dealt: PackDealt | None = None
    shown: list[HandDealt | UpcardTurned] = field(default_factory=list[HandDealt | UpcardTurned])
    captain: Seat | None = None
    places: list[int] = field(default_factory=list[int])
    drawn: list[tuple[Seat, Card]] = field(default_factory=list[tuple[Seat, Card]])


class Promises:
    """The promises of one game; ``UnfairDeal`` goes through when one is found broken."""

    def __init__(self) -> None:
        self.rules = Ruleset()
        self.commitments: tuple[str, ...] = ()
        self.secrets: tuple[str, ...] = ()
        self._packs: dict[int, Pack] = {}
        self._last = 0

    def pack(self, number: int) -> Pack:
        """What was seen of a pack."""
        return self._packs.setdefault(number, Pack())

    def welcomed(self, whole: Welcome) -> None:
        """The table as a whole is told: of another game, or of this one after a stretch that was not seen."""
        self.rules = whole.rules
        if whole.commitments[:1] != self.commitments[:1] or whole.scene.stage is Stage.SEATING:
            self._forget()
        _require(
            whole.commitments[: len(self.commitments)] == self.commitments,
            "the server has changed what it committed to before the game",
        )
        self.commitments, self._last = whole.commitments, whole.scene.number - 1
        self.pack(0).captain = None  # what was not seen of the draw can't be checked
        for number, secret in enumerate(whole.secrets[len(self.secrets) :], len(self.secrets)):
            self._told(number, secret)

    def heard(self, line: Shown) -> None:
        """A line of the table's log."""
        match line.entry:
            case Began(captain=captain):
                self._forget()
                self.pack(0).captain = captain
            case Added() as added:
                self.pack(added.number).added[added.seat] = added
            case Took(place=place):
                self.pack(0).places.append(place)
            case _:
                pass
        for event in line.events:
            self._happened(event)

    def _forget(self) -> None:
        self.commitments, self.secrets, self._packs, self._last = (), (), {}, 0

    def _happened(self, event: Event) -> None:
        match event:
            case CommitmentsTold():
                _require(event.first == len(self.commitments), "the server commits to a pack twice, or leaves one out")
                self.commitments += event.commitments
            case CardDrawn():
                self.pack(0).drawn.append((event.seat, event.card))
            case PackDealt():
                self._last = event.number
                self.pack(event.number).dealt = event
            case HandDealt() | UpcardTurned():
                self.pack(self._last).shown.append(event)
            case SecretTold():
                self._told(event.number, event.secret)
            case _:
                pass

    def _told(self, number: int, secret: str) -> None:
        _require(number == len(self.secrets) < len(self.commitments), "the server tells a secret that is none")
        self.secrets += (secret,)
        self._check(number, _bytes(secret), self.pack(number))

    def _check(self, number: int, secret: bytes, pack: Pack) -> None:
        """``UnfairDeal`` if a pack does not follow from its secret, as far as it was seen."""
        _require(
            commitment(secret) == self.commitments[number],
            f"the secret of pack {number} is not the one that was committed to",
        )
        if len(pack.added) < len(self.rules.seats):
            return
        added = [pack.added[seat] for seat in self.rules.seats]
        _require(
            pack.mine is None or any(part.own and part.value == pack.mine for part in added),
            f"what this seat added to pack {number} was left out",
        )
        for part in added:
            bound = part.own or part.value == stand_in(secret, number, part.seat).hex()
            _require(bound, f"what stands for {part.seat} in pack {number} is not bound by the secret")
        order = fair_pack(self.rules, secret, number, [_bytes(part.value) for part in added])
        _require(
            _drawn(self.rules, order, pack) if number == 0 else _dealt(self.rules, order, pack),
            f"the cards of pack {number} do not follow from its secret and what the seats added",
        )

    # The record

    def check(self, log: Log) -> None:
        """``UnfairDeal`` unless all packs of a game's record are fair, and come from what was told at the table."""
        for verdict in verify(log):
            _require(verdict.fair is True, f"pack {verdict.pack} of the record: {verdict.why}")
        for told in _fair_notes(log):
            if isinstance(told, Committed):
                kept = self.commitments[told.first : told.first + len(told.commitments)]
                _require(told.commitments == kept, "the record's commitments are not those that were told")
            else:
                mine = self.pack(told.number).mine
                same = (told.secret,) == self.secrets[told.number : told.number + 1]
                _require(same, "the record's secrets are not those that were told")
                _require(mine is None or mine in told.added, "what this seat added is not in the record")


def _fair_notes(log: Log) -> list[Committed | Told]:
    notes = (entry for entry in log.entries if isinstance(entry, Note) and entry.kind == KIND)
    return [msgspec.json.decode(entry.text, type=Committed | Told) for entry in notes]


def _drawn(rules: Ruleset, order: tuple[Card, ...], pack: Pack) -> bool:
    if pack.captain is None:
        return True
    draw = Draw.start(rules, order, pack.captain)
    for place in pack.places:
        draw = draw.take(place)
    return list(draw.shown) == pack.drawn


def _dealt(rules: Ruleset, order: tuple[Card, ...], pack: Pack) -> bool:
    if pack.dealt is None:
        return True
    deal = Deal.start(rules, pack.dealt.dealer, order, cut=pack.dealt.cut, way=pack.dealt.way)
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


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise UnfairDeal(why)
