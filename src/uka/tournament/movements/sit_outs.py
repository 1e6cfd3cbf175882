"""Who sits out when there are more entries than seats."""

from __future__ import annotations

from collections.abc import Mapping

from uka.core.shuffle import shuffle

from .seating import MovementState


def sitting_out(state: MovementState, prefer: Mapping[int, int] | None = None) -> tuple[int, ...]:
    """Return the entries that sit out the next round.

    Entries that have sat out the fewest rounds sit out first, so that the numbers differ by at most one. Among these,
    entries that played in the last round come first, then those with the lowest value in ``prefer``. Last, a lot
    decides.

    >>> from .seating import PlayedRound, PlayedTable
    >>> rounds = [PlayedRound((PlayedTable(1, ((a,), (b,))),), (c,)) for a, b, c in ((2, 3, 1), (1, 2, 3))]
    >>> state = MovementState((1,), (1, 2, 3), "s", rounds=tuple(rounds))
    >>> sitting_out(state)
    (2,)
    """
    count, last = state.sit_outs, {*(state.rounds[-1].byes if state.rounds else ())}
    order = sorted(
        shuffle(sorted(state.entries), f"{state.secret} byes"),
        key=lambda entry: (count[entry], entry in last, prefer.get(entry, 0) if prefer else 0),
    )
    return tuple(order[: len(order) - 2 * state.side * state.playing_tables])
