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
"""A method of a ``TableSession`` with its arguments, which sends a command and returns the table's new version."""
Send: TypeAlias = Callable[[ServerCall], tuple[GameOrTableEvent, ...]]
"""The function that a menu item runs to send its command. It returns no events, which follow in an update."""
POSITIONS = 9
"""The number of positions in the pack that a menu offers, one position for each digit."""


def seat_items(whole: TableSnapshot, session: TableSession, send: Send) -> tuple[MenuItem, ...]:
    """Return a menu item for each free seat, and one to stand up if the person sits or waits for a seat.

    During a game, a seated person gets only the item to stand up.
    """
    scene, me = whole.scene, names_of(whole).me
    playing = scene.stage not in (TableStage.SEATING, TableStage.OVER)
    if me and playing:
        return (MenuItem("s", "stand up and watch", partial(send, session.stand)),)
    free = tuple(
        MenuItem(str(number), f"sit {COMPASS[view.seat.index]}", partial(send, partial(session.sit, view.seat)))
        for number, view in enumerate(scene.seats, 1)
        if view.player is None and view.booked is None
    )
    if me:
        return (*free, MenuItem("s", "stand up", partial(send, session.stand)))
    if any(view.booked == whole.player for view in scene.seats):
        return (*free, MenuItem("s", "stop waiting for a seat", partial(send, session.stand)))
    return free


def seating_menu(whole: TableSnapshot, session: TableSession, send: Send) -> Menu:
    """Return the menu that is shown before a game begins: the free seats, and for the host the start of the game."""
    items = seat_items(whole, session, send)
    if whole.player != whole.scene.host:
        return Menu("Take a seat, or watch. The host starts the game.", items)
    begin = MenuItem("b", "begin", partial(send, session.begin))
    return Menu("Wait for friends, or start: bots take the free seats.", (*items, begin))


def dealing_menu(whole: TableSnapshot, session: TableSession, send: Send) -> Menu:
    """Return the menu with which a person draws, names the dealer, cuts or deals by hand.

    If another person has the task, the menu only says who. It is empty if nobody has such a task.
    """
    scene, names, rules = whole.scene, names_of(whole), whole.rules
    draw, dealer = scene.draw, scene.dealer
    if scene.stage is TableStage.DRAWING and draw and draw.turn:
        if draw.turn is not names.me:
            return Menu(f"{names.does(draw.turn, 'draw')} a card…")
        calls = (partial(session.draw_card, position) for position in spaced_positions(0, draw.left - 1))
        tied = any(seat is draw.turn for seat, _ in draw.shown)
        text = "A tie. Draw another card from the pack." if tied else "Draw a card from the pack."
        return Menu(text, digit_items("the top", "the bottom", calls, send))
    if scene.stage is TableStage.DRAWING and draw and draw.namer:
        if names.me is None or names.me.partnership is not draw.namer:
            return Menu(f"{names.pair(draw.namer)} name the dealer…")
        return dealer_menu(names, lambda seat: send(partial(session.name_dealer, seat)))
    if scene.stage is TableStage.CUTTING and dealer:
        if names.me is not dealer.right:
            return Menu(f"{names.does(dealer.right, 'cut')} the pack…")
        cuts = (partial(session.cut, cards) for cards in spaced_positions(CUT_LEAST, len(rules.cards) - CUT_LEAST))
        return Menu("Cut the pack.", digit_items("a few", "most", cuts, send))
    if scene.stage is TableStage.DEALING and dealer:
        if names.me is not dealer:
            return Menu(f"{names.does(dealer, 'deal')}…")
        return Menu("You deal.", _deal_items(rules, session, send))
    return Menu()


def _deal_items(rules: Ruleset, session: TableSession, send: Send) -> tuple[MenuItem, ...]:
    """Return the items to deal: one for each packet pattern, such as 3-2, if the rules let the dealer choose."""
    if rules.packets != "free":
        return (MenuItem("1", "deal", partial(send, partial(session.deal_cards, None))),)
    items = list[MenuItem]()
    for number, pattern in enumerate(rules.packet_patterns, 1):
        run = partial(send, partial(session.deal_cards, pattern))
        items.append(MenuItem(str(number), f"deal {pattern.replace('-', ' then ')}", run))
    return tuple(items)


def spaced_positions(first: int, last: int) -> tuple[int, ...]:
    """Return nine evenly spaced positions from ``first`` to ``last``, both included.

    >>> spaced_positions(4, 28)
    (4, 7, 10, 13, 16, 19, 22, 25, 28)
    """
    return tuple(first + (last - first) * i // (POSITIONS - 1) for i in range(POSITIONS))


def digit_items(first: str, last: str, calls: Iterable[ServerCall], send: Send) -> tuple[MenuItem, ...]:
    """Return a menu item for each of ``calls``, the commands that can be sent. The keys of the items are digits from 1.

    The first item has the label ``first``, and the ninth item the label ``last``. The other items have no label.
    """
    labels = {1: first, POSITIONS: last}
    return tuple(MenuItem(str(n), labels.get(n, ""), partial(send, call)) for n, call in enumerate(calls, 1))


def break_items(whole: TableSnapshot, session: TableSession, send: Send) -> tuple[MenuItem, ...]:
    """Return the item with which a seated person takes or ends a break. The host can also pause or resume the game."""
    scene = whole.scene
    mine = next((view for view in scene.seats if view.player == whole.player), None)
    items = list[MenuItem]()
    if mine is not None:
        if mine.away or mine.lost:
            items.append(MenuItem("a", "come back", partial(send, session.back)))
        else:
            items.append(MenuItem("a", "take a break", partial(send, session.away)))
    playing = scene.stage not in (TableStage.SEATING, TableStage.OVER) and scene.paused != "log_full"
    if whole.player == scene.host and playing:
        if scene.paused:
            items.append(MenuItem("p", "resume the game", partial(send, session.resume)))
        else:
            items.append(MenuItem("p", "pause the game", partial(send, session.pause)))
    return tuple(items)
