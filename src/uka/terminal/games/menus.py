"""A person's menus at a server's table: for seats, for breaks, and for drawing, cutting and dealing by hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from uka.core.dealing import CUT_LEAST
from uka.core.ruleset import Ruleset
from uka.narration.names import COMPASS
from uka.table import TableStage
from uka.table.events import GameOrTableEvent
from uka.wire.table_updates import TableSnapshot

from .interface import Menu, MenuItem, dealer_menu
from .people import names_of

if TYPE_CHECKING:
    from uka.client import TableSession

ServerCall: TypeAlias = Callable[[], Awaitable[int]]
Send: TypeAlias = Callable[[ServerCall], tuple[GameOrTableEvent, ...]]
"""A function that sends a command to the server."""
PLACES = 9
"""The number of positions in the pack that a menu offers, one position for each digit."""


def seat_items(whole: TableSnapshot, at: TableSession, ask: Send) -> tuple[MenuItem, ...]:
    """Return a menu item for each free seat. A seated person also gets the choice to stand up."""
    scene, me = whole.scene, names_of(whole).me
    playing = scene.stage not in (TableStage.SEATING, TableStage.OVER)
    if me and playing:
        return (MenuItem("s", "stand up and watch", partial(ask, at.stand)),)
    free = tuple(
        MenuItem(str(number), f"sit {COMPASS[view.seat.index]}", partial(ask, partial(at.sit, view.seat)))
        for number, view in enumerate(scene.seats, 1)
        if view.player is None and view.booked is None
    )
    up = "stand up" if me else "stop waiting for a seat" if any(v.booked == whole.player for v in scene.seats) else ""
    return (*free, *((MenuItem("s", up, partial(ask, at.stand)),) if up else ()))


def seating_menu(whole: TableSnapshot, at: TableSession, ask: Send) -> Menu:
    """Return the menu that is shown before a game begins."""
    items = seat_items(whole, at, ask)
    if whole.player != whole.scene.host:
        return Menu("Take a seat, or watch. The host starts the game.", items)
    begin = MenuItem("b", "begin", partial(ask, at.begin))
    return Menu("Wait for friends, or start: bots take the free seats.", (*items, begin))


def dealing_menu(whole: TableSnapshot, at: TableSession, ask: Send) -> Menu:
    """Return the menu for drawing, cutting or dealing by hand.

    The menu is empty if the person has none of these tasks.
    """
    scene, names, rules = whole.scene, names_of(whole), whole.rules
    draw, dealer = scene.draw, scene.dealer
    if scene.stage is TableStage.DRAWING and draw and draw.turn:
        if draw.turn is not names.me:
            return Menu(f"{names.does(draw.turn, 'draw')} a card…")
        places = (partial(at.take, place) for place in spaced(0, draw.left - 1))
        tied = any(seat is draw.turn for seat, _ in draw.shown)
        says = f"{'A tie. Draw another' if tied else 'Draw a'} card from the pack."
        return Menu(says, digit_items("the top", "the bottom", places, ask))
    if scene.stage is TableStage.DRAWING and draw and draw.namer:
        if names.me is None or names.me.partnership is not draw.namer:
            return Menu(f"{names.pair(draw.namer)} name the dealer…")
        return dealer_menu(names, lambda seat: ask(partial(at.name_dealer, seat)))
    if scene.stage is TableStage.CUTTING and dealer:
        if names.me is not dealer.right:
            return Menu(f"{names.does(dealer.right, 'cut')} the pack…")
        cuts = (partial(at.cut, cards) for cards in spaced(CUT_LEAST, len(rules.cards) - CUT_LEAST))
        return Menu("Cut the pack.", digit_items("a few", "most", cuts, ask))
    if scene.stage is TableStage.DEALING and dealer:
        if names.me is not dealer:
            return Menu(f"{names.does(dealer, 'deal')}…")
        return Menu("You deal.", _deals(rules, at, ask))
    return Menu()


def _deals(rules: Ruleset, at: TableSession, ask: Send) -> tuple[MenuItem, ...]:
    ways = rules.packet_patterns if rules.packets == "free" else (None,)
    labels = ("deal" if way is None else f"deal {way.replace('-', ' then ')}" for way in ways)
    asks = (partial(ask, partial(at.deal_cards, way)) for way in ways)
    return tuple(MenuItem(str(n), label, do) for n, (label, do) in enumerate(zip(labels, asks, strict=True), 1))


def spaced(first: int, last: int) -> tuple[int, ...]:
    """Return nine evenly spaced positions from ``first`` to ``last``, both included.

    >>> spaced(4, 28)
    (4, 7, 10, 13, 16, 19, 22, 25, 28)
    """
    return tuple(first + (last - first) * i // (PLACES - 1) for i in range(PLACES))


def digit_items(first: str, last: str, whats: Iterable[ServerCall], ask: Send) -> tuple[MenuItem, ...]:
    """Return a menu item for each command in ``whats``. The keys of the items are digits from 1.

    The first item has the label ``first``, and the ninth item the label ``last``. The other items have no label.
    """
    labels = {1: first, PLACES: last}
    return tuple(MenuItem(str(n), labels.get(n, ""), partial(ask, what)) for n, what in enumerate(whats, 1))


def break_items(whole: TableSnapshot, at: TableSession, ask: Send) -> tuple[MenuItem, ...]:
    """Return the item to take or end a break. The host also gets the item to pause or resume the table."""
    scene = whole.scene
    mine = next((view for view in scene.seats if view.player == whole.player), None)
    items = list[MenuItem]()
    if mine is not None:
        away = mine.away or mine.lost
        items.append(MenuItem("a", "come back" if away else "take a break", partial(ask, at.back if away else at.away)))
    playing = scene.stage not in (TableStage.SEATING, TableStage.OVER) and scene.paused != "log_full"
    if whole.player == scene.host and playing:
        stop = (at.resume, "resume the game") if scene.paused else (at.pause, "pause the game")
        items.append(MenuItem("p", stop[1], partial(ask, stop[0])))
    return tuple(items)
