"""What the host may do at a table on a server: with seats, bots and people, each chosen by a further question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from uka.bots import names as levels
from uka.core.seats import Seat
from uka.table import Stage
from uka.table.projection import SeatView
from uka.wire.tells import Welcome

from .offers import Ask, What
from .room import names_of, plain
from .sitting import Asked, Offer
from .words import COMPASS

if TYPE_CHECKING:
    from uka.client import Attendance

ON_A_PAGE = 9
"""Choices that a page has digits for."""


def hosting(whole: Welcome, at: Attendance, ask: Ask) -> tuple[Offer, ...]:
    """The page of the host's powers; nothing for anybody else."""
    powers = tuple(_powers(whole, at, ask)) if whole.player == whole.scene.host else ()
    return (Offer.leading("h", "what the host may do …", Asked("What the host may do:", powers)),) if powers else ()


def _powers(whole: Welcome, at: Attendance, ask: Ask) -> Iterable[Offer]:
    views = whole.scene.seats
    bots, unmanned = [v for v in views if v.bot], [v for v in views if v.player is None]
    others = _others(whole)
    if whole.scene.stage in (Stage.SEATING, Stage.OVER):
        held = [(a, b) for a, b in combinations(views, 2) if {a.player, a.bot, b.player, b.bot} != {None}]
        pairs = [(_pair(a, b, whole), partial(at.swap, a.seat, b.seat)) for a, b in held]
        if pairs:
            yield Offer.leading("c", "two seats change places …", choose("Which two change places?", pairs, ask))
        if bots:
            away = [(_holds(view, whole), partial(at.empty, view.seat)) for view in bots]
            yield Offer.leading("e", "take a bot away …", choose("Which bot goes?", away, ask))
    if unmanned:
        yield Offer.leading("b", "choose a bot for a seat …", _asked_for_bot(unmanned, whole, at, ask))
    if waiting := [(name, partial(at.admit, player)) for player, name in others if _waits(player, whole)]:
        let_in = choose("Who sits down in this deal, and sees the bot's hand? All are told.", waiting, ask)
        yield Offer.leading("l", "let somebody in now …", let_in)
    if others:
        sent = [(name, partial(at.remove, player)) for player, name in others]
        yield Offer.leading("r", "send somebody away for good …", choose("Who has to leave, for good?", sent, ask))
        heirs = [(name, partial(at.hand_over, player)) for player, name in others]
        yield Offer.leading("o", "make somebody else the host …", choose("Who is to be the host?", heirs, ask))


def _waits(player: str, whole: Welcome) -> bool:
    return any(view.booked == player for view in whole.scene.seats)


def _asked_for_bot(views: Sequence[SeatView], whole: Welcome, at: Attendance, ask: Ask) -> Asked:
    def of_level(seat: Seat) -> Asked:
        skills = [(level, partial(at.bot, seat, level)) for level in levels()]
        return choose(f"Which bot shall play {COMPASS[seat.index]}? The weakest comes first.", skills, ask)

    offers = (Offer.leading(str(n), _holds(view, whole), of_level(view.seat)) for n, view in enumerate(views, 1))
    return Asked("At which seat?", tuple(offers))


def choose(says: str, choices: Sequence[tuple[str, What]], ask: Ask) -> Asked:
    """One of some things to ask for, each with a digit; those past the ninth are on a page of their own."""
    page, rest = choices[:ON_A_PAGE], choices[ON_A_PAGE:]
    offers = [Offer(str(n), label, partial(ask, what)) for n, (label, what) in enumerate(page, 1)]
    more = [Offer.leading("0", "more …", choose(says, rest, ask))] if rest else []
    return Asked(says, (*offers, *more))


def _others(whole: Welcome) -> list[tuple[str, str]]:
    """Everybody but the host, those with a seat first."""
    seated = [view.player for view in whole.scene.seats]
    others = [person for person in whole.people if person.player != whole.scene.host]
    others.sort(key=lambda person: person.player not in seated)
    return [(person.player, plain(person.name)) for person in others]


def _holds(view: SeatView, whole: Welcome) -> str:
    tag = names_of(whole).tags[view.seat.index]
    return f"{COMPASS[view.seat.index]} ({plain(view.name) if view.name else tag})"


def _pair(a: SeatView, b: SeatView, whole: Welcome) -> str:
    return f"{_holds(a, whole)} and {_holds(b, whole)}"
