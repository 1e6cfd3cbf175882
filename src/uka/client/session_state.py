"""What a session at a table knows: the state of the table, the person's seat, and the server's clock."""

from __future__ import annotations

import time

from msgspec.structs import replace

from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.table import DealView, Person, PublicTable, TableStage
from uka.table.views.public_table import SeatView
from uka.wire.table_updates import ChatLine, TableSnapshot

from .errors import ConnectionEnded
from .fairness_check import FairnessCheck
from .table_mirror import TableMirror

CHAT_KEPT = 200
"""The number of lines of the chat that a session keeps."""


class SessionState:
    """What a session knows of its table.

    The properties raise ``ConnectionEnded`` before the first update has arrived.
    """

    def __init__(self) -> None:
        self._mirror = TableMirror()
        self._fairness = FairnessCheck()
        self._ahead = 0
        """By how many milliseconds the server's clock is ahead of this machine's clock; negative if it is behind."""
        self._chat_lines: tuple[ChatLine, ...] = ()
        self._chat_reports: tuple[ChatLine, ...] = ()
        self._combined: tuple[TableSnapshot | None, DealView | None] = (None, None)
        self._seen: tuple[DealView | None, Observation | None] = (None, None)

    @property
    def _table_snapshot(self) -> TableSnapshot:
        """The table as it is after the last update of the server."""
        if self._mirror.snapshot is None:
            raise ConnectionEnded("no update of the table has arrived yet")
        return self._mirror.snapshot

    @property
    def whole(self) -> TableSnapshot:
        """The whole table as this person may see it, with what this client itself has noted about the shuffles."""
        check = self._fairness
        return replace(self._table_snapshot, commitments=check.commitments, secrets=check.secrets, shares=check.shares)

    @property
    def scene(self) -> PublicTable:
        """What every viewer may see of the table: everything but the cards."""
        return self._table_snapshot.scene

    @property
    def deal(self) -> DealView | None:
        """The deal as this person may see it, or None before the first deal."""
        snapshot = self._table_snapshot
        if self._combined[0] is not snapshot:
            self._combined = snapshot, snapshot.deal_view
        return self._combined[1]

    @property
    def chat_lines(self) -> tuple[ChatLine, ...]:
        """The lines of the table's chat that this person may read, oldest first, at most ``CHAT_KEPT``."""
        return self._chat_lines

    @property
    def chat_reports(self) -> tuple[ChatLine, ...]:
        """The lines that somebody has reported to this person, who is the host, oldest first."""
        return self._chat_reports

    @property
    def people(self) -> tuple[Person, ...]:
        """The people at the table, both players and spectators."""
        return self._table_snapshot.people

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the table."""
        return self._table_snapshot.rules

    @property
    def invitation(self) -> str:
        """The invitation, a secret text that admits other people to the table."""
        return self._table_snapshot.invitation

    @property
    def player(self) -> str:
        """The id of this person."""
        return self._table_snapshot.player

    @property
    def version(self) -> int:
        """The number of the last line of the table's log that this client knows."""
        return self._table_snapshot.scene.version

    @property
    def commitments(self) -> tuple[str, ...]:
        """The server's commitments to its secrets for the shuffles, one for each pack, in order."""
        return self._fairness.commitments

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets for the shuffles that the server has opened, in the order of the packs."""
        return self._fairness.secrets

    @property
    def seat_view(self) -> SeatView | None:
        """This person's seat as every viewer may see it, or None for a spectator."""
        return next((view for view in self.scene.seats if view.player == self.player), None)

    @property
    def seat(self) -> Seat | None:
        """The seat of this person, or None for a spectator."""
        return self.seat_view.seat if self.seat_view else None

    @property
    def observation(self) -> Observation | None:
        """What this person knows of the game, or None before the first deal. A bot can choose an action from it."""
        deal = self.deal
        if self._seen[0] is not deal:
            self._seen = deal, deal.observation(self.rules) if deal else None
        return self._seen[1]

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for this person to take an action in the game."""
        scene, deal, own = self.scene, self.deal, self.seat_view
        if own is None or own.away or scene.paused or scene.stage is not TableStage.PLAYING:
            return False
        return deal is not None and deal.turn is not None and deal.turn is deal.seat

    @property
    def awaits_ready(self) -> bool:
        """Whether the table waits, between two deals, until this person says ``ready``."""
        scene, own = self.scene, self.seat_view
        if own is None or own.away or own.ready or scene.paused:
            return False
        return scene.stage is TableStage.SHUFFLING and scene.last is not None and scene.settings.rest_ms > 0

    @property
    def now(self) -> int:
        """The present time by the server's clock, in milliseconds since 1970. Deadlines of the table use this clock."""
        return milliseconds() + self._ahead


def with_new_lines(known: tuple[ChatLine, ...], lines: tuple[ChatLine, ...]) -> tuple[ChatLine, ...]:
    """Return the last ``CHAT_KEPT`` lines of ``known`` and then ``lines``, each line once."""
    ids = {line.id for line in known}
    return (*known, *[line for line in lines if line.id not in ids])[-CHAT_KEPT:]


def milliseconds() -> int:
    """Return the present time by this machine's clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
