"""The host's menu at a server's table. It has submenus for seats, bots and people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from uka.bots import names as bot_names
from uka.narration.names import COMPASS
from uka.table import TableStage
from uka.table.views.public_table import SeatView
from uka.wire.table_updates import TableSnapshot

from .interface import Menu, MenuItem
from .menus import Send, ServerCall
from .people import names_of, printable_name

if TYPE_CHECKING:
    from uka.client import TableSession

PAGE_SIZE = 9
"""The maximum number of choices on one page of a menu. Each choice needs a digit."""


def host_items(whole: TableSnapshot, session: TableSession, send: Send) -> tuple[MenuItem, ...]:
    """Return the menu item that opens the host's menu, as a tuple.

    Return an empty tuple if the person is not the host, or if the host has no choices now.
    """
    if whole.player != whole.scene.host:
        return ()
    choices = tuple(_menu_items(whole, session, send))
    return (MenuItem.with_submenu("h", "host's choices…", Menu("Host's choices:", choices)),) if choices else ()


def _menu_items(whole: TableSnapshot, session: TableSession, send: Send) -> Iterator[MenuItem]:
    """Yield the items of the host's menu. Each opens a submenu."""
    views = whole.scene.seats
    bots = [view for view in views if view.bot]
    without_person = [view for view in views if view.player is None]
    others = _people_except_host(whole)
    if whole.scene.stage in (TableStage.SEATING, TableStage.OVER):
        pairs = [(a, b) for a, b in combinations(views, 2) if a.player or a.bot or b.player or b.bot]
        if pairs:
            swaps = [(_both_seats(a, b, whole), partial(session.swap, a.seat, b.seat)) for a, b in pairs]
            yield MenuItem.with_submenu("c", "swap two seats…", numbered_menu("Swap which two seats?", swaps, send))
        if bots:
            bot_removals = [(_seat_label(view, whole), partial(session.empty, view.seat)) for view in bots]
            yield MenuItem.with_submenu("e", "remove a bot…", numbered_menu("Remove which bot?", bot_removals, send))
    if without_person:
        bot_menu = _bot_menu(without_person, whole, session, send)
        yield MenuItem.with_submenu("b", "choose a bot for a seat…", bot_menu)
    if waiting := [(name, partial(session.admit, player)) for player, name in others if _waits_for_seat(player, whole)]:
        let_in = numbered_menu("Who takes over a bot's hand now? Everyone is told.", waiting, send)
        yield MenuItem.with_submenu("l", "let someone in now…", let_in)
    if others:
        person_removals = [(name, partial(session.remove, player)) for player, name in others]
        remove_menu = numbered_menu("Remove whom, for good?", person_removals, send)
        yield MenuItem.with_submenu("r", "remove someone for good…", remove_menu)
        successors = [(name, partial(session.change_host, player)) for player, name in others]
        host_menu = numbered_menu("Who will be the host?", successors, send)
        yield MenuItem.with_submenu("o", "make someone else host…", host_menu)


def _waits_for_seat(player: str, whole: TableSnapshot) -> bool:
    """Return whether a person waits for a seat that is booked for the next deal."""
    return any(view.booked == player for view in whole.scene.seats)


def _bot_menu(views: Sequence[SeatView], whole: TableSnapshot, session: TableSession, send: Send) -> Menu:
    """Return a menu of seats. The item of each seat opens a menu of the bots that can play there."""
    items = list[MenuItem]()
    for number, view in enumerate(views, 1):
        bots = [(name, partial(session.bot, view.seat, name)) for name in bot_names()]
        submenu = numbered_menu(f"Which bot plays {COMPASS[view.seat.index]}? Weakest first.", bots, send)
        items.append(MenuItem.with_submenu(str(number), _seat_label(view, whole), submenu))
    return Menu("Which seat?", tuple(items))


def numbered_menu(text: str, choices: Sequence[tuple[str, ServerCall]], send: Send) -> Menu:
    """Return a menu that asks ``text``, with an item for each of ``choices``, which are pairs of a label and a command.

    The keys of the items are digits. Choices after the ninth are on further pages.
    """
    page, rest = choices[:PAGE_SIZE], choices[PAGE_SIZE:]
    items = [MenuItem(str(n), label, partial(send, call)) for n, (label, call) in enumerate(page, 1)]
    more = [MenuItem.with_submenu("0", "more…", numbered_menu(text, rest, send))] if rest else []
    return Menu(text, (*items, *more))


def _people_except_host(whole: TableSnapshot) -> list[tuple[str, str]]:
    """Return the id and the name of each person at the table except the host. Seated people come first."""
    seated = [view.player for view in whole.scene.seats]
    others = [person for person in whole.people if person.player != whole.scene.host]
    others.sort(key=lambda person: person.player not in seated)
    return [(person.player, printable_name(person.name)) for person in others]


def _seat_label(view: SeatView, whole: TableSnapshot) -> str:
    """Return a seat with its player, such as "West (Hana)"."""
    names = names_of(whole)
    who = names.others if view.name or view.persona else names.tags
    return f"{COMPASS[view.seat.index]} ({who[view.seat.index]})"


def _both_seats(a: SeatView, b: SeatView, whole: TableSnapshot) -> str:
    return f"{_seat_label(a, whole)} and {_seat_label(b, whole)}"
