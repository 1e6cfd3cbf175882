"""Makes another log of a table, in which the cards that a viewer cannot know have other places."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from tests.core.test_unseen import Moment, another_world
from tests.strategies import Step as Choice
from tests.table.driver import Driver
from uka.core.cards import Card, cards_of
from uka.core.deal import Deal
from uka.core.dealing import arranged_pack
from uka.core.seats import SEATS, Seat
from uka.records import Acted, Dealt
from uka.table import Table, TableLine, TableTransition, evolve
from uka.table.entries import DrawStarted


def other_log(driver: Driver, viewer: Seat | None, rng: Random) -> list[TableLine] | None:
    """Return the log with the hidden cards of the last deal and of the draw in another order.

    Return None if that is impossible.
    """
    at = max((i for i, line in enumerate(driver.lines) if isinstance(line.entry, Dealt)), default=None)
    if at is None:
        return None
    moment = moment_of(driver.steps[at - 1 :])
    world = another_world(moment, viewer, rng)
    if world is None:
        return None
    lines = [redrawn(line, driver.steps, rng) for line in driver.lines[:at]]
    dealt = driver.lines[at].entry
    assert isinstance(dealt, Dealt)
    own = {viewer: driver.steps[at - 1].table.dealt[viewer.index]} if viewer else {}
    lines.append(replace(driver.lines[at], entry=replace(dealt, pack=pack_of(world.start, dealt, own))))
    actions = iter(world.steps)
    for line in driver.lines[at + 1 :]:
        entry = line.entry
        lines.append(replace(line, entry=Acted(entry.seat, next(actions).action)) if isinstance(entry, Acted) else line)
    return lines


def moment_of(steps: list[TableTransition]) -> Moment:
    """Return the deal that the first of some transitions began, and the actions in that deal."""
    start = deal_of(steps[0].table)
    choices, before = list[Choice](), start
    for step in steps[1:]:
        if isinstance(entry := step.line.entry, Acted):
            after = deal_of(step.table)
            choices.append(Choice(before, entry.seat, entry.action, after, step.events))  # type: ignore[arg-type]
            before = after
    return Moment(start, tuple(choices))


def deal_of(table: Table) -> Deal:
    assert table.game is not None
    assert table.game.deal is not None
    return table.game.deal


def pack_of(start: Deal, dealt: Dealt, own: Mapping[Seat, tuple[Card, ...]]) -> tuple[object, ...]:
    """Return the order of the pack, before the cut, that gives this deal.

    A seat of ``own`` that holds the given cards is dealt them in the given order.
    """
    hands = {seat: cards_of(start.masks[seat.index]) for seat in SEATS}
    hands |= {seat: cards for seat, cards in own.items() if set(cards) == set(hands[seat])}
    top = (*start.buried, start.upcard)
    order = arranged_pack(start.rules, start.dealer, hands, top[0], (*top[1:], *start.kitty), dealt.packet_pattern)
    lifted = len(order) - (dealt.cut or 0)
    return order[lifted:] + order[:lifted]


def redrawn(line: TableLine, steps: list[TableTransition], rng: Random) -> TableLine:
    """Return a line of the draw with the hidden cards in another order."""
    entry = line.entry
    if not isinstance(entry, DrawStarted):
        return line
    drawn = next(step.table.draw for step in reversed(steps) if step.table.draw)
    if drawn.rules.draw == "random":
        return line  # its first card says who deals
    seen = {card for _, card in drawn.shown}
    hidden = [card for card in entry.order if card not in seen]
    rng.shuffle(hidden)
    order = tuple(card if card in seen else hidden.pop() for card in entry.order)
    return replace(line, entry=replace(entry, order=order))


def steps_of(lines: list[TableLine]) -> list[TableTransition]:
    """Return every transition of a log except its opening."""
    table, _ = evolve(None, lines[0])
    steps = list[TableTransition]()
    for line in lines[1:]:
        table, events = evolve(table, line)
        steps.append(TableTransition(line, events, table))
    return steps
