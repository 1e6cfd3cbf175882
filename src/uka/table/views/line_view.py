"""A line of a table's log as each viewer may see it.

A viewer is a seat, or None for a spectator. An entry is sent only if its type is in ``PUBLIC_ENTRIES``. Of a line with
any other entry, a viewer receives only the events, without cards that are hidden from the viewer. So a new type of
entry is hidden from everybody until it is added there.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import msgspec

from uka.core.seats import Seat
from uka.records import BellRecorded, RulingGiven, Scored

from .. import entries as en
from ..events import GameOrTableEvent

PublicEntry: TypeAlias = (
    en.TableOpened | en.SettingsChanged | en.PhraseSaid | en.PlayerJoined | en.PlayerLeft | en.PlayerRemoved |
    en.HostChanged | en.SeatTaken | en.SeatBooked | en.PlayerAdmitted | en.SeatVacated | en.BotSeated | en.BotRemoved
    | en.SeatsSwapped | en.ConnectionLost | en.PlayerWentAway | en.PlayerCameBack | en.TablePaused | en.TableResumed |
    en.GameBegan | en.ShareCommitted | en.ShareOpened | en.SharesWithheld | en.DrawCardTaken |
    en.DealerNamed | en.CommitmentsClosed | en.PackCut | en.PacketPatternChosen | en.ActionUndone | en.SeatReady |
    en.GameEnded | en.SecretsOpened | BellRecorded | RulingGiven | Scored
)  # fmt: skip


PUBLIC_ENTRIES: frozenset[type] = frozenset(PublicEntry.__args__)
"""The types of the entries that every viewer may see."""


class TableLineView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of a table's log as one viewer may see it."""

    seq: int
    """The number of the line."""
    at: int
    """When the line was written, in milliseconds since 1970."""
    by: str
    """The author: a person's id, "table", "clock" or "bot"."""
    entry: PublicEntry | None = None
    """The entry of the line, or None if it is not public."""
    events: tuple[GameOrTableEvent, ...] = ()
    """What happened by the line, without the cards that are hidden from the viewer."""


class LineWithEvents(Protocol):
    """An object that has a line of a log and the events of the line, such as a ``TableTransition``."""

    @property
    def line(self) -> en.TableLine: ...
    @property
    def events(self) -> tuple[GameOrTableEvent, ...]: ...


def line_view(step: LineWithEvents, viewer: Seat | None) -> TableLineView:
    """Return ``step``, a log line with its events, as ``viewer`` may see it. ``viewer`` is None for a spectator."""
    line = step.line
    entry = line.entry if type(line.entry) in PUBLIC_ENTRIES else None
    events = tuple([event.seen_by(viewer) for event in step.events])
    return TableLineView(line.seq, line.at, line.by, entry, events)  # type: ignore[arg-type]
