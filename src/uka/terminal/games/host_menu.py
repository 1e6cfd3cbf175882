"""The host's menu at a server's table. It has submenus for seats, bots and people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from uka.bots import names as levels
from uka.core.seats import Seat
from uka.narration.names import COMPASS
from uka.table import TableStage
from uka.table.views.public_table import SeatView
from uka.wire.table_updates import TableSnapshot

from .interface import Menu, MenuItem
from .menus import Send, ServerCall
from .people import names_of, plain

if TYPE_CHECKING:
    from uka.client import TableSession

ON_A_PAGE = 9
"""The maximum number of choices on one page of a menu. Each choice needs a digit."""


def host_items(whole: TableSnapshot, at: TableSession, ask: Send) -> tuple[MenuItem, ...]:
    """Return the menu item that opens the host's menu. Return an empty tuple if the person is not the host."""
    powers = tuple(_powers(whole, at, ask)) if whole.player == whole.scene.host else ()
    menu = Menu("Host's choices:", powers)
    return (MenuItem.with_submenu("h", "host's choices…", menu),) if powers else ()


def _powers(whole: TableSnapshot, at: TableSession, ask: Send) -> Iterable[MenuItem]:
    views = whole.scene.seats
    bots, unmanned = [v for v in views if v.bot], [v for v in views if v.player is None]
    others = _others(whole)
    if whole.scene.stage in (TableStage.SEATING, TableStage.OVER):
        held = [(a, b) for a, b in combinations(views, 2) if {a.player, a.bot, b.player, b.bot} != {None}]
        pairs = [(_pair(a, b, whole), partial(at.swap, a.seat, b.seat)) for a, b in held]
        if pairs:
            yield MenuItem.with_submenu("c", "swap two seats…", numbered_menu("Swap which two seats?", pairs, ask))
        if bots:
            away = [(_holds(view, whole), partial(at.empty, view.seat)) for view in bots]
            yield MenuItem.with_submenu("e", "remove a bot…", numbered_menu("Remove which bot?", away, ask))
    if unmanned:
        yield MenuItem.with_submenu("b", "choose a bot for a seat…", _asked_for_bot(unmanned, whole, at, ask))
    if waiting := [(name, partial(at.admit, player)) for player, name in others if _waits(player, whole)]:
        let_in = numbered_menu("Who takes over a bot's hand now? Everyone is told.", waiting, ask)
        yield MenuItem.with_submenu("l", "let someone in now…", let_in)
    if others:
        sent = [(name, partial(at.remove, player)) for player, name in others]
        yield MenuItem.with_submenu("r", "remove someone for good…", numbered_menu("Remove whom, for good?", sent, ask))
        heirs = [(name, partial(at.hand_over, player)) for player, name in others]
        yield MenuItem.with_submenu("o", "make someone else host…", numbered_menu("Who will be the host?", heirs, ask))


def _waits(player: str, whole: TableSnapshot) -> bool:
    return any(view.booked == player for view in whole.scene.seats)


def _asked_for_bot(views: Sequence[SeatView], whole: TableSnapshot, at: TableSession, ask: Send) -> Menu:
    def of_level(seat: Seat) -> Menu:
        skills = [(level, partial(at.bot, seat, level)) for level in levels()]
        return numbered_menu(f"Which bot plays {COMPASS[seat.index]}? Weakest first.", skills, ask)

    seats = ((_holds(view, whole), of_level(view.seat)) for view in views)
    items = (MenuItem.with_submenu(str(n), label, levels) for n, (label, levels) in enumerate(seats, 1))
    return Menu("Which seat?", tuple(items))


def numbered_menu(says: str, choices: Sequence[tuple[str, ServerCall]], ask: Send) -> Menu:
    """Return a menu with the text ``says``. The keys are digits. Choices after the ninth are on further pages."""
    page, rest = choices[:ON_A_PAGE], choices[ON_A_PAGE:]
    items = [MenuItem(str(n), label, partial(ask, what)) for n, (label, what) in enumerate(page, 1)]
    more = [MenuItem.with_submenu("0", "more…", numbered_menu(says, rest, ask))] if rest else []
    return Menu(says, (*items, *more))


def _others(whole: TableSnapshot) -> list[tuple[str, str]]:
    """Return the id and name of each person except the host. Seated people come first."""
    seated = [view.player for view in whole.scene.seats]
    others = [person for person in whole.people if person.player != whole.scene.host]
    others.sort(key=lambda person: person.player not in seated)
    return [(person.player, plain(person.name)) for person in others]


def _holds(view: SeatView, whole: TableSnapshot) -> str:
    names = names_of(whole)
    named = view.name or view.persona
    return f"{COMPASS[view.seat.index]} ({names.others[view.seat.index] if named else names.tags[view.seat.index]})"


def _pair(a: SeatView, b: SeatView, whole: TableSnapshot) -> str:
    return f"{_holds(a, whole)} and {_holds(b, whole)}"
