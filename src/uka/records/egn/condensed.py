"""The reader of condensed deals. A condensed deal is a stream of bits in base64url text, in one of four versions.

The published description of the format and the published program differ. In the description, the order of the suits is
clubs, diamonds, hearts, spades; the dealer takes three bits in versions 0 and 1; and version 3 counts the hands. In the
program, the order is spades, hearts, clubs, diamonds; the dealer takes two bits; and the hands are not counted. A file
is first read as the program writes it. If the result breaks the rules of the game, the file is read by the description.
Version 0 has no header, so its text can look like another version. Therefore version 0 is tried last.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import NamedTuple, cast

from .schema import EgnAlternativeLine, EgnBidding, EgnCall, EgnDeal, EgnInitialState, EgnTrickPlay

RANKS = "789TJQKA"
END = 0b1010
"""The four bits at the end of a deal."""
NEXT_BYTE = 8
TRICKS = 5
SEATS = 4


class CondensedDialect(NamedTuple):
    """A variant of the condensed format."""

    suits: str
    """The suits in the order of the variant."""
    dealer_bits: int
    """The number of bits for the dealer in versions 0 and 1."""
    counts_hands: bool
    """Whether version 3 has the number of hands before the hands."""


PROGRAM = CondensedDialect("shcd", 2, counts_hands=False)
"""The variant of the published program."""
DESCRIPTION = CondensedDialect("cdhs", 3, counts_hands=True)
"""The variant of the published description."""
DIALECTS = (PROGRAM, DESCRIPTION)


class InvalidCondensedDeal(ValueError):
    """Raised if the bits of a text do not encode a deal."""


class BitReader:
    """A reader of numbers from a stream of bits. The highest bit of each byte comes first."""

    def __init__(self, data: bytes) -> None:
        self.value, self.left = int.from_bytes(data), len(data) * 8

    def take(self, width: int) -> int:
        """Return the next ``width`` bits as a number. Raise ``InvalidCondensedDeal`` if fewer bits are left."""
        if width > self.left:
            raise InvalidCondensedDeal("the text ends too early")
        self.left -= width
        return self.value >> self.left & (1 << width) - 1

    def padded(self) -> bool:
        """Whether only padding is left in the stream: fewer than 8 bits, all of them 0."""
        return self.left < NEXT_BYTE and not self.value & (1 << self.left) - 1


class CondensedReader:
    """A reader of one condensed deal, in one variant of the format."""

    def __init__(self, data: bytes, dialect: CondensedDialect) -> None:
        self.bits, self.dialect = BitReader(data), dialect
        self.version = 0
        self.pack: list[str] = []
        self.up_card = ""

    def read(self, version: int) -> EgnDeal:
        """Return the deal. Raise ``InvalidCondensedDeal`` if the text is not a deal of the version ``version``."""
        self.version = version
        if version and self.bits.take(4) != version:
            raise InvalidCondensedDeal("the header is another version's")
        dealer = self.bits.take(3 if version >= 2 else self.dialect.dealer_bits)
        lowest = self._lowest_rank() if version >= 2 else RANKS.index("9")
        self.pack = [rank + suit for rank in RANKS[lowest:] for suit in self.dialect.suits]
        self.up_card = self._card(list(self.pack))
        state = EgnInitialState(dealer=dealer, up_card=self.up_card)
        if version == 3 and self.bits.take(1):
            hands = self.bits.take(3) if self.dialect.counts_hands else SEATS
            state.player_cards = [self._cards(self.bits.take(4)) for _ in range(hands)]
        deal = EgnDeal(initial_state=state)
        if version == 0:
            self._phases_without_header(deal)
        else:
            self._read_phases(deal)
        if not self.bits.padded():
            raise InvalidCondensedDeal("there is more than one deal")
        return deal

    def _lowest_rank(self) -> int:
        """Check the number of players, and return the index of the lowest rank of the pack in ``RANKS``."""
        if self.bits.take(3) != SEATS - 1:
            raise InvalidCondensedDeal("it is not a game of four players")
        ranks_below_nine = self.bits.take(2)
        lowest = RANKS.index("9") - ranks_below_nine
        if lowest < 0:
            raise InvalidCondensedDeal("its pack goes below the seven")
        return lowest

    def _phases_without_header(self, deal: EgnDeal) -> None:
        """Read the phases of a deal of version 0: none, only the calls, or the calls and five tricks.

        Version 0 does not record the number of its phases or tricks.
        """
        if self.bits.padded():
            return
        bidding = self._bidding(0)
        deal.phases.append(bidding)
        if not self.bits.padded():
            deal.phases.append(EgnTrickPlay(tricks=self._tricks(TRICKS, bidding, list(self.pack)), phase_number=1))

    def _read_phases(self, deal: EgnDeal) -> None:
        left, bidding = list(self.pack), EgnBidding(calls=[])
        for _ in range(self.bits.take(3)):
            phase = self._phase(0, bidding, left, 0)
            bidding = phase if isinstance(phase, EgnBidding) else bidding
            deal.phases.append(phase)
        if self.bits.take(1):
            deal.alternative_lines = [self._alternative_line(deal, bidding) for _ in range(self.bits.take(8))]
        if self.bits.take(4) != END:
            raise InvalidCondensedDeal("the end is not marked")

    def _alternative_line(self, deal: EgnDeal, bidding: EgnBidding) -> EgnAlternativeLine:
        branch = self.bits.take(16)
        plays = [
            card for phase in deal.phases if isinstance(phase, EgnTrickPlay) for trick in phase.tricks for card in trick
        ]
        played = branch - len(bidding.calls)
        left = [card for card in self.pack if card not in plays[: max(played, 0)]]
        line = EgnAlternativeLine(branch_index=branch, phases=[])
        for number in range(self.bits.take(4)):
            phase = self._phase(branch, bidding, left, played if played > 0 and not number else 0)
            bidding = phase if isinstance(phase, EgnBidding) else bidding
            line.phases.append(phase)
        return line

    def _phase(self, first_call: int, bidding: EgnBidding, left: list[str], played: int) -> EgnBidding | EgnTrickPlay:
        if not self.bits.take(1):
            phase = self._bidding(first_call)
            phase.call_annotations = self._annotations()
            return phase
        play = EgnTrickPlay(tricks=self._tricks(self.bits.take(3), bidding, left, played), phase_number=1)
        play.play_annotations = self._annotations()
        return play

    def _bidding(self, first_call: int) -> EgnBidding:
        calls: list[EgnCall] = []
        suits = [suit for suit in self.dialect.suits if suit != self.up_card[1]]
        for index in range(first_call, 2 * SEATS):
            first_round = index < SEATS
            code = self.bits.take(1 if first_round else 2)
            if code:
                calls.append("Order" if first_round else cast(EgnCall, suits[code - 1]))
                break
            calls.append("Pass")
        bidding = EgnBidding(calls=calls, phase_number=0, is_alone=bool(self.bits.take(1)))
        if self.version >= 2 and bidding.is_alone and self.bits.take(1):
            bidding.alone_defender = self.bits.take(3)
        if self.version == 3 and self.bits.take(1):
            bidding.discard = self._card(list(self.pack))
        return bidding

    def _tricks(self, count: int, bidding: EgnBidding, left: list[str], played: int = 0) -> list[list[str]]:
        """Read ``count`` tricks. Remove their cards from ``left``, which holds the cards not played yet, in order.

        ``played`` is the number of cards played earlier in the deal. If these cards end within a trick, the first trick
        read has only the missing cards of that trick.
        """
        size = SEATS
        if bidding.is_alone is True:
            size -= 1
        if bidding.alone_defender >= 0:
            size -= 1
        tricks = list[list[str]]()
        for number in range(count):
            cards = size if number else size - played % size
            tricks.append([self._card(left) for _ in range(cards)])
        return tricks

    def _card(self, left: list[str]) -> str:
        width = max((len(left) - 1).bit_length(), 1)
        place = self.bits.take(width)
        if place >= len(left):
            raise InvalidCondensedDeal("there is no such card")
        return left.pop(place)

    def _cards(self, count: int) -> list[str]:
        return [self._card(list(self.pack)) for _ in range(count)]

    def _annotations(self) -> dict[str, list[str]]:
        if not self.bits.take(1):
            return {}
        annotations = dict[str, list[str]]()
        for _ in range(self.bits.take(8)):
            key = str(self.bits.take(8))
            annotations[key] = [self._text() for _ in range(self.bits.take(8))]
        return annotations

    def _text(self) -> str:
        data = bytes(self.bits.take(8) for _ in range(self.bits.take(16)))
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise InvalidCondensedDeal("an annotation is not text") from None


def expanded(text: str, dialect: CondensedDialect) -> Iterator[EgnDeal]:
    """Yield each deal that ``text``, a condensed deal, can stand for in the variant ``dialect``, the likeliest first.

    Yield nothing if ``text`` is not a condensed deal.
    """
    data = _decoded(text)
    for version in (3, 2, 1, 0):
        try:
            yield CondensedReader(data, dialect).read(version)
        except InvalidCondensedDeal:
            continue


def _decoded(text: str) -> bytes:
    plain = text.rstrip("=").replace("+", "-").replace("/", "_")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", plain):
        return b""
    try:
        return base64.urlsafe_b64decode(plain + "=" * (-len(plain) % 4))
    except (binascii.Error, ValueError):
        return b""
