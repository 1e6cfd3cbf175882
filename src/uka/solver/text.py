"""Positions in the play as text, such as ``N Jd Th 9c; E ...; trump d; maker N; lead E``.

The parts can be in any order, and on one or several lines of text.
"""

from __future__ import annotations

import re

from uka.core.cards import SUITS, Card, Hand, Suit, parse_cards
from uka.core.deal import Deal
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Partnership, Seat
from uka.core.trick import STRAINS

from .position import InvalidPosition, Position
from .validation import validated

SEATS_BY_NAME = {name: seat for seat in SEATS for name in (seat.value, seat.value[0])}
STRAINS_BY_NAME = {name: suit for suit in STRAINS for name in (suit.value, suit.symbol, str(suit))}
PARTS = ("trump", "maker", "lead", "trick", "taken", "alone")
"""The words that the parts of a position's text begin with, besides those that name a seat."""
REQUIRED_PARTS = {
    "trump": "say what is trump, as in: trump d",
    "maker": "say who made trump, as in: maker N",
    "lead": "say who leads, or led the trick in progress, as in: lead E",
}
"""A dict from the first word of each part that must be there to the sentence that asks for it."""
ASK_FOR_TAKEN = "say who took the tricks before, north-south first, as in: taken 2-1"


def parse(text: str, rules: Ruleset) -> Position:
    """Return the position, played by ``rules``, that ``text`` describes.

    ``text`` has one part for each seat that plays, with the seat's cards, and the parts ``trump``, ``maker`` and
    ``lead``. Three parts are optional. ``trick`` lists the cards of the trick in progress, in the order of play.
    ``taken`` is the number of tricks that each side has taken, north-south first, and is needed after the first trick.
    ``alone`` names the seats that play or defend alone. Raise ``InvalidPosition`` if ``text`` describes no position
    that can arise in play.

    A text that begins with ``dealer`` describes a whole deal (``Deal.text``). Raise ``InvalidDeal`` if it cannot be
    read.

    >>> here = parse("N 9s; E Ks; S Td; W Ah; trump d; maker N; lead W; trick Ah 9s; taken 2-2", Ruleset())
    Traceback (most recent call last):
    ...
    uka.solver.position.InvalidPosition: 9s is in two places: a pack holds each card once
    >>> here = parse("N -; E Ks; S Td; W -; trump d; maker N; lead W; trick Ah 9s; taken 2-2", Ruleset())
    >>> here.turn, here.taken
    (Seat.EAST, (2, 2))
    """
    if text.lstrip().lower().startswith("dealer "):
        return Position.of(Deal.parse(text, rules))
    parts = _parts(text)
    for name, why in REQUIRED_PARTS.items():
        if name not in parts:
            raise InvalidPosition(why)
    hands = tuple(Hand(_cards(parts.get(seat.value, ""))) for seat in SEATS)
    if "taken" not in parts and max(map(len, hands)) < rules.hand_size:
        raise InvalidPosition(ASK_FOR_TAKEN)
    maker = _seat(parts["maker"])
    loner, lone_defender = _alone(parts.get("alone", ""), maker.partnership)
    return validated(
        Position(
            rules=rules,
            hands=hands,
            trump=_suit(parts["trump"]),
            maker=maker,
            leader=_seat(parts["lead"]),
            trick=_cards(parts.get("trick", "")),
            taken=_taken(parts.get("taken", "0-0")),
            loner=loner,
            lone_defender=lone_defender,
        )
    )


def text_of(position: Position) -> str:
    """Return ``position`` as one line of text, which ``parse`` reads."""
    parts = [f"{_letter(seat)} {position.hands[seat.index] or '-'}" for seat in SEATS]
    parts += [
        f"trump {position.trump.value}",
        f"maker {_letter(position.maker)}",
        f"lead {_letter(position.leader)}",
    ]
    if position.trick:
        parts.append(f"trick {' '.join(map(str, position.trick))}")
    if any(position.taken):
        parts.append(f"taken {'-'.join(map(str, position.taken))}")
    alone = [_letter(seat) for seat in (position.loner, position.lone_defender) if seat]
    if alone:
        parts.append(f"alone {' '.join(alone)}")
    return "; ".join(parts)


def _parts(text: str) -> dict[str, str]:
    """Return a dict from the name of each part of ``text`` to its value. A hand has the name of its seat."""
    parts = dict[str, str]()
    for part in filter(None, map(str.strip, re.split(r"[;\n]", text))):
        word, *values = re.split(r"[:\s]+", part, maxsplit=1)
        name = _part_name(word, part)
        if name in parts:
            raise InvalidPosition(f"{name} is given twice")
        parts[name] = values[0] if values else ""
    return parts


def _part_name(word: str, part: str) -> str:
    """Return the name of a part of a position's text. ``part`` is the text of the part, and ``word`` its first word.

    Raise ``InvalidPosition`` if ``word`` begins no part.
    """
    name = word.lower()
    if seat := SEATS_BY_NAME.get(name):
        return seat.value
    if name in PARTS:
        return name
    *most, last = PARTS
    known = f"a seat (N, E, S, W), {', '.join(most)} or {last}"
    raise InvalidPosition(f"{part!r} is not understood: begin each part with {known}, and separate parts with ;")


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return () if text.strip() == "-" else parse_cards(text)
    except ValueError as error:
        raise InvalidPosition(str(error)) from None


def _seat(text: str) -> Seat:
    if seat := SEATS_BY_NAME.get(text.strip().lower()):
        return seat
    raise InvalidPosition(f"{text.strip()!r} is not a seat: write N, E, S or W")


def _suit(text: str) -> Suit:
    if suit := STRAINS_BY_NAME.get(text.strip().lower()):
        return suit
    raise InvalidPosition(f"{text.strip()!r} is not a trump: write {', '.join(s.value for s in SUITS)}, or n for none")


def _taken(text: str) -> tuple[int, ...]:
    numbers = re.split(r"[-,\s]+", text.strip())
    if len(numbers) != len(Partnership) or not all(re.fullmatch(r"[0-9]", number) for number in numbers):
        raise InvalidPosition(f"{text.strip()!r} is not a number of tricks for each side: {ASK_FOR_TAKEN}")
    return tuple(map(int, numbers))


def _alone(text: str, makers: Partnership) -> tuple[Seat | None, Seat | None]:
    """Return the loner and the lone defender that ``text`` names. Either is None if it is not named."""
    seats = [_seat(word) for word in text.replace(",", " ").split()]
    sides = [seat.partnership for seat in seats]
    if len(set(sides)) < len(sides):
        raise InvalidPosition("only one seat of a side may play alone: write a loner, or a loner and a lone defender")
    by_side = dict(zip(sides, seats, strict=True))
    return by_side.get(makers), by_side.get(makers.other)


def _letter(seat: Seat) -> str:
    return seat.value[0].upper()
