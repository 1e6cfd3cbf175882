"""A line of a table's log as each viewer may see it.

A viewer is a seat, or None for a spectator. An entry is sent only if its type is in ``PUBLIC_ENTRIES``. For any other
entry, a viewer receives only the entry's events, without the cards that are hidden from the viewer. So a new type of
entry is hidden by default.
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


class TableLineView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of the log as one viewer may see it. ``entry`` is None if the entry is not public."""

    seq: int
    at: int
    by: str
    entry: PublicEntry | None = None
    events: tuple[GameOrTableEvent, ...] = ()


class LineWithEvents(Protocol):
    """An object with a line and the events of that line, such as a ``TableTransition``."""

    @property
    def line(self) -> en.TableLine: ...
    @property
    def events(self) -> tuple[GameOrTableEvent, ...]: ...


def line_view(step: LineWithEvents, viewer: Seat | None) -> TableLineView:
    """Return a line and its events as a viewer may see them."""
    line = step.line
    entry = line.entry if type(line.entry) in PUBLIC_ENTRIES else None
    events = tuple([event.seen_by(viewer) for event in step.events])
    return TableLineView(line.seq, line.at, line.by, entry, events)  # type: ignore[arg-type]
