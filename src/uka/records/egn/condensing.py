"""The writer of condensed deals: streams of bits in base64url text, as the published program of the format writes them.

A deal is written in version 1 of the format if that version can hold it. A deal with a lone defender, or with a pack of
more than 24 cards, needs version 2. A deal with hands or a discard needs version 3.
"""

from __future__ import annotations

import base64
from contextlib import suppress
from math import ceil

from msgspec import UNSET
from msgspec.structs import replace

from .condensed import END, PROGRAM, RANKS, SEATS, expanded
from .rules import NotExpressible
from .schema import ABSENT, EgnAlternativeLine, EgnAnnotations, EgnBidding, EgnDeal, EgnTrickPlay

LOWEST = 9
"""The lowest rank of a pack if the file does not name it."""


class BitWriter:
    """A stream of bits to which numbers are added. The highest bit of each number comes first."""

    def __init__(self) -> None:
        self.bits: list[str] = []

    def put(self, number: int, width: int) -> None:
        """Add ``number`` as ``width`` bits. Raise ``ValueError`` if it needs more bits."""
        if not 0 <= number < 1 << width:
            raise ValueError(f"{number} does not fit into {width} bits")
        self.bits.append(f"{number:0{width}b}")

    def text(self) -> str:
        """Return the stream as base64url text without padding characters."""
        bits = "".join(self.bits)
        size = ceil(len(bits) / 8)
        data = int(bits.ljust(8 * size, "0"), 2).to_bytes(size)
        return base64.urlsafe_b64encode(data).decode().rstrip("=")


class CondensedWriter:
    """A writer of one condensed deal. ``min_rank`` is the lowest rank of the pack: 9, 8 or 7.

    The methods raise ``ValueError`` if a part of the deal does not fit into the form.
    """

    def __init__(self, deal: EgnDeal, min_rank: int) -> None:
        self.out, self.deal = BitWriter(), deal
        self.pack = [rank + suit for rank in RANKS[RANKS.index(str(min_rank)) :] for suit in PROGRAM.suits]
        self.version = _version(deal, min_rank)
        self.min_rank = min_rank

    def text(self) -> str:
        """Return the deal as text."""
        state = self.deal.initial_state
        self.out.put(self.version, 4)
        self.out.put(state.dealer, 3 if self.version >= 2 else PROGRAM.dealer_bits)
        if self.version >= 2:
            self.out.put(SEATS - 1, 3)
            self.out.put(LOWEST - self.min_rank, 2)
        self._card(state.up_card, list(self.pack))
        if self.version == 3:
            self._hands(state.player_cards)
        self._phases()
        self._alternative_lines()
        self.out.put(END, 4)
        return self.out.text()

    def _card(self, card: str, left: list[str]) -> None:
        self.out.put(left.index(card), max((len(left) - 1).bit_length(), 1))
        left.remove(card)

    def _hands(self, hands: list[list[str]]) -> None:
        self.out.put(bool(hands), 1)
        for hand in hands:
            self.out.put(len(hand), 4)
            for card in hand:
                self._card(card, list(self.pack))

    def _phases(self) -> None:
        left = list(self.pack)
        self.out.put(len(self.deal.phases), 3)
        for phase in self.deal.phases:
            self._phase(phase, 0, left)

    def _alternative_lines(self) -> None:
        lines = self.deal.alternative_lines
        self.out.put(bool(lines), 1)
        if lines:
            self.out.put(len(lines), 8)
        for line in lines:
            self._alternative_line(line)

    def _alternative_line(self, line: EgnAlternativeLine) -> None:
        phases = self.deal.phases
        calls = sum(len(phase.calls) for phase in phases if isinstance(phase, EgnBidding))
        tricks = [trick for phase in phases if isinstance(phase, EgnTrickPlay) for trick in phase.tricks]
        played = [card for trick in tricks for card in trick][: max(line.branch_index - calls, 0)]
        left = [card for card in self.pack if card not in played]
        self.out.put(line.branch_index, 16)
        self.out.put(len(line.phases), 4)
        for phase in line.phases:
            self._phase(phase, line.branch_index, left)

    def _phase(self, phase: EgnBidding | EgnTrickPlay, first_call: int, left: list[str]) -> None:
        self.out.put(isinstance(phase, EgnTrickPlay), 1)
        if isinstance(phase, EgnBidding):
            self._bidding(phase, first_call)
            self._annotations(phase.call_annotations)
            return
        self.out.put(len(phase.tricks), 3)
        for card in [card for trick in phase.tricks for card in trick]:
            self._card(card, left)
        self._annotations(phase.play_annotations)

    def _bidding(self, phase: EgnBidding, first_call: int) -> None:
        suits = [suit for suit in PROGRAM.suits if suit != self.deal.initial_state.up_card[1:]]
        codes = {"Pass": 0, **{suit: code for code, suit in enumerate(suits, 1)}}
        for index, call in enumerate(phase.calls, first_call):
            if index < SEATS:
                self.out.put(call == "Order", 1)
            else:
                self.out.put(codes.get(call, -1), 2)
        self.out.put(phase.is_alone is True, 1)
        if self.version >= 2 and phase.is_alone:
            self._optional(phase.alone_defender if phase.alone_defender >= 0 else None, 3)
        if self.version == 3:
            discard = self.pack.index(phase.discard) if isinstance(phase.discard, str) else None
            self._optional(discard, (len(self.pack) - 1).bit_length())

    def _optional(self, number: int | None, width: int) -> None:
        self.out.put(number is not None, 1)
        if number is not None:
            self.out.put(number, width)

    def _annotations(self, annotations: EgnAnnotations) -> None:
        self.out.put(bool(annotations), 1)
        if annotations:
            self.out.put(len(annotations), 8)
        for key, texts in annotations.items():
            self.out.put(int(key), 8)
            self.out.put(len(texts), 8)
            for text in texts:
                self._text(text.encode())

    def _text(self, data: bytes) -> None:
        self.out.put(len(data), 16)
        for byte in data:
            self.out.put(byte, 8)


def _version(deal: EgnDeal, min_rank: int) -> int:
    """Return the lowest version of the condensed form that can hold ``deal``."""
    phases = [phase for phase in _all_phases(deal) if isinstance(phase, EgnBidding)]
    if deal.initial_state.player_cards or any(phase.discard is not UNSET for phase in phases):
        return 3
    return 2 if min_rank < LOWEST or any(phase.alone_defender >= 0 for phase in phases) else 1


def _all_phases(deal: EgnDeal) -> list[EgnBidding | EgnTrickPlay]:
    return [*deal.phases, *(phase for line in deal.alternative_lines for phase in line.phases)]


def condensed(deal: EgnDeal, number: int, min_rank: int) -> str:
    """Return ``deal`` as condensed text. ``number`` is its index in the file, ``min_rank`` the lowest rank of the pack.

    Raise ``NotExpressible`` if the condensed form cannot hold the whole deal, such as a deal with unknown cards, with
    an unfinished trick, or with an exchange of cards.
    """
    plain = replace(deal, deal_number=ABSENT if deal.deal_number == number else deal.deal_number)
    with suppress(ValueError):
        text = CondensedWriter(plain, min_rank).text()
        if next(expanded(text, PROGRAM), None) == plain:
            return text
    why = "the condensed form holds known cards, whole tricks and no exchange: write a name ending in .expanded.egnb"
    raise NotExpressible((f"deal {number + 1} in the condensed form", None, why))
